"""The error rates of experiments when conversations are randomised and the turns of one conversation are correlated.

Conversations have 1 to 8 turns, or 1 to 30 (every length equally likely). Each has a probability of its own,
Beta-distributed around the share (beta-binomial), so that two turns of one conversation have a given intra-class
correlation. A share of the turns is drawn for audit, as the service does. 1,000 experiments each, looked at after every
row:

* two arms of the same share of wrong reuse, or of reuse, and two of the same skewed times: how often are they called
  different, computed by conversations as in the service, and as if every turn were independent?
* a threshold exactly at its bound: how often is it taken back?
* a wrong-reuse rate just above the bound everywhere: how often is a threshold proposed?
* a real difference: how many turns until half of the experiments call it?
* one look at an interval of a mean, a share or a p95: how often does it miss?

`python -m benchmarks.experiment_sessions` prints the tables (docs/experiments.md). Figures computed by conversations
promise 5 % at any correlation. The others promise it at correlation 0 only; the other columns show their error there.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from statistics import NormalDist

import numpy as np

from benchmarks.experiment_clusters import FIGURE, Arms, Floats, means_called_at, rates_called_at, running
from benchmarks.experiment_statistics import BOUND, EXPERIMENTS, PIVOTS, Bools, Ints, first_proposal
from foundation.storage.tables.histogram_buckets import TIME_BUCKETS, time_bucket
from service_agent.statistics.by_conversation import Conversations
from service_agent.statistics.intervals import Rate, clopper_pearson, mean_interval
from service_agent.statistics.reuse_metrics import quantile_interval
from service_agent.statistics.sequences import must_step_back

NEEDS = ("scipy",)
SPREAD = 0.8
"""Standard deviation of the logarithms of times."""
TURNS = 8
"""Of the longest conversation."""
LIKENESSES = (0.0, 0.2, 0.5)
"""Intra-class correlations: none; of a conversation on one topic; of a conversation on one stale source."""
JUST_ABOVE = 0.0101


@dataclass(frozen=True)
class Traffic:
    """How conversations are made, and what is drawn from them."""

    likeness: float
    """0..1: the correlation of two turns of one conversation."""
    audited: float = 1.0
    """Share of the turns that are audited, each drawn independently."""
    longest: int = TURNS
    cured: bool = True
    """False: as if every turn were independent, whatever the number of conversations."""


def numbers(traffic: Traffic, rows: int, drawn: np.random.Generator) -> Ints:
    """The conversation number of each of the first `rows` audited turns, in the order of their conversations."""
    expected = traffic.audited * (1 + traffic.longest) / 2
    sessions = math.ceil(1.3 * rows / expected) + 100
    kept = drawn.binomial(drawn.integers(1, traffic.longest + 1, size=sessions), traffic.audited)
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


def of_rates(traffic: Traffic, shares: tuple[float, float], rows: int, drawn: np.random.Generator) -> Arms:
    """One experiment of hits with these shares, the arm's and the control's."""
    of = numbers(traffic, rows, drawn)
    arm = (drawn.random(int(of[-1]) + 1) < 0.5)[of]
    one, other = (hits(traffic, share, of, drawn) for share in shares)
    return Arms(of, arm, np.where(arm, one, other).astype(float), traffic.cured)


def of_times(traffic: Traffic, less: float, rows: int, drawn: np.random.Generator) -> Arms:
    """One experiment of skewed times; the arm's are shorter by `less`. The correlation is that of their logarithms."""
    of = numbers(traffic, rows, drawn)
    arm = (drawn.random(int(of[-1]) + 1) < 0.5)[of]
    return Arms(of, arm, skewed(traffic, of, drawn) * np.where(arm, 1 - less, 1.0), traffic.cured)


