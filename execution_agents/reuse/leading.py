"""Passages compared by the line that would lead the answer: where it stands in what is in hand, a fresh search would
bring nothing better, whatever it ranks first (decision 52).

A section says much besides, and the sections next to it say it in the same words: the efficiency of one pump is found
with that of every other, and what a search ranks first is as often the neighbour. Which line answers is what the answer
itself decides. It is asked where nothing but passages out of hand speaks against reuse.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from execution_agents.reuse.judge2 import ProbeReading
from execution_agents.reuse.probe import NOT_IN_HAND
from foundation.contracts.plan import Understanding
from foundation.contracts.ports import Hit
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import ProbeFigures

Leads = Callable[[Understanding, Sequence[EvidenceItem], Sequence[Hit]], float | None]
"""How likely the line that would lead an answer from these passages, those in hand and those a fresh search brings, is
one, 0..1; None where it stands in none that is in hand, or where nothing is known of such lines."""

MOST_ASKED = 2
"""Records of one turn that are looked at so, the newest first: each takes some 32 ms (decision 52)."""


def lacks_passages_alone(reading: ProbeReading) -> bool:
    """True if nothing but passages that a fresh search ranks first, and that are out of hand, speaks against reuse."""
    return reading.failures == (NOT_IN_HAND,) or (not reading.failures and reading.held < reading.of)


def is_likely(likely: float | None, figures: ProbeFigures) -> bool:
    """True if the line that would lead is in hand, and so likely an answer that a search is not needed."""
    return likely is not None and likely * 1000 >= figures.leads_least


def held_by_line(reading: ProbeReading, likely: float | None, figures: ProbeFigures) -> ProbeReading:
    """As if everything were in hand, where the line that would lead is, and likely enough an answer."""
    return replace(reading, held=reading.of, failures=()) if is_likely(likely, figures) else reading
