"""The wire: every frame of `suffice.v1`, both ways, and the final message. Everything public is generated from here.

Durable events are stored as the text that was sent; `seq` and `ts` are spliced in by the database when the
event is stored, so the models below carry them only for the schema and for reading.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from foundation.contracts.errors import ErrorCode

PROTOCOL = "suffice.v1"
MAX_CONTENT = 8_000
"""Longest question in characters; longer texts are documents."""

Text = Annotated[str, Field(min_length=1, max_length=MAX_CONTENT)]
Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]


class Wire(BaseModel):
    """Base of all frames: unknown fields are refused, so a typo is told and not swallowed."""

    model_config = ConfigDict(frozen=True, extra="forbid")


# --- client -> server -----------------------------------------------------------------------------


class Authenticate(Wire):
    """First frame of a client that cannot set headers."""

    type: Literal["authenticate"]
    token: Annotated[str, Field(min_length=1, max_length=8_000)]


class UserMessage(Wire):
    """A question. The same message_id is never run twice."""

    type: Literal["user_message"]
    message_id: Id
    content: Text


class ConfirmationResponse(Wire):
    """The person's answer to `user_confirmation_required`."""

    type: Literal["confirmation_response"]
    confirmation_id: Id
    value: Annotated[str, Field(min_length=1, max_length=64)]


class ClarificationResponse(Wire):
    """The person's answer to `clarification_required`: an option, or free text."""

    type: Literal["clarification_response"]
    clarification_id: Id
    option_id: Id | None = None
    text: Text | None = None


class FormResponse(Wire):
    """The person's answer to `form_required`."""

    type: Literal["form_response"]
    form_id: Id
    values: dict[str, Any]


class PromptExtend(Wire):
    """Keep waiting: the open question's deadline moves on by its own length."""

    type: Literal["prompt_extend"]
    id: Id


class ReuseOverride(Wire):
    """Under an answer: search again although it reused, or use the earlier results although it searched."""

    type: Literal["reuse_override"]
    message_id: Id
    action: Literal["search_again", "use_previous"]


class Cancel(Wire):
    """Stop a run."""

    type: Literal["cancel"]
    run_id: Id


class Ping(Wire):
    """Answered by `pong`."""

    type: Literal["ping"]


ClientMessage = Annotated[
    Authenticate
    | UserMessage
    | ConfirmationResponse
    | ClarificationResponse
    | FormResponse
    | PromptExtend
    | ReuseOverride
    | Cancel
    | Ping,
    Field(discriminator="type"),
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


# --- the final message ----------------------------------------------------------------------------


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


class FinalMessage(FinalContent):
    """The answer: what `POST /api/chat` and `suffice ask --json` give."""

    session_id: str
    run_id: str
    type: Literal["answer", "clarify"]


# --- server -> client: durable events -------------------------------------------------------------


class Durable(Wire):
    """Stored, numbered, replayed. `seq` grows by one per session, without gaps."""

    session_id: str
    run_id: str
    seq: int = 0
    ts: str = ""


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


class ConfirmationContext(Wire):
    """What the person needs to choose."""

    previous_data_summary: str
    data_age: int
    """Seconds since the data was fetched."""
    uncertainty_reason: str
    measured_saving_s: float


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
    expires_at: datetime | None
    expires_in_ms: int | None


class FormRequiredFrame(Durable):
    type: Literal["form_required"] = "form_required"
    form_id: str
    message: str
    json_schema: dict[str, Any]


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


class AnswerFrame(Durable, FinalContent):
    """The final message, as a frame."""

    type: Literal["answer", "clarify"] = "answer"


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
    RunStartedFrame
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


# --- server -> client: not durable ----------------------------------------------------------------


class SessionReady(Wire):
    """First frame after the handshake: where the session stands."""

    type: Literal["session_ready"] = "session_ready"
    session_id: str
    ts: str
    last_seq: int
    active_run: str | None
    pending_prompt: dict[str, Any] | None
    """The full event of the open question, with `expires_in_ms` as of now."""
    partial: str | None
    pack: str
    variant: str
    server_now: datetime


class AnswerDelta(Wire):
    """The next piece of the answer; `offset` counts UTF-16 code units from the answer's start."""

    type: Literal["answer_delta"] = "answer_delta"
    session_id: str
    ts: str
    run_id: str
    offset: int
    text: str


class ErrorFrame(Wire):
    """Something in a client frame was wrong; the connection stays open unless the code says otherwise."""

    type: Literal["error"] = "error"
    session_id: str
    ts: str
    code: ErrorCode
    message: str
    field: str | None = None


class BusyFrame(Wire):
    type: Literal["busy"] = "busy"
    session_id: str
    ts: str
    retry_after_s: int


class Pong(Wire):
    type: Literal["pong"] = "pong"
    session_id: str
    ts: str


class Gap(Wire):
    """The cursor is unknown or pruned: refetch the messages."""

    type: Literal["gap"] = "gap"
    session_id: str
    ts: str
    from_: int = Field(alias="from")
    to: int


ServerMessage = Annotated[
    DurableFrame | SessionReady | AnswerDelta | ErrorFrame | BusyFrame | Pong | Gap,
    Field(discriminator="type"),
]
SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
