"""What is stored about a person from one conversation to the next.

Three tiers. The short one is the window of the last exchanges (`supervisor/memory/window.py`) and has no rows. The
middle one holds a summary of each recent session, the long one lasting facts and preferences of the person.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from foundation.contracts.error_codes import ErrorCode
from foundation.contracts.errors import NotFound
from foundation.contracts.work import Frozen, PerMille

Tier = Literal["midterm", "longterm"]
MemoryKind = Literal["fact", "preference", "style", "summary"]
"""fact: about the person; preference: what they look for; style: how they want answers; summary: of a session."""
MemorySource = Literal["rules", "model", "person"]

MAX_LONGTERM = 100
"""Memories of a person; the oldest is removed when another is added."""
MAX_SUMMARIES = 10
LONGEST_SUMMARY = 300
LONGEST_MEMORY = 300
"""Characters of one memory."""

MemoryText = Annotated[str, Field(min_length=1, max_length=LONGEST_MEMORY)]


class UnknownMemory(NotFound):
    """There is no such memory of yours, or it was replaced; `GET /api/me/memories` lists them."""

    code = ErrorCode.UNKNOWN_MEMORY


class Memory(Frozen):
    """One memory as it is kept."""

    memory_id: str
    tier: Tier
    kind: MemoryKind
    text: str
    """The person's own words."""
    topic: str = ""
    """What it is about, where only one thing can be true of it at a time (home, budget …); "": anything."""
    confidence: PerMille = 1000
    written_by: MemorySource = "rules"
    session_id: str | None = None
    """Where it was said; None: on the page, or in a conversation that was erased since."""
    message_id: str | None = None
    valid_from: datetime
    replaced_by: str | None = None
    """The newer memory that contradicts it: this one is history."""


class NewMemory(Frozen):
    """A memory on its way."""

    kind: MemoryKind
    text: MemoryText
    topic: str = ""
    confidence: PerMille = 1000
    written_by: MemorySource = "rules"


class MemoryChanges(Frozen):
    """What becomes of a person's memories."""

    added: tuple[NewMemory, ...] = ()
    replaced: tuple[tuple[str, int], ...] = ()
    """(memory_id, place in `added` of what replaces it)."""
    dropped: tuple[str, ...] = ()
    """Erased, with what they had replaced."""


Deciding = Callable[[Sequence[Memory]], MemoryChanges]
"""Given the person's current memories, returns the changes. Called while nobody else can change them."""
