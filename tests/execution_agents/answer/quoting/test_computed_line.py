"""The result stands before the line it is computed from; nothing else is said."""

from __future__ import annotations

import pytest

from execution_agents.answer.quoting.computed_line import with_result

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
