"""What the operator's routes take and give. Shares are 0..1, times milliseconds, thresholds 0..1 with two decimals."""

from __future__ import annotations

import math
from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from foundation.contracts.plan import VariantName
from foundation.storage.experiments.declared import Looks
from service_agent.experiments.declared import MOST_ARMS, Name
from service_agent.protocol.wire import InCalendar, Wire

MethodName = Literal["wilson", "clopper-pearson", "always-valid", "order-statistic", "normal"]


def _hundredth(share: float) -> float:
    """Between two hundredths a threshold would be proven at one value, watched at another and judged by a third: audits
    are counted in steps of 0.01 (`foundation/storage/tables/histogram_buckets.py`)."""
    steps = round(share * 100, 6)
    if steps == round(steps):
        return share
    near = [f"{step / 100:.2f}" for step in (math.floor(steps), math.ceil(steps)) if step < 100]
    words = "write {near}, for audits are counted in steps of 0.01"
    raise PydanticCustomError("between_hundredths", words, {"near": " or ".join(near)})


Hundredth = AfterValidator(_hundredth)
"""Of a threshold that is tried or declared."""


class RateOut(Wire):
    """`hits` of `of`; `value` is null and the interval all of [0, 1] where there was nothing. Of all turns, Wilson's
    interval counts them as fewer where those of a conversation are alike; of known outcomes it counts them as they
    are."""

    hits: int
    of: int
    value: float | None
    low: float
    high: float
    method: MethodName
    level: float


class DifferenceOut(Wire):
    """An arm minus the control. It may be called a difference only where `differs`, however often one looks."""

    value: float
    low: float
    high: float
    method: MethodName
    level: float
    differs: bool


class TruthCounts(Wire):
    """Known outcomes."""

    correct_skip: int
    incorrect_skip: int
    correct_search: int
    incorrect_search: int


class TruthOut(Wire):
    """How often decisions were right, by what is known. `wrong_reuse.high` is the exact one-sided upper end."""

    counts: TruthCounts
    accuracy: RateOut
    wrong_reuse: RateOut
    wrong_reuse_wilson: RateOut
    missed_reuse: RateOut


class IntervalOut(Wire):
    """Where a figure lies, at `level`, and by which method."""

    low: float
    high: float
    method: MethodName
    level: float


class TimesOut(Wire):
    """Of a turn, waiting for the person not counted. `p95` is read from a histogram, within 4.3 % of that of these
    turns; its interval holds this and chance. No interval is kept of `reused_mean` and `searched_mean`."""

    mean: float | None
    mean_interval: IntervalOut | None
    """Null below 100 turns."""
    p95: float | None
    p95_interval: IntervalOut | None
    """Null below what 72 turns would say were they independent."""
    reused_mean: float | None
    searched_mean: float | None


class TotalsOut(Wire):
    """Sums over the turns."""

    turns: int
    reused: int
    partial: int
    asked: int
    asked_reused: int
    asked_partial: int
    timed_out: int
    chose_previous: int
    chose_search: int
    search_again: int
    use_previous: int
    elapsed_ms: int
    search_ms: int
    model_calls: int
    search_calls: int
    tokens: int
    cost: float


class FiguresOut(Wire):
    """All figures of one group of turns."""

    turns: int
    totals: TotalsOut
    skip_rate: RateOut
    full_reuse_rate: RateOut
    ask_rate: RateOut
    time_out_rate: RateOut
    override_rate: RateOut
    known: TruthOut
    """Of the sample: decisions drawn for audit (a label on one corrects its audit), and labelled conversations."""
    by_source: dict[str, TruthOut]
    """audit and label: the sample; audit_chosen and label_chosen: what an operator chose to audit or to label; person.
    Told apart, the last three in no other figure."""
    enough: bool
    """False: fewer than 30 known skips; show "still few" instead of a wrong-reuse rate."""
    times_ms: TimesOut


