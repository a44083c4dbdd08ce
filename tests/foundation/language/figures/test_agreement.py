"""A figure is borne out by what supports it, whichever way the known ones are kept."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from foundation.language.figures.agreement import EXACTLY, Figure, Known, supports
from foundation.language.figures.reader import figures_of

TEXTS = (
    "2026년 2월 3일, 3월, 제7조 제2항, 오후 3시, 02-123-4567",
    "3억 5,000만원, 300 dollars, $300, 20 pounds, £20, 5 %, 2.5 %p, 84.9㎡, 25평",
    "3일, 72시간, 석 달, 2년, 7, 2026, 300, 20, 1/3, 12도, 4 kg, 10 m, 3개",
)


def read() -> Sequence[Figure]:
    return [one for text in TEXTS for one in figures_of(text)]


def test_every_pair_of_kinds_is_compared_that_may_agree() -> None:
    every = read()
    assert len({one.kind for one in every}) >= 12
    for source, figure in product(every, every):
        mine, its = (source, *source.readings, *source.members), (figure, *figure.readings)
        plainly = any(supports(one, other, EXACTLY) for one, other in product(mine, its))
        parts = bool(figure.members) and all(
            any(supports(one, part, EXACTLY) for one in mine) for part in figure.members
        )
        assert Known([source], EXACTLY).bears_out(figure) is (plainly or parts), (source.text, figure.text)


@pytest.mark.parametrize(("known", "asked"), [("3일", "72시간"), ("2 %", "2 %p"), ("20 pounds", "20")])
def test_figures_of_two_kinds_may_agree(known: str, asked: str) -> None:
    [one] = figures_of(asked)
    assert Known(figures_of(known), EXACTLY).bears_out(one)
