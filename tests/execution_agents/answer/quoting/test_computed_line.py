"""The result stands before the line it is computed from; nothing else is said."""

from __future__ import annotations

from datetime import date

import pytest

from execution_agents.answer.quoting.computed_line import with_result

PARKING = "Parking costs £14 a day."
DAYS, APART = "how much is parking for 3 days", "둘이 회전 속도 차이는?"
TODAY = date(2026, 11, 30)
SPEEDS = "회전 속도: 믹서 300 rpm, 반죽기 120 rpm"


def test_a_count_of_the_question_is_multiplied() -> None:
    said = with_result(PARKING, "Site > Car park", DAYS, DAYS, "en", TODAY)
    assert said == f"That makes £42 (£14 × 3 = £42). {PARKING}"


def test_the_two_of_a_row_differ_by() -> None:
    said = with_result(SPEEDS, "기계 견주기", APART, APART, "ko", TODAY)
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
    assert with_result(line, "", question, question, "ko", TODAY) == line


NOTICE = "세입자도 나가려면 만료 2개월 전까지 알려야 합니다."


def test_the_day_that_a_rule_comes_to_stands_first() -> None:
    asked = "계약이 2027년 3월 31일에 끝나는데 언제까지 말해야 해?"
    said = with_result(NOTICE, "", asked, asked, "ko", TODAY)
    assert said == f"2027년 1월 31일까지입니다(2027년 3월 31일의 2개월 전). {NOTICE}"
    within = "Report it within 30 days."
    asked = "i signed on 2 december, by when do i report it?"
    assert with_result(within, "", asked, asked, "en", TODAY) == (
        f"By 1 January 2027 (within 30 days of 2 December 2026). {within}"
    )


def test_another_day_of_the_same_question_comes_to_another() -> None:
    again = "그럼 2027년 5월 15일이면?"
    whole = f"계약이 2027년 5월 15일에 끝나는데 언제까지 말해야 해? → {again}"
    assert with_result(NOTICE, "", again, whole, "ko", TODAY).startswith("2027년 3월 15일까지입니다")


def test_a_rule_that_counts_from_the_end_is_left_as_it_is_for_a_beginning() -> None:
    asked = "2026년 3월 31일에 입주했는데 언제까지 말해야 해?"
    assert with_result(NOTICE, "", asked, asked, "ko", TODAY) == NOTICE
