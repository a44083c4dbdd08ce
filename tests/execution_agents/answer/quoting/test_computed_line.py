"""The result stands before the line it is computed from; nothing else is said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.answer.evidence.passages import Sentence
from execution_agents.answer.quoting.computed_line import deadline_said, with_result
from tests.execution_agents.answer.turns import asked, law, passage

PARKING = "Parking costs £14 a day."
SPEEDS = "회전 속도: 믹서 300 rpm, 반죽기 120 rpm"


def test_a_count_of_the_question_is_multiplied() -> None:
    said = with_result(PARKING, "Site > Car park", "how much is parking for 3 days", "en")
    assert said == f"That makes £42 (£14 × 3 = £42). {PARKING}"


def test_the_two_of_a_row_differ_by() -> None:
    said = with_result(SPEEDS, "기계 견주기", "둘이 회전 속도 차이는?", "ko")
    assert said == f"차이는 180 rpm입니다(300 rpm − 120 rpm = 180 rpm). {SPEEDS}"


@pytest.mark.parametrize(
    ("line", "question"),
    [
        (PARKING, "how much is a bike rack for 3 days"),
        (PARKING, "how much is parking"),
        (PARKING, "how much is parking for a day"),
        (PARKING, "can I park for 3 days"),
        (PARKING, "how much is parking in 3 days"),
        (SPEEDS, "믹서랑 오븐 속도 차이는?"),
        (SPEEDS, "회전 속도가 얼마야"),
        ("Everybody has 27 days of leave a year.", "how many days of leave in 3 years notice"),
    ],
)
def test_any_other_line_is_unchanged(line: str, question: str) -> None:
    assert with_result(line, "", question, "ko") == line


KEPT = Sentence(1, 0, "경보 이력 | 3년", 1.0, 1.0, heads="기록 | 보관 기간")
DUE = Sentence(1, 0, "Tell us at least 15 weeks before the due date.", 1.0, 1.0)


def deadline(line: Sentence, question: str, before: str = "", language: str = "ko") -> str:
    request = asked(question, law(passage("p", "p", line.text)), language=language)
    return deadline_said(line, replace(request, history=((before, "…"),) if before else ()))


def test_a_deadline_is_the_day_that_the_line_comes_to() -> None:
    alarm = "9월 3일에 울린 경보 이력은 언제까지 보관해?"
    assert deadline(KEPT, f"2025년 {alarm}") == "2028년 9월 3일까지입니다(2025년 9월 3일부터 3년)."
    born = "The baby is due on 1 May 2027. What is the last day I can tell you?"
    assert deadline(DUE, born, language="en") == "By 16 January 2027 (15 weeks before 1 May 2027)."


USED = Sentence(1, 0, "들어온 지 15일 안에 쓴다.", 1.0, 1.0)


def test_another_day_of_the_same_asks_what_was_asked_before() -> None:
    before = "11월 24일에 들어온 약품은 며칠까지 써야 해?"
    assert deadline(USED, "2027년 12월 1일에 들어오는 거는?", before).startswith("2027년 12월 16일까지")
    assert deadline(USED, "2027년 12월 1일에 들어오는 거는?", "들어온 약품은 어디에 둬?") == "", (
        "no deadline was asked for"
    )
    assert deadline(USED, "2027년 12월 1일에 쓰면?", before) == "", "of something else"
    assert deadline(USED, "2027년 12월 1일에 들어온 걸 써도 되나요?", before) == "", "whether, not when"


@pytest.mark.parametrize("ends", ["알려야 돼?", "알려야 되나요", "말해야 해", "알려야 하는 거야?"])
def test_a_deadline_is_asked_for_however_the_question_ends(ends: str) -> None:
    line = Sentence(1, 0, "세입자도 나가려면 만료 2개월 전까지 알려야 한다.", 1.0, 1.0)
    assert deadline(line, f"만료가 2027년 3월 31일인데 언제까지 {ends}").startswith("2027년 1월 31일까지")


@pytest.mark.parametrize(
    ("line", "question"),
    [
        (
            "Send it within 60 days of the purchase.",
            "I need to purchase a desk by 3 June 2027, when do I have to send it?",
        ),
        ("Overtime is taken as time off within 8 weeks.", "I take time off on 3 May 2027, by when do I agree it?"),
        (
            "The text is announced at least 14 days before it takes effect.",
            "announced on 3 May 2027, by when is it on?",
        ),
        ("Mediation must end within 60 days, extendable by 30.", "by when must I apply so that it ends on 3 May 2027?"),
        ("Housing leases must be reported within 30 days.", "My lease ends on 3 May 2027, by when is it reported?"),
        ("주민에게 3일 전에 알린다.", "주민에게 2027년 5월 3일에 알렸는데 세척은 언제까지야?"),
        ("계약한 날부터 30일 안에 신고해야 한다.", "임대차계약이 2027년 5월 3일에 끝나는데 언제까지 신고해야 해?"),
        ("계약하거나 올린 지 1년 안에는 다시 올려 달라고 할 수 없다.", "2025년 10월 1일에 올렸는데 언제까지 못 올려?"),
        ("만료 6개월 전부터 2개월 전 사이에 요구할 수 있다.", "만료가 2027년 3월 31일인데 언제까지 요구해?"),
        ("예비품을 쓰면 3일 안에 주문서를 낸다.", "2027년 5월 3일에 주문서를 내려면 언제까지 써야 해?"),
    ],
)
def test_what_a_reader_tried_to_break_it_with_comes_to_no_day(line: str, question: str) -> None:
    assert deadline(Sentence(1, 0, line, 1.0, 1.0), question) == ""


@pytest.mark.parametrize(
    "question",
    [
        "2025년 9월 3일에 받은 성적서는 언제까지 보관해?",  # of something else
        "2025년 9월 3일에 울린 경보 이력 보여줘",  # no day is asked for
        "경보 이력은 언제까지 보관해?",  # from no day
        "2025년 9월 3일과 10월 1일에 울린 경보 이력은 언제까지 보관해?",  # from two
    ],
)
def test_any_other_question_comes_to_no_day(question: str) -> None:
    assert deadline(KEPT, question) == ""
