"""The operator's figures as its routes give them."""

from __future__ import annotations

import math
from collections.abc import Mapping

from foundation.storage.experiments.declared import Looks, StoredExperiment
from service_agent.api.dashboard.decision_mappers import share_of
from service_agent.api.dashboard.models import (
    ArmOut,
    ComparisonOut,
    CurvePoint,
    DifferenceOut,
    ExperimentMetrics,
    ExperimentOut,
    FiguresOut,
    IntervalOut,
    ProposalOut,
    RateOut,
    SavingOut,
    SavingsOut,
    SourcesOut,
    ThresholdCurve,
    TimesOut,
    TotalsOut,
    TruthCounts,
    TruthOut,
    VariantOut,
)
from service_agent.experiments.declared import Arm, arms_of, shares_of
from service_agent.experiments.service import Listed, Overview
from service_agent.experiments.thresholds import Curve
from service_agent.statistics.by_conversation import CONVERSATIONS_FROM
from service_agent.statistics.intervals import Interval, Rate
from service_agent.statistics.reuse_metrics import (
    SHOWN_FROM,
    ArmFigures,
    Comparison,
    Figures,
    Saving,
    Savings,
    TimeFigures,
    TruthRates,
    conversations_of,
)
from service_agent.statistics.sequences import MEANS_FROM, Difference

MILLIONTHS = 1_000_000
METHODS: Mapping[Looks, str] = {
    "always": "always-valid likelihood ratios, thresholds by the fallback procedure from the running one",
    "once": "one-sided exact binomial tests in a fixed sequence, for one look",
}


def rate_out(rate: Rate, interval: Interval | None = None) -> RateOut:
    """A share with its interval, Wilson's unless another is given."""
    shown = interval or rate.wilson
    return RateOut(
        hits=rate.hits,
        of=rate.of,
        value=rate.value,
        low=shown.low,
        high=shown.high,
        method=shown.method,
        level=shown.level,
    )


def figures_out(figures: Figures) -> FiguresOut:
    """All figures of a group."""
    return FiguresOut(
        turns=figures.sums.turns,
        totals=_totals(figures),
        skip_rate=rate_out(figures.skip),
        full_reuse_rate=rate_out(figures.full),
        ask_rate=rate_out(figures.ask),
        time_out_rate=rate_out(figures.time_out),
        override_rate=rate_out(figures.override),
        known=_truth(figures.known),
        by_source={name: _truth(each) for name, each in figures.by_source.items()},
        enough=figures.known.wrong_reuse.of >= SHOWN_FROM,
        times_ms=_times(figures.times),
    )


def _times(times: TimeFigures) -> TimesOut:
    return TimesOut(
        mean=times.mean,
        mean_interval=_interval(times.mean_interval),
        p95=times.p95,
        p95_interval=_interval(times.p95_interval),
        reused_mean=times.reused_mean,
        searched_mean=times.searched_mean,
    )


def _interval(interval: Interval | None) -> IntervalOut | None:
    return None if interval is None else IntervalOut(**vars(interval))


def _totals(figures: Figures) -> TotalsOut:
    sums = figures.sums
    same = {name: getattr(sums, name) for name in TotalsOut.model_fields if hasattr(sums, name)}
    return TotalsOut(**same, partial=sums.partly, asked_partial=sums.asked_partly, cost=sums.cost_micros / MILLIONTHS)


def _truth(rates: TruthRates) -> TruthOut:
    return TruthOut(
        counts=TruthCounts(**vars(rates.truths)),
        accuracy=rate_out(rates.accuracy),
        wrong_reuse=rate_out(rates.wrong_reuse, rates.wrong_reuse.exact),
        wrong_reuse_wilson=rate_out(rates.wrong_reuse),
        missed_reuse=rate_out(rates.missed_reuse),
    )


def metrics_out(
    name: str, overview: Overview, stored: StoredExperiment | None, bound: float, usual: str | None
) -> ExperimentMetrics:
    """The panels KPIs, variants and savings; `usual` is the arm most new sessions are drawn into."""
    declared = arms_of(stored) if stored else ()
    arms, shares = {arm.name: arm for arm in declared}, shares_of(declared)
    return ExperimentMetrics(
        experiment=name,
        since=overview.since,
        until=overview.until,
        turns=overview.figures.sums.turns,
        bound=stored.bound if stored else bound,
        demo_turns=overview.demo_turns,
        figures=figures_out(overview.figures),
        variants=[
            _variant(each, arms.get(each.arm), usual, shares.get(each.arm), ended=overview.ended)
            for each in overview.arms
        ],
        savings=savings_out(overview),
        shown_from=SHOWN_FROM,
        measured_from=MEANS_FROM,
        conversations_from=CONVERSATIONS_FROM,
    )


def savings_out(overview: Overview) -> SavingsOut:
    """What was saved; money only where some turn had a price."""
    return _savings(overview.savings, priced=overview.figures.sums.cost_micros > 0)


def sources_out(name: str, overview: Overview) -> SourcesOut:
    """What each source of truth says."""
    return SourcesOut(experiment=name, sources=figures_out(overview.figures).by_source)


