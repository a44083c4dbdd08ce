"""A bare figure takes the scale of an earlier amount it stands for."""

from __future__ import annotations

import pytest

from execution_agents.analysis.formulas.scales import with_scales
from execution_agents.analysis.formulas.talk import Spoken, Talk
from foundation.contracts.formulas import FormulaAsked, GivenInput


def talk(*said: tuple[str, str]) -> Talk:
    inputs = [
        FormulaAsked(formula="f", inputs=(GivenInput(name="price", value=value, unit="won", text=text),))
        for text, value in said
    ]
    return Talk(tuple(Spoken(text, one) for (text, _), one in zip(said, inputs, strict=True)), True)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("and at 600 flat, how much do i save", "and at 600 million flat, how much do i save"),
        ("back to the 650 one", "back to the 650 million one"),
        ("what about 1.2?", "what about 1.2 billion?"),
        ("if i buy 3 flats", "if i buy 3 flats"),
        ("and for 84 square meters", "and for 84 square meters"),
        ("in 2024?", "in 2024?"),
        ("chapter 600?", "chapter 600?"),
        ("£600?", "£600?"),
    ],
)
def test_the_scale_is_that_of_an_amount_of_its_size(text: str, meant: str) -> None:
    assert with_scales(text, talk(("650 million", "650000000"))) == meant


def test_an_older_amount_is_meant_by_its_own_number() -> None:
    said = talk(("650 million", "650000000"), ("1.2 billion", "1200000000"))

    assert with_scales("the 650 one", said) == "the 650 million one"


def test_korean_takes_eok_where_nothing_is_counted() -> None:
    said = talk(("6억", "600000000"))

    assert with_scales("그럼 7이면?", said) == "그럼 7억이면?"
    assert with_scales("2주택이면?", said) == "2주택이면?"


def test_nothing_is_added_where_no_amount_was_said() -> None:
    assert with_scales("and at 600?", Talk()) == "and at 600?"
