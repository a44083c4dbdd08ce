"""A rule counts from the day that a question names only where both say, next to it, what happens on it."""

from __future__ import annotations

from datetime import date

import pytest

from foundation.language.rules.deadlines import (
    asks_for_a_deadline,
    counted_in,
    day_named,
    is_counted_from,
    is_of,
    kept_for,
)

TODAY = date(2026, 11, 30)
DUE = "Tell us at least 15 weeks before the due date."
USED = "저장 온도는 20 ℃ 이하로 유지하고 들어온 지 15일 안에 쓴다."
ENDS = "세입자도 나가려면 만료 2개월 전까지 알려야 한다."
DIED = "이어받기 싫은 사람은 사망한 날부터 한 달 안에 반대한다고 알리면 된다."


def until(question: str, rule: str) -> date | None:
    named, counted = day_named(question, TODAY), counted_in(rule)
    if named is None or counted is None or not is_counted_from(counted, named):
        return None
    return counted.from_day(named.day(TODAY, to_come=counted.is_before))


@pytest.mark.parametrize(
    ("question", "rule", "day"),
    [
        ("The baby is due on 1 May 2027. What is the last day I can tell you?", DUE, date(2027, 1, 16)),
        ("due on 15 june 2027 so whats the last day to tell", DUE, date(2027, 3, 2)),
        ("지난주 화요일에 들어온 약품, 며칠까지 써야 해요?", USED, date(2026, 12, 9)),
        ("만료가 2027년 3월 31일인데 언제까지 알려야 해?", ENDS, date(2027, 1, 31)),
        ("남편이 11월 14일에 사망했는데 언제까지 반대해야 해?", DIED, date(2026, 12, 14)),
    ],
)
def test_the_day_that_a_rule_comes_to(question: str, rule: str, day: date) -> None:
    assert until(question, rule) == day


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("I told you on 3 February 2027 about the due date, was that the last day?", DUE),  # of something else
        ("Is 1 May 2027 the latest I can tell you before the due date?", DUE),  # nothing stands next to it
        ("The baby was born on 1 May 2026 and I start on 3 June, by when do I tell you?", DUE),  # two days
        ("The baby is due in May 2027, by when must I tell you?", DUE),  # no day
        ("2027년 3월 31일에 나가는데 언제까지 알려야 해?", ENDS),  # what ends and who leaves are two things
        ("만료가 2027년 3월 31일이 아니면 언제까지 알려야 해?", "계약이 끝나기 2개월 전까지 알린다."),
        ("5월 3일에 쓴 약품은 언제까지 들어온 거야?", USED),  # the other way round
        ("The baby is due on 1 May 2027, by when?", "Between six and two months before the due date."),
        ("The baby is due on 1 May 2027, by when?", "Tell us at least 10 working days before the due date."),
        ("The baby is due on 1 May 2027, by when?", "Not later than 5 weeks before the due date may you cancel."),
        ("만료가 2027년 3월 31일인데 언제까지?", "만료 6개월 전부터 2개월 전 사이에 요구할 수 있다."),
        ("계약한 날이 2027년 3월 31일인데 언제까지?", "주민에게 3일 전에 알린다. 결과는 3일 안에 알린다."),
        ("구매를 2027년 5월 20일에 했는데 언제까지 청구해?", "경비는 구매한 달 안에 청구한다."),  # no one month
        ("The contract is on 3 May 2027, by when?", "The lease ends three months after the landlord received it."),
    ],
)
def test_anything_else_comes_to_no_day(question: str, rule: str) -> None:
    assert until(question, rule) is None


def test_a_row_is_kept_from_the_day_of_what_it_is_of() -> None:
    cells, heads, question = ["경보 이력", "3년"], ["기록", "보관 기간"], "9월 3일에 울린 경보 이력은 언제까지 보관해?"
    assert (counted := kept_for(cells, heads, question)) is not None
    assert (named := day_named(question, TODAY)) is not None
    assert is_of(counted, question, named)
    assert counted.from_day(named.day(TODAY, to_come=False)) == date(2029, 9, 3)
    assert kept_for(cells, heads, "9월 3일에 울린 경보 이력은 언제까지 내?") is None, "something else is asked"
    assert kept_for(cells, ["기록", "대기 기간"], question) is None, "a column of something else"
    other = "9월 3일에 받은 성적서는 언제까지 보관해?"
    assert (named := day_named(other, TODAY)) is not None
    assert not is_of(counted, other, named)


def test_a_day_without_its_year_is_to_come_where_a_rule_counts_back() -> None:
    assert (named := day_named("due on 3 June", TODAY)) is not None
    assert named.day(TODAY, to_come=True) == date(2027, 6, 3)
    assert named.day(TODAY, to_come=False) == date(2026, 6, 3)


def test_a_deadline_is_asked_for_in_words_for_it() -> None:
    asking = (
        "until when?",
        "whats the last day",
        "언제까지 말해야 해",
        "며칠까지야",
        "by which day",
        "when do I have to say",
    )
    assert all(map(asks_for_a_deadline, asking))
    others = (
        "what happens when I resign on 1 May",
        "5월 1일에 시작해요",
        "언제부터 요구해",
        "when can the rent go up again",
    )
    assert not any(map(asks_for_a_deadline, others))


def test_the_length_is_said_in_either_language() -> None:
    assert (counted := counted_in(DUE)) is not None
    assert (counted.length_in("en"), counted.length_in("ko")) == ("15 weeks", "15주")
    assert (counted := counted_in(DIED)) is not None
    assert counted.length_in("en") == "1 month"


def test_a_line_of_many_lengths_is_read_at_once() -> None:
    assert counted_in("2 days before it " * 4_000) is None
