"""Words of arithmetic in a question."""

from __future__ import annotations

import pytest

from foundation.language.wanted.arithmetic import (
    asks_difference,
    asks_result,
    asks_sum,
    besides_arithmetic,
    length_wanted,
    starts_elsewhere,
)


@pytest.mark.parametrize(
    "text", ["how many days less is that", "둘이 얼마 차이야", "매매가에서 전세 빼면", "price minus deposit"]
)
def test_a_difference_is_asked_for(text: str) -> None:
    assert asks_difference(text)
    assert not asks_sum(text)


@pytest.mark.parametrize("text", ["both together", "합치면 얼마", "the two added up", "둘을 더하면"])
def test_a_sum_is_asked_for(text: str) -> None:
    assert asks_sum(text)


@pytest.mark.parametrize("text", ["4 weeks then", "그럼 3박이면?", "how much is it", "총 얼마"])
def test_a_result_is_asked_for(text: str) -> None:
    assert asks_result(text)


def test_a_remark_asks_for_no_result() -> None:
    assert not asks_result("I have been working here since the office moved to the river")


@pytest.mark.parametrize(
    ("text", "unit"),
    [("며칠 가?", "일"), ("몇 시간이야", "시간"), ("how many weeks", "weeks"), ("in hours", "hours"), ("얼마", None)],
)
def test_the_unit_of_a_length_is_read(text: str, unit: str | None) -> None:
    assert length_wanted(text) == unit


def test_a_point_in_time_is_no_count() -> None:
    assert starts_elsewhere("in 4 weeks", 3, 10)
    assert starts_elsewhere("3주 전에", 0, 2)
    assert not starts_elsewhere("for 4 weeks", 4, 11)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("both added up, how many weeks", ""),
        ("둘이 합치면 얼마야", "면 야"),
        ("double that?", "that"),
        ("배송비까지 합치면 얼마?", "배송비까지 면"),
        ("how many weeks for adopters", "for adopters"),
    ],
)
def test_what_is_no_word_of_arithmetic_is_left(text: str, left: str) -> None:
    assert " ".join(besides_arithmetic(text).replace("?", " ").replace(",", " ").split()) == left
