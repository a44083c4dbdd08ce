"""A follow-up set beside an earlier question: both can be told apart again, and the mark adds no word."""

from __future__ import annotations

import pytest

from foundation.language.beside import before_it, set_beside
from foundation.language.cues import topic_words


@pytest.mark.parametrize(
    ("text", "question", "before"),
    [
        ("금리 알려줘 → 한도는?", "한도는?", "금리 알려줘"),
        ("한도는?", "한도는?", "한도는?"),
        ("A → B", "A → B", "A → B"),
        ("Rates? → A → B", "A → B", "Rates?"),
        ("서초구 시세 알려줘", "서초구는?", "서초구 시세 알려줘"),
    ],
)
def test_what_a_question_is_set_beside_is_found_again(text: str, question: str, before: str) -> None:
    assert before_it(text, question) == before


def test_the_mark_is_no_word() -> None:
    both = set_beside("Fire alarm tests", "limits in London")
    assert topic_words(both) == (*topic_words("Fire alarm tests"), *topic_words("limits in London"))
