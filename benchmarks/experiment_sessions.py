"""What conversations cost the experiments' promises: they are what is drawn into arms, and their turns are alike.

The sequences of `supervisor/experiments/sequences.py` take turns as independent. Here they are not: conversations have
1 to 8 turns (each length alike), and each has a chance of its own, Beta-distributed around the share (beta-binomial) so
that two turns of one conversation are correlated by a given intra-class correlation. Of each turn a share is drawn for
audit, as the service does. 1,000 experiments each, looked at after every row:

* two arms of the same share of wrong reuse, or of reuse, and two of the same skewed times: how often called different?
* a threshold exactly at its bound: how often is it taken back?
* a wrong-reuse rate just above the bound everywhere: how often is a threshold proposed?

`python -m benchmarks.experiment_sessions` prints the table (docs/experiments.md). Only the correlation of 0 has a
promise, 5 %; the others say what it is worth.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.experiment_statistics import BOUND, EXPERIMENTS, PIVOTS, Bools, Ints, first_proposal
from supervisor.experiments.intervals import Rate, clopper_pearson
from supervisor.experiments.metrics import COMPARED_FROM, SHOWN_FROM
from supervisor.experiments.sequences import (
    ALPHA,
    MEANS_FROM,
    Sample,
    mean_difference,
    must_step_back,
    rates_differ,
)

Floats = NDArray[np.float64]
TURNS = 8
"""Of the longest conversation."""
LIKENESSES = (0.0, 0.2, 0.5)
"""Intra-class correlations: none; as of one topic in a conversation; as of a source that is stale for all of it."""
JUST_ABOVE = 0.0101


@dataclass(frozen=True)
class Traffic:
    """How conversations are, and what is drawn of them."""

    likeness: float
    """0..1: the correlation of two turns of one conversation."""
    audited: float = 1.0
    """Of turns, drawn each by itself."""


def numbers(traffic: Traffic, rows: int, drawn: np.random.Generator) -> Ints:
    """The first so many audited turns in the order of their conversations: the number of each one's conversation."""
    expected = traffic.audited * (1 + TURNS) / 2
    sessions = math.ceil(1.3 * rows / expected) + 100
    kept = drawn.binomial(drawn.integers(1, TURNS + 1, size=sessions), traffic.audited)
    found = np.repeat(np.arange(sessions), kept)
    if len(found) < rows:
        raise ValueError(f"{sessions} conversations have fewer than {rows} audited turns")
    return found[:rows]


def hits(traffic: Traffic, share: float, of: Ints, drawn: np.random.Generator) -> Bools:
    """Of each turn, whether it is a hit: with the chance of its conversation, which is `share` on average."""
    many = int(of[-1]) + 1
    if not traffic.likeness:
        return drawn.random(len(of)) < share
    spread = (1 - traffic.likeness) / traffic.likeness
    return drawn.random(len(of)) < drawn.beta(share * spread, (1 - share) * spread, size=many)[of]


def rates_called(
    traffic: Traffic, share: float, rows: int, seed: int, least: int = 1, experiments: int = EXPERIMENTS
) -> int:
    """In how many experiments two arms of the same share are called different, from `least` rows of each arm on."""
    drawn, alarms = np.random.default_rng(seed), 0
    for _ in range(experiments):
        of = numbers(traffic, rows, drawn)
        hit = hits(traffic, share, of, drawn)
        arm = (drawn.random(int(of[-1]) + 1) < 0.5)[of]
        counts = [each.cumsum() for each in (hit & arm, arm, hit & ~arm, ~arm)]
        enough = (counts[1] >= least) & (counts[3] >= least)
        looked = np.flatnonzero(enough & (_evidence_apart(*counts) >= math.log(1 / ALPHA) - 1e-6))
        told = ([int(each[row]) for each in counts] for row in looked)
        alarms += any(rates_differ(Rate(a, b), Rate(c, d)) for a, b, c, d in told)
    return alarms


def means_called(traffic: Traffic, rows: int, seed: int, experiments: int = EXPERIMENTS) -> int:
    """The same for two arms of the same skewed times; the likeness is that of their logarithms."""
    drawn, alarms = np.random.default_rng(seed), 0
    for _ in range(experiments):
        of = numbers(traffic, rows, drawn)
        own, shared = drawn.standard_normal(len(of)), drawn.standard_normal(int(of[-1]) + 1)[of]
        noise = math.sqrt(traffic.likeness) * shared + math.sqrt(1 - traffic.likeness) * own
        times = 1_000 * np.exp(0.5 + 0.8 * noise)
        arm = (drawn.random(int(of[-1]) + 1) < 0.5)[of]
        sums = [np.cumsum(each) for side in (arm, ~arm) for each in (side, side * times, side * times**2)]
        alarms += any(_means_differ([float(each[row]) for each in sums]) for row in _means_apart(sums))
    return alarms


