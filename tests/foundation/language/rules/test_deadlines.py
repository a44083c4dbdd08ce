"""A rule counts from the day that a question names only where both say what happens on it."""

from __future__ import annotations

from datetime import date

import pytest

from foundation.language.rules.deadlines import asks_for_a_day, counted_in, day_named, is_counted_from

TODAY = date(2026, 11, 30)
DUE = "Tell us at least 15 weeks before the due date."
DIED = "If a tenant dies, a partner takes over the lease, unless they object to the landlord within one month."
USED = "저장 온도는 20 ℃ 이하로 유지하고 들어온 지 15일 안에 쓴다."
ENDS = "계약이 끝나기 2개월 전까지 알려야 한다."


def until(question: str, rule: str, *heads: str) -> date | None:
    named, counted = day_named(question, TODAY, TODAY), counted_in(rule, heads)
    if named is None or counted is None or not is_counted_from(counted, named.beside):
        return None
    return counted.from_day(named.day)


@pytest.mark.parametrize(
    ("question", "rule", "day"),
    [
        ("The baby is due on 1 May 2027. What is the last day I can tell you?", DUE, date(2027, 1, 16)),
        ("my partner died on 14 november, until what day can i say no", DIED, date(2026, 12, 14)),
        ("지난주 화요일에 들어온 약품, 며칠까지 써야 해요?", USED, date(2026, 12, 9)),
        ("전세 계약이 2027년 3월 31일에 끝나는데 언제까지 말해야 해?", ENDS, date(2027, 1, 31)),
    ],
)
def test_the_day_that_a_rule_comes_to(question: str, rule: str, day: date) -> None:
    assert until(question, rule) == day


def test_a_row_of_periods_runs_from_what_it_is_of() -> None:
    question = "올해 9월 3일에 울린 경보 이력은 언제까지 보관해?"
    assert until(question, "경보 이력 | 3년", "기록", "보관 기간") == date(2029, 9, 3)
    assert until(question, "경보 이력 | 3년", "기록", "담당") is None
    assert until(question, "교정 성적서 | 3년", "문서", "보관 기간") is None, "of something else"


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("I mailed my notice on 20 November but when did the landlord get it", "It ends three months after receipt."),
        ("The baby was born on 1 May 2026 and I start on 3 June, when do I tell you?", DUE),  # two days
        ("The baby is due in May 2027, when must I tell you?", DUE),  # no day
        ("The baby is due on 1 May 2027, when must I tell you?", "We pay 18 weeks, then 4 weeks more."),
        ("The baby is due on 1 May 2027, when?", "Between six and two months before the due date."),
        (
            "I gave notice on 1 May, when?",
            "Without notice (the owner six to two months, the tenant two months before).",
        ),
        ("I gave notice on 1 May, when?", "Without notice from the tenant two months before, it renews itself."),
    ],
)
def test_anything_else_comes_to_no_day(question: str, rule: str) -> None:
    assert until(question, rule) is None


def test_a_day_without_its_year_is_the_nearest() -> None:
    assert (named := day_named("due on 3 June", TODAY, TODAY)) is not None
    assert named.day == date(2026, 6, 3)
    assert (named := day_named("moved to 3 June", date(2027, 5, 20), TODAY)) is not None
    assert named.day == date(2027, 6, 3)


def test_a_day_is_asked_for_in_words_for_it() -> None:
    assert all(
        map(asks_for_a_day, ("until when?", "whats the last day", "언제까지 말해야 해", "며칠까지야", "when do I say"))
    )
    assert not any(map(asks_for_a_day, ("what happens when I resign on 1 May", "5월 1일에 시작해요")))


def test_the_length_is_said_in_either_language() -> None:
    assert (counted := counted_in(DUE)) is not None
    assert (counted.length_in("en"), counted.length_in("ko")) == ("15 weeks", "15주")
    assert (counted := counted_in(DIED)) is not None
    assert counted.length_in("en") == "1 month"
