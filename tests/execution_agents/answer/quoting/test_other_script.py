"""A Korean question over English passages: they say its words in the field's words, or they do not."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from execution_agents.answer.quoting.extractive import extractive_answer
from tests.execution_agents.answer.turns import PACK, asked, law, passage

UNCLEAR = "바로 답하는 내용이 없습니다"
LEAVE = passage(
    "a", "2. Annual leave", "Everybody has 27 days of paid annual leave a year. After 5 years it is 30 days."
)
EXPENSES = passage("b", "5. Expenses", "Photograph the receipt on the day you get it and open a claim within 30 days.")
WORDS: Mapping[str, tuple[str, ...]] = {"연차": ("annual leave",), "영수증": ("receipt",), "청구": ("claim",)}


def said(question: str, synonyms: Mapping[str, tuple[str, ...]]) -> str:
    """The answer by rules over both passages, under this dictionary."""
    words = PACK.dictionary.model_copy(update={"synonyms": synonyms})
    pack = PACK.model_copy(update={"dictionary": words})
    return extractive_answer(asked(question, law(EXPENSES, LEAVE), pack=pack))


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("연차는 며칠이야?", "2. Annual leave"),
        ("영수증은 언제 청구해?", "5. Expenses"),
        ("연차 알려줘", "2. Annual leave"),
    ],
)
def test_a_passage_that_says_the_words_in_the_fields_words_is_an_answer(question: str, title: str) -> None:
    text = said(question, WORDS)
    assert text.split("**")[1] == title
    assert UNCLEAR not in text


def test_what_the_dictionary_does_not_know_is_not_called_an_answer() -> None:
    assert UNCLEAR in said("연차는 며칠이야?", {})
    assert UNCLEAR in said("주차장에 자리가 몇 개 있어?", WORDS)


def test_one_known_word_among_many_unknown_ones_is_no_answer() -> None:
    assert UNCLEAR in said("영수증 없이 법인 차량 주유비 정산 규칙을 지점장에게 승인받는 서식", WORDS)


def test_a_korean_passage_is_read_as_it_is() -> None:
    korean = passage("c", "휴가", "쉬는 날은 한 해에 27일이다. annual leave")
    words = PACK.dictionary.model_copy(update={"synonyms": WORDS})
    text = extractive_answer(asked("연차는 며칠이야?", law(korean), pack=PACK.model_copy(update={"dictionary": words})))
    assert UNCLEAR in text
