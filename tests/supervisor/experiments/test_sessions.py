"""What conversations cost the promises, in small; the full table is `python -m benchmarks.experiment_sessions`."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.experiment_sessions import (
    TURNS,
    Traffic,
    bound_broken,
    hits,
    means_called,
    numbers,
    rates_called,
    taken_back,
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


def test_independent_turns_keep_the_promise_and_alike_ones_do_not() -> None:
    alone, alike = (rates_called(Traffic(likeness), 0.3, 400, 7, experiments=100) for likeness in (0.0, 0.5))
    assert alone <= 5 < alike
    assert means_called(Traffic(0.0), 600, 7, experiments=60) <= 6
    assert taken_back(Traffic(0.0), 600, 7, experiments=200) <= 15
    assert bound_broken(Traffic(0.0), 600, 7, experiments=20) <= 3
