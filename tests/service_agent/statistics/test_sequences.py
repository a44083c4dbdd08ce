"""Comparisons that hold however often one looks. The full simulation is `suffice bench experiment_statistics`."""

from __future__ import annotations

import math
import random

import pytest

from benchmarks.experiment_statistics import alarms_of_means, alarms_of_rates, steps_back
from service_agent.statistics.intervals import Rate
from service_agent.statistics.sequences import (
    MEANS_FROM,
    Sample,
    evidence_above,
    mean_difference,
    must_step_back,
    rate_difference,
    rates_differ,
)


def test_a_clear_difference_is_called_and_none_is_not() -> None:
    clear = rate_difference(Rate(430, 1000), Rate(300, 1000))
    none = rate_difference(Rate(431, 1000), Rate(430, 1000))
    assert clear is not None and clear.differs and clear.interval.low < 0.13 < clear.interval.high
    assert none is not None and not none.differs


def test_an_interval_holds_its_estimate_and_shrinks_with_rows() -> None:
    widths: list[float] = []
    for rows in (10, 100, 1_000, 10_000):
        found = rate_difference(Rate(rows // 2, rows), Rate(rows // 5, rows))
        assert found is not None
        assert found.interval.low <= found.value <= found.interval.high
        widths.append(found.interval.high - found.interval.low)
    assert widths == sorted(widths, reverse=True)


def test_turning_the_arms_round_turns_the_interval_round() -> None:
    one, other = Rate(13, 400), Rate(41, 700)
    forth, back = rate_difference(one, other), rate_difference(other, one)
    assert forth is not None and back is not None
    assert (forth.interval.low, forth.interval.high) == pytest.approx(
        (-back.interval.high, -back.interval.low), abs=1e-6
    )


def test_the_quick_question_is_answered_as_the_interval_does() -> None:
    drawn = random.Random(3)
    answers: set[bool] = set()
    for _ in range(60):
        one, other = (Rate(drawn.randint(0, of), of) for of in (drawn.randint(1, 90), drawn.randint(1, 90)))
        found = rate_difference(one, other)
        assert found is not None
        assert rates_differ(one, other) == found.differs
        answers.add(found.differs)
    assert answers == {True, False}


@pytest.mark.parametrize(("hits", "of"), [(0, 5), (5, 5), (0, 10_000)])
def test_shares_at_the_ends_are_compared_too(hits: int, of: int) -> None:
    found = rate_difference(Rate(hits, of), Rate(of - hits, of))
    assert found is not None
    assert -1 <= found.interval.low <= found.interval.high <= 1


def test_two_rows_rule_out_nothing() -> None:
    found = rate_difference(Rate(1, 2), Rate(1, 2))
    assert found is not None and found.interval.low < -0.9 and found.interval.high > 0.9


def test_means_wait_for_their_rows() -> None:
    few = Sample(MEANS_FROM - 1, 1.0, 1.0)
    assert mean_difference(few, few, 1.0) is None


def test_means_tell_a_second_apart_and_not_noise() -> None:
    drawn = random.Random(1)
    slow = _sample([drawn.gauss(4_900, 900) for _ in range(500)])
    fast = _sample([drawn.gauss(3_100, 900) for _ in range(500)])
    same = _sample([drawn.gauss(4_900, 900) for _ in range(500)])
    faster, noise = mean_difference(fast, slow, 1_000), mean_difference(same, slow, 1_000)
    assert faster is not None and faster.differs and faster.interval.low < -1_800 < faster.interval.high
    assert noise is not None and not noise.differs


def test_evidence_against_the_bound_is_a_ratio_of_likelihoods() -> None:
    by_hand = sum((0.01 * k) ** 2 * (1 - 0.01 * k) ** 8 / (0.01**2 * 0.99**8) for k in (1.5, 2, 3, 5, 10, 20)) / 6
    assert evidence_above(2, 10, 0.01) == pytest.approx(by_hand)
    assert evidence_above(0, 0, 0.01) == 1.0
    assert math.isfinite(evidence_above(5_000, 5_000, 0.01))
    assert must_step_back(5, 60, 0.01)
    assert not must_step_back(1, 100, 0.01)


def test_false_alarms_are_as_rare_as_stated_though_one_looks_after_every_row() -> None:
    assert alarms_of_rates(experiments=60, rows=400, share=0.3, seed=7) <= 6
    assert alarms_of_means(experiments=60, rows=600, seed=7) <= 6
    assert steps_back(experiments=200, rows=600, share=0.01, bound=0.01, seed=7) <= 15


def test_a_threshold_that_breaks_its_bound_is_taken_back() -> None:
    assert steps_back(experiments=100, rows=600, share=0.05, bound=0.01, seed=7) >= 95


def _sample(values: list[float]) -> Sample:
    return Sample(len(values), sum(values), sum(value * value for value in values))