def _variant(each: ArmFigures, arm: Arm | None, usual: str | None, share: float | None, *, ended: bool) -> VariantOut:
    known = each.figures.known.wrong_reuse
    return VariantOut(
        arm=each.arm,
        variant=each.variant,
        total=each.figures.sums.turns,
        skip_rate=each.figures.skip.value or 0.0,
        wrong_reuse_rate=known.value,
        weight=arm.weight if arm else None,
        share=share,
        reuse_above=share_of(arm.reuse_above if arm else None),
        ask_above=share_of(arm.ask_above if arm else None),
        usual=each.arm == usual,
        running=arm is None or (arm.drawn and not ended),
        stepped_back_at=arm.stepped_back_at if arm else None,
        replaced_at=arm.replaced_at if arm else None,
        conversations=math.floor(conversations_of(each.figures)),
        figures=figures_out(each.figures),
        against_control=_comparison(each.against_control),
        wrong_reuse_difference=_difference(each.wrong_reuse_against_base),
    )


def _comparison(comparison: Comparison | None) -> ComparisonOut | None:
    if comparison is None:
        return None
    return ComparisonOut(
        skip_rate=_difference(comparison.skip),
        time_ms=_difference(comparison.time_ms),
        model_calls=_difference(comparison.model_calls),
        search_calls=_difference(comparison.search_calls),
        tokens=_difference(comparison.tokens),
        cost=_difference(comparison.cost_micros, MILLIONTHS),
    )


def _difference(difference: Difference | None, unit: int = 1) -> DifferenceOut | None:
    if difference is None:
        return None
    interval = difference.interval
    return DifferenceOut(
        value=difference.value / unit,
        low=interval.low / unit,
        high=interval.high / unit,
        method=interval.method,
        level=interval.level,
        differs=difference.differs,
    )


def _savings(savings: Savings, *, priced: bool) -> SavingsOut:
    return SavingsOut(
        measured=savings.measured,
        left_out=savings.left_out,
        waiting_ms=_saving(savings.waiting_ms),
        per_reuse_ms=_saving(savings.per_reuse_ms),
        search_calls=_saving(savings.search_calls) if savings.search_calls else None,
        model_calls=_saving(savings.model_calls) if savings.model_calls else None,
        tokens=_saving(savings.tokens) if savings.tokens else None,
        cost=_saving(savings.cost_micros, MILLIONTHS) if savings.cost_micros and priced else None,
        priced=priced,
    )


def _saving(saving: Saving, unit: int = 1) -> SavingOut:
    ends = [None if end is None else end / unit for end in (saving.low, saving.high)]
    return SavingOut(value=saving.value / unit, low=ends[0], high=ends[1])


def curve_out(name: str, curve: Curve) -> ThresholdCurve:
    """The threshold's panel."""
    points = [
        CurvePoint(
            threshold=step.threshold / 1000,
            reuse=rate_out(Rate(*curve.reuse[step.threshold])),
            wrong_reuse=rate_out(step.wrong, step.interval),
        )
        for step in curve.steps
    ]
    return ThresholdCurve(
        experiment=name,
        arm=curve.arm,
        variant=curve.variant,
        running=curve.running / 1000,
        share=curve.share,
        bound=curve.bound,
        looks=curve.looks,
        points=points,
        proposal=_proposal(curve),
        method=METHODS[curve.looks],
    )


def _proposal(curve: Curve) -> ProposalOut:
    """Both reuse rates are of the turns the proposal speaks of; null where there are none."""
    chosen = curve.gain.threshold or curve.proposal.threshold
    now, then = (_share_at(curve, threshold) for threshold in (curve.running // 10 * 10, chosen))
    return ProposalOut(
        threshold=share_of(curve.proposal.threshold),
        proposed=share_of(curve.gain.threshold),
        gain=rate_out(curve.gain.turns),
        gain_audited=curve.gain.audited,
        audited=curve.proposal.audited,
        needed=curve.proposal.needed,
        told_at=curve.proposal.reference / 1000,
        reuse_now=now,
        reuse_then=then,
        wrong_reuse_upper=curve.proposal.upper,
        failed=curve.failed,
        retried=curve.retried,
    )


def _share_at(curve: Curve, threshold: int | None) -> float | None:
    found = None if threshold is None else curve.effect.get(threshold)
    return None if found is None else Rate(*found).value


def experiment_out(listed: Listed) -> ExperimentOut:
    """One experiment of the list."""
    stored = listed.stored
    arms = arms_of(stored) if stored else ()
    shares = shares_of(arms)
    return ExperimentOut(
        name=listed.name,
        declared=stored is not None,
        demo=stored is not None and stored.demo,
        pack=stored.pack if stored else None,
        arms=[arm_out(arm, shares[arm.name]) for arm in arms],
        bound=stored.bound if stored else None,
        looks=stored.looks if stored else None,
        starts_at=stored.starts_at if stored else None,
        ends_at=stored.ends_at if stored else None,
        turns=listed.turns,
        demo_turns=listed.demo_turns,
        first_day=listed.first,
        last_day=listed.last,
        packs=list(listed.packs),
        intents=list(listed.intents),
        models=list(listed.models),
        data_types=list(listed.data_types),
    )


def arm_out(arm: Arm, share: float) -> ArmOut:
    """One declared arm."""
    return ArmOut(
        name=arm.name,
        variant=arm.variant,
        weight=arm.weight,
        share=share,
        reuse_above=share_of(arm.reuse_above),
        ask_above=share_of(arm.ask_above),
        retrieval=arm.retrieval,
        answering=arm.answering,
        tried_since=arm.tried_since,
        stepped_back_at=arm.stepped_back_at,
        replaced_at=arm.replaced_at,
        replaces=arm.replaces,
    )
