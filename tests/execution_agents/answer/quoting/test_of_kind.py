"""The sentence of the kind that is asked for is said first; a follow-up is answered by what speaks of its own words."""

from __future__ import annotations

import pytest

from execution_agents.answer.evidence.passages import Asked, Passage, Sentence
from execution_agents.answer.quoting.of_kind import lacks_the_kind, of_the_kind, speaks_of_none
from foundation.domains.schema.quoting import QuotingFigures
from foundation.language.asking import wanted

FIGURES = QuotingFigures()


def line(text: str, score: float, at: int = 0) -> Sentence:
    return Sentence(1, at, text, 0.5, score, told=0.5)


YEAR = line("1년이 지나야 다시 올려 달라고 할 수 있다.", 2.0)
RATE = line("올리는 폭은 5퍼센트를 넘지 못한다.", 1.5, 1)
WORDS = line("올려 달라고 할 때에는 까닭을 적는다.", 2.0)


@pytest.mark.parametrize(
    ("question", "lines", "first"),
    [
        ("몇 퍼센트까지 올릴 수 있나요?", [YEAR, RATE], RATE),
        ("얼마까지 올릴 수 있나요?", [WORDS, RATE], RATE),
        ("올려 달라고 할 수 있나요?", [YEAR, RATE], YEAR),
        ("몇 퍼센트까지 올릴 수 있나요?", [YEAR, line("5퍼센트 표", 0.5, 1)], YEAR),
    ],
)
def test_the_near_line_with_the_kind_asked_for_comes_first(
    question: str, lines: list[Sentence], first: Sentence
) -> None:
    assert of_the_kind(lines, wanted(question), FIGURES)[0].text == first.text


def test_how_much_is_not_answered_by_a_sentence_without_a_figure() -> None:
    assert lacks_the_kind(WORDS, wanted("얼마까지 올릴 수 있나요?"))
    assert not lacks_the_kind(RATE, wanted("얼마까지 올릴 수 있나요?"))
    assert not lacks_the_kind(WORDS, wanted("올리는 상한은?"))


def test_when_inside_a_clause_asks_for_no_time() -> None:
    assert "time" not in wanted("can the landlord say no when i want to renew").asked
    assert "time" in wanted("so when am i out").asked


@pytest.mark.parametrize(
    ("own", "strays"), [("부가세 별도인가?", True), ("보증금 별도인가?", False), ("별도인가?", False)]
)
def test_none_of_the_added_words_stands_where_the_answer_is(own: str, strays: bool) -> None:
    passage = Passage(1, "중개보수", "보증금에 따라 정한다.")
    best = line("상한 안에서 협의한다.", 1.0)
    assert speaks_of_none(best, passage, Asked("중개보수와 관련해", own=own), wanted(own)) is strays
