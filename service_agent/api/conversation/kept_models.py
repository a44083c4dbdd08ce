"""Bodies of what people do with whole conversations: search, share."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from service_agent.api.requests.bodies import Taken


class HitOut(BaseModel):
    """A stretch of a snippet, in UTF-16 code units."""

    start: int
    end: int


class FoundOut(BaseModel):
    """One message that holds all the words."""

    session_id: str
    title: str
    archived: bool
    message_id: str
    run_id: str
    role: Literal["user", "assistant"]
    snippet: str
    """The piece of it around the first hit."""
    marks: list[HitOut]
    """Where the words stand in the snippet."""
    created_at: datetime


class FoundList(BaseModel):
    """Newest first."""

    found: list[FoundOut]


class ShareRequest(Taken):
    """What is to be shown."""

    with_sources: bool = True
    """false: the answers alone."""


class ShareOut(BaseModel):
    """What is shared of a conversation."""

    allowed: bool
    """false: sharing is switched off in this service."""
    shared: bool
    with_sources: bool = False
    shared_at: datetime | None = None
    """What came later is not shown."""
    exchanges: int = 0
    left_out: int = 0
    """Answers that rest on what is remembered of you, or speak of it: nobody else sees them."""
    token: str | None = None
    """Of the link `/shared/{token}`; given once, when it is made."""


class SharedSource(BaseModel):
    """A source, as whoever has the link sees it."""

    marker: int
    title: str
    source: str
    quote: str
    place: str
    uri: str
    fetched_at: str


class SharedExchange(BaseModel):
    """One question with its answer."""

    question: str
    asked_at: datetime
    content: str
    sources: list[SharedSource]


class SharedOut(BaseModel):
    """A conversation as it stood when it was shared."""

    title: str
    shared_at: datetime
    with_sources: bool
    left_out: int
    exchanges: list[SharedExchange]
