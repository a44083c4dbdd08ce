"""The figures of an experiment, from the daily sums and the known truths; each with its interval."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from foundation.storage.experiments.labels import Truths, TruthSource
from foundation.storage.experiments.rollups import Sums
from foundation.storage.tables.histogram_buckets import bounds_at_rank, quantile_ms
from service_agent.statistics.by_conversation import CONVERSATIONS_FROM, NO_CONVERSATIONS, Conversations
from service_agent.statistics.intervals import Interval, Rate, mean_interval, quantile_ranks
from service_agent.statistics.sequences import MEANS_FROM, Difference, Sample, mean_difference, rate_difference

CONTROL = "no_reuse"
"""The variant that the others are compared with."""
SHOWN_FROM = 30
"""Known outcomes before a rate of them is shown rather than "still few"."""
SAMPLED: tuple[TruthSource, ...] = ("audit", "label")
"""Truths of a sample: decisions drawn for audit (a label on one corrects the audit), and labelled conversations. Rates
of wrong and missed reuse come from these. Two other sources are shown beside them, because both are biased: what people
do under an answer (satisfied people do nothing), and what an operator chose to audit or to label (whoever looks for
mistakes finds more of them)."""
TYPICAL_MS = 1_000.0
"""A difference in time worth knowing (see `mean_difference`)."""
TYPICAL_CALLS = 0.5
TYPICAL_TOKENS = 500.0


@dataclass(frozen=True)
class TruthRates:
    """How often decisions were right, by what is known."""

    truths: Truths
    accuracy: Rate
    wrong_reuse: Rate
    """Skips that were wrong, of those known."""
    missed_reuse: Rate
    """Searches that were not needed, of those known."""


@dataclass(frozen=True)
class TimeFigures:
    """Milliseconds of a turn, waiting for the person not counted."""

    mean: float | None
    mean_interval: Interval | None
    """None below MEANS_FROM turns."""
    p95: float | None
    """Within 4.3 % of that of these turns (`tables/histogram_buckets.py`); the interval holds this and chance."""
    p95_interval: Interval | None
    """None below 72 turns: no slower one bounds it from above."""
    reused_mean: float | None
    searched_mean: float | None
    """Without intervals: sums of squares are kept of all turns, not of these."""


@dataclass(frozen=True)
class Figures:
    """Everything about one group of turns."""

    sums: Sums
    conversations: Conversations
    """The turns' conversations, of all days and kinds: the correlation within them is estimated from whole ones."""
    skip: Rate
    full: Rate
    """Turns that searched nothing."""
    ask: Rate
    time_out: Rate
    """Of the turns that asked."""
    override: Rate
    """Answers the person had searched again, of the turns that reused."""
    known: TruthRates
    """From SAMPLED sources."""
    by_source: Mapping[str, TruthRates]
    times: TimeFigures


@dataclass(frozen=True)
class Comparison:
    """One arm against the control; None where there are too few rows."""

    skip: Difference | None
    time_ms: Difference | None
    model_calls: Difference | None
    search_calls: Difference | None
    tokens: Difference | None
    cost_micros: Difference | None


@dataclass(frozen=True)
class ArmFigures:
    """One arm beside the others."""

    arm: str
    variant: str
    figures: Figures
    against_control: Comparison | None
    """None: it is the control, or one of both has fewer than CONVERSATIONS_FROM conversations."""
    wrong_reuse_against_base: Difference | None = None
    """Against the arm with most turns of the variants that reuse, always valid; None below CONVERSATIONS_FROM
    conversations with known reuses of either."""


