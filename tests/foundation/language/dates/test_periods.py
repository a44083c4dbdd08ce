"""Months named alone in English follow a conversation like 7월 does; what is no month is none."""

from __future__ import annotations

from datetime import date

import pytest

from foundation.language.dates.periods import find_periods

TODAY = date(2026, 11, 23)


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("and February?", "2026-02..2026-02"),
        ("February vs July", "2026-02..2026-02"),
        ("what about May?", "2026-05..2026-05"),
        ("December?", "2025-12..2025-12"),
    ],
)
def test_a_month_named_alone_is_a_period(text: str, period: str) -> None:
    assert find_periods(text, TODAY)[0].value == period


@pytest.mark.parametrize("text", ["and may I sublet?", "march on", "it may rise", "Februaryish", "about may I"])
def test_what_is_no_month_is_no_period(text: str) -> None:
    assert not find_periods(text, TODAY)


def test_a_month_named_alone_lies_in_the_year_spoken_of() -> None:
    assert find_periods("and February?", TODAY, ("2017-01..2017-01",))[0].value == "2017-02..2017-02"


@pytest.mark.parametrize(
    ("text", "near", "periods"),
    [
        ("2026년 1월이랑 2월은?", ("2025-12..2025-12",), ["2026-01..2026-01", "2026-02..2026-02"]),
        ("2025년 12월이랑 1월 비교", (), ["2025-12..2025-12", "2026-01..2026-01"]),
        ("2026년 1월이랑 12월", (), ["2026-01..2026-01", "2025-12..2025-12"]),
        ("12월이랑 2월 차이", ("2026-02..2026-02", "2025-12..2025-12"), ["2025-12..2025-12", "2026-02..2026-02"]),
        ("2월은?", ("2026-02..2026-02", "2025-12..2025-12"), ["2026-02..2026-02"]),
    ],
)
def test_a_bare_month_follows_the_one_before_it(text: str, near: tuple[str, ...], periods: list[str]) -> None:
    assert [one.value for one in find_periods(text, TODAY, near)] == periods


def test_a_calendars_months_are_this_years() -> None:
    assert [one.value for one in find_periods("12월, 5월", TODAY, this_year=True)] == [
        "2026-12..2026-12",
        "2026-05..2026-05",
    ]
    assert find_periods("12월 쉬는 날", TODAY, ("2027-01..2027-12",), this_year=True)[0].value == "2026-12..2026-12"
    assert find_periods("28 December", TODAY, this_year=True)[0].value == "2026-12-28..2026-12-28"


@pytest.mark.parametrize("text", ["이 내용 팀장님께 전달해줘", "전달 사항은?", "전달 부탁드려요"])
def test_what_is_passed_on_is_no_month(text: str) -> None:
    assert not find_periods(text, TODAY)


@pytest.mark.parametrize("text", ["전달은?", "전달하고 비교해줘"])
def test_the_last_month_is_still_one(text: str) -> None:
    assert [one.value for one in find_periods(text, TODAY)] == ["2026-10..2026-10"]


@pytest.mark.parametrize(
    ("text", "periods"),
    [
        ("시월에 정수 탁도", ["2026-10..2026-10"]),
        ("유월은?", ["2026-06..2026-06"]),
        ("2026년 시월", ["2026-10..2026-10"]),
        ("십일월", ["2026-11..2026-11"]),
        ("십이월보다", ["2025-12..2025-12"]),
        ("삼월부터 오월까지", ["2026-03..2026-05"]),
        ("시월~십이월", ["2025-10..2025-12"]),
        ("칠월이랑 팔월 중에", ["2026-07..2026-07", "2026-08..2026-08"]),
    ],
)
def test_a_month_in_letters_is_a_month(text: str, periods: list[str]) -> None:
    assert [one.value for one in find_periods(text, TODAY)] == periods


@pytest.mark.parametrize(
    "text",
    ["이월 휴가 며칠까지 돼요", "이월된 휴가", "시월세", "구월동 전세", "오월동주", "유월절", "한시월", "사월급"],
)
def test_letters_that_only_begin_like_a_month_are_none(text: str) -> None:
    assert not find_periods(text, TODAY)
