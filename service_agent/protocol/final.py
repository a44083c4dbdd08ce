"""The final message: what the socket's `answer`, `POST /api/chat` and `suffice ask --json` give."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from pydantic import Field

from service_agent.protocol.wire import Wire


class CitationOut(Wire):
    """One `[n]` of the answer."""

    marker: int
    chunk_id: str
    source: str
    title: str
    quote: str
    uri: str = ""
    fetched_at: datetime
    example: bool = False
    evidence_id: str = ""
    fields: dict[str, str | int | float | bool | None] = Field(
        default_factory=dict[str, str | int | float | bool | None]
    )


class ClarificationOption(Wire):
    """One choice of a clarification; `query` can be asked as it stands."""

    id: str
    label: str
    query: str
    entity_id: str | None = None
    source_section: str | None = None


class ClarificationOut(Wire):
    """A question back to the person."""

    message: str
    reason: str
    original_query: str
    options: list[ClarificationOption]


class TypeReuse(Wire):
    """What was decided for one data type."""

    decision: Literal["reused", "searched", "failed"]
    evidence_id: str | None = None
    fetched_at: datetime | None = None
    age_s: int | None = None
    source_changed: bool | None = None
    as_of: date | None = None
    """The newest date the reused data itself speaks of; null: it says none."""


class Judge1Out(Wire):
    """Judge 1, shares as 0..1."""

    by: Literal["model", "rules"]
    is_sufficient: bool
    confidence: float
    data_source: str
    missing_data_types: list[str]
    reasoning: str


class Judge2Out(Wire):
    """Judge 2's verdict for one data type."""

    verdict: Literal["sufficient", "uncertain", "insufficient"]
    confidence: float
    issues: list[str]


class Reuse(Wire):
    """How the turn's data was come by."""

    decision: Literal["reuse", "partial", "search"]
    variant: str
    data_types: dict[str, TypeReuse]
    judge1: Judge1Out | None
    judge2: dict[str, Judge2Out]
    person: str | None = None
    badge: str | None = None
    undo_available: bool = False


class Verification(Wire):
    """What the checks of the answer found (None: not measured)."""

    numeric_preservation: float | None = None
    hallucination: str | None = None
    grade: str | None = None
    recovery_round: int = 0
    fallback: str | None = None


class Timings(Wire):
    """Milliseconds. Waiting for the person is not in `total`."""

    total: int = 0
    plan: int = 0
    search: int = 0
    answer: int = 0


class UsageOut(Wire):
    """What the turn cost."""

    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    search_calls: int = 0
    cost: float = 0.0


class FinalContent(Wire):
    """What an answer carries, wherever it is sent."""

    message_id: str
    """The message of the person that is answered."""
    answer_id: str
    """The answer's own message id (feedback and reuse_override name it)."""
    content: str
    citations: list[CitationOut]
    clarification: ClarificationOut | None = None
    route: str
    intent: str
    standalone_question: str | None = None
    teams: list[str]
    reuse: Reuse
    notices: list[str]
    confidence: float
    verification: Verification
    engine: Literal["model", "rules"]
    timings_ms: Timings
    usage: UsageOut
    memories_used: list[str] = []
    """Ids of what was remembered of the person and went into this answer (`GET /api/me/memories`)."""


class FinalMessage(FinalContent):
    """The answer: what `POST /api/chat` and `suffice ask --json` give."""

    session_id: str
    run_id: str
    type: Literal["answer", "clarify"]