@dataclass(frozen=True)
class Saving:
    """What reuse saved of one thing; `interval` from the arms' always-valid differences added up."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Savings:
    """Against the control, over the turns of the other arms."""

    measured: bool
    """True: measured against the control's turns, over the arms with enough turns of their own. False: the control has
    too few turns, or no other arm has enough; time is then estimated by what the search for the reused data took, and
    the rest is unknown."""
    left_out: int
    """Turns of arms with too few to be compared with the control (`sequences.MEANS_FROM`): in no measured figure here.
    0 while nothing is measured."""
    waiting_ms: Saving
    per_reuse_ms: Saving
    """The same for one turn that reused."""
    search_calls: Saving | None
    model_calls: Saving | None
    tokens: Saving | None
    cost_micros: Saving | None


def figures_of(sums: Sums, truths: Mapping[str, Truths], conversations: Conversations = NO_CONVERSATIONS) -> Figures:
    """The figures of a group; `truths` by source. `conversations`: those whose turns they are."""
    sampled = added_truths(truths[name] for name in SAMPLED if name in truths)
    once = conversations.once
    return Figures(
        sums=sums,
        conversations=conversations,
        skip=Rate(sums.skipped, sums.turns, once("skipped")),
        full=Rate(sums.reused, sums.turns, once("reused")),
        ask=Rate(sums.asked, sums.turns, once("asked")),
        time_out=Rate(sums.timed_out, sums.asked, once("timed_out")),
        # An override may be of a turn on a day before the period: the share is capped at 1.
        override=Rate(min(sums.search_again, sums.skipped), sums.skipped, once("search_again")),
        known=rates_of(sampled),
        by_source={name: rates_of(each) for name, each in truths.items()},
        times=times_of(sums, once("elapsed_ms")),
    )


def times_of(sums: Sums, effect: float = 1.0) -> TimeFigures:
    """How long the turns of a group took; p95 where their histogram was requested. `effect` is the design effect of the
    mean; that of the p95 was smaller in all simulations."""
    many = sums.turns >= MEANS_FROM
    return TimeFigures(
        mean=_mean(sums.elapsed_ms, sums.turns),
        mean_interval=mean_interval(sums.turns, sums.elapsed_ms, sums.elapsed_sq, effect) if many else None,
        p95=quantile_ms(sums.times, 0.95),
        p95_interval=quantile_interval(sums.times, 0.95, effect),
        reused_mean=_mean(sums.reused_ms, sums.reused),
        searched_mean=_mean(sums.searched_ms, sums.searched),
    )


def quantile_interval(times: Sequence[float], share: float, effect: float = 1.0) -> Interval | None:
    """A 95 % confidence interval of the quantile, in milliseconds, from a histogram: two order statistics, each taken
    at its bucket's outer bound, so that the histogram's error only widens it. With a design effect, the ranks are those
    of the effective sample size, scaled to all turns. None with too few turns."""
    many = round(sum(times))
    counted = math.floor(many / effect)
    ranks = quantile_ranks(counted, share)
    if ranks is None:
        return None
    (low, _) = bounds_at_rank(times, max(1, math.floor(ranks[0] * many / counted)))
    (_, high) = bounds_at_rank(times, min(many, math.ceil(ranks[1] * many / counted)))
    return Interval(low, high, "order-statistic")


def rates_of(truths: Truths) -> TruthRates:
    """Rates of known outcomes."""
    right = truths.correct_skip + truths.correct_search
    skips = truths.correct_skip + truths.incorrect_skip
    searches = truths.correct_search + truths.incorrect_search
    return TruthRates(
        truths,
        accuracy=Rate(right, skips + searches),
        wrong_reuse=Rate(truths.incorrect_skip, skips),
        missed_reuse=Rate(truths.incorrect_search, searches),
    )


def compare_arms(arms: Mapping[tuple[str, str], Figures]) -> list[ArmFigures]:
    """(arm, variant) -> figures, side by side. All differences hold however often one looks."""
    control = _control(arms)
    base = _base(arms)
    compared: list[ArmFigures] = []
    for (arm, variant), figures in arms.items():
        against = None if control is None or variant == CONTROL else _against(figures, control)
        wrong = None
        if base is not None and base is not figures and variant != CONTROL:
            wrong = _apart(figures, base)
        compared.append(ArmFigures(arm, variant, figures, against, wrong))
    return compared


def savings_of(arms: Iterable[ArmFigures], control: Sums | None) -> Savings:
    """What the arms that reuse have saved. Each arm with enough turns is compared with the control. A small arm is left
    out and reported as such, so that a new trial does not lessen what is known of the others."""
    reusing = [each for each in arms if each.variant != CONTROL]
    total = added(each.figures.sums for each in reusing)
    measured = [each for each in reusing if each.against_control and each.against_control.time_ms]
    if control is None or not measured:
        estimated = Saving(float(total.saved_ms), None, None)
        return Savings(False, 0, estimated, _each(estimated, total.skipped), None, None, None, None)
    held = added(each.figures.sums for each in measured)
    waiting = _saved([(each.figures.sums.turns, _of(each, "time_ms")) for each in measured])
    return Savings(
        measured=True,
        left_out=total.turns - held.turns,
        waiting_ms=waiting,
        per_reuse_ms=_each(waiting, held.skipped),
        search_calls=_saved([(each.figures.sums.turns, _of(each, "search_calls")) for each in measured]),
        model_calls=_saved([(each.figures.sums.turns, _of(each, "model_calls")) for each in measured]),
        tokens=_saved([(each.figures.sums.turns, _of(each, "tokens")) for each in measured]),
        cost_micros=_saved([(each.figures.sums.turns, _of(each, "cost_micros")) for each in measured]),
    )


def conversations_of(figures: Figures) -> float:
    """Of how many conversations the turns are; where only some of the turns are chosen, that part of them."""
    return figures.conversations.worth("elapsed_ms", figures.sums.turns)


def control_of(arms: Mapping[tuple[str, str], Figures]) -> Sums | None:
    """The control's sums; None while it has no turns."""
    control = _control(arms)
    return None if control is None else control.sums


