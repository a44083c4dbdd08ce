"""Durable events: stored as the text that was sent, numbered without gaps, replayed.

`seq` and `ts` are spliced in by the database when an event is stored: the models carry them for the schema and for
reading.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from foundation.contracts.error_codes import ErrorCode
from service_agent.protocol.final import (
    ClarificationOption,
    ConditionOut,
    FinalContent,
    Judge1Out,
    Judge2Out,
    KnownValueOut,
    Timings,
    TypeReuse,
    UsageOut,
)
from service_agent.protocol.wire import Wire


class Durable(Wire):
    """Stored, numbered, replayed. `seq` grows by one per session, without gaps."""

    session_id: str
    run_id: str
    seq: int = 0
    ts: str = ""


class RunQueuedFrame(Durable):
    """The question is stored and waits. A question whose run begins at once has none."""

    type: Literal["run_queued"] = "run_queued"
    message_id: str
    question: str
    position: int
    """Its place in the queue of all processes when it was taken, from 1."""
    estimate_ms: int | None
    """It should begin after so long, at this process's pace; null: not measured yet, or it waits for a person."""


class RunStartedFrame(Durable):
    type: Literal["run_started"] = "run_started"
    message_id: str
    question: str
    attempt: int


class RunRestartedFrame(Durable):
    type: Literal["run_restarted"] = "run_restarted"
    message_id: str
    question: str
    attempt: int


class PlanReadyFrame(Durable):
    type: Literal["plan_ready"] = "plan_ready"
    route: str
    intent: str
    confidence: float
    active_teams: list[str]
    absent_teams: list[str]
    required_data_types: list[str]
    subtasks: list[str]
    standalone_question: str | None
    conditions: list[ConditionOut] = Field(default_factory=list[ConditionOut])
    """What was taken over from the conversation; of several questions each one's is in `requests` of the answer."""
    other_readings: list[str] = Field(default_factory=list[str])
    """What else the question may have meant."""
    why: str
    engine: Literal["model", "rules"]


class DataReuseDecisionFrame(Durable):
    type: Literal["data_reuse_decision"] = "data_reuse_decision"
    decision: Literal["reuse", "partial", "search"]
    variant: str
    data_types: dict[str, TypeReuse]
    judge1: Judge1Out | None
    judge2: dict[str, Judge2Out]
    reasons: list[str]


class PromptOptionOut(Wire):
    """One choice."""

    value: str
    label: str
    description: str


class InHandOut(Wire):
    """One kind of data in hand, for clients that word it in their person's language."""

    data_type: str
    items: int
    age_s: int | None
    """Seconds since it was found; null: not known."""
    query: str
    """The question it was found for."""
    issues: list[str]
    """What judge 2 holds against it, in the codes of `judge2.issues`."""
    as_of: date | None = None
    """The newest date the data itself speaks of; null: it says none."""


class ConfirmationContext(Wire):
    """What the person needs to choose."""

    previous_data_summary: str
    data_age: int
    """Seconds since the data was fetched."""
    uncertainty_reason: str
    measured_saving_s: float
    in_hand: list[InHandOut] = []


class UserConfirmationRequiredFrame(Durable):
    type: Literal["user_confirmation_required"] = "user_confirmation_required"
    confirmation_id: str
    message: str
    context: ConfirmationContext
    options: list[PromptOptionOut]
    expires_at: datetime | None
    expires_in_ms: int | None


class ClarificationRequiredFrame(Durable):
    type: Literal["clarification_required"] = "clarification_required"
    clarification_id: str
    message: str
    reason: str
    original_query: str
    options: list[ClarificationOption]
    more: list[ClarificationOption] = []
    """The whole list, where `options` were condensed."""
    expires_at: datetime | None
    expires_in_ms: int | None


class FormRequiredFrame(Durable):
    model_config = ConfigDict(serialize_by_alias=True, validate_by_name=True)

    type: Literal["form_required"] = "form_required"
    form_id: str
    message: str
    json_schema: dict[str, Any] = Field(alias="schema")
    """JSON Schema of the lacking fields, in order. `title` and `unit` are words; a field with `x-when` counts under
    these values of other fields alone."""
    known: list[KnownValueOut] = []
    """What need not be asked."""
    query: str = ""
    """The question it is for."""
    expires_at: datetime | None
    expires_in_ms: int | None


class PromptResolvedFrame(Durable):
    type: Literal["prompt_resolved"] = "prompt_resolved"
    id: str
    value: str
    by: Literal["person", "timeout", "cancel", "superseded"]


class PromptExtendedFrame(Durable):
    type: Literal["prompt_extended"] = "prompt_extended"
    id: str
    expires_at: datetime | None
    expires_in_ms: int | None


class TeamStartedFrame(Durable):
    type: Literal["team_started"] = "team_started"
    team: str


class TeamProgressFrame(Durable):
    type: Literal["team_progress"] = "team_progress"
    team: str
    step: str
    label: str
    status: Literal["running", "done", "failed", "skipped"]
    counts: dict[str, int]
    elapsed_ms: int
    done: int | None = None
    total: int | None = None


class TeamCompletedFrame(Durable):
    type: Literal["team_completed"] = "team_completed"
    team: str
    status: Literal["done", "failed", "skipped"]
    counts: dict[str, int]
    elapsed_ms: int


class AnswerRetryFrame(Durable):
    type: Literal["answer_retry"] = "answer_retry"
    reason: str
    """In the question's language."""
    code: str = ""
    """For clients that word it in their person's language: numbers, contradicted, language, violations, refused,
    mended, failed; empty in what was stored before there were codes."""
    figures: str = ""
    """With `numbers`: those that are not in the data."""


class AnswerFrame(Durable, FinalContent):
    """The final message, as a frame."""

    type: Literal["answer", "clarify", "form"] = "answer"


class RunCompletedFrame(Durable):
    type: Literal["run_completed"] = "run_completed"
    timings_ms: Timings
    usage: UsageOut


class RunFailedFrame(Durable):
    type: Literal["run_failed"] = "run_failed"
    code: ErrorCode
    message: str
    retryable: bool


class RunCancelledFrame(Durable):
    type: Literal["run_cancelled"] = "run_cancelled"
    message: str


DurableFrame = Annotated[
    RunQueuedFrame
    | RunStartedFrame
    | RunRestartedFrame
    | PlanReadyFrame
    | DataReuseDecisionFrame
    | UserConfirmationRequiredFrame
    | ClarificationRequiredFrame
    | FormRequiredFrame
    | PromptResolvedFrame
    | PromptExtendedFrame
    | TeamStartedFrame
    | TeamProgressFrame
    | TeamCompletedFrame
    | AnswerRetryFrame
    | AnswerFrame
    | RunCompletedFrame
    | RunFailedFrame
    | RunCancelledFrame,
    Field(discriminator="type"),
]
