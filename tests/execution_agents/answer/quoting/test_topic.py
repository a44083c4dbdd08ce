"""A topic that is asked about as a whole is answered section by section."""

from __future__ import annotations

import pytest

from execution_agents.answer.quoting.extractive import extractive_answer, likely_answer
from tests.execution_agents.answer.turns import asked, batch, law, loan, passage

ILL = passage(
    "03.md#1", "3. Sick leave > When you fall ill", "Tell your manager before 10:00. Say how long it will last."
)
PAY = passage("03.md#3", "3. Sick leave > Sick pay", "We pay full salary for up to 30 working days of illness.")
NOTES = passage("03.md#2", "3. Sick leave > Certificates", "For the first 7 days no certificate is needed.")
DOGS = passage("16.md#4", "16. Offices > Dogs", "Dogs are welcome on Fridays. They are on sick leave never.")


def overview_of(question: str, *items: object, language: str = "en") -> str:
    return extractive_answer(asked(question, law(*items), language=language))  # type: ignore[arg-type]


def test_the_sections_of_its_chapter_in_reading_order() -> None:
    assert overview_of("tell me about sick leave", PAY, DOGS, NOTES, ILL).splitlines() == [
        "This is what the data says about 3. Sick leave.",
        "",
        "- **When you fall ill**: Tell your manager before 10:00. Say how long it will last [4].",
        "- **Certificates**: For the first 7 days no certificate is needed [3].",
        "- **Sick pay**: We pay full salary for up to 30 working days of illness [1].",
    ]


def test_where_no_heading_names_it_nothing_is_said_of_it() -> None:
    assert "This is what the data says" not in overview_of("tell me about helicopters", ILL, DOGS)


@pytest.mark.parametrize("question", ["how long is sick leave paid", "does sick leave need a certificate"])
def test_what_asks_for_one_thing_is_answered_with_its_line(question: str) -> None:
    assert "This is what the data says" not in overview_of(question, PAY, NOTES)


def test_one_section_is_answered_as_ever() -> None:
    assert "This is what the data says" not in overview_of("tell me about sick leave", PAY)


def test_no_line_of_it_is_likely_or_not() -> None:
    assert likely_answer(asked("tell me about sick leave", law(PAY, NOTES), language="en")) is None


def test_rows_beside_the_sections_are_left_out() -> None:
    request = asked(
        "tell me about sick leave", law(PAY, NOTES), batch("loan", loan("가 대출", 2.1, 3, 10**8)), language="en"
    )
    assert "대출" not in extractive_answer(request)
