"""A choice that is part of a thing's longer name is no condition of the question."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.knowledge_graph.index import EntityIndex
from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.reading import read_question, says_domain_word
from tests.named import named_in
from tests.supervisor.planning.talks import context_of

PACK = load_pack(shipped_packs() / "handbook")
INDEX = EntityIndex(PACK, named_in(PACK))


@pytest.mark.parametrize(
    ("question", "categories"),
    [
        ("How much is the private health insurance a month?", []),
        ("Which health benefits are there?", ["health"]),
    ],
)
def test_a_choice_within_a_longer_name_is_no_condition(question: str, categories: list[str]) -> None:
    reading = read_question(replace(context_of(question, pack=PACK), entities=INDEX))
    assert [one.value for one in reading.named() if one.slot == "category"] == categories


@pytest.mark.parametrize(
    ("question", "pointed"),
    [
        ("how long do I get off when a grandparent dies, and is it paid?", []),
        ("is it paid?", ["it"]),
    ],
)
def test_a_pronoun_behind_a_question_of_its_message_points_at_that(question: str, pointed: list[str]) -> None:
    assert [one.text for one in read_question(context_of(question, pack=PACK)).references] == pointed


@pytest.mark.parametrize(
    ("text", "said"),
    [("perfect, cheers", False), ("CT는?", True), ("which pumps", True), ("여과지는요", True), ("trumpets", False)],
)
def test_a_domain_word_is_said_from_a_words_beginning_on(text: str, said: bool) -> None:
    """CT and pump are words of the field; perfect and trumpets only hold their letters."""
    assert says_domain_word(text, load_pack(shipped_packs() / "water_treatment")) is said


@pytest.mark.parametrize(
    ("question", "own"),
    [("둘 차이는?", None), ("둘이 비교해줘", None), ("잔류염소 차이는?", "operation")],
)
def test_setting_beside_what_was_shown_is_no_aim_of_its_own(question: str, own: str | None) -> None:
    assert read_question(context_of(question, pack=load_pack(shipped_packs() / "water_treatment"))).own_intent == own
