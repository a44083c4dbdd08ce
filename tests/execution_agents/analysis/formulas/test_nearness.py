"""A formula is asked for by how people ask for its result, where everything that it needs was said."""

from __future__ import annotations

import pytest

from execution_agents.analysis.formulas.nearness import FormulaIndex
from tests.execution_agents.analysis.formulas.talks import asked_last, near_last, pack_of

FORMULAS = pack_of("water_treatment").formulas


def index(**questions: tuple[list[str], list[str]]) -> FormulaIndex:
    """An index of these formulas' questions, and of near ones for something else."""
    return FormulaIndex(
        [
            one.model_copy(update=dict(zip(("questions", "other_questions"), questions[one.name], strict=True)))
            for one in FORMULAS
            if one.name in questions
        ]
    )


TWO = index(
    cake_days=(["how many days until the yard is full", "보관장 며칠이면 꽉 차"], ["who takes the cake away"]),
    generator_hours=(["how many hours does a full tank last", "기름 꽉 차면 몇 시간 가"], ["which fuel does it burn"]),
)


@pytest.mark.parametrize(
    ("message", "before", "formula"),
    [
        ("how many hours does the tank last", "", "generator_hours"),
        ("보관장이 며칠이면 꽉 찰까", "", "cake_days"),
        ("and how many days until then?", "when is the yard full", "cake_days"),
    ],
)
def test_the_nearest_questions_name_the_formula(message: str, before: str, formula: str) -> None:
    found = TWO.nearest(message, before)
    assert found is not None and found.name == formula
    assert TWO.nearest(message, before, 0.999) is None


@pytest.mark.parametrize("message", ["who takes the cake away today", "visitors", ""])
def test_near_questions_for_something_else_name_none(message: str) -> None:
    assert TWO.nearest(message, "") is None


def test_a_figure_says_by_its_kind_alone_what_is_asked() -> None:
    found = index(
        cake_days=(["40 tons so far, how long"], []), generator_hours=(["60 % so far, how long"], [])
    ).nearest("55 % so far, how long", "")
    assert found is not None and found.name == "generator_hours"


@pytest.mark.parametrize(
    ("messages", "formula"),
    [
        (("기름 꽉차있음 몇시간 가?",), "generator_hours"),
        (("장마때만큼 나오면 보관장 며칠만에 꽉 차",), "cake_days"),
        (("발전기 기름 꽉차있으면 몇시간 돌릴수있어?",), "generator_hours"),
    ],
)
def test_everyday_words_ask_for_a_shipped_formula_that_they_do_not_name(
    messages: tuple[str, ...], formula: str
) -> None:
    assert asked_last("water_treatment", *messages) is None
    found = near_last("water_treatment", messages[-1])
    assert found is not None and found.formula == formula


@pytest.mark.parametrize(
    "message",
    [
        "can i backwash a filter when its at 2.3?",
        "주문하면 며칠 걸려",
        "시키면 며칠만에 와요",
        "하루에 얼마나 나오는데",
        "보관장은 누가 비워?",
    ],
)
def test_what_a_line_answers_or_asks_for_no_figure_is_not_worked_out(message: str) -> None:
    assert near_last("water_treatment", message) is None
