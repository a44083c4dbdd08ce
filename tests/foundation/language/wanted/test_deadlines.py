"""Deadlines that are asked for from a day, and what rules count from one."""

from __future__ import annotations

from datetime import date

import pytest

from foundation.language.wanted.deadlines import (
    counted_in,
    deadline,
    deadline_from,
    is_of_another_day,
    is_other_side,
    without_day,
)

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("question", "day"),
    [
        ("전세 계약이 2027년 3월 31일에 끝나는데 언제까지 나간다고 말해야 해?", date(2027, 3, 31)),
        ("my lease ends on 31 March 2027, what's the last day to tell the landlord?", date(2027, 3, 31)),
        ("due on 15 june 2027 so by when do i have to tell you", date(2027, 6, 15)),
        ("i signed on 2 december, by when do i have to report it?", date(2026, 12, 2)),
        ("6월 1일에 계약했는데 며칠까지 신고해?", date(2026, 6, 1)),
    ],
)
def test_the_day_is_the_one_that_is_named_the_nearest_where_it_has_no_year(question: str, day: date) -> None:
    assert deadline_from(question, TODAY) == day


@pytest.mark.parametrize(
    "question",
    [
        "계약이 3월 31일에 끝나는데 얼마까지 올릴 수 있어?",
        "언제까지 말해야 해?",
        "1월 5일이나 2월 5일에 나가려면 언제까지 말해?",
        "by when do i have to tell you?",
        "2027년 3월에 끝나는데 언제까지 말해?",
        "what is due in march 2027?",
    ],
)
def test_no_deadline_no_day_two_days_or_a_month_are_none(question: str) -> None:
    assert deadline_from(question, TODAY) is None


@pytest.mark.parametrize(
    ("rule", "day"),
    [
        ("세입자도 나가려면 만료 2개월 전까지 알려야 한다.", date(2027, 1, 31)),
        ("집주인은 만료 6개월 전부터 2개월 전 사이에 알려야 한다.", date(2027, 1, 31)),
        ("Tell us at least 15 weeks before the due date.", date(2026, 12, 16)),
        ("the landlord six to two months before the end, the tenant two months before", date(2027, 1, 31)),
        ("계약을 맺은 날부터 30일 안에 신고해야 한다.", date(2027, 4, 30)),
        ("It is reported within 30 days.", date(2027, 4, 30)),
        ("석 달 뒤에 끝난다.", date(2027, 6, 30)),
    ],
)
def test_what_a_rule_counts_comes_to_a_day(rule: str, day: date) -> None:
    counted = counted_in(rule)
    assert counted is not None
    assert deadline(date(2027, 3, 31), counted) == day


@pytest.mark.parametrize(
    "rule",
    [
        "We pay full salary for the first 6 weeks of the leave.",
        "한 달 전이나 두 달 전에 알린다.",
        "5영업일 안에 신고한다.",
        "After probation it is 8 weeks, for L5 and L6 it is 12 weeks.",
        "3년 전세로 산다.",
        "보증금은 5 % 이내로 올린다.",
    ],
)
def test_several_lengths_or_none_from_a_day_come_to_nothing(rule: str) -> None:
    assert counted_in(rule) is None


def test_a_rule_that_counts_from_the_end_says_nothing_of_a_beginning() -> None:
    rule = "The tenant gives notice two months before the end."
    assert is_other_side("I moved in on 1 March 2026, by when do I tell him?", rule)
    assert not is_other_side("It ends on 1 March 2028, by when do I tell him?", rule)
    assert not is_other_side("Due on 1 March 2028, by when do I tell him?", rule)


def test_the_persons_own_day_is_no_word_to_look_for() -> None:
    asked = "계약이 2027년 3월 31일에 끝나는데 언제까지 말해야 해?"
    assert "31" not in without_day(asked, asked, TODAY)
    other = "3월 31일에 쉬어?"
    assert without_day(other, other, TODAY) == other


def test_another_day_for_the_same_deadline() -> None:
    again = "그럼 2027년 5월 15일에 끝나면?"
    whole = f"계약이 2027년 5월 15일에 끝나는데 언제까지 말해야 해? → {again}"
    assert is_of_another_day(again, whole, TODAY)
    assert not is_of_another_day("그럼 누가 내?", whole, TODAY)
    assert not is_of_another_day(again, again, TODAY)


def test_beyond_the_calendar_there_is_no_day() -> None:
    counted = counted_in("3년 뒤에 끝난다.")
    assert counted is not None
    assert deadline(date(9998, 3, 31), counted) is None
