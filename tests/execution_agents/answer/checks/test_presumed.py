"""What a question takes for granted and the passages do not hold."""

from __future__ import annotations

import pytest

from execution_agents.answer.checks.presumed import presumes_too_much
from execution_agents.answer.quoting.extractive import WORDS, extractive_answer
from tests.execution_agents.answer.turns import asked, law, passage

SENTENCE = "The tower was built by Edison's company in 1884 and painted red."
EVIDENCE = ("The tower", SENTENCE)


@pytest.mark.parametrize(
    "question",
    [
        "Who did not build the tower?",
        "Which company never painted the tower?",
        "What was the tower built without?",
        "When wasn't the tower painted?",
        "In what year after 1899 was the tower painted?",
    ],
)
def test_a_denial_or_a_year_nobody_wrote_of_is_no_question_these_passages_answer(question: str) -> None:
    assert presumes_too_much(question, SENTENCE, EVIDENCE)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Who built the tower in 1884?", SENTENCE),
        ("Which rooms are not heated?", "The cellar is not heated."),
        ("What can I do when my landlord won't pay back the deposit?", SENTENCE),
        ("What happens if the rent is not paid?", SENTENCE),
        ("My landlord won't pay. What now?", SENTENCE),
        ("Who did not build the tower?", "탑은 1884년에 세웠다."),
        ("누가 탑을 세우지 않았나요?", SENTENCE),
    ],
)
def test_a_persons_own_case_and_what_is_denied_alike_presume_nothing(question: str, sentence: str) -> None:
    assert not presumes_too_much(question, sentence, (*EVIDENCE, sentence))


def test_what_presumes_too_much_is_not_called_an_answer() -> None:
    tower = law(passage("t", "The tower", SENTENCE))
    unclear = WORDS["unclear"]["en"]
    assert unclear in extractive_answer(asked("Which company never painted the tower?", tower, language="en"))
    assert unclear not in extractive_answer(asked("Which company built the tower?", tower, language="en"))