class ComparisonOut(Wire):
    """Against the control; null where there are too few conversations, or turns, yet."""

    skip_rate: DifferenceOut | None
    time_ms: DifferenceOut | None
    model_calls: DifferenceOut | None
    search_calls: DifferenceOut | None
    tokens: DifferenceOut | None
    cost: DifferenceOut | None


class VariantOut(Wire):
    """One arm. `total` and `skip_rate` are plain figures; the rest stands in `figures`."""

    arm: str
    variant: str
    total: int
    skip_rate: float
    wrong_reuse_rate: float | None
    weight: float | None
    share: float | None
    """Of the sessions the experiment draws: its weight among all weights. None where nothing was declared."""
    reuse_above: float | None
    ask_above: float | None
    usual: bool
    """More new sessions are drawn into it now than into any other."""
    running: bool
    """New sessions are drawn into it: the experiment has not ended, and its weight is not 0."""
    stepped_back_at: datetime | None
    """When its wrong reuse was shown to break the bound."""
    replaced_at: datetime | None
    """When another threshold was tried in its place: nothing was shown against it."""
    conversations: int
    """That its turns are of; where only some turns are chosen, that part of them. Erased ones count."""
    figures: FiguresOut
    against_control: ComparisonOut | None
    wrong_reuse_difference: DifferenceOut | None


class SavingOut(Wire):
    """What was saved; the ends are null where no interval is known."""

    value: float
    low: float | None
    high: float | None


class SavingsOut(Wire):
    """Against the control. `measured: false`: too few turns of the control, or of every other arm; waiting is estimated
    from what the reused data cost when it was searched, and the rest is unknown."""

    measured: bool
    left_out: int
    """Turns of arms with fewer than `measured_from` or `conversations_from`: in no measured figure. 0 while nothing is
    measured."""
    waiting_ms: SavingOut
    per_reuse_ms: SavingOut
    search_calls: SavingOut | None
    model_calls: SavingOut | None
    tokens: SavingOut | None
    cost: SavingOut | None
    priced: bool
    """False: no price is set for the model, so money is not shown."""


class SourcesOut(Wire):
    """The panel of who says so: audit, label, audit_chosen, label_chosen and person, each where it said anything."""

    experiment: str
    sources: dict[str, TruthOut]


class ExperimentMetrics(Wire):
    """The panels KPIs, variants and savings."""

    experiment: str
    since: date | None
    until: date | None
    turns: int
    bound: float
    demo_turns: int
    """How many of the turns are demo traffic."""
    figures: FiguresOut
    variants: list[VariantOut]
    savings: SavingsOut
    shown_from: int
    measured_from: int
    """Turns, of the control and of an arm, from which that arm's savings are measured against the control."""
    conversations_from: int
    """Conversations of each arm from which differences between arms are shown, savings among them."""


class GroupOut(Wire):
    """One day, data type, intent, model, pack or arm."""

    value: str
    figures: FiguresOut


class BreakdownOut(Wire):
    """The same figures for each value."""

    experiment: str
    by: str
    groups: list[GroupOut]


class CurvePoint(Wire):
    """One threshold."""

    threshold: float
    reuse: RateOut
    """Turns it would skip without asking, of all."""
    wrong_reuse: RateOut
    """Of the drawn and audited turns it would skip; `high` is a one-sided 95 % end of this threshold alone: always
    valid, or exact for one look where the experiment declares one."""


class ProposalOut(Wire):
    """What the audits allow."""

    threshold: float | None
    """The lowest that they prove; null: none."""
    proposed: float | None
    """What is proposed: proven, and gaining something over the running one; null: there is nothing of the kind yet."""
    gain: RateOut
    """Turns that `proposed` (else `threshold`) reuses beyond the running one, of all turns it speaks of."""
    gain_audited: int
    """Audited decisions among those; without one nothing is known of them."""
    audited: int
    """Drawn and audited decisions that would be skipped at `told_at`."""
    needed: int
    """So many more of those, none of them wrong, and a threshold can be proposed (0 when one is)."""
    told_at: float
    """The proposed threshold; of a refusal, the threshold it refers to."""
    reuse_now: float | None
    """At the running threshold, of the turns the proposal speaks of: demo traffic only where it was chosen alone."""
    reuse_then: float | None
    """At the proposed one (else the proven one), likewise."""
    wrong_reuse_upper: float | None
    """The share that is proven at `threshold`, and so above it, choosing among thresholds paid for."""
    failed: int
    """Of `audited`, those whose audit failed and that nobody labelled: they count as wrong."""
    retried: int
    """Of those, the ones that are tried again."""


