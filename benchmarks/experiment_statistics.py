"""Do the experiments' statistics keep their word? Simulated experiments with a truth that is known.

* 1,000 experiments: a threshold is proposed from audited rows whose wrong-reuse rate rises as the pivot falls and
  crosses the bound in the middle of the grid; how often does the chosen one break the bound?
* 1,000 comparisons of two arms that do not differ, looked at after every row: how often is a difference called?
* 1,000 tried thresholds exactly at their bound, looked at after every row: how often are they taken back?

`python -m benchmarks.experiment_statistics` prints a table; tests/supervisor/experiments run smaller ones.
"""

from __future__ import annotations

import math
import random
import sys

from supervisor.experiments.bounded_risk import propose
from supervisor.experiments.intervals import Rate, clopper_pearson
from supervisor.experiments.sequences import MEANS_FROM, Sample, mean_difference, must_step_back, rates_differ

BOUND = 0.01
EXPERIMENTS = 1_000


def wrong_at(pivot: int) -> float:
    """The chance that reuse at this pivot is wrong: next to none above 0.9, far too often below 0.7."""
    return min(0.5, 0.0005 + 0.0001 * math.exp((950 - pivot) / 45))


def true_rate(threshold: int) -> float:
    """Wrong reuse of all skips above a threshold, pivots spread evenly from 0.5 to 0.99."""
    pivots = range(threshold // 10 * 10 + 10, 1000, 10)
    return sum(map(wrong_at, pivots)) / max(1, len(pivots))


def broken_bounds(experiments: int, rows: int, seed: int, bound: float = BOUND) -> int:
    """In how many experiments the proposed threshold's true rate is above the bound."""
    drawn, broken = random.Random(seed), 0
    for _ in range(experiments):
        counts: dict[tuple[int, int], int] = {}
        for _ in range(rows):
            pivot = drawn.randrange(510, 1000, 10)
            wrong = pivot if drawn.random() < wrong_at(pivot) else 0
            counts[(pivot, wrong)] = counts.get((pivot, wrong), 0) + 1
        chosen = propose([(pivot, wrong, many) for (pivot, wrong), many in counts.items()], bound).threshold
        broken += chosen is not None and true_rate(chosen) > bound
    return broken


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


def main() -> int:
    """Print the table; 1 when a promise is not kept."""
    several = (
        ("proposed threshold breaks its bound (1 %)", broken_bounds(EXPERIMENTS, 3_000, 1)),
        ("equal shares 0.3 called different within 2,000 rows", alarms_of_rates(EXPERIMENTS, 2_000, 0.3, 2)),
        ("equal shares 0.01 called different within 2,000 rows", alarms_of_rates(EXPERIMENTS, 2_000, 0.01, 3)),
        ("equal skewed times called different within 3,000 rows", alarms_of_means(EXPERIMENTS, 3_000, 4)),
        ("a threshold at its bound taken back within 3,000 rows", steps_back(EXPERIMENTS, 3_000, BOUND, BOUND, 5)),
    )
    print(f"of {EXPERIMENTS} simulated experiments (promise: at most 5 %)")
    for what, many in several:
        low, high = clopper_pearson(many, EXPERIMENTS)
        print(f"  {what:55} {many / EXPERIMENTS:6.1%}  [{low:.1%}, {high:.1%}]")
    power = steps_back(EXPERIMENTS, 500, 5 * BOUND, BOUND, 6)
    print(f"  {'a threshold at five times its bound taken back within 500':55} {power / EXPERIMENTS:6.1%}")
    return 1 if any(many > 0.05 * EXPERIMENTS for _, many in several) else 0


if __name__ == "__main__":
    sys.exit(main())
