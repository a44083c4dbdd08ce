"""Times relative to another: what is read, what they mean beside a period, and what only looks alike."""

from __future__ import annotations

import pytest

from foundation.language.dates.offsets import counts_from_then, months_between, moved, offsets_in

FEBRUARY, DAY = "2026-02..2026-02", "2026-03-31..2026-03-31"


@pytest.mark.parametrize(
    ("text", "focus", "period"),
    [
        ("마포만 그 전달 걸로 보여줘", FEBRUARY, "2026-01..2026-01"),
        ("바로 전 달은요", FEBRUARY, "2026-01..2026-01"),
        ("전월이랑 비교해줘", FEBRUARY, "2026-01..2026-01"),
        ("거기서 두 달 더 전에는?", FEBRUARY, "2025-12..2025-12"),
        ("그 1년 뒤에는요?", "2025-02..2025-02", FEBRUARY),
        ("반년 뒤엔?", FEBRUARY, "2026-08..2026-08"),
        ("이듬해 같은 달은", FEBRUARY, "2027-02..2027-02"),
        ("작년 같은 달은?", FEBRUARY, "2025-02..2025-02"),
        ("2024년 같은 기간은", FEBRUARY, "2024-02..2024-02"),
        ("전년 동월 대비", FEBRUARY, "2025-02..2025-02"),
        ("전 분기는", FEBRUARY, "2025-10..2025-12"),
        ("그 전 달은", "2026-01..2026-03", "2025-12..2025-12"),
        ("그 다음 달은", "2026-01..2026-03", "2026-04..2026-04"),
        ("그 전날은?", DAY, "2026-03-30..2026-03-30"),
        ("일주일 뒤에는?", DAY, "2026-04-07..2026-04-07"),
        ("한 달 전엔요?", DAY, "2026-02-28..2026-02-28"),
        ("and the month before?", FEBRUARY, "2026-01..2026-01"),
        ("the previous month", FEBRUARY, "2026-01..2026-01"),
        ("month before that?", FEBRUARY, "2026-01..2026-01"),
        ("a year later?", FEBRUARY, "2027-02..2027-02"),
        ("three months earlier", FEBRUARY, "2025-11..2025-11"),
        ("same month last year", FEBRUARY, "2025-02..2025-02"),
        ("the same month in 2024", FEBRUARY, "2024-02..2024-02"),
        ("the day after?", DAY, "2026-04-01..2026-04-01"),
    ],
)
def test_it_is_read_and_moved_from_the_period_in_focus(text: str, focus: str, period: str) -> None:
    [offset] = offsets_in(text)
    assert moved(focus, offset) == period


@pytest.mark.parametrize(
    "text",
    [
        "이 내용 팀장님께 전달해줘",
        "전달 사항은 뭐 적어?",
        "전달 부탁드려요",
        "전월세 전환율은?",
        "계약 만료 몇 개월 전에 통지해야 돼?",
        "지난달은?",
        "작년 9월은?",
        "How many months before the end of the lease must I say so?",
        "last month",
        "what is the next day we are closed?",
    ],
)
def test_what_looks_alike_is_none(text: str) -> None:
    assert not offsets_in(text)


@pytest.mark.parametrize(
    "text", ["두 달 전에 통지 안하면", "I joined 2 months ago.", "다음달에 잡힌 정비", "next month?"]
)
def test_what_may_be_a_deadline_or_of_today_is_unsure(text: str) -> None:
    assert [one.sure for one in offsets_in(text)] == [False]


def test_no_day_lies_before_a_month() -> None:
    assert moved(FEBRUARY, offsets_in("그 전날은?")[0]) is None


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("한달새 몇 프로나 오른거야", 1),
        ("석달 사이 얼마나", 3),
        ("1년 만에 올랐어?", 12),
        ("3개월 동안 올랐나", 3),
        ("한 달 동안 올랐나", None),
        ("what changed in that year?", 12),
        ("year on year", 12),
        ("월세 두 달치 밀리면", None),
    ],
)
def test_a_length_of_time_is_read_in_months(text: str, months: int | None) -> None:
    assert months_between(text) == months


def test_since_then_counts_from_the_time_in_focus() -> None:
    assert counts_from_then("그 뒤로 얼마나 올랐어") and counts_from_then("how much since then?")
    assert not counts_from_then("그 후에는 어떻게 해?")
