"""Shares with their uncertainty.

Wilson's score interval: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
JASA 22 (1927), 209-212; z = 1.959964 for 95 %, two-sided.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from evaluations.judging import Outcome

Z_95 = 1.959964


@dataclass(frozen=True)
class Share:
    """`hits` of `of`."""

    hits: int
    of: int

    @property
    def value(self) -> float:
        """0..1; 0 when there was nothing."""
        return self.hits / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval; (0, 1) when there was nothing."""
        return wilson(self.hits, self.of)


@dataclass(frozen=True)
class Rates:
    """What one way of deciding did on one set (or half of it)."""

    n: int
    """Labelled turns."""
    reuse: Share
    """Reusable turns answered from a record that holds all they need."""
    wrong: Share
    """Reuses of a record that does not hold it, of all turns where that was possible."""
    missed: Share
    """Reusable turns that were searched without asking."""
    asked: Share
    """Turns that would ask the person."""


def wilson(hits: int, of: int, z: float = Z_95) -> tuple[float, float]:
    """Wilson's score interval of a share."""
    if of == 0:
        return 0.0, 1.0
    share = hits / of
    centre = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return max(0.0, centre - half), min(1.0, centre + half)


def rates(outcomes: Iterable[Outcome]) -> Rates:
    """Rates over the labelled ones. A reusable turn answered from another, insufficient record is a wrong reuse too."""
    rated = [outcome for outcome in outcomes if outcome.labelled]
    reusable = [outcome for outcome in rated if outcome.reusable]
    wrong = sum(outcome.wrong for outcome in rated)
    possible = len(rated) - len(reusable) + sum(outcome.wrong for outcome in reusable)
    return Rates(
        n=len(rated),
        reuse=Share(sum(outcome.action == "reuse" and not outcome.wrong for outcome in reusable), len(reusable)),
        wrong=Share(wrong, possible),
        missed=Share(sum(outcome.action == "search" for outcome in reusable), len(reusable)),
        asked=Share(sum(outcome.action == "ask" for outcome in rated), len(rated)),
    )
