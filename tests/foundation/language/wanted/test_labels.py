"""The name of a column as people write it, and what only has its words."""

from __future__ import annotations

import pytest

from foundation.language.wanted.labels import without_labels, written

RATES = ("최저 금리", "최고 금리", "금리")


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("최저 금리", "최저 금리 얼마야"),
        ("최저 금리", "최저금리는?"),
        ("최저 금리", "그건 금리 최저 몇프로부터임"),
        ("최저 금리", "금리는 최저 얼마"),
        ("Lowest rate", "what's the LOWEST RATE"),
        ("Lowest rate", "the rate, lowest-rate I mean"),
        ("한도", "한도는?"),
    ],
)
def test_a_name_is_known_in_any_spacing_and_order(label: str, text: str) -> None:
    assert written(label).search(text)


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("최저 금리", "금리가 제일 낮은 건 최저 몇 프로야"),
        ("Lowest rate", "the slowest rates"),
        ("최저 금리", "최저 한도"),
    ],
)
def test_words_apart_are_no_name(label: str, text: str) -> None:
    assert not written(label).search(text)


def test_the_longest_name_goes_first() -> None:
    assert without_labels("최저금리랑 한도", RATES) == (" 랑 한도", True)
    assert without_labels("한도는?", RATES) == ("한도는?", False)
