"""What the operator's routes about single decisions, reviews and health take and give."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from service_agent.protocol.wire import Wire


class TruthChip(Wire):
    """What is known of a decision and who says so."""

    outcome: Literal["correct_skip", "incorrect_skip", "correct_search", "incorrect_search"] | None
    source: Literal["audit", "person", "label"] | None
    contested: bool
    """Two operators disagree: counted for neither."""


class DecisionLineOut(Wire):
    """One line of the table."""

    run_id: str
    session_id: str
    at: datetime
    arm: str
    variant: str
    question: str
    intent: str
    model: str
    data_types: list[str]
    judge1: float | None
    """Its confidence."""
    judge2: dict[str, float]
    vetoed: bool
    decision: Literal["reuse", "partial", "search"]
    asked: bool
    timed_out: bool
    person: str | None
    truth: TruthChip
    audit: Literal["drawn", "asked"] | None
    """drawn: of the random sample; asked: somebody wanted to know, so it counts in no rate. null: not chosen."""
    elapsed_ms: int
    demo: bool


class DecisionsPage(Wire):
    """A page, newest first; `next` goes into `before` of the next request (null: this was the last)."""

    decisions: list[DecisionLineOut]
    next: str | None


class PenaltyOut(Wire):
    """One line of judge 2's sum."""

    issue: str
    label: dict[str, str]
    """Language -> the issue in words."""
    penalty: float
    veto: bool


class Judge2Sum(Wire):
    """Judge 2 as a sum: start, each penalty, what is left; vetoes under it."""

    data_type: str
    decision: str
    verdict: str | None
    start: float | None
    left: float
    sufficient_above: float
    issues: list[PenaltyOut]
    evidence_id: str | None
    fetched_at: datetime | None
    age_s: int | None
    source_changed: bool
    used: bool
    """False: the variant has no judge 2; this is what it would have said."""
    question: str = ""
    """Which request needs it, of a message of several questions; "" where it is one."""


class EvidenceSide(Wire):
    """One side of then and now."""

    evidence_id: str | None
    fetched_at: datetime | None
    items: int


class EvidenceLine(Wire):
    """~ changed, + new, − gone."""

    mark: Literal["~", "+", "−"]
    title: str
    then: str | None
    now: str | None


class EvidenceCompared(Wire):
    """One data type's evidence then and now."""

    data_type: str
    agrees: bool
    rule: str
    then: EvidenceSide | None
    now: EvidenceSide
    lines: list[EvidenceLine]
    differing: int
    """All of them; `lines` holds the first 40."""
    equal: int


class AuditOut(Wire):
    """What comparing with today's data found."""

    status: Literal["due", "done", "failed"]
    kind: Literal["skip", "search"]
    why: str
    done_at: datetime | None
    search_ms: int
    search_calls: int
    drawn: bool
    """Of the random sample that rates and thresholds are made of; false: somebody asked for it."""
    next_at: datetime | None
    """When a drawn one that failed is tried again; null: it did not fail, or did finally."""
    types: list[EvidenceCompared]


class LabelOut(Wire):
    """One statement about the decision."""

    source: Literal["audit", "person", "label"]
    by: str
    outcome: Literal["right", "wrong", "unsure"]
    reason: str
    at: datetime
    undone: bool
    mine: bool


class DecisionOut(Wire):
    """One decision, down to its evidence."""

    line: DecisionLineOut
    standalone: str
    search_ms: int
    model_calls: int
    search_calls: int
    tokens: int
    judge1: dict[str, Any] | None
    """by, is_sufficient, confidence (0..1), data_source, missing_data_types, reasoning."""
    judge1_reasons: dict[str, str]
    """Language -> its reasoning where rules judged; empty where a model did, whose words are its own."""
    judge2: list[Judge2Sum]
    audit: AuditOut | None
    audit_costs_ms: int
    """What comparing now would probably take."""
    labels: list[LabelOut]
    variants: dict[str, str]
    """Variant -> what it would have decided, by replay; where it would ask, the safe default."""
    thresholds: dict[str, float]
    configuration: dict[str, str]
    """Hashes of the figures passages were found by (`retrieval`) and answers written by (`answering`); empty in rows of
    earlier versions."""


class LabelBody(BaseModel):
    """An operator's word on a decision."""

    model_config = ConfigDict(extra="forbid")

    outcome: Literal["right", "wrong", "unsure"]
    reason: Annotated[str, Field(max_length=500)] = ""


class ReviewOut(Wire):
    """Something to look at."""

    run_id: str
    why: Literal["wrong_reuse", "unsupported_number", "thumbs_down", "correction"]
    reason: str
    question: str
    at: datetime
    demo: bool


class ReviewsOut(Wire):
    """Oldest first; labelling one takes it off."""

    reviews: list[ReviewOut]


class SourceStateOut(Wire):
    """One source of a pack, and how old its version is."""

    pack: str
    source: str
    kind: str
    label: dict[str, str]
    version: str
    changed_at: datetime | None


class DashboardHealth(Wire):
    """The panel of the state of things."""

    now: datetime
    model: str | None
    model_breaker: str | None
    model_p95_ms: float | None
    audits_due: int
    audits_done_30d: int
    audits_failed_30d: int
    """Finally: they are not tried again."""
    audits_retried: int
    """Drawn ones that failed and are tried again."""
    audits_drawn_30d: int
    """Drawn ones that are done or failed finally."""
    audits_drawn_failed_30d: int
    """Of those, failed: they count as wrong for thresholds, in no rate."""
    audit_search_calls_30d: int
    audit_search_ms_30d: int
    audit_share: float
    runs: dict[str, int]
    jobs_waiting: int
    sources: list[SourceStateOut]


class DemoErased(Wire):
    """How much demo traffic was erased."""

    conversations: int
