"""Rows about conversations, as frozen objects: search hits, shares, and feedback on answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal


@dataclass(frozen=True)
class FoundMessage:
    """One line of a transcript that a search found, with its conversation's title."""

    session_id: str
    title: str
    archived: bool
    message_id: str
    run_id: str
    role: Literal["user", "assistant"]
    content: str
    created_at: datetime


@dataclass(frozen=True)
class Share:
    """A conversation shown to others: what they see, and since when."""

    with_sources: bool
    snapshot: dict[str, Any]
    created_at: datetime


@dataclass(frozen=True)
class Feedback:
    """What a person said of an answer."""

    feedback_id: str
    session_id: str
    answer_id: str
    kind: str
    """thumbs, override or correction."""
    rating: int
    """1 good, -1 bad, 0 neither (an override or a correction needs no rating)."""
    reason: str
    created_at: datetime
