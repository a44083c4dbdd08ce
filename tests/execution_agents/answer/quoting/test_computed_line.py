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
    assert deadline(USED, "2027년 12월 1일에 들어온 걸 쓰면 늦어?", before) == "", "whether, not when"


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
