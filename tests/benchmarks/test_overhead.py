"""Which turns of a conversation are timed."""

from __future__ import annotations

import pytest

from benchmarks.harness.talk import SEARCHED_EVERY
from benchmarks.overhead import window_of


@pytest.mark.parametrize(
    ("samples", "age"), [(40, 10), (40, 100), (40, 1000), (2, 3), (2, 6), (2, 12), (1, 1), (9, 10)]
)
def test_a_window_lies_around_its_age_and_holds_enough_samples(samples: int, age: int) -> None:
    window = window_of(samples, age)
    assert 0 < window.turns <= age
    assert window.first <= age <= window.first + window.turns
    timed = range(window.first, window.first + window.turns)
    reused = sum(turn % SEARCHED_EVERY != 0 for turn in timed)
    assert window.talks * reused >= samples


def test_an_old_conversation_is_made_once() -> None:
    assert window_of(40, 1000).talks == 1
