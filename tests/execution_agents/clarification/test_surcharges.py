"""Conditions that add to quantities, where a question names them."""

from __future__ import annotations

import pytest

from execution_agents.clarification.questions import heard
from execution_agents.clarification.surcharges import conditions_named
from tests.execution_agents.clarification.graphs import INDEX, WORDS


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("밤에 하면 더 붙나", "night"),
        ("야간작업은 몇 프로", "night"),
        ("심야에도 똑같아요?", "night"),
        ("높은데서 밤에 하면 합쳐서 몇프로", "height night"),
        ("the wall is 12m up and its night work", "height night"),
        ("높이 20m에서 밤에는", "height night"),
        ("높이 8m에서 하면", ""),
        ("the wall is 9m up", ""),
        ("12m 관 보온", ""),
        ("밤나무 식재", ""),
        ("고소작업대 얼마나 써", ""),
        ("fortnight", ""),
        # Denied, or within what is no such height.
        ("벽돌쌓기 20m2 야간 아님", ""),
        ("벽돌쌓기 20m2 밤 말고 낮에", ""),
        ("벽돌쌓기 20m2 야간 제외", ""),
        ("brick wall 20 m2 not at night", ""),
        ("밤에 하는거 아니면 벽돌쌓기 30m2 몇명", ""),
        ("9m 고소작업 할증 붙나", ""),
        ("사다리 높이 3m인데 고소 할증", ""),
        ("height 8m surcharge?", ""),
        ("12m 고소작업 할증 붙나", "height"),
    ],
)
def test_conditions_are_named_by_words_and_lengths(question: str, names: str) -> None:
    assert [one.surcharge.name for one in conditions_named(question, INDEX.declared)] == names.split()


def test_a_word_of_a_things_name_means_the_thing() -> None:
    held = INDEX.is_word_of_names
    assert conditions_named("TIG 용접 10m", INDEX.declared, held) == ()
    assert [one.surcharge.name for one in conditions_named("TIG로 하면 몇프로", INDEX.declared)] == ["tig"]


def test_a_height_is_no_amount_and_an_amount_no_height() -> None:
    assert heard("벽돌쌓기 12m up", INDEX, WORDS).amount is None
    amount = heard("강관용접 200mm SCH 40 밤에 12m", INDEX, WORDS).amount
    assert amount is not None
    assert amount.value == 12
