"""The audits' measure finds what it is to find: known differences, and none."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from benchmarks import experiment_audits
from benchmarks.experiment_audits import Pair, Stream, Times, difference, mean, p95

TURNS = 50


def pairs(slower: float, *, many: int = 60, seed: int = 1) -> list[Pair]:
    """Of a machine whose speed changes from pair to pair; `slower`: the factor of the times beside audits."""
    draw = np.random.default_rng(seed)

    def times(speed: float) -> Times:
        return np.exp(draw.normal(4.0, 0.3, TURNS)) * speed

    speeds = np.exp(draw.normal(0.0, 0.2, many))
    return [Pair(times(speed) * slower, times(speed)) for speed in speeds]


@pytest.mark.parametrize("figure", [p95, mean])
def test_what_audits_cost_is_found_whatever_the_machine_does(figure: Callable[[Times], float]) -> None:
    middle, low, high = difference(pairs(1.1), figure)
    assert low < 10 < high
    assert low > 0
    assert high - low < 12
    assert low < middle < high


@pytest.mark.slow
@pytest.mark.parametrize("figure", [p95, mean])
@pytest.mark.parametrize(
    ("tries", "least", "most"), [(40, 34, 40), pytest.param(200, 180, 199, marks=pytest.mark.nightly)]
)
def test_where_audits_cost_nothing_the_interval_mostly_says_so(
    figure: Callable[[Times], float], tries: int, least: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As often as it promises, 19 times of 20, less or more by three standard deviations."""
    monkeypatch.setattr(experiment_audits, "ROUNDS", 400)
    ends = [difference(pairs(1.0, many=40, seed=seed), figure)[1:] for seed in range(tries)]
    covered = sum(low <= 0 <= high for low, high in ends)
    assert least <= covered <= most


@pytest.mark.parametrize("per_second", [2.0, 5.0, 7.0, 10.0])
def test_questions_come_evenly_whatever_the_load(per_second: float) -> None:
    stream = Stream(per_second)
    dues = sorted(number * stream.apart + place * stream.step for number in range(200) for place in range(5))
    whole = [due for due in dues if stream.whole_after <= due < 200 * stream.apart]
    assert np.allclose(np.diff(whole), 1 / per_second)
    assert stream.step >= 1.0, "a person's next question comes after the answer"


def test_a_turn_belongs_to_the_slice_it_was_due_in() -> None:
    stream = Stream(5.0, due=[1.0, 2.0, 2.5, 3.0], times=[10.0, 20.0, 25.0, 30.0])
    assert stream.between(2.0, 3.0).tolist() == [20.0, 25.0]
