"""How likely the line that leads is an answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.answer.evidence.answering import ranked
from execution_agents.answer.evidence.likelihood import asks_arithmetic, likelihood
from execution_agents.answer.evidence.passages import Asked, Passage
from foundation.domains.schema.quoting import LikelihoodFigures, ScoringFigures

FIGURES = LikelihoodFigures()
NIGHT = Passage(1, "Expenses > Limits", "A night in a hotel costs £165 at most.", score=3.0)
DOGS = Passage(2, "Offices", "Dogs are welcome on Fridays.", score=1.0)


def likely(
    question: str, ways: str, *, stands_out: float = 0.1, passages: tuple[Passage, ...] = (NIGHT, DOGS)
) -> float:
    """Of the line that leads, asked for in these ways."""
    asked = Asked(
        question, question, questions_of=lambda text: ways if "hotel" in text else "", standing_out=stands_out
    )
    best = ranked(asked, passages, "en", ScoringFigures())[0]
    passage = next(one for one in passages if one.marker == best.marker)
    found = likelihood(best, passage, asked, FIGURES)
    assert found is not None
    return found


def test_asked_for_as_people_do_it_is_likelier() -> None:
    ways = "what can i spend on a room for the night"
    assert likely("what may a room cost", ways) > likely("hotel breakfast vouchers in Rome", ways)
    assert likely("what may a room cost", ways, stands_out=0.4) > likely("what may a room cost", ways, stands_out=0.0)


def test_ahead_of_other_passages_it_is_likelier() -> None:
    other = replace(NIGHT, marker=2, title="Travel > Nights")
    alone, beside = (NIGHT, DOGS), (NIGHT, other)
    ways = "price of a room"
    assert likely("hotel night", ways, passages=alone) > likely("hotel night", ways, passages=beside)


@pytest.mark.parametrize(
    ("question", "asks"),
    [("how much more is it than Leeds?", True), ("둘을 합치면 얼마야", True), ("what is the limit?", False)],
)
def test_a_sum_is_seldom_a_line(question: str, asks: bool) -> None:
    assert asks_arithmetic(question) is asks


def test_arithmetic_makes_it_less_likely() -> None:
    ways = "hotel night price london difference"
    assert likely("hotel night price difference", ways) < likely("hotel night price london", ways)


def test_of_a_line_nobody_has_asked_for_nothing_is_known() -> None:
    asked = Asked("hotel night", "hotel night")
    best = ranked(asked, (NIGHT, DOGS), "en", ScoringFigures())[0]
    assert likelihood(best, NIGHT, asked, FIGURES) is None
