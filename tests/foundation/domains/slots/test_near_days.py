"""Days said as seen from today are conditions where rows of days are asked for, and nowhere else."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.slots.near_days import rows_of_days
from foundation.domains.slots.slots import parse_slots
from foundation.language.dates.days import find_near_days

NOW = datetime(2026, 11, 30, 3, tzinfo=UTC)
"""A Monday, noon in Seoul."""


def days(text: str, pack: str) -> list[str]:
    read = parse_slots(text, load_pack(shipped_packs() / pack), NOW)
    return [one.value for one in read if one.name == "period"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("어제 정수 탁도 얼마였어", "2026-11-29..2026-11-29"),
        ("오늘 원수 탁도", "2026-11-30..2026-11-30"),
        ("그저께 여과수 탁도는 어땠어?", "2026-11-28..2026-11-28"),
        ("raw water turbidity yesterday", "2026-11-29..2026-11-29"),
        ("다음 주 원수 탁도 알려줘", "2026-12-07..2026-12-13"),
        ("지금 정수 잔류염소 얼마야", "2026-11-30..2026-11-30"),
        ("어제는?", "2026-11-29..2026-11-29"),
        ("어제 최고 탁도 얼마였어", "2026-11-29..2026-11-29"),
        ("어제 정수장에서 탁도 얼마였어", "2026-11-29..2026-11-29"),
        ("day before yesterday raw water turbidity", "2026-11-28..2026-11-28"),
        ("내일모레 정수 탁도", "2026-12-02..2026-12-02"),
        ("다음 주 월요일 원수 탁도", "2026-12-07..2026-12-07"),
        ("그저께부터 원수 탁도 최고", "2026-11-28..2026-11-30"),
        ("raw water turbidity since yesterday", "2026-11-29..2026-11-30"),
        ("10월 1일부터 오늘까지 정수 탁도 평균", "2026-10..2026-11"),
        ("최근 12주간 원수 탁도", "2026-09-08..2026-11-30"),
        ("최근 일주일 원수 탁도", "2026-11-24..2026-11-30"),
        ("최근 10일간 정수 탁도", "2026-11-21..2026-11-30"),
        ("finished water turbidity over the past 2 weeks", "2026-11-17..2026-11-30"),
    ],
)
def test_a_day_beside_what_chooses_rows_is_a_condition(text: str, value: str) -> None:
    assert days(text, "water_treatment") == [value]


@pytest.mark.parametrize(
    "text",
    [
        "내일 비 온대?",
        "오늘 점검 뭐부터 해?",
        "어제 비가 많이 왔는데 원수 탁도 최고 얼마였지",
        "지금 정수 잔류염소 기준 얼마야",
        "오늘 처음 왔는데, 여과지는 몇 개야?",
        "어제 비가 와서 원수 탁도 기준이 궁금해",
        "오늘까지 정수 탁도 평균",
        "오늘날 정수 탁도 기준",
    ],
)
def test_a_day_of_the_persons_own_is_none(text: str) -> None:
    assert days(text, "water_treatment") == []


@pytest.mark.parametrize("text", ["오늘 송파구 전세 시세 얼마야", "오늘 이사하는데 송파구 전세 얼마야"])
def test_where_rows_have_months_alone_no_day_is_read(text: str) -> None:
    assert days(text, "real_estate") == []


def test_a_calendar_is_asked_by_what_its_data_is_called() -> None:
    assert days("is tomorrow a holiday?", "handbook") == ["2026-12-01..2026-12-01"]
    assert days("can i leave early today", "handbook") == []
    assert rows_of_days(load_pack(shipped_packs() / "real_estate")).slots == frozenset()


@pytest.mark.parametrize("text", ["최근 2주택 취득세 중과 얼마야", "최근 1주택자 대출 한도", "최근 5주년 행사"])
def test_a_number_within_another_word_is_no_length(text: str) -> None:
    assert days(text, "real_estate") == []


def test_the_last_days_of_a_month_are_not_those_before_today() -> None:
    assert "2026-11-28..2026-11-30" not in days("raw water turbidity in the last 3 days of October", "water_treatment")


@pytest.mark.parametrize(("text", "today"), [("내일 next week", date.max), ("어제 yesterday", date.min)])
def test_the_ends_of_the_calendar_have_no_day_beyond(text: str, today: date) -> None:
    assert find_near_days(text, today) == ()
