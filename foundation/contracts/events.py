"""The events of a run inside the service: a closed union of small frozen classes.

The client's frames (`service_agent/protocol/frames.py`) are another closed union; one exhaustive `match` in
`service_agent/protocol/translate.py` maps one to the other, so the engine does not depend on the protocol.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from foundation.contracts.drafting import DocumentMade
from foundation.contracts.formulas import Analysis
from foundation.contracts.graph import GraphFacts
from foundation.contracts.pauses import Clarification, FormRequest
from foundation.contracts.plan import Judge1, Plan
from foundation.contracts.work import FieldValue, Frozen, PerMille, ReuseDecision, TypeDecision


class RunStarted(Frozen):
    """A process began to work on a message."""

    kind: Literal["run_started"] = "run_started"
    message_id: str
    question: str
    attempt: int


class RunRestarted(Frozen):
    """The process that worked on it is gone; this one starts again from the message. Drafts are cleared."""

    kind: Literal["run_restarted"] = "run_restarted"
    message_id: str
    question: str
    attempt: int


class PlanReady(Frozen):
    """Planning is done."""

    kind: Literal["plan_ready"] = "plan_ready"
    plan: Plan


class DataReuseDecided(Frozen):
    """Which data types are reused, which searched, and why."""

    kind: Literal["data_reuse_decided"] = "data_reuse_decided"
    decision: ReuseDecision
    variant: str
    types: tuple[TypeDecision, ...]
    judge1: Judge1 | None
    reasons: tuple[str, ...] = ()
    """Sentences a person can read, in their language."""


class TeamStarted(Frozen):
    """A team began."""

    kind: Literal["team_started"] = "team_started"
    team: str


class TeamProgressed(Frozen):
    """One step of a team: a source searched, a retry, a fallback."""

    kind: Literal["team_progressed"] = "team_progressed"
    team: str
    step: str
    """Stable name, e.g. "search:trades"."""
    label: str
    """What a person reads, in their language: "대구 실거래 검색 중"."""
    status: Literal["running", "done", "failed", "skipped"]
    counts: dict[str, int] = Field(default_factory=dict[str, int])
    elapsed_ms: int = 0
    done: int | None = None
    total: int | None = None


class TeamCompleted(Frozen):
    """A team ended, well or not."""

    kind: Literal["team_completed"] = "team_completed"
    team: str
    status: Literal["done", "failed", "skipped"]
    counts: dict[str, int] = Field(default_factory=dict[str, int])
    elapsed_ms: int = 0


class AnswerRetried(Frozen):
    """A draft was thrown away; whoever streamed it clears it."""

    kind: Literal["answer_retried"] = "answer_retried"
    reason: str
    """In the question's language."""
    code: str = ""
    """Why, for who words it themselves: numbers, contradicted, language, violations, refused, unsupported,
    incomplete, mended, failed."""
    figures: str = ""
    """With `numbers`: those that are not in the data; with `unsupported`: the first sentence that is not."""


class Citation(Frozen):
    """One `[n]` of an answer, tied to an evidence item."""

    marker: int
    chunk_id: str
    source: str
    title: str
    quote: str
    uri: str = ""
    fetched_at: datetime
    example: bool = False
    web: bool = False
    """Found on the web: nobody of the pack's has looked at it."""
    as_of: date | None = None
    """The day its content speaks of, where it says one."""
    fields: dict[str, FieldValue] = Field(default_factory=dict[str, FieldValue])
    evidence_id: str = ""


class RequestAnswered(Frozen):
    """What became of one question of a message."""

    answered: bool
    reason: str = ""
    """Why it is not, as a stable word: irrelevant, unclear, no_answer, insufficient_answer; "" where it is."""
    content: str
    """What the answer says to it."""
    shown: str = ""
    """Heading of the passage it cites first."""


MarkWhy = Literal["figure", "contradicted", "name", "citation", "unsupported", "advice", "general"]
"""Why a stretch is marked: a figure that is not that of the cell or place it is said of; the evidence says otherwise; a
name no evidence holds; the sentence is not borne out by what it cites; nothing bears it out; advice or a forecast that
no evidence gives; said of all cases where the evidence says it of some."""


class Mark(Frozen):
    """A stretch of an answer that the evidence does not bear out."""

    start: int
    """In UTF-16 code units of the answer's content."""
    end: int
    why: MarkWhy


class AnswerWritten(Frozen):
    """The final answer's content (the runner adds ids, timings and usage)."""

    kind: Literal["answer_written"] = "answer_written"
    type: Literal["answer", "clarify", "form"] = "answer"
    content: str
    citations: tuple[Citation, ...] = ()
    clarification: Clarification | None = None
    form: FormRequest | None = None
    """What is lacking, where nobody could be asked while the run waited."""
    badge: str | None = None
    """What a reused answer says of itself: "10:42 자료 6건 재사용 · 3분 전, 원본 변경 없음 · 다시 검색"."""
    notices: tuple[str, ...] = ()
    """Sentences about what is missing, example data, teams that do not exist yet, what was left out or marked."""
    marks: tuple[Mark, ...] = ()
    confidence: PerMille = 0
    engine: Literal["model", "rules"] = "rules"
    verification: dict[str, str | int | float | None] = Field(default_factory=dict[str, str | int | float | None])
    """Fields of the final message's `verification`, as far as they were measured."""
    analysis: Analysis | None = None
    graph: GraphFacts | None = None
    """What was computed, where something was."""
    documents: tuple[DocumentMade, ...] = ()
    """Documents that were drafted or changed."""
    undo_available: bool = False
    """True after the confirmation's time ran out: "use the earlier results instead" is offered."""
    record: dict[str, Any] = Field(default_factory=dict[str, Any])
    """How the answer came about (`answer/writing/record.py`); kept beside it, no part of what is sent."""
    requests: tuple[RequestAnswered, ...] = ()
    """Of a message of several questions each one, in order; empty where it is one."""


RunEvent = Annotated[
    RunStarted
    | RunRestarted
    | PlanReady
    | DataReuseDecided
    | TeamStarted
    | TeamProgressed
    | TeamCompleted
    | AnswerRetried
    | AnswerWritten,
    Field(discriminator="kind"),
]
