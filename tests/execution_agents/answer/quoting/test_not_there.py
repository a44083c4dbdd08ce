"""What is asked to exist and stands nowhere in what was found is said not to be there, first."""

from __future__ import annotations

import pytest

from execution_agents.answer.quoting.not_there import not_there
from tests.execution_agents.answer.turns import DEPOSIT, RENEWAL, asked, law, passage

CARD = passage("c", "Company cards", "Team leads may have a company card.")
PARTS = (
    CARD,
    passage("m", "Mileage", "Driving your own car is paid at £0.45 a mile."),
    passage("d", "Devices", "Company documents may not be stored on it."),
    passage("t", "Talk", "Do not talk about it outside the company."),
)


@pytest.mark.parametrize(
    ("question", "denied"),
    [
        ("do we offer company cars?", True),
        ("is there a company bus?", True),
        ("do we offer company cards?", False),
        ("is there mileage money?", False),  # the first word is in one passage alone: it distinguishes
        ("is there a company card for team leads?", False),
    ],
)
def test_of_a_common_word_the_compound_must_be_there(question: str, denied: bool) -> None:
    assert bool(not_there(asked(question, law(*PARTS), language="en"))) is denied


@pytest.mark.parametrize(
    ("question", "denied"),
    [("who is our CEO by the way?", True), ("who may have a card?", False), ("what is a CEO paid?", False)],
)
def test_who_an_abbreviation_is_that_nothing_has_is_not_there(question: str, denied: bool) -> None:
    assert bool(not_there(asked(question, law(*PARTS), language="en"))) is denied


@pytest.mark.parametrize(
    ("question", "names"), [("비소 측정값도 있어요?", "비소 측정값"), ("주차장은 있나요", "주차장")]
)
def test_what_stands_nowhere_is_not_there(question: str, names: str) -> None:
    assert f"‘{names}’" in not_there(asked(question, law()))


def test_what_a_passage_speaks_of_is_not_denied() -> None:
    spoken = RENEWAL.model_copy(update={"text": f"{RENEWAL.text} 주차장은 함께 쓴다."})
    assert not not_there(asked("주차장은 있나요", law(spoken, DEPOSIT)))


@pytest.mark.parametrize("question", ["보증금은 얼마나 있어요?", "is there pet insurance?", "며칠 안에 해야 하나요"])
def test_other_questions_and_another_language_are_left_alone(question: str) -> None:
    assert not not_there(asked(question, law()))