def skewed(traffic: Traffic, of: Ints, drawn: np.random.Generator) -> Floats:
    """Milliseconds: log-normal, 2,270 on average."""
    own, shared = drawn.standard_normal(len(of)), drawn.standard_normal(int(of[-1]) + 1)[of]
    noise = math.sqrt(traffic.likeness) * shared + math.sqrt(1 - traffic.likeness) * own
    return 1_000 * np.exp(0.5 + SPREAD * noise)


def rates_called(traffic: Traffic, share: float, rows: int, seed: int, experiments: int = EXPERIMENTS) -> int:
    """In how many experiments two arms of the same share are called different, from 30 rows of each arm on."""
    drawn = np.random.default_rng(seed)
    arms = (of_rates(traffic, (share, share), rows, drawn) for _ in range(experiments))
    return sum(rates_called_at(each) is not None for each in arms)


def means_called(traffic: Traffic, rows: int, seed: int, experiments: int = EXPERIMENTS) -> int:
    """The same for two arms of the same skewed times."""
    drawn = np.random.default_rng(seed)
    arms = (of_times(traffic, 0.0, rows, drawn) for _ in range(experiments))
    return sum(means_called_at(each) is not None for each in arms)


def turns_of_rates(traffic: Traffic, seed: int = 8, experiments: int = 200) -> float:
    """The median of turns, of both arms together, until 40 % of reuse are called more than 30 %."""
    drawn, rows = np.random.default_rng(seed), 20_000
    found = [rates_called_at(of_rates(traffic, (0.4, 0.3), rows, drawn)) for _ in range(experiments)]
    return float(np.median([rows if row is None else row + 1 for row in found]))


def turns_of_means(traffic: Traffic, seed: int = 9, experiments: int = 200) -> float:
    """The same until times are called a fifth shorter."""
    drawn, rows = np.random.default_rng(seed), 20_000
    found = [means_called_at(of_times(traffic, 0.2, rows, drawn)) for _ in range(experiments)]
    return float(np.median([rows if row is None else row + 1 for row in found]))


def missed(traffic: Traffic, rows: int, seed: int = 10, experiments: int = EXPERIMENTS) -> list[int]:
    """At one look after `rows` turns: how often the intervals of a mean time, of a share of 0.3 and of a p95 miss."""
    drawn, out = np.random.default_rng(seed), [0, 0, 0]
    mean, p95 = 1_000 * math.exp(0.5 + SPREAD**2 / 2), 1_000 * math.exp(0.5 + SPREAD * NormalDist().inv_cdf(0.95))
    for _ in range(experiments):
        of = numbers(traffic, rows, drawn)
        times, hit = skewed(traffic, of, drawn), hits(traffic, 0.3, of, drawn).astype(float)
        every = np.ones(rows, dtype=bool)
        slow, share = (running(of, every, each).at(-1) for each in (times, hit))
        by_time, by_hit = (Conversations(({FIGURE: each},)).once(FIGURE) for each in (slow, share))
        counted = np.bincount([time_bucket(each) for each in times], minlength=TIME_BUCKETS).astype(float)
        intervals = (
            (mean_interval(rows, slow.total, slow.squares, by_time), mean),
            (Rate(int(share.total), rows, by_hit).wilson, 0.3),
            (quantile_interval(counted.tolist(), 0.95, by_time), p95),
        )
        for place, (interval, true) in enumerate(intervals):
            out[place] += interval is not None and not interval.low <= true <= interval.high
    return out


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


@lru_cache(maxsize=4)
def _fewest_back(rows: int) -> Ints:
    """At each row, how many wrong ones take a threshold back."""
    wrong, found = 0, list[int]()
    for row in range(1, rows + 1):
        while wrong <= row and not must_step_back(wrong, row, BOUND):
            wrong += 1
        found.append(wrong)
    return np.array(found)


