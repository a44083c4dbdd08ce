"""The skip threshold whose wrong-reuse rate stays at or below a bound, with 95 % confidence.

Thresholds are tested from the strictest down, each against the null hypothesis "wrong reuse is above the bound". A
threshold passes its part of the error probability on to the next one only after its own proof. So the choice among
thresholds is corrected for. There are two ways, as the experiment declares:

* `always` (default): holds under continuous monitoring. Each threshold is tested by an always-valid likelihood ratio
  (`sequences.evidence_below`). Of the 5 %, the threshold in force gets RUNNING, and every fifth of the others its part
  of the rest. A proven threshold's part goes on to the next (the fallback procedure: B. Wiens, "A fixed sequence
  Bonferroni procedure for testing multiple endpoints", Pharmaceutical Statistics 2 (2003), 211-215, which shows that
  the probability of any wrong proof is at most the sum; by Ville's inequality this holds at all times at once). The
  starting points are thus fixed before any row is seen: one that moves with the number of rows would be another chance
  of error at every move.
* `once`: a one-sided exact binomial test of each, at 5 % each, in a fixed sequence that ends at the first that fails
  (W. Maurer, L. Hothorn, W. Lehmacher, "Multiple comparisons in drug clinical trials and preclinical assays", 1995; for
  thresholds of a risk: A. Angelopoulos, S. Bates, E. Candès, M. Jordan, L. Lei, "Learn then Test", 2021). It begins at
  the strictest threshold with enough rows for a proof. That depends on the number of rows only, not on whether they
  were right, so it adds no error *for one look*. It needs fewer rows, but whoever looks repeatedly and takes the first
  threshold that is proposed exceeds the 5 %.

Pass only decisions drawn for audit: they are a random sample. Complaints, or decisions chosen for a look, are not. Both
tests treat the rows as independent (`sequences.py` says what conversations cost).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import dropwhile

from foundation.storage.experiments.declared import Looks
from service_agent.statistics.intervals import LEVEL, Interval, Rate, binomial_at_most
from service_agent.statistics.sequences import rows_below, upper_always

GRID = tuple(range(990, 490, -10))
"""Thresholds, per mille, strictest first."""
RUNNING = 0.8
"""Share of the risk for the threshold in force, where most proofs begin. The rest is for proposals to raise it, and for
thresholds with hardly any row above them."""
OTHERS = 50
"""Per mille: the rest is divided among the multiples of it. Each further starting point leaves less for the others."""
NEVER = 2**62
Pivots = tuple[int, int, int]
"""(pivot, pivot of the wrongly reused types, how many such rows): see `pivots.py`."""


@dataclass(frozen=True)
class Step:
    """One threshold of the curve."""

    threshold: int
    wrong: Rate
    """Of the audited rows that this threshold would skip."""
    looks: Looks
    risk: float
    """The error probability allowed to its proof, unless a stricter threshold passes its own on."""

    @property
    def interval(self) -> Interval:
        """From 0 to the one-sided upper end, of this threshold alone, valid for the declared looks."""
        if self.looks == "once":
            return self.wrong.exact
        return Interval(0.0, upper_always(self.wrong.hits, self.wrong.of), "always-valid")

    def missing(self, bound: float, risk: float | None = None) -> int:
        """Rows still needed for its proof, if none of them is wrong. 0: proven. NEVER: cannot be proven alone."""
        allowed = self.risk if risk is None else risk
        if not allowed:
            return NEVER
        needed = rows_needed if self.looks == "once" else rows_below
        return max(0, needed(self.wrong.hits, bound, allowed) - self.wrong.of)


@dataclass(frozen=True)
class Proposal:
    """The threshold that the audited rows allow."""

    steps: tuple[Step, ...]
    """The whole curve, strictest first."""
    threshold: int | None
    """None: refused."""
    audited: int
    """Rows that count at `reference`."""
    needed: int
    """Audited rows still missing there for a proof, if none of them is wrong; 0 when proposed."""
    reference: int
    """The proposed threshold, or the one that a refusal refers to."""
    upper: float | None = None
    """The proven upper bound of the wrong-reuse rate, corrected for the choice among thresholds; None: refused."""


def propose(
    rows: Sequence[Pivots], bound: float, running: int, looks: Looks = "always", level: float = LEVEL
) -> Proposal:
    """The lowest threshold that passes; `running` is the one in force, per mille. A refusal under `always` refers to
    the threshold with the fewest missing rows. A refusal under `once` refers to the threshold where the sequence began
    and failed or, while no threshold has enough rows to begin at, to the running one."""
    alpha = 1 - level
    start = next((threshold for threshold in GRID if threshold <= running), GRID[-1])
    skipped, wrong = _above([(row[0], row[2]) for row in rows]), _above([(row[1], row[2]) for row in rows])
    steps = tuple(
        Step(threshold, Rate(wrong[threshold], skipped[threshold]), looks, risk)
        for threshold, risk in _risks(start, looks, alpha).items()
    )
    passed, risk = _once(steps, bound) if looks == "once" else _always(steps, bound, start)
    if passed is not None:
        upper = passed.wrong.exact.high if looks == "once" else upper_always(passed.wrong.hits, passed.wrong.of, risk)
        return Proposal(steps, passed.threshold, passed.wrong.of, 0, passed.threshold, upper)
    here = next(step for step in steps if step.threshold == start)
    if looks == "once":
        reference = next(_begun(steps, bound), here)
    else:
        reference = min((here, *steps), key=lambda step: step.missing(bound))
    return Proposal(steps, None, reference.wrong.of, max(1, reference.missing(bound)), reference.threshold)


def wrong_above(rows: Sequence[Pivots], threshold: int) -> Rate:
    """Of the rows that this threshold skips without asking, those that were wrong. This rate is proven, and monitored
    from the trial on. Rows that a person confirmed lie below the threshold and do not count."""
    wrong = sum(many for _, wrongly, many in rows if wrongly > threshold)
    return Rate(wrong, sum(many for pivot, _, many in rows if pivot > threshold))


@lru_cache(maxsize=4_096)
def rows_needed(wrong: int, bound: float, alpha: float = 1 - LEVEL) -> int:
    """The fewest rows that prove the bound in one look with `wrong` wrong ones: 299 for 0 at 1 % and alpha 0.05."""
    low, high = wrong + 1, max(2, math.ceil(math.log(alpha) / math.log1p(-bound)) + wrong)
    while binomial_at_most(wrong, high, bound) > alpha:
        low, high = high, high * 2
    while low < high:
        middle = (low + high) // 2
        if binomial_at_most(wrong, middle, bound) <= alpha:
            high = middle
        else:
            low = middle + 1
    return low


def _once(steps: Sequence[Step], bound: float) -> tuple[Step | None, float]:
    """The last proven step of the fixed sequence, and the error probability of its proof."""
    passed: Step | None = None
    for step in _begun(steps, bound):
        if step.missing(bound):
            break
        passed = step
    return passed, steps[0].risk


def _begun(steps: Sequence[Step], bound: float) -> Iterator[Step]:
    """Of the fixed sequence, from the strictest threshold with enough rows to be proven at all."""
    least = rows_needed(0, bound, steps[0].risk)
    return dropwhile(lambda step: step.wrong.of < least, steps)


def _always(steps: Sequence[Step], bound: float, start: int) -> tuple[Step | None, float]:
    """The lowest threshold reached, and what its proof may cost. It ends at the first that fails from the running one
    down, once anything was proven."""
    passed: Step | None = None
    risk = handed_on = 0.0
    for step in steps:
        allowed = step.risk + handed_on
        if not step.missing(bound, allowed):
            passed, risk, handed_on = step, allowed, allowed
            continue
        if passed is not None and step.threshold <= start:
            break
        handed_on = 0.0
    return passed, risk


def _risks(start: int, looks: Looks, alpha: float) -> dict[int, float]:
    """Threshold -> what its own proof may cost."""
    if looks == "once":
        return dict.fromkeys(GRID, alpha)
    others = [threshold for threshold in GRID if threshold % OTHERS == 0 and threshold != start]
    rest = dict.fromkeys(others, alpha * (1 - RUNNING) / len(others))
    return {threshold: alpha * RUNNING if threshold == start else rest.get(threshold, 0.0) for threshold in GRID}


def _above(rows: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Threshold -> how many of the (pivot, rows) lie above it."""
    waiting, found, total = sorted(rows), dict[int, int](), 0
    for threshold in GRID:
        while waiting and waiting[-1][0] > threshold:
            total += waiting.pop()[1]
        found[threshold] = total
    return found