def taken_back(traffic: Traffic, rows: int, seed: int, experiments: int = EXPERIMENTS) -> int:
    """In how many experiments a threshold exactly at its bound is taken back."""
    drawn, back, fewest = np.random.default_rng(seed), 0, _fewest_back(rows)
    for _ in range(experiments):
        wrong = hits(traffic, BOUND, numbers(traffic, rows, drawn), drawn).cumsum()
        back += bool((wrong >= fewest).any())
    return back


def bound_broken(traffic: Traffic, rows: int, seed: int, experiments: int = EXPERIMENTS) -> int:
    """In how many experiments a threshold is proposed though wrong reuse lies just above the bound at every one."""
    drawn, broken = np.random.default_rng(seed), 0
    for _ in range(experiments):
        wrong = hits(traffic, JUST_ABOVE, numbers(traffic, rows, drawn), drawn)
        broken += first_proposal(drawn.integers(len(PIVOTS), size=rows), wrong, 1, "always") is not None
    return broken


def _evidence_apart(hit: Ints, of: Ints, other_hit: Ints, other_of: Ints) -> Floats:
    """`rates_differ`'s evidence of all rows at once: only rows near or above the limit are asked one by one."""
    half, whole, times_log = _tables(int(of[-1] + other_of[-1]))
    mixtures = (
        half[one] + half[all_ - one] - whole[all_] - 2 * half[0] for one, all_ in ((hit, of), (other_hit, other_of))
    )
    both, every = hit + other_hit, of + other_of
    return sum(mixtures) - (times_log[both] + times_log[every - both] - times_log[every])


@lru_cache(maxsize=4)
def _tables(most: int) -> tuple[Floats, Floats, Floats]:
    counts = range(most + 1)
    half, whole = ([math.lgamma(count + part) for count in counts] for part in (0.5, 1.0))
    return np.array(half), np.array(whole), np.array([count * math.log(count or 1) for count in counts])


def _means_apart(sums: Sequence[NDArray[Any]]) -> Ints:
    """Rows at which `mean_difference` may call a difference: two standard errors are less than it ever asks for."""
    n, total, squares, other_n, other_total, other_squares = (np.asarray(each, dtype=float) for each in sums)
    with np.errstate(invalid="ignore", divide="ignore"):
        noise = (squares / n - (total / n) ** 2) / n + (
            other_squares / other_n - (other_total / other_n) ** 2
        ) / other_n
        far = np.abs(total / n - other_total / other_n) >= 2 * np.sqrt(noise)
    return np.flatnonzero(far & (np.minimum(n, other_n) >= MEANS_FROM))


def _means_differ(sums: list[float]) -> bool:
    one, other = Sample(int(sums[0]), *sums[1:3]), Sample(int(sums[3]), *sums[4:])
    found = mean_difference(one, other, typical=1_000)
    return found is not None and found.differs


@lru_cache(maxsize=4)
def _fewest_back(rows: int) -> Ints:
    """At each row, how many wrong ones take a threshold back."""
    wrong, found = 0, list[int]()
    for row in range(1, rows + 1):
        while wrong <= row and not must_step_back(wrong, row, BOUND):
            wrong += 1
        found.append(wrong)
    return np.array(found)


Row = tuple[str, Callable[[Traffic], int], float]
_WRONG = partial(rates_called, share=0.01, rows=2_000, seed=2, least=SHOWN_FROM)
_REUSED = partial(rates_called, share=0.3, rows=2_000, seed=3, least=COMPARED_FROM)
_TIMES = partial(means_called, rows=3_000, seed=4)
_BACK = partial(taken_back, rows=3_000, seed=5)
_PROPOSED = partial(bound_broken, rows=3_000, seed=7)
TABLE: tuple[Row, ...] = (
    ("wrong reuse of 1 % in both arms called different, a tenth audited", _WRONG, 0.1),
    ("the same, every turn audited", _WRONG, 1.0),
    ("reuse of 30 % in both arms called different (every turn counts)", _REUSED, 1.0),
    ("equal skewed times called different (every turn counts)", _TIMES, 1.0),
    ("a threshold at its bound taken back, a tenth audited", _BACK, 0.1),
    ("the same, every turn audited", _BACK, 1.0),
    ("a threshold proposed that breaks its bound, a tenth audited", _PROPOSED, 0.1),
    ("the same, every turn audited", _PROPOSED, 1.0),
)


def main() -> int:
    """Print the table; 1 when a promise, which speaks of independent turns, is not kept."""
    kept = True
    print(f"of {EXPERIMENTS} experiments, by the correlation within conversations: {LIKENESSES}")
    for told, simulated, audited in TABLE:
        found = [simulated(Traffic(likeness, audited)) for likeness in LIKENESSES]
        ends = (clopper_pearson(each, EXPERIMENTS) for each in found)
        cells = (
            f"{each / EXPERIMENTS:6.1%} [{low:.1%}, {high:.1%}]" for each, (low, high) in zip(found, ends, strict=True)
        )
        print(f"  {told:68}", *cells, flush=True)
        kept &= found[0] <= 0.05 * EXPERIMENTS
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
