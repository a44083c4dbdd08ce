"""What conversations cost the promises, in small; the full table is `python -m benchmarks.experiment_sessions`."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.experiment_clusters import running
from benchmarks.experiment_sessions import (
    TURNS,
    Traffic,
    bound_broken,
    hits,
    means_called,
    missed,
    numbers,
    of_times,
    rates_called,
    taken_back,
    turns_of_means,
    turns_of_rates,
)


def test_conversations_are_of_one_to_eight_turns_and_a_tenth_of_them_is_mostly_one() -> None:
    drawn = np.random.default_rng(1)
    whole, tenth = (np.bincount(numbers(Traffic(0.0, audited), 4_000, drawn)) for audited in (1.0, 0.1))
    assert sorted(set(whole.tolist()) - {0}) == list(range(1, TURNS + 1))
    assert (tenth[tenth > 0] == 1).mean() > 0.7


@pytest.mark.parametrize("likeness", [0.0, 0.2, 0.5])
def test_turns_of_a_conversation_are_as_alike_as_is_said(likeness: float) -> None:
    drawn = np.random.default_rng(2)
    of = numbers(Traffic(likeness), 200_000, drawn)
    hit = hits(Traffic(likeness), 0.3, of, drawn).astype(float)
    assert hit.mean() == pytest.approx(0.3, abs=0.01)
    pairs = of[1:] == of[:-1]
    assert np.corrcoef(hit[1:][pairs], hit[:-1][pairs])[0, 1] == pytest.approx(likeness, abs=0.02)


def test_alike_turns_break_the_promise_where_they_count_as_independent_and_keep_it_by_conversations() -> None:
    for likeness, broken in ((0.0, False), (0.5, True)):
        independent, by_conversation = (Traffic(likeness, cured=cured) for cured in (False, True))
        assert (rates_called(independent, 0.3, 600, 7, experiments=100) > 5) == broken
        assert (means_called(independent, 800, 7, experiments=100) > 5) == broken
        assert rates_called(by_conversation, 0.3, 600, 7, experiments=100) <= 5
        assert means_called(by_conversation, 800, 7, experiments=100) <= 5


def test_the_sums_after_a_row_are_those_of_the_rows_up_to_it() -> None:
    arms = of_times(Traffic(0.5), 0.2, 500, np.random.default_rng(3))
    for row in (0, 57, 499):
        arm, times = arms.arm[: row + 1], arms.values[: row + 1]
        talks = [times[arm & (arms.of[: row + 1] == each)] for each in np.unique(arms.of[: row + 1][arm])]
        sums = running(arms.of, arms.arm, arms.values).at(row)
        assert (sums.sessions, sums.turns) == (len(talks), arm.sum())
        assert sums.total_sq == pytest.approx(sum(talk.sum() ** 2 for talk in talks))
        assert sums.crossed == pytest.approx(sum(talk.sum() * len(talk) for talk in talks))
        assert sums.turns_sq == sum(len(talk) ** 2 for talk in talks)
        assert sums.squares == pytest.approx((times[arm] ** 2).sum())


def test_a_difference_that_is_there_is_called_though_turns_are_alike() -> None:
    assert turns_of_means(Traffic(0.3), experiments=5) < 5_000
    assert turns_of_rates(Traffic(0.0), experiments=5) < 6_000


def test_at_one_look_intervals_hold_though_turns_are_alike() -> None:
    assert max(missed(Traffic(0.5), 600, experiments=100)) <= 12


def test_alarms_and_proofs_keep_the_promise_for_independent_turns() -> None:
    assert taken_back(Traffic(0.0), 600, 7, experiments=200) <= 15
    assert bound_broken(Traffic(0.0), 600, 7, experiments=20) <= 3