Row = tuple[str, Callable[[Traffic], int], Traffic]
"""A row's name, its measure, and its traffic except for the correlation."""
_WRONG = partial(rates_called, share=0.01, rows=2_000, seed=2)
_REUSED = partial(rates_called, share=0.3, rows=2_000, seed=3)
_TIMES = partial(means_called, rows=3_000, seed=4)
_BACK = partial(taken_back, rows=3_000, seed=5)
_PROPOSED = partial(bound_broken, rows=3_000, seed=7)
_PLAIN, _LONG, _TENTH = Traffic(0.0), Traffic(0.0, longest=30), Traffic(0.0, 0.1)
_BEFORE, _LONG_BEFORE = replace(_PLAIN, cured=False), replace(_LONG, cured=False)
BY_CONVERSATION: tuple[Row, ...] = (
    ("equal skewed times called different", _TIMES, _PLAIN),
    ("the same, conversations of 1 to 30 turns", _TIMES, _LONG),
    ("reuse of 30 % in both arms called different", _REUSED, _PLAIN),
    ("the same, conversations of 1 to 30 turns", _REUSED, _LONG),
    ("wrong reuse of 1 % in both arms called different, a tenth audited", _WRONG, _TENTH),
    ("the same, every turn audited", _WRONG, _PLAIN),
)
AS_INDEPENDENT: tuple[Row, ...] = (
    ("not by conversations: equal skewed times called different", _TIMES, _BEFORE),
    ("the same, conversations of 1 to 30 turns", _TIMES, _LONG_BEFORE),
    ("not by conversations: reuse of 30 % in both arms called different", _REUSED, _BEFORE),
    ("the same, conversations of 1 to 30 turns", _REUSED, _LONG_BEFORE),
    ("a threshold at its bound taken back, a tenth audited", _BACK, _TENTH),
    ("the same, every turn audited", _BACK, _PLAIN),
    ("a threshold proposed that breaks its bound, a tenth audited", _PROPOSED, _TENTH),
    ("the same, every turn audited", _PROPOSED, _PLAIN),
)


def main() -> int:
    """Print the tables; 1 when a promise is not kept."""
    print(f"of {EXPERIMENTS} experiments, by the correlation within conversations: {LIKENESSES}")
    found = [_row(row) for row in (*BY_CONVERSATION, *AS_INDEPENDENT)]
    promised = [*(each for row in found[: len(BY_CONVERSATION)] for each in row), *(row[0] for row in found)]
    print("turns until half of 200 experiments call a difference, as if independent and by conversations")
    for name, turns in (("a fifth less time", turns_of_means), ("40 % of reuse, not 30 %", turns_of_rates)):
        for traffic in (_PLAIN, _LONG):
            for likeness in (0.0, 0.3):
                before, now = (turns(replace(traffic, likeness=likeness, cured=cured)) for cured in (False, True))
                print(f"  {name}, 1 to {traffic.longest} turns, {likeness}: {before:,.0f}, {now:,.0f}", flush=True)
    print("one look: intervals that miss, of a mean time, a share of 0.3, a p95")
    for traffic in (_PLAIN, _LONG):
        for rows in (300, 2_000):
            cells = [_cells(missed(replace(traffic, likeness=likeness), rows)) for likeness in LIKENESSES]
            print(f"  1 to {traffic.longest} turns, {rows:,}:", " | ".join(cells), flush=True)
    return 0 if max(promised) <= 0.05 * EXPERIMENTS else 1


def _row(row: Row) -> list[int]:
    label, simulated, traffic = row
    found = [simulated(replace(traffic, likeness=likeness)) for likeness in LIKENESSES]
    print(f"  {label:68}", _cells(found), flush=True)
    return found


def _cells(found: list[int]) -> str:
    ends = (clopper_pearson(each, EXPERIMENTS) for each in found)
    return " ".join(
        f"{each / EXPERIMENTS:6.1%} [{low:.1%}, {high:.1%}]" for each, (low, high) in zip(found, ends, strict=True)
    )


if __name__ == "__main__":
    sys.exit(main())
