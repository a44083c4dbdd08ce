"""Each phrase names one term, and every word of it must be borne out."""

from __future__ import annotations

from execution_agents.analysis.named.binding import bound
from execution_agents.analysis.named.question import read
from execution_agents.analysis.named.terms import terms_of
from execution_agents.analysis.named.words import NO_VOCABULARY
from tests.execution_agents.analysis.named.packs import everything_of, passage

STORES = """| store | volume | price |
| --- | --- | --- |
| North | 20 m³ | £300 |
| South | 30 m³ | £500 |
| Northern annex | 5 m³ | £90 |"""


def names(question: str, known: frozenset[str] = frozenset()) -> list[str] | None:
    asked = read(question, NO_VOCABULARY)
    assert asked is not None
    found = bound(asked, terms_of([passage("Stores", STORES)], everything_of("handbook")[0], "en"), known)
    return None if found is None else [one.term.name for one in found]


def test_things_that_are_joined_stand_in_one_column() -> None:
    assert names("north and south volume together?") == ["North, volume", "South, volume"]


def test_a_phrase_that_fits_two_cells_binds_nothing() -> None:
    assert names("north and south together?") is None


def test_a_word_of_the_conversation_need_not_be_there() -> None:
    assert names("price of the blue north plus south price, total?") is None
    assert names("price of the blue north plus south price, total?", frozenset({"blue"})) is not None


def test_a_name_that_is_said_whole_goes_before_a_longer_one() -> None:
    assert names("northern annex price plus north price, total?") == ["Northern annex, price", "North, price"]
