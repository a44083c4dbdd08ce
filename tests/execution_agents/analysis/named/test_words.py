"""Words are compared as the two languages write them, and with what the pack calls things."""

from __future__ import annotations

import pytest

from execution_agents.analysis.named.words import names_in, same_word, vocabulary_of, without_small_words
from foundation.domains.schema.by_identity import ByIdentity
from tests.execution_agents.analysis.named.packs import everything_of


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("dinner", "dinner", True), ("dinner", "dine", False), ("보육", "보육수당", True),
        ("여과지", "급속여과지", True),
        ("지", "여과지", False), ("car", "card", False),
    ],
)  # fmt: skip
def test_words_are_one_by_their_beginning_or_last_noun(one: str, other: str, same: bool) -> None:
    assert same_word(one, other) is same


def test_plurals_and_small_words_name_nothing_else() -> None:
    assert names_in("the lunches and hotels") == {"lunch", "hotel"}


def test_a_name_with_a_number_stays_whole() -> None:
    assert "app-01" in names_in("app-01 메모리")


def test_a_formula_knows_which_row_a_place_belongs_to() -> None:
    vocabulary = vocabulary_of(ByIdentity(everything_of("handbook")[0]))

    assert {"elsewhere", "uk"} <= vocabulary.others("Leeds")
    assert "breakfast" in vocabulary.others("아침")


def test_words_of_limits_and_payment_are_taken_out() -> None:
    assert without_small_words("what can I claim at most for dinner").split() == ["what", "can", "I", "for", "dinner"]
