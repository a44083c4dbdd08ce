"""Checks the error rates of the experiments' statistics by simulated experiments with a known truth.

* 1,000 experiments: a threshold is proposed from audited rows whose wrong-reuse rate rises as the pivot falls and
  crosses the bound in the middle of the grid; looked at after every row, and held at the first that is proposed. How
  often does it break the bound? The same where the rate lies just above the bound everywhere, and further above it.
* The proposal for one look (`looks: once`), looked at once; and, without a promise, looked at again and again.
* 1,000 comparisons of two arms that do not differ, looked at after every row: how often is a difference called?
* 1,000 tried thresholds exactly at their bound, looked at after every row: how often are they taken back?
* 1,000 times of skewed turns with a p95 that is known: how often does its interval, read from a histogram, miss it?
* How many rows do both kinds of proof need, looked at after every row, at several wrong-reuse rates?

All treat turns as independent; `benchmarks/experiment_sessions.py` has correlated turns within a conversation.

`python -m benchmarks.experiment_statistics` prints tables; tests/service_agent/statistics run smaller ones.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from foundation.storage.experiments.declared import Looks
from foundation.storage.tables.histogram_buckets import TIME_BUCKETS, time_bucket
from service_agent.statistics.bounded_risk import GRID, NEVER, RUNNING, propose, rows_needed
from service_agent.statistics.intervals import Rate, clopper_pearson
from service_agent.statistics.reuse_metrics import quantile_interval
from service_agent.statistics.sequences import (
    ALPHA,
    MEANS_FROM,
    Sample,
    mean_difference,
    must_step_back,
    rates_differ,
    rows_below,
)

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
PIVOTS = np.arange(510, 1000, 10)
RUNNING_NOW = 900
"""The threshold in force, per mille."""
Wrong = Callable[[int], float]
"""A pivot, per mille -> the chance that reuse at it is wrong."""
BOUND = 0.01
EXPERIMENTS = 1_000


def wrong_at(pivot: int) -> float:
    """The chance that reuse at this pivot is wrong: next to none above 0.9, far too often below 0.7."""
    return min(0.5, 0.0005 + 0.0001 * math.exp((950 - pivot) / 45))


def always(share: float) -> Wrong:
    """The same chance at every pivot: just above the bound it is the worst case, every threshold proposed breaks it."""
    return lambda _pivot: share


def true_rate(threshold: int, wrong: Wrong = wrong_at) -> float:
    """Wrong reuse of all skips above a threshold, pivots spread evenly from 0.5 to 0.99."""
    pivots = range(threshold // 10 * 10 + 10, 1000, 10)
    return sum(map(wrong, pivots)) / max(1, len(pivots))


def broken_bounds(
    experiments: int,
    rows: int,
    seed: int,
    *,
    every: int | None = None,
    wrong: Wrong = wrong_at,
    looks: Looks = "always",
) -> int:
    """In how many experiments the proposed threshold's true rate is above the bound. There is one look after all rows,
    or one after each `every` rows until a threshold is proposed."""
    drawn, broken = np.random.default_rng(seed), 0
    chances = np.array([wrong(int(pivot)) for pivot in PIVOTS])
    for _ in range(experiments):
        chosen_pivots = drawn.integers(len(PIVOTS), size=rows)
        wrongly = drawn.random(rows) < chances[chosen_pivots]
        chosen = first_proposal(chosen_pivots, wrongly, every or rows, looks)
        broken += chosen is not None and true_rate(chosen, wrong) > BOUND
    return broken


def first_proposal(at: Ints, wrongly: Bools, every: int, looks: Looks) -> int | None:
    """The first threshold that is proposed, with a look after every `every` rows."""
    # Row by threshold: how many so far it would skip, and how many of those wrongly.
    skips = PIVOTS[at][:, None] > np.array(GRID)[None, :]
    many, bad = skips.cumsum(axis=0), (skips & wrongly[:, None]).cumsum(axis=0)
    fewest = np.array([_fewest(count, looks) for count in range(int(bad.max(initial=0)) + 1)])
    # No risk has been passed on to a first proof. So looks at which no threshold is proven by its own risk propose
    # nothing, and are skipped.
    looked = np.arange(every - 1, len(at), every)
    worth = looked[(many[looked] >= fewest[bad[looked], np.arange(len(GRID))]).any(axis=1)]
    for row in worth:
        # Rows that a threshold would skip, and the next stricter one would not, have their pivot in the step between.
        pivots = [threshold + 10 for threshold in GRID]
        counts = zip(pivots, np.diff(many[row], prepend=0).tolist(), strict=True)
        wrong = zip(pivots, np.diff(bad[row], prepend=0).tolist(), strict=True)
        weighted = [(pivot, 0, count) for pivot, count in counts] + [(0, pivot, count) for pivot, count in wrong]
        chosen = propose(weighted, BOUND, RUNNING_NOW, looks).threshold
        if chosen is not None:
            return chosen
    return None


@lru_cache(maxsize=1_024)
def _fewest(wrong: int, looks: Looks) -> tuple[int, ...]:
    """For each threshold, the least rows with which `wrong` wrong ones can be a proof by its own risk."""
    needed = rows_needed if looks == "once" else rows_below
    steps = propose([], BOUND, RUNNING_NOW, looks).steps
    return tuple(needed(wrong, BOUND, step.risk) if step.risk else NEVER for step in steps)


def rows_until_proven(experiments: int, most: int, share: float, seed: int, looks: Looks) -> Ints:
    """Audited skips of the running threshold until it is proven, looked at after each; `most` where it never is."""
    drawn, ends = np.random.default_rng(seed), list[int]()
    for _ in range(experiments):
        bad = (drawn.random(most) < share).cumsum()
        fewest = np.array(
            [
                rows_needed(count, BOUND) if looks == "once" else rows_below(count, BOUND, ALPHA * RUNNING)
                for count in range(int(bad[-1]) + 1)
            ]
        )
        proven = np.arange(1, most + 1) >= fewest[bad]
        ends.append(int(proven.argmax()) + 1 if proven.any() else most)
    return np.array(ends)


def alarms_of_rates(experiments: int, rows: int, share: float, seed: int) -> int:
    """In how many experiments two arms of the same share are called different, looked at after every row."""
    drawn, alarms = random.Random(seed), 0
    for _ in range(experiments):
        hits, of = [0, 0], [0, 0]
        for _ in range(rows):
            arm = drawn.random() < 0.5
            of[arm] += 1
            hits[arm] += drawn.random() < share
            if rates_differ(Rate(hits[1], of[1]), Rate(hits[0], of[0])):
                alarms += 1
                break
    return alarms


def alarms_of_means(experiments: int, rows: int, seed: int) -> int:
    """The same for two arms of the same times, skewed as times are (log-normal)."""
    drawn, alarms = random.Random(seed), 0
    for _ in range(experiments):
        sums = [[0, 0.0, 0.0], [0, 0.0, 0.0]]
        for row in range(rows):
            arm, value = sums[row % 2], 1_000 * drawn.lognormvariate(0.5, 0.8)
            arm[0] += 1
            arm[1] += value
            arm[2] += value * value
            if row < 2 * MEANS_FROM:
                continue
            one, other = (Sample(int(n), total, squares) for n, total, squares in sums)
            found = mean_difference(one, other, typical=1_000)
            if found is not None and found.differs:
                alarms += 1
                break
    return alarms


def steps_back(experiments: int, rows: int, share: float, bound: float, seed: int) -> int:
    """In how many experiments a threshold of this wrong-reuse rate is taken back, looked at after every row."""
    drawn, back = random.Random(seed), 0
    for _ in range(experiments):
        wrong = 0
        for row in range(1, rows + 1):
            wrong += drawn.random() < share
            if must_step_back(wrong, row, bound):
                back += 1
                break
    return back


def missed_p95(experiments: int, rows: int, seed: int) -> int:
    """In how many experiments the interval of the p95 misses the true one; log-normal times of `rows` turns."""
    drawn, missed = random.Random(seed), 0
    true = 1_000 * math.exp(0.5 + 0.8 * NormalDist().inv_cdf(0.95))
    for _ in range(experiments):
        counts = [0.0] * TIME_BUCKETS
        for _ in range(rows):
            counts[time_bucket(1_000 * drawn.lognormvariate(0.5, 0.8))] += 1
        found = quantile_interval(counts, 0.95)
        missed += found is not None and not found.low <= true <= found.high
    return missed


ROWS = 3_000
P95_ROWS = (72, 300, 2_000)
WORST: tuple[tuple[str, Wrong], ...] = (
    ("rising as the threshold falls", wrong_at),
    ("1.01 % at every threshold", always(0.0101)),
    ("1.5 % at every threshold", always(0.015)),
    ("2 % at every threshold", always(0.02)),
)


def _broken(every: int | None, looks: Looks, seed: int, worst: Iterable[tuple[str, Wrong]]) -> list[tuple[str, int]]:
    return [
        (f"breaks its bound, {name}", broken_bounds(EXPERIMENTS, ROWS, seed, every=every, wrong=wrong, looks=looks))
        for name, wrong in worst
    ]


def main() -> int:
    """Print the tables; 1 when a promise is not kept."""
    kept: list[tuple[str, int]] = []
    print(f"of {EXPERIMENTS} simulated experiments (promise: at most 5 %)")
    promised: tuple[tuple[str, int | None, Looks, int, Sequence[tuple[str, Wrong]]], ...] = (
        ("the first threshold proposed, looked at after every row", 1, "always", 7, WORST),
        ("the same, looked at after every 20 rows", 20, "always", 7, WORST),
        ("looks: once, looked at once", None, "once", 1, WORST[:2]),
    )
    for title, every, looks, seed, worst in promised:
        print(title)
        kept += (found := _broken(every, looks, seed, worst))
        _print(found)
    print("comparisons and steps back, looked at after every row")
    kept += (found := _compared())
    _print(found)
    print("one look at a percentile (promise: at most 5 % miss)")
    kept += (found := _percentiles())
    _print(found)
    print("no promise: looks: once, looked at after every 20 rows, the first threshold proposed is taken")
    _print(_broken(20, "once", 7, WORST))
    power = steps_back(EXPERIMENTS, 500, 5 * BOUND, BOUND, 6)
    print(f"a threshold at five times its bound taken back within 500 {power / EXPERIMENTS:6.1%}")
    _print_rows()
    return 1 if any(many > 0.05 * EXPERIMENTS for _, many in kept) else 0


def _compared() -> list[tuple[str, int]]:
    return [
        ("equal shares 0.3 called different within 2,000 rows", alarms_of_rates(EXPERIMENTS, 2_000, 0.3, 2)),
        ("equal shares 0.01 called different within 2,000 rows", alarms_of_rates(EXPERIMENTS, 2_000, 0.01, 3)),
        ("equal skewed times called different within 3,000 rows", alarms_of_means(EXPERIMENTS, 3_000, 4)),
        ("a threshold at its bound taken back within 3,000 rows", steps_back(EXPERIMENTS, 3_000, BOUND, BOUND, 5)),
    ]


def _percentiles() -> list[tuple[str, int]]:
    return [(f"the p95's interval of {rows:,} turns misses it", missed_p95(EXPERIMENTS, rows, 9)) for rows in P95_ROWS]


def _print_rows() -> None:
    print("audited skips until the running threshold is proven, looked at after every one: median, mean, 90 of 100")
    for share in (0.0, 0.001, 0.002, 0.003, 0.005):
        for looks in get_args(Looks):
            ends = rows_until_proven(EXPERIMENTS, 20_000, share, 8, looks)
            figures = f"{np.median(ends):7,.0f} {ends.mean():7,.0f} {np.quantile(ends, 0.9):7,.0f}"
            note = "" if looks == "always" else "  (its promise does not hold so)"
            print(f"  wrong {share:5.1%}, {looks:7} {figures}{note}")


def _print(counts: Iterable[tuple[str, int]]) -> None:
    for what, many in counts:
        low, high = clopper_pearson(many, EXPERIMENTS)
        print(f"  {what:55} {many / EXPERIMENTS:6.1%}  [{low:.1%}, {high:.1%}]")


if __name__ == "__main__":
    sys.exit(main())
