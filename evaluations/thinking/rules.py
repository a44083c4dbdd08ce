"""The rules of simulation, fixed before anything was measured with them (docs/thinking.md says them in words).

They know tasks: the prompt's public name, the labelled question it is about, the documents and drafts in its blocks. No
rule looks at how a prompt is worded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Fault = Literal["figure", "other", "omitted"]
FAULTS: Mapping[Fault, float] = {"figure": 0.4, "other": 0.3, "omitted": 0.3}
"""What becomes of a part that is not written right: another figure, another sentence of the documents, left out."""
ALL_AT_ONCE = 2
"""Tasks of a prompt that asks for everything at once, beside writing each part: reading the question, choosing among
the documents."""
GOOD_SCORE = 97
BAD_SCORES = (50, 65, 80)
"""Judges are too sure: what they hold for wrong gets one of these, as likely one as another."""
CONFIDENCES = (0.9, 0.95, 0.99)
"""Said of every classification, right or wrong."""
BROKEN = 0.1
"""Share of structured replies whose JSON is broken: cut off, in prose, with single quotes."""
ONE_CALL = ("answer", "answer_strict", "synthesis")


@dataclass(frozen=True)
class Rules:
    """One simulated model."""

    p: float = 0.85
    """A single task is done right with this probability; a prompt of k tasks with p to the power of k."""
    seed: int = 1
    broken: float = BROKEN
    delay_s: float = 0.0
    """Before each reply."""

    @property
    def misjudges(self) -> float:
        """A judgement is one task: it is wrong of right and of wrong answers alike with 1 - p."""
        return 1 - self.p


def tasks_of(prompt: str, parts: int) -> int:
    """How many tasks a writer's prompt holds."""
    written = max(1, parts)
    if prompt in ONE_CALL:
        return ALL_AT_ONCE + written
    return written if prompt == "answer_simple" else 1
