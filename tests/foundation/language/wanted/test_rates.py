"""What amounts are counted by, and what only looks like it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from foundation.language.wanted.rates import bases_in, singular, spans_in, thing_beside

DAY, WEEK = Decimal(86_400), Decimal(604_800)


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("Parking costs £14 a day", ("time", DAY)),
        ("£3 per week", ("time", WEEK)),
        ("paid monthly", ("months", Decimal(1))),
        ("an annual fee", ("months", Decimal(12))),
        ("한 달에 4만원", ("months", Decimal(1))),
        ("하루에 2,000원", ("time", DAY)),
        ("시간당 1만원", ("time", Decimal(3_600))),
        ("월 12,000원", ("months", Decimal(1))),
        ("연봉 5,000만원", ("months", Decimal(12))),
    ],
)
def test_a_unit_of_time_is_found(text: str, base: tuple[str, Decimal]) -> None:
    assert [(one.kind, one.factor) for one in bases_in(text)] == [base]


@pytest.mark.parametrize(
    "text",
    [
        "after a week",
        "within a month",
        "once a year",
        "a year ago",
        "한 달 전에",
        "하루 이내",
        "월세 계약",
        "세 번째 주",
    ],
)
def test_a_deadline_is_no_unit(text: str) -> None:
    assert bases_in(text) == []


def test_a_thing_is_found_beside_the_amount() -> None:
    assert thing_beside("£88", " a night") == "night"
    assert thing_beside("1인당 ", "을 지원") == "person"
    assert thing_beside("costs ", " in all") == ""


def test_plurals_and_counters_are_one_thing() -> None:
    assert singular("Nights") == singular("night")
    assert singular("인") == singular("사람") == "person"
    assert singular("애") == singular("kids") == "child"


def test_minutes_are_counted_by_and_half_a_year_is_no_rate() -> None:
    assert [one.factor for one in bases_in("1분에 120번까지")] == [60]
    assert [one.factor for one in bases_in("분당 몇 번")] == [60]
    assert bases_in("both for half a year") == []


@pytest.mark.parametrize(
    ("text", "months"),
    [("what does that make in a year", [12]), ("for the month", [1]), ("a year ago", []), ("in 3 years", [])],
)
def test_a_length_over_which_an_amount_adds_up_is_found(text: str, months: list[int]) -> None:
    assert [one.factor for one in spans_in(text)] == months
