"""What is asked to exist and stands nowhere in what was found is said not to be there, first."""

from __future__ import annotations

import pytest

from execution_agents.answer.quoting.not_there import not_there
from tests.execution_agents.answer.turns import DEPOSIT, RENEWAL, asked, law


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
