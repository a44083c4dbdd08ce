"""How long something lasts is not held against the time by which something must be done."""

from __future__ import annotations

import pytest

from execution_agents.analysis.limits.judging import lasts_otherwise
from execution_agents.analysis.limits.stated import Stated
from execution_agents.analysis.limits.values import values_in
from foundation.language.rules.limits import limits_in
from tests.execution_agents.answer.turns import law, passage

ITEM = law(passage("p1", "Overtime", "text")).items[0]


@pytest.mark.parametrize(
    ("question", "sentence", "otherwise"),
    [
        ("can i take 3 weeks off", "Overtime is taken as time off within 8 weeks.", True),
        ("can i hand it in after 3 weeks", "Overtime is taken as time off within 8 weeks.", False),
        ("can i take 3 weeks off", "You may take up to 8 weeks.", False),
        ("can i stay 3 weeks in a row", "You must register within 8 weeks.", True),
    ],
)
def test_a_length_is_not_held_against_a_deadline(question: str, sentence: str, otherwise: bool) -> None:
    (limit,), (value,) = limits_in(sentence), values_in(question)
    assert lasts_otherwise(value, Stated(limit, ITEM, sentence, "", sentence, "", ("p1", 0), 0)) is otherwise
