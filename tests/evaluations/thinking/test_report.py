"""The tables of `suffice eval thinking` say for each class what was right, how many calls it took, and how long."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from evaluations.thinking.reading import Class, Question
from evaluations.thinking.report import ThinkingReport
from evaluations.thinking.rules import Rules
from evaluations.thinking.run import THOUGHT, Tried, Way, rounds_of
from foundation.contracts.ports import Usage
from tests.evaluations.thinking.test_simulated import questions as read_once


@pytest.fixture
def questions() -> tuple[Question, ...]:
    """Read outside of a running loop."""
    return read_once()


def tried(kind: Class, calls: int, rounds: int) -> Tried:
    """One question of a class, which took half a second a request."""
    return Tried(f"{kind}{calls}", kind, True, calls, rounds, (), "-", seconds=rounds / 2)


WAY = Way(THOUGHT, [tried("simple", 5, 3), tried("simple", 7, 5), tried("complex", 10, 7), tried("edge", 6, 4)])


@pytest.mark.parametrize(
    ("measured", "title", "costs"),
    [
        (False, "(seconds at 300 ms a call, computed)", ["6.0 (1.2)", "10.0 (2.1)", "10 (2.1)"]),
        (True, "(seconds measured)", ["6.0 (2.0)", "10.0 (3.5)", "10 (3.5)"]),
    ],
)
def test_the_report_says_whether_its_seconds_are_measured(measured: bool, title: str, costs: list[str]) -> None:
    out = StringIO()
    Console(file=out, width=160, color_system=None).print(ThinkingReport("one", [WAY], measured=measured))
    [_, shown] = out.getvalue().split(f"calls a question {title}")
    assert all(each in shown for each in costs)


def test_replies_asked_for_again_and_later_requests_are_rounds() -> None:
    again = {"classify_question": 1, "answer_grader": 1}
    usage = Usage(model_calls=9, repaired_by_prompt=again)
    assert rounds_of(usage, {}) == 9
    # of 7 requests of the thought one repaired a reply; the grader's two came behind it
    assert rounds_of(usage, {"rounds": 4, "calls": 7}) == 4 + 1 + 2


def test_a_class_without_questions_is_no_fault(questions: tuple[Question, ...]) -> None:
    out, one = StringIO(), questions[0]
    way = Way(THOUGHT, [tried("simple", 5, 3)])
    report = ThinkingReport("one", [way], Rules(p=0.9), [one])
    Console(file=out, width=160, color_system=None).print(report)
    assert "5.0 (0.9)" in out.getvalue()
    assert "goal met for simple" in out.getvalue() and "for complex" not in out.getvalue()
