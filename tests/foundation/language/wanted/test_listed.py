"""Which item of a list a message points at."""

from __future__ import annotations

import pytest

from foundation.language.wanted.listed import LAST, item_meant


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("두번째거 자세히", 2, "두번째거"),
        ("세 번째는?", 3, "세 번째"),
        ("3번 설명해줘", 3, "3번"),
        ("맨 처음거 한도 얼마야", 1, "맨 처음거"),
        ("마지막 거는", LAST, "마지막 거"),
        ("the second one please", 2, "the second one"),
        ("and the last one?", LAST, "the last one"),
        ("number 4 - when does it start", 4, "number 4"),
        ("the third?", 3, "the third"),
    ],
)
def test_an_item_is_meant_by_its_place(text: str, place: int, words: str) -> None:
    found = item_meant(text)
    assert found is not None
    assert (found.place, text[found.start : found.end]) == (place, words)


@pytest.mark.parametrize(
    "text",
    [
        "두 번째 달 월세",
        "마지막 날은 언제야",
        "첫 집이에요",
        "2번 갱신했어요",
        "the second month",
        "the last day of May",
        "the first 6 weeks",
    ],
)
def test_a_place_of_something_else_is_none(text: str) -> None:
    assert item_meant(text) is None
