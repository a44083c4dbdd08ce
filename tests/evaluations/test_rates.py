"""Shares and their intervals, against published figures."""

from __future__ import annotations

import pytest

from evaluations.judging import Outcome
from evaluations.rates import Share, rates, wilson


@pytest.mark.parametrize(("hits", "of", "upper"), [(0, 300, 1.26), (0, 381, 1.00), (1, 500, 1.12)])
def test_wilsons_upper_end_is_the_known_one(hits: int, of: int, upper: float) -> None:
    assert round(100 * wilson(hits, of)[1], 2) == upper


def test_nothing_measured_says_nothing() -> None:
    assert (Share(0, 0).value, Share(0, 0).interval) == (0.0, (0.0, 1.0))


def turn(reusable: bool, action: str, wrong: bool = False, labelled: bool = True) -> Outcome:
    return Outcome("id", "test", "", labelled, reusable, action, wrong)  # pyright: ignore[reportArgumentType]


def test_reuse_and_wrong_reuse_are_shares_of_different_turns() -> None:
    found = rates(
        [
            turn(True, "reuse"),
            turn(True, "ask"),
            turn(True, "search"),
            turn(True, "reuse", wrong=True),
            turn(False, "reuse", wrong=True),
            turn(False, "search"),
            turn(False, "reuse", wrong=True, labelled=False),
        ]
    )
    assert (found.n, found.reuse, found.missed, found.asked) == (6, Share(1, 4), Share(1, 4), Share(1, 6))
    assert found.wrong == Share(2, 3)
