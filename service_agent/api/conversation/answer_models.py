"""Bodies of `/api/answers`. Shares and scores are per mille, times milliseconds."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from service_agent.api.requests.bodies import Taken
from service_agent.protocol.wire import Composed


class ReviewRequest(Taken):
    """What was found about a failed answer."""

    note: Annotated[str, Field(max_length=2_000), Composed] = ""


class FailedAnswerOut(BaseModel):
    """One answer that did not answer."""

    run_id: str
    session_id: str
    created_at: datetime
    pack: str
    question: str
    question_type: str
    failure: str
    """insufficient_answer: something was found and does not answer; no_answer: nothing was found."""
    engine: str
    path: str
    fallback: str | None
    contexts: int
    top_scores: list[int]
    confidence: int
    reviewed_at: datetime | None
    reviewed_by: str | None
    note: str | None
    demo: bool


class FailedAnswers(BaseModel):
    """Newest first."""

    answers: list[FailedAnswerOut]


class ContextOut(BaseModel):
    """One context an answer was written from."""

    marker: int
    item_id: str
    title: str
    score: int
    """Retrieval score and what the choice added; 0 for rows."""
    characters: int
    row: bool


class MarkedOut(BaseModel):
    """A sentence the evidence does not bear out."""

    sentence: str
    why: str
    """The check: figures, cell, article, bound, negated, names, modality, moment, course, actor, marker, unsupported,
    advice, overgeneral."""
    support: int
    detail: list[str]


class VerdictOut(BaseModel):
    """What was measured on a draft."""

    question_overlap: int
    key_words: int
    context_overlap: int | None
    """null: question and contexts are in different languages."""
    numeric_preservation: int | None
    """None: the draft holds no figure."""
    figures: int
    unsupported_figures: list[str]
    unsupported_sentences: list[MarkedOut]
    claims: int = 0
    """Claims that were compared with the evidence."""
    bound_figures: int = 0
    """Figures that were compared with the cell they are said of."""
    computed: list[str] = []
    """Workings of figures that were computed again."""
    mended_markers: list[list[int]] = []
    """The markers a claim cited, and last the one that bears it out."""
    refuses: bool
    wrong_language: bool
    violations: int
    reason: str | None
    """numbers, contradicted, language, violations; null: it held."""


class DraftOut(BaseModel):
    """One attempt at the answer."""

    prompt: str
    round: int
    contexts: list[int]
    """Markers."""
    outcome: str
    """accepted, marked, refused, mended, a verdict's reason, or why the model failed."""
    text: str
    """Its first 1,000 characters."""
    verdict: VerdictOut | None


class RecordOut(BaseModel):
    """How one answer came about. Keys of newer versions are passed on as they are."""

    model_config = ConfigDict(extra="allow")

    path: str
    """model, direct (a fact the contexts hold word for word), extractive, early (no evidence needed)."""
    question_type: str = "general"
    type_confidence: int = 0
    configuration: str = ""
    """Hash of the answering figures of the pack."""
    model: str | None = None
    contexts: list[ContextOut] = []
    drafts: list[DraftOut] = []
    times_ms: dict[str, float] = {}
    retrieval: list[dict[str, Any]] = []
    """What each document search of the turn did: stages, counts, times, scores."""
    guard_overlap: int | None = None
    top_confidences: list[int] = []
    fallbacks: list[str] = []
    """low_conf_retry, single_span, short_context, qa_recover1, qa_recover2, synthesis (sent back by a check),
    extractive, in the order they happened."""
    fallback: str | None = None
    recovery_round: int = 0
    retry_count: int = 0
    """How often the answer was written again."""
    answer_grade: str | None = None
    """accept or failed."""
    workflow_status: str | None = None
    """completed, or failed: nothing of it was answered."""
    numeric_preservation: float | None = None
    """0..1, of the final text."""
    verdict: VerdictOut | None = None
    unsupported_sentences: list[MarkedOut] = []
    items: int = 0
    failure: str | None = None
    unanswered_parts: list[str] = []
    """Questions of a message of several that the answer does not speak to."""
    confidence: int = 0
    question: str = ""
    timings_ms: dict[str, int] = {}
    """The turn's: total, plan, search, answer."""
    usage: dict[str, Any] = {}


class AnswerRecordOut(BaseModel):
    """One answer's record."""

    run_id: str
    session_id: str
    created_at: datetime
    pack: str
    question: str
    engine: str
    failure: str | None
    answer_ms: int
    record: RecordOut
