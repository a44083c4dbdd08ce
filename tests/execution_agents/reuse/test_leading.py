"""Passages are reused where the line that would lead the answer is in hand, whatever else a search ranks first."""

from __future__ import annotations

import pytest

from execution_agents.reuse.judge2 import ProbeReading
from execution_agents.reuse.leading import held_by_line, lacks_passages_alone
from execution_agents.reuse.probe import NOT_IN_HAND, NOTHING_FOUND
from foundation.domains.schema.pack import ProbeFigures

OUT_OF_HAND = ProbeReading(held=1, of=3, failures=(NOT_IN_HAND,))
CLOSE = ProbeReading(held=2, of=3)


@pytest.mark.parametrize("reading", [OUT_OF_HAND, CLOSE])
def test_a_likely_line_in_hand_stands_for_all_that_is_compared(reading: ProbeReading) -> None:
    assert lacks_passages_alone(reading)
    held = held_by_line(reading, 0.8, ProbeFigures())
    assert (held.held, held.of, held.failures) == (3, 3, ())


@pytest.mark.parametrize("likely", [None, 0.0, 0.79])
def test_an_unlikely_line_or_none_in_hand_changes_nothing(likely: float | None) -> None:
    assert held_by_line(OUT_OF_HAND, likely, ProbeFigures()) == OUT_OF_HAND
    assert held_by_line(OUT_OF_HAND, 0.85, ProbeFigures(leads_least=900)) == OUT_OF_HAND


def test_it_is_not_asked_where_all_is_in_hand_or_nothing_was_found() -> None:
    assert not lacks_passages_alone(ProbeReading(held=3, of=3))
    assert not lacks_passages_alone(ProbeReading(held=0, of=1, failures=(NOTHING_FOUND,)))
