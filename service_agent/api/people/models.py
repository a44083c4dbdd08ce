"""Bodies about a person: what is taken and what is given."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from foundation.contracts.memories import LONGEST_MEMORY
from foundation.storage.records import SERVICES_OWN
from service_agent.api.requests.bodies import Taken
from service_agent.protocol.wire import Composed


class MemoryBody(Taken):
    """A memory in the person's own words."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_MEMORY), Composed]
    kind: Literal["fact", "preference", "style"] | None = None
    """Left out: read from the words."""


class MemoryOut(BaseModel):
    """One thing that is remembered of you."""

    memory_id: str
    tier: Literal["midterm", "longterm"]
    """midterm: a summary of a recent conversation; longterm: a fact or preference."""
    kind: Literal["fact", "preference", "style", "summary"]
    text: str
    written_by: Literal["rules", "model", "person"]
    session_id: str | None
    """The conversation it comes from; null: written here, or that one was erased."""
    message_id: str | None
    confidence: float
    valid_from: datetime
    replaced_by: str | None
    """The newer memory that took its place: this one is history."""


class MemoryList(BaseModel):
    """Newest first."""

    on: bool
    """false: the service, or your own settings, keep nothing and use nothing."""
    memories: list[MemoryOut]


class SettingsBody(Taken):
    """What a person set for themselves."""

    confirm_timeout_s: Annotated[float, Field(ge=1, le=3600)] | None = Field(default_factory=lambda: SERVICES_OWN)
    """Seconds a confirmation waits; null: no limit; left out: the service's own time."""
    language: Literal["ko", "en"] | None = None
    """Language of sentences around the answer; null: the question's."""
    ask: bool = True
    """false: never asked, the safe default applies at once."""
    remembers: bool = True
    """false: nothing of you is remembered from one conversation to the next, and nothing remembered is used."""
