"""Bodies of the HTTP side: what is taken and what is given."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from foundation.contracts.memories import LONGEST_MEMORY
from foundation.storage.records import SERVICES_OWN
from service_agent.protocol.wire import Composed, Id, SlotNames, Text

MAX_HISTORY = 50
"""Lines of history one stateless question may bring."""


class Taken(BaseModel):
    """Base of request bodies: an unknown field is told, not swallowed."""

    model_config = ConfigDict(frozen=True, extra="forbid")


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


class FeedbackRequest(Taken):
    """What a person thinks of an answer."""

    rating: Literal[-1, 0, 1]
    reason: Annotated[str, Field(max_length=2_000)] = ""
    kind: Literal["thumbs", "correction"] = "thumbs"


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


class ExampleOut(BaseModel):
    """A question to start with."""

    text: str
    language: str


class ColumnOut(BaseModel):
    """One column of a source's rows: what it is called where a citation's `fields` are shown."""

    name: str
    label: dict[str, str]
    unit: str | None
    """won, m2, percent, count …"""
    choices: dict[str, dict[str, str]]
    """Value -> its words, where the values are a closed list."""


class SourceOut(BaseModel):
    """One source of a pack."""

    name: str
    label: dict[str, str]
    kind: str
    documents: int
    parts: int
    """Passages or rows."""
    columns: list[ColumnOut] = []
    """Of rows; empty for documents."""


class DataTypeOut(BaseModel):
    """One kind of evidence of a pack."""

    name: str
    label: dict[str, str]
    warn_after_s: int | None
    """Age from which the person is asked first; null: no such age."""
    stale_after_s: int | None
    """Age from which it is searched again; null: no such age."""


class PackOut(BaseModel):
    """One domain."""

    name: str
    version: str
    title: dict[str, str]
    languages: list[str]
    default: bool
    examples: list[ExampleOut]
    sources: list[SourceOut]
    data_types: list[DataTypeOut]
    intents: dict[str, dict[str, str]] = {}
    """Intent of `plan_ready` -> its words."""
    time_zone: str


class PackList(BaseModel):
    """The default pack first."""

    packs: list[PackOut]


class PlaceOut(BaseModel):
    """Where the original shows a passage."""

    page: int | None = None
    """Of a PDF, from 1; the first one of a passage that goes on over a page."""
    page_to: int | None = None
    """The last page of such a passage."""
    sheet: str | None = None
    """Of a workbook."""
    row: int | None = None
    row_to: int | None = None
    """First and last row of the sheet, as it numbers them; the repeated header is not counted."""


class ChunkOut(BaseModel):
    """One passage, with its place in its document."""

    chunk_id: str
    document_id: str
    pack: str
    source: str
    title: str
    text: str
    uri: str
    start: int
    end: int
    as_of: str | None
    example: bool
    position: int
    """Which passage of its document, from 0."""
    place: PlaceOut | None = None


class PassageOut(BaseModel):
    """One passage of a document."""

    chunk_id: str
    title: str
    text: str
    """As it is searched and quoted: without Markdown's marks, a table's header before each of its pieces."""
    start: int
    end: int
    """Offsets in the stored document; in `text` of the answer after subtracting its `text_start`."""
    place: PlaceOut | None = None


class DocumentOut(BaseModel):
    """A document in reading order."""

    document_id: str
    pack: str
    source: str
    uri: str
    as_of: str | None
    example: bool
    text: str
    """The stored text that these passages are spans of, from `text_start` on."""
    text_start: int = 0
    passage_count: int
    """Of the whole document: more than there are here when only a part of a long one was sent."""
    passages: list[PassageOut]


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


class IngestOut(BaseModel):
    """What an upload changed."""

    sources: dict[str, dict[str, int]]
    """Source -> added, changed, removed, unchanged."""
    remarks: list[str]


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


class Check(BaseModel):
    """One thing the service stands on."""

    ok: bool
    message: str | None = None


class Readiness(BaseModel):
    """May traffic come here?"""

    ready: bool
    checks: dict[str, Check]
