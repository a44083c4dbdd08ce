"""Bodies of questions, answers and conversations: what is taken and what is given."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from service_agent.api.requests.bodies import Taken
from service_agent.protocol.wire import Composed, Id, SlotNames, Text

MAX_HISTORY = 50
"""Lines of history one stateless question may bring."""


class HistoryLine(Taken):
    """One line of a conversation the client keeps itself."""

    role: Literal["user", "assistant"]
    content: Annotated[str, Field(min_length=1, max_length=16_000), Composed]


class FormFilled(Taken):
    """The values an earlier answer's form asked for."""

    form_id: Id
    """The form's own; where its conversation is named, its question is asked again with these values."""
    values: Annotated[dict[str, Any], Field(max_length=100)]


class ChatRequest(Taken):
    """One question. With `history` it is stateless: nothing of it is kept once it is answered."""

    content: Text
    session_id: Id | None = None
    message_id: Id | None = None
    """Sent again with the same text, the same final message comes back."""
    pack: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")] | None = None
    history: Annotated[list[HistoryLine], Field(max_length=MAX_HISTORY)] = []
    reuse: Literal["always", "never"] | None = None
    """always: a confirmation is answered with use_previous (no veto is overridden); never: search."""
    use_memories: bool = True
    """false: answered as if nothing were remembered of you."""
    form_response: FormFilled | None = None  # with the form's `query` as `content`
    alone: bool = False  # true: read as in a conversation of its own (`other_readings`)
    without: SlotNames = []  # names of slots whose values are not taken over (`conditions`)


class SessionRequest(Taken):
    """A new conversation."""

    pack: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")] | None = None
    remembers: bool = True
    """false: this conversation neither uses memories nor leaves any."""


class SessionChanges(Taken):
    """What is changed of a conversation; what is left out stays."""

    title: Annotated[str, Field(min_length=1, max_length=200), Composed] | None = None
    remembers: bool | None = None
    """false: it neither uses memories nor leaves any."""
    pinned: bool | None = None
    archived: bool | None = None


class FeedbackRequest(Taken):
    """What a person thinks of an answer."""

    rating: Literal[-1, 0, 1]
    reason: Annotated[str, Field(max_length=2_000)] = ""
    kind: Literal["thumbs", "correction"] = "thumbs"


class SessionOut(BaseModel):
    """One conversation."""

    session_id: str
    pack: str
    variant: str
    title: str
    last_seq: int
    remembers: bool = True
    """false: it neither uses memories nor leaves any."""
    pinned: bool = False
    archived: bool = False
    state: Literal["idle", "working", "waiting"] = "idle"
    """working: a question is being answered or about to be; waiting: the person is asked something."""
    created_at: datetime
    updated_at: datetime


class SessionList(BaseModel):
    """Pinned ones first, then newest first."""

    sessions: list[SessionOut]


class MessageOut(BaseModel):
    """One line of the transcript."""

    message_id: str
    run_id: str
    role: Literal["user", "assistant"]
    content: str
    answer: dict[str, Any] | None
    """The final message, for answers."""
    created_at: datetime


class MessageList(BaseModel):
    """Oldest first."""

    messages: list[MessageOut]


class RatingList(BaseModel):
    """Your own thumbs on a conversation's answers."""

    ratings: dict[str, Literal[-1, 0, 1]]
    """answer_id -> the last one; answers without one are left out."""


class HoldingOut(BaseModel):
    """One record of what a conversation has in hand."""

    evidence_id: str
    run_id: str
    data_type: str
    sources: list[str]
    query: str
    """The question it was found for."""
    name: dict[str, str]
    """Language -> what it holds: titles of passages; the source and the conditions of rows."""
    also: list[str]
    """Ids of older records of the very same items, which stand here once."""
    slots: dict[str, list[str]]
    items: int
    fetched_at: datetime
    usable: Literal["ready", "ask", "search"]
    """ready: used as it stands; ask: looked at or asked about first; search: the next question searches."""
    source_changed: bool
    warn_at: datetime | None
    stale_at: datetime | None


class LedgerOut(BaseModel):
    """What a conversation has in hand."""

    now: datetime
    records: list[HoldingOut]


class ItemOut(BaseModel):
    """One passage or row of a record."""

    item_id: str
    source: str
    title: str
    text: str
    uri: str
    fields: dict[str, str | int | float | bool | None]
    example: bool
    web: bool = False
    """Found on the web."""
    derived: bool
    """A figure computed over the others."""


class EvidenceOut(BaseModel):
    """A record's items as they were when they were found."""

    evidence_id: str
    data_type: str
    query: str
    fetched_at: datetime
    complete: bool
    items: list[ItemOut]


class TraceOut(BaseModel):
    """One run of one's own, from its first event to its decision."""

    run_id: str
    session_id: str
    message_id: str
    status: str
    attempt: int
    question: str
    events: list[dict[str, Any]]
    decision: dict[str, Any] | None
