"""Whether things are wanted together: then all are answered, and nobody is asked which one is meant."""

from __future__ import annotations

from foundation.language.cues import asks_to_analyse
from foundation.language.wanted.comparisons import comparing
from foundation.language.wanted.counted import several_meant


def several_wanted(question: str) -> bool:
    """True if they are set beside each other, counted, summed or analysed, or a number of them is named (the two)."""
    asked = comparing(question)
    together = asked.sets_beside or asked.counts or asked.total
    return together or asks_to_analyse(question) or several_meant(question) is not None
