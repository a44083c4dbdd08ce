"""What a table says in words of the one thing that is named."""

from __future__ import annotations

import pytest

from execution_agents.analysis.cells import Cell
from execution_agents.answer.quoting.described import described, named_row
from execution_agents.answer.quoting.rows import Row, Showing
from foundation.domains.schema.quoting import RowFigures

FAMILY = "2년 안에 출산한 무주택 가구, 합산 연소득 1억 3천만 원 이하"
COUPLE = "혼인 7년 이내의 무주택 부부, 합산 연소득 7,500만 원 이하"


def row(marker: int, title: str, words: str) -> Row:
    """A product with who may apply."""
    return Row(marker, title, False, (Cell("eligible", "대상", words, words, "label"),))


ROWS = [
    row(1, "두레 신생아 가구 전세대출", FAMILY),
    row(2, "두레 신혼부부 전세대출", COUPLE),
    row(3, "두레 신생아 가구 주택구입대출", FAMILY),
]


def showing(question: str) -> Showing:
    """What a Korean question is shown for."""
    return Showing(question, "ko", RowFigures(), question)


@pytest.mark.parametrize(
    ("question", "marker"),
    [
        ("그럼 신생아 전세대출은 소득 얼마까지야", 1),
        ("신혼부부 전세대출 소득 조건", 2),
        ("전세대출 금리 알려줘", None),
        ("신생아 대출 한도는?", None),
        ("소득 얼마까지야", None),
    ],
)
def test_a_thing_is_named_by_words_of_its_title(question: str, marker: int | None) -> None:
    found = named_row(ROWS, question)
    assert (found and found.marker) == marker


def test_the_clause_that_holds_the_question_answers() -> None:
    said = described(ROWS[0], showing("신생아 전세대출은 소득 얼마까지야"))
    assert said == "두레 신생아 가구 전세대출의 대상은 합산 연소득 1억 3천만 원 이하입니다 [1]."


def test_what_no_clause_holds_is_left_to_the_figures() -> None:
    assert described(ROWS[0], showing("신생아 전세대출 금리가 얼마야")) == ""
