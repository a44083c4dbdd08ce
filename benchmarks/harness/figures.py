"""The arithmetic of the benchmarks: medians, percentiles, ratios, and goals that are met or missed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed (nearest rank). Raises ValueError."""
    if not values or not 0 < share <= 1:
        raise ValueError("a percentile wants values and a share above 0, at most 1")
    ordered = sorted(values)
    return ordered[max(1, math.ceil(share * len(ordered))) - 1]


def median(values: Sequence[float]) -> float:
    """The middle value; between the two middle ones for an even number."""
    if not values:
        raise ValueError("a median wants values")
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def change(now: float, before: float) -> float:
    """How much more (negative: less) than before, as a share of it; 0 of nothing is no change."""
    return (now - before) / before if before else 0.0


def percent(share: float) -> str:
    """A change in words of a table: -62 %."""
    return f"{share * 100:+.0f} %"


@dataclass(frozen=True)
class Goal:
    """One figure of the design, what was measured, and whether that is enough."""

    wanted: str
    measured: str
    met: bool

    @property
    def verdict(self) -> str:
        """A miss is called a miss."""
        return "met" if self.met else "**missed**"


def at_most(wanted: str, measured: float, limit: float, shown: str) -> Goal:
    """A goal that is met up to and including its limit."""
    return Goal(wanted, shown, measured <= limit)
