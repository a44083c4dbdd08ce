"""Shares as they are shown and written: with their counts and Wilson's 95 % interval."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from service_agent.statistics.intervals import Rate


def rate_of(found: Iterable[bool]) -> Rate:
    """The share of those that are true."""
    values = list(found)
    return Rate(sum(values), len(values))


def shown(rate: Rate) -> str:
    """ "66.0 % (62 of 94) [56.0, 74.7]"; a dash where there was nothing to count."""
    if rate.value is None:
        return "–"
    low, high = 100 * rate.wilson.low, 100 * rate.wilson.high
    return f"{100 * rate.value:.1f} % ({rate.hits} of {rate.of}) [{low:.1f}, {high:.1f}]"


def written(rate: Rate) -> dict[str, Any]:
    """The same for programs."""
    low, high = (None, None) if rate.value is None else (round(rate.wilson.low, 6), round(rate.wilson.high, 6))
    share = None if rate.value is None else round(rate.value, 6)
    return {"hits": rate.hits, "of": rate.of, "share": share, "low": low, "high": high}
