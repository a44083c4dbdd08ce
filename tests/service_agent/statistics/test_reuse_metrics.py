"""What reuse saved, from sums: which arms count, and what becomes of those with too few turns. And how long turns took,
with the intervals of that."""

from __future__ import annotations

import random
from dataclasses import fields

import pytest

from benchmarks.experiment_statistics import missed_p95
from foundation.storage.experiments.clusters import Clusters
from foundation.storage.experiments.rollups import Sums
from foundation.storage.tables.histogram_buckets import TIME_BUCKETS, TIME_GROWTH, time_bucket
from service_agent.statistics.by_conversation import Conversations
from service_agent.statistics.reuse_metrics import (
    CONTROL,
    Savings,
    compare_arms,
    control_of,
    figures_of,
    quantile_interval,
    savings_of,
    times_of,
)
from service_agent.statistics.sequences import MEANS_FROM


def arm(turns: int, ms: int, seed: int, *, reused: bool = True) -> Sums:
    """Turns of about so many milliseconds each."""
    drawn = random.Random(seed)
    times = [ms + drawn.randint(-200, 200) for _ in range(turns)]
    calls = [drawn.randint(1, 3) for _ in range(turns)]
    searches = [0 if reused else 1] * turns
    return Sums(
        turns=turns,
        reused=turns // 2 if reused else 0,
        elapsed_ms=sum(times),
        elapsed_sq=float(sum(each * each for each in times)),
        saved_ms=900 * (turns // 2) if reused else 0,
        model_calls=sum(calls),
        model_calls_sq=float(sum(each * each for each in calls)),
        search_calls=sum(searches),
        search_calls_sq=float(sum(searches)),
        tokens=turns * (300 if reused else 700),
        cost_micros=turns * (20 if reused else 50),
    )


def apart(sums: Sums) -> Conversations:
    """Conversations of one turn each."""
    n = sums.turns
    figures = {
        "skipped": (sums.skipped, float(sums.skipped)),
        "elapsed_ms": (sums.elapsed_ms, sums.elapsed_sq),
        "model_calls": (sums.model_calls, sums.model_calls_sq),
        "search_calls": (sums.search_calls, sums.search_calls_sq),
        "tokens": (sums.tokens, 1.3 * sums.tokens**2 / n),
        "cost_micros": (sums.cost_micros, 1.3 * sums.cost_micros**2 / n),
    }
    return Conversations(
        ({name: Clusters(n, n, n, total, squares, total, squares) for name, (total, squares) in figures.items()},)
    )


def savings(**arms: Sums) -> Savings:
    """Of arms by their names; `control` searches always."""
    groups = {
        (name, CONTROL if name == "control" else "hybrid"): figures_of(sums, {}, apart(sums))
        for name, sums in arms.items()
    }
    return savings_of(compare_arms(groups), control_of(groups))


CONTROLS, USUAL = arm(500, 3_000, 1, reused=False), arm(4_000, 1_000, 2)


def test_a_small_arm_takes_nothing_away_from_what_is_measured() -> None:
    without = savings(control=CONTROLS, usual=USUAL)
    beside = savings(control=CONTROLS, usual=USUAL, trial=arm(MEANS_FROM - 1, 50, 3))
    assert without.measured and without.left_out == 0
    assert beside.measured and beside.left_out == MEANS_FROM - 1
    for each in fields(Savings):
        if each.name != "left_out":
            assert getattr(beside, each.name) == getattr(without, each.name), each.name
    assert without.tokens is not None and without.tokens.value == pytest.approx(4_000 * 400)
    assert without.waiting_ms.value == pytest.approx(4_000 * 2_000, rel=0.02)


def test_an_arm_counts_from_its_hundredth_turn() -> None:
    both = savings(control=CONTROLS, usual=USUAL, trial=arm(MEANS_FROM, 50, 3))
    assert both.measured and both.left_out == 0
    assert both.tokens is not None and both.tokens.value == pytest.approx((4_000 + MEANS_FROM) * 400)


def test_nothing_is_measured_while_the_control_or_every_other_arm_is_small() -> None:
    few = savings(control=arm(MEANS_FROM - 1, 3_000, 1, reused=False), usual=USUAL)
    small = savings(control=CONTROLS, trial=arm(40, 1_000, 3))
    alone = savings(usual=USUAL)
    for saved, waited in ((few, 2_000 * 900.0), (small, 20 * 900.0), (alone, 2_000 * 900.0)):
        assert (saved.measured, saved.left_out, saved.tokens, saved.search_calls) == (
            False,
            0,
            None,
            None,
        )
        assert saved.waiting_ms.value == waited


def histogram(times: list[int]) -> tuple[float, ...]:
    """As the sums keep them."""
    counts = [0.0] * TIME_BUCKETS
    for each in times:
        counts[time_bucket(each)] += 1
    return tuple(counts)


def test_a_p95_lies_between_two_turns_and_the_histogram_only_widens_that() -> None:
    times = [round(10 * 1.01**each) for each in range(1_000)]
    found = quantile_interval(histogram(times), 0.95)
    assert found is not None and found.method == "order-statistic"
    # scipy.stats.binom.ppf([0.025, 0.975], 1000, 0.95) is 936, 963: the 936th and the 964th turn.
    low, high = times[935], times[963]
    assert found.low < low <= found.low * TIME_GROWTH * 1.0001
    assert found.high / TIME_GROWTH < high <= found.high


def test_an_end_that_no_turn_bounds_is_not_reported() -> None:
    assert quantile_interval(histogram([900] * 71), 0.95) is None
    assert quantile_interval(histogram([900] * 72), 0.95) is not None
    assert quantile_interval((), 0.95) is None


def test_times_have_intervals_once_there_are_enough_turns() -> None:
    few, many = (
        times_of(Sums(turns=n, elapsed_ms=900 * n, elapsed_sq=900.0**2 * n + n, times=histogram([900] * n)))
        for n in (MEANS_FROM - 1, MEANS_FROM)
    )
    assert few.mean == many.mean == 900
    assert few.mean_interval is None
    assert many.mean_interval is not None and many.mean_interval.low < 900 < many.mean_interval.high < 901
    assert many.p95 is not None and many.p95_interval is not None
    assert many.p95_interval.low <= many.p95 <= many.p95_interval.high
    assert times_of(Sums()).p95_interval is None


def test_a_p95s_interval_misses_as_rarely_as_it_says() -> None:
    assert missed_p95(experiments=200, rows=300, seed=3) <= 18