def added(sums: Iterable[Sums]) -> Sums:
    """All together."""
    total = Sums()
    for each in sums:
        total = total.plus(each)
    return total


def added_truths(truths: Iterable[Truths]) -> Truths:
    """All together."""
    total = Truths()
    for each in truths:
        total = total.plus(each)
    return total


def _control(arms: Mapping[tuple[str, str], Figures]) -> Figures | None:
    found = [figures for (_, variant), figures in arms.items() if variant == CONTROL]
    sums = added(each.sums for each in found)
    if not sums.turns:
        return None
    return figures_of(sums, {}, Conversations.together(each.conversations for each in found))


def _base(arms: Mapping[tuple[str, str], Figures]) -> Figures | None:
    reusing = [figures for (_, variant), figures in arms.items() if variant != CONTROL and figures.known.wrong_reuse.of]
    return max(reusing, key=lambda each: each.sums.turns, default=None)


def _apart(arm: Figures, base: Figures) -> Difference | None:
    wrong, of_base = (
        replace(each.known.wrong_reuse, effect=each.conversations.effect("wrong_reuse")) for each in (arm, base)
    )
    drawn = (each.conversations.worth("wrong_reuse", each.known.wrong_reuse.of) for each in (arm, base))
    return rate_difference(wrong, of_base) if min(drawn) >= CONVERSATIONS_FROM else None


def _against(arm: Figures, control: Figures) -> Comparison | None:
    if min(conversations_of(arm), conversations_of(control)) < CONVERSATIONS_FROM:
        return None

    def apart(figure: str, typical: float, squares: str | None = None) -> Difference | None:
        return mean_difference(*(_sample(each, figure, squares) for each in (arm, control)), typical=typical)

    # No amount of money fits every currency: the typical difference is the cost of TYPICAL_TOKENS here.
    both = added((arm.sums, control.sums))
    worth = TYPICAL_TOKENS * both.cost_micros / both.tokens if both.cost_micros and both.tokens else 1.0

    return Comparison(
        skip=rate_difference(_skipping(arm), _skipping(control)),
        time_ms=apart("elapsed_ms", TYPICAL_MS, "elapsed_sq"),
        model_calls=apart("model_calls", TYPICAL_CALLS, "model_calls_sq"),
        search_calls=apart("search_calls", TYPICAL_CALLS, "search_calls_sq"),
        tokens=apart("tokens", TYPICAL_TOKENS),
        cost_micros=apart("cost_micros", worth),
    )


def _skipping(figures: Figures) -> Rate:
    return replace(figures.skip, effect=figures.conversations.effect("skipped"))


def _sample(figures: Figures, figure: str, squares: str | None) -> Sample:
    """Days keep no squares of tokens and money: there chance is that of all the arm's turns."""
    n, total, drawn = figures.sums.turns, getattr(figures.sums, figure), figures.conversations
    known = drawn.spread(figure) * (n - 1) + total * total / n if squares is None else getattr(figures.sums, squares)
    return Sample(n, total, known, drawn.effect(figure))


def _of(arm: ArmFigures, name: str) -> Difference | None:
    return None if arm.against_control is None else getattr(arm.against_control, name)


def _saved(parts: Iterable[tuple[int, Difference | None]]) -> Saving:
    """The number of turns times the saving per turn. With several arms the sum of the ends is a conservative interval:
    too wide rather than too narrow."""
    known = [(turns, difference) for turns, difference in parts if difference is not None]
    return Saving(
        value=-sum(turns * difference.value for turns, difference in known),
        low=-sum(turns * difference.interval.high for turns, difference in known),
        high=-sum(turns * difference.interval.low for turns, difference in known),
    )


def _each(saving: Saving, turns: int) -> Saving:
    if not turns:
        return Saving(0.0, None, None)
    ends = [None if end is None else end / turns for end in (saving.low, saving.high)]
    return Saving(saving.value / turns, ends[0], ends[1])


def _mean(total: int, turns: int) -> float | None:
    return total / turns if turns else None
