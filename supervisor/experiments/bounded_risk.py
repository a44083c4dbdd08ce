"""The skip threshold whose wrong-reuse rate stays at or below a bound, with 95 % confidence.

Thresholds are tried from the strictest down, each by a one-sided exact binomial test of "wrong reuse is above the
bound"; the first that cannot be rejected ends the sequence, and the last rejected one is proposed. Testing in a fixed
sequence and stopping at the first failure keeps the chance of any wrong rejection at 5 % without dividing it among the
thresholds (W. Maurer, L. Hothorn, W. Lehmacher, "Multiple comparisons in drug clinical trials and preclinical assays",
1995; for thresholds of a risk: A. Angelopoulos, S. Bates, E. Candès, M. Jordan, L. Lei, "Learn then Test", 2021).

The sequence begins at the strictest threshold with enough rows to be proven at all (`rows_needed` without an error).
That start depends on how many rows lie above a threshold, never on whether they were right, so it costs nothing.

Only audited rows may be given: they are a random sample. Who complains, or asks again, is not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from supervisor.experiments.intervals import LEVEL, Interval, Rate, binomial_at_most

GRID = tuple(range(990, 490, -10))
"""Thresholds, per mille, strictest first."""
Pivots = tuple[int, int, int]
"""(pivot, pivot of the wrongly reused types, how many such rows): see `pivots.py`."""


@dataclass(frozen=True)
class Step:
    """One threshold of the curve."""

    threshold: int
    wrong: Rate
    """Of the audited rows that this threshold would skip."""
    chance: float
    """Of so few wrong ones, were the share just above the bound."""

    @property
    def interval(self) -> Interval:
        """From 0 to the exact one-sided upper end."""
        return self.wrong.exact


@dataclass(frozen=True)
class Proposal:
    """What the audited rows allow."""

    steps: tuple[Step, ...]
    """The whole curve, strictest first."""
    threshold: int | None
    """None: refused."""
    audited: int
    """Rows that speak at the refused or proposed threshold."""
    needed: int
    """Audited rows still missing before anything can be proven, were none of them wrong; 0 when proposed."""


def propose(rows: Sequence[Pivots], bound: float, running: int | None = None, level: float = LEVEL) -> Proposal:
    """The lowest threshold that passes. `running` (the threshold in force) is where a refusal is told from; without
    one, it is told from the threshold with the most rows."""
    steps = tuple(_step(threshold, rows, bound) for threshold in GRID)
    least = rows_needed(0, bound, level)
    passed: Step | None = None
    for step in steps:
        if passed is None and step.wrong.of < least:
            continue
        if step.chance > 1 - level:
            break
        passed = step
    if passed is not None:
        return Proposal(steps, passed.threshold, passed.wrong.of, 0)
    told = _told_from(steps, running)
    return Proposal(steps, None, told.wrong.of, max(1, rows_needed(told.wrong.hits, bound, level) - told.wrong.of))


def rows_needed(wrong: int, bound: float, level: float = LEVEL) -> int:
    """The fewest rows at which so many wrong ones still prove the bound: 299 for none at 1 % and 95 %."""
    low, high = wrong + 1, max(2, math.ceil(math.log(1 - level) / math.log1p(-bound)) + wrong)
    while binomial_at_most(wrong, high, bound) > 1 - level:
        low, high = high, high * 2
    while low < high:
        middle = (low + high) // 2
        if binomial_at_most(wrong, middle, bound) <= 1 - level:
            high = middle
        else:
            low = middle + 1
    return low


def _step(threshold: int, rows: Sequence[Pivots], bound: float) -> Step:
    skipped = sum(count for pivot, _, count in rows if pivot > threshold)
    wrong = sum(count for _, wrongly, count in rows if wrongly > threshold)
    return Step(threshold, Rate(wrong, skipped), binomial_at_most(wrong, skipped, bound) if skipped else 1.0)


def _told_from(steps: Sequence[Step], running: int | None) -> Step:
    fitting = [step for step in steps if running is not None and step.threshold <= running]
    return fitting[0] if fitting else max(steps, key=lambda step: step.wrong.of)