class ThresholdCurve(Wire):
    """The panel of the threshold."""

    experiment: str
    arm: str
    variant: str
    running: float
    share: float | None
    """Of all new sessions, what is drawn into this arm and into what is tried in its place now: a trial takes its part
    of that. Null where packs differ, and once the experiment has ended."""
    bound: float
    looks: Looks
    """always: the proposal holds however often it is looked at; once: for one look."""
    points: list[CurvePoint]
    proposal: ProposalOut
    method: str


class ThresholdBody(BaseModel):
    """Try a proven threshold on a share of the sessions."""

    model_config = ConfigDict(extra="forbid")

    threshold: Annotated[float, Field(ge=0.5, lt=1), Hundredth]
    """In hundredths, as of an arm that is declared."""
    weight: Annotated[float, Field(gt=0, le=0.5)] = 0.1
    """Share of the arm's new sessions: of four equal arms, 0.1 is 2.5 % of all new sessions."""
    arm: Name | None = None
    """Null: the arm that is drawn with most turns."""
    pack: Name | None = None
    bound: Annotated[float, Field(gt=0, lt=0.5)] | None = None
    """Of wrong reuse, for `default`; of a declared experiment only its own is taken."""


class ArmBody(BaseModel):
    """One arm of an experiment that is declared; thresholds as shares."""

    model_config = ConfigDict(extra="forbid")

    name: Name
    variant: VariantName
    weight: Annotated[float, Field(ge=0, le=1_000_000)]
    reuse_above: Annotated[float, Field(ge=0, le=1), Hundredth] | None = None
    ask_above: Annotated[float, Field(ge=0, le=1), Hundredth] | None = None
    retrieval: dict[str, Any] = {}
    """Figures passages are found by, in the place of the pack's (docs/experiments.md)."""
    answering: dict[str, Any] = {}
    """Figures answers are written and checked by, likewise."""


class ExperimentBody(BaseModel):
    """An experiment to declare."""

    model_config = ConfigDict(extra="forbid")

    name: Name
    pack: Name
    arms: Annotated[list[ArmBody], Field(min_length=1, max_length=MOST_ARMS)]
    bound: Annotated[float, Field(gt=0, lt=1)] = 0.01
    looks: Looks = "always"
    """How often the threshold's proof may be looked at; `once` needs fewer audits."""
    starts_at: Annotated[AwareDatetime, InCalendar] | None = None
    ends_at: Annotated[AwareDatetime, InCalendar] | None = None


class ArmOut(Wire):
    """One declared arm."""

    name: str
    variant: str
    weight: float
    share: float
    """Of the sessions the experiment draws: its weight among all weights."""
    reuse_above: float | None = None
    ask_above: float | None = None
    retrieval: dict[str, Any] = {}
    answering: dict[str, Any] = {}
    tried_since: datetime | None = None
    stepped_back_at: datetime | None = None
    replaced_at: datetime | None = None
    replaces: str | None = None


class ExperimentOut(Wire):
    """One experiment, and what its figures can be filtered by."""

    name: str
    declared: bool
    demo: bool
    """Demo traffic's own: only its conversations are drawn, and try what is tried here."""
    pack: str | None
    arms: list[ArmOut]
    bound: float | None
    looks: Looks | None
    starts_at: datetime | None
    ends_at: datetime | None
    turns: int
    demo_turns: int
    first_day: date | None
    last_day: date | None
    packs: list[str]
    intents: list[str]
    models: list[str]
    data_types: list[str]


class ExperimentsOut(Wire):
    """All experiments, newest first; `default` last."""

    experiments: list[ExperimentOut]
