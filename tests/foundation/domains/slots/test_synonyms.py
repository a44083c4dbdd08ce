"""Which entries of a dictionary a question says."""

from __future__ import annotations

import pytest

from foundation.domains.slots.synonyms import added_words

SYNONYMS = {
    "못 받": ("반환",),
    "떼이": ("반환", "우선변제"),
    "lease": ("임대차",),
    "give back": ("반환",),
}


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("보증금을 못 받았어요", ["반환"]),
        ("보증금을 못받았어요", ["반환"]),
        ("보증금을 떼이면, 아니 못 받으면?", ["반환", "우선변제"]),
        ("Two LEASES", ["임대차"]),
        ("ｌｅａｓｅ", ["임대차"]),
        ("Please answer", []),
        ("He does not give back the deposit", ["반환"]),
        ("", []),
    ],
)
def test_entries_are_found_as_people_write_them(question: str, words: list[str]) -> None:
    assert added_words(question, SYNONYMS) == words
