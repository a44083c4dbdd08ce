"""A turn's model usage, step by step: a paused turn continues in a process that does not know the earlier usage."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, fields
from typing import Any, cast

from foundation.contracts.ports import JsonObject, Usage


def usage_of(usage: Usage) -> JsonObject:
    """In the form that state stores."""
    return asdict(usage)


def total_usage(steps: Iterable[JsonObject]) -> Usage:
    """All steps together."""
    total: JsonObject = usage_of(Usage())
    for step in steps:
        total = {
            each.name: _added(total[each.name], step[each.name]) if each.name in step else total[each.name]
            for each in fields(Usage)
        }
    return Usage(**total)


def _added(left: Any, right: Any) -> Any:
    if isinstance(left, dict):
        both = cast(dict[str, Any], left), cast(dict[str, Any], right)
        return {key: both[0].get(key, 0) + both[1].get(key, 0) for key in {**both[0], **both[1]}}
    return left or right if isinstance(left, bool) else left + right
