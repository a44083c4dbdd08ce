"""How many times something is asked for, and what only looks like it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from foundation.language.wanted.multiples import multiple_in, without_multiple


@pytest.mark.parametrize(
    ("question", "factor"),
    [
        ("how much is that times 3?", "3"),
        ("and times four", "4"),
        ("3 times that", "3"),
        ("what is that multiplied by 2.5?", "2.5"),
        ("20% of that?", "0.2"),
        ("half of it", "0.5"),
        ("twice that", "2"),
        ("그거 3배면?", "3"),
        ("그거의 20%는?", "0.2"),
        ("그 금액의 20퍼센트면 얼마야", "0.2"),
        ("그것의 절반은 얼마야?", "0.5"),
    ],
)
def test_a_multiple_is_read_however_it_is_said(question: str, factor: str) -> None:
    assert multiple_in(question) == Decimal(factor)
    assert multiple_in(without_multiple(question)) is None


@pytest.mark.parametrize(
    "question",
    [
        "is it twice as much as in Leeds?",
        "a room of 3 x 4 m",
        "how many times may I ask?",
        "월급의 20%는 얼마야",
        "20%면 얼마야",
        "몇 배야?",
        "at 2 times on Sundays",
    ],
)
def test_what_is_no_multiple_of_what_was_said_is_none(question: str) -> None:
    assert multiple_in(question) is None
