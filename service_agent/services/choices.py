"""A choice that is typed where the question back was an answer: over plain HTTP the next message brings it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from foundation.contracts.pauses import Clarification, ClarificationOption
from supervisor.nodes.ask_clarification import option_meant

LONGEST = 120
"""Characters of a message that may be a choice: a number, or an option's label."""
_OPTION = ("id", "label", "query", "entity_id", "source_section")


def may_be_a_choice(content: str) -> bool:
    """Whether it is worth looking what was asked last."""
    return len(content) <= LONGEST


def as_asked(content: str, last: Mapping[str, Any] | None) -> str:
    """The option's own question where the message is its number or label and the last answer offered it; else the
    message as it is."""
    asked = None if last is None or last.get("type") != "clarify" else last.get("clarification")
    if not asked:
        return content
    offered = Clarification(
        message=asked["message"],
        reason=asked["reason"],
        original_query=asked["original_query"],
        options=_options(asked["options"]),
        more=_options(asked.get("more") or ()),
    )
    chosen = option_meant(content, offered)
    return content if chosen is None else chosen.query


def _options(found: Sequence[Mapping[str, Any]]) -> tuple[ClarificationOption, ...]:
    return tuple(ClarificationOption.model_validate({name: one.get(name) for name in _OPTION}) for one in found)
