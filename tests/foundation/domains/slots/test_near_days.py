"""Days said as seen from today are conditions where rows of days are asked for, and nowhere else."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.slots.near_days import rows_of_days
from foundation.domains.slots.slots import parse_slots

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
