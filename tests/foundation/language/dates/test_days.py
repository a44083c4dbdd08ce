"""Days as periods: what names one, and what only looks like it."""

from __future__ import annotations

from datetime import date

import pytest

from foundation.language.dates.periods import days, find_periods, is_days, months, without_months

TODAY = date(2026, 11, 22)
"""A Sunday."""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3월 15일에 거래된 아파트", "2026-03-15..2026-03-15"),
        ("12월 25일 거래", "2025-12-25..2025-12-25"),
        ("작년 3월 15일", "2025-03-15..2025-03-15"),
        ("2026. 1. 15. 거래", "2026-01-15..2026-01-15"),
        ("2026-01-15", "2026-01-15..2026-01-15"),
        ("1월 10일부터 20일까지", "2026-01-10..2026-01-20"),
        ("2025년 12월 30일부터 1월 2일까지", "2025-12-30..2026-01-02"),
        ("12월 30일~1월 2일", "2025-12-30..2026-01-02"),
        ("2026-01-10~2026-01-20", "2026-01-10..2026-01-20"),
        ("1월 1일부터 1월 31일까지", "2026-01..2026-01"),
        ("1월 15일부터", "2026-01-15..2026-11-22"),
        ("지난달 15일", "2026-10-15..2026-10-15"),
        ("지난주 화요일", "2026-11-10..2026-11-10"),
        ("지난 화요일", "2026-11-17..2026-11-17"),
        ("지난 일요일", "2026-11-15..2026-11-15"),
        ("이번 주 월요일", "2026-11-16..2026-11-16"),
        ("지난주", "2026-11-09..2026-11-15"),
        ("어제 거래된 아파트", "2026-11-21..2026-11-21"),
        ("on March 15", "2026-03-15..2026-03-15"),
        ("March 15, 2025", "2025-03-15..2025-03-15"),
        ("the 5th of March 2026", "2026-03-05..2026-03-05"),
        ("from January 10 to January 20, 2026", "2026-01-10..2026-01-20"),
        ("since January 15", "2026-01-15..2026-11-22"),
        ("last Tuesday", "2026-11-17..2026-11-17"),
        ("Tuesday last week", "2026-11-10..2026-11-10"),
        ("yesterday's sales", "2026-11-21..2026-11-21"),
    ],
)
def test_a_day_is_read(text: str, expected: str) -> None:
    assert [one.value for one in find_periods(text, TODAY)] == [expected]
    assert is_days(expected) == (expected != "2026-01..2026-01")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3월 15일까지 이사해야 해요", ["2026-03..2026-03"]),  # a deadline: the month is all that may be a period
        ("2월 30일", ["2026-02..2026-02"]),
        ("3월 15일간", ["2026-03..2026-03"]),
        ("15일 동안", []),
        ("어제 검색한 시세", []),
        ("may 5 million won", []),
        ("월요일", []),
    ],
)
def test_what_only_looks_like_a_day_is_none(text: str, expected: list[str]) -> None:
    assert [one.value for one in find_periods(text, TODAY)] == expected


def test_a_day_without_a_year_lies_in_the_year_spoken_of() -> None:
    assert [one.value for one in find_periods("6월 15일은?", TODAY, ("2017-05..2017-07",))] == [
        "2017-06-15..2017-06-15"
    ]


def test_a_day_is_cut_out_of_its_month_and_a_month_out_of_a_year() -> None:
    assert without_months(("2026-01..2026-01",), ("2026-01-15..2026-01-15",)) == (
        "2026-01-01..2026-01-14",
        "2026-01-16..2026-01-31",
    )
    assert without_months(("2026-01..2026-03",), ("2026-02..2026-02",)) == ("2026-01..2026-01", "2026-03..2026-03")


@pytest.mark.parametrize("value", ["2026-13..2026-13", "2026-01-15..x", "x", "2026-01-15..2026-02-30"])
def test_what_is_no_period_is_refused(value: str) -> None:
    with pytest.raises(ValueError):
        days(value)


def test_days_lie_in_months() -> None:
    assert months("2026-01-15..2026-02-03") == ("2026-01", "2026-02")
    assert days("2024-02..2024-02") == (date(2024, 2, 1), date(2024, 2, 29))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("10월 마지막 날", "2026-10-31"),
        ("10월의 마지막 날 잔류염소", "2026-10-31"),
        ("10월 말일", "2026-10-31"),
        ("시월 첫날", "2026-10-01"),
        ("8월 초하루", "2026-08-01"),
        ("칠월 3일", "2026-07-03"),
        ("12월 마지막 날", "2025-12-31"),
        ("2024년 2월 말일", "2024-02-29"),
        ("지난달 말일", "2026-10-31"),
        ("이번 달 마지막 날", "2026-11-30"),
        ("지지난달 첫날", "2026-09-01"),
        ("last day of October", "2026-10-31"),
        ("first day of may", "2026-05-01"),
        ("last day in February 2024", "2024-02-29"),
        ("last day of last month", "2026-10-31"),
    ],
)
def test_the_first_and_the_last_day_of_a_month_are_days(text: str, day: str) -> None:
    assert [one.value for one in find_periods(text, TODAY)] == [f"{day}..{day}"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10월 말일까지 내야", ["2026-10..2026-10"]),  # a deadline, as the 15th is above
        ("이달 말일 전까지", ["2026-11..2026-11"]),
        ("매월 말일", []),
        ("마지막 날", []),
        ("last day of work", []),
        ("6월 마지막 주", ["2026-06..2026-06"]),
    ],
)
def test_an_end_of_no_month_is_no_day(text: str, expected: list[str]) -> None:
    assert [one.value for one in find_periods(text, TODAY)] == expected


def test_the_end_of_a_month_lies_in_the_year_spoken_of() -> None:
    found = find_periods("6월 마지막 날은?", TODAY, ("2017-05..2017-07",))
    assert [one.value for one in found] == ["2017-06-30..2017-06-30"]
