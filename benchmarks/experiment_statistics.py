"""Do the experiments' statistics keep their word? Simulated experiments with a truth that is known.

* 1,000 experiments: a threshold is proposed from audited rows, looked at once, whose wrong-reuse rate rises as the
  pivot falls and crosses the bound in the middle of the grid; how often does the chosen one break the bound? The same
  where the rate is just above the bound everywhere, and (no promise) where somebody takes the first one proposed.
* 1,000 comparisons of two arms that do not differ, looked at after every row: how often is a difference called?
* 1,000 tried thresholds exactly at their bound, looked at after every row: how often are they taken back?

`python -m benchmarks.experiment_statistics` prints a table; tests/supervisor/experiments run smaller ones.
"""

from __future__ import annotations

import math
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable

from supervisor.experiments.bounded_risk import propose
from supervisor.experiments.intervals import Rate, clopper_pearson
from supervisor.experiments.sequences import MEANS_FROM, Sample, mean_difference, must_step_back, rates_differ

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
    experiments: int, rows: int, seed: int, *, bound: float = BOUND, every: int | None = None, wrong: Wrong = wrong_at
) -> int:
    """In how many experiments the proposed threshold's true rate is above the bound: looked at once, after all rows,
    or after `every` so many and held at the first that is proposed."""
    drawn, broken = random.Random(seed), 0
    for _ in range(experiments):
        counts = Counter[tuple[int, int]]()
        for row in range(1, rows + 1):
            pivot = drawn.randrange(510, 1000, 10)
            counts[pivot, pivot if drawn.random() < wrong(pivot) else 0] += 1
            if row < rows and (every is None or row % every):
                continue
            chosen = propose([(*pivots, many) for pivots, many in counts.items()], bound).threshold
            if chosen is not None:
                broken += true_rate(chosen, wrong) > bound
                break
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
        ("the same, wrong reuse 1.01 % at every threshold", broken_bounds(EXPERIMENTS, 3_000, 1, wrong=always(0.0101))),
        ("equal shares 0.3 called different within 2,000 rows", alarms_of_rates(EXPERIMENTS, 2_000, 0.3, 2)),
        ("equal shares 0.01 called different within 2,000 rows", alarms_of_rates(EXPERIMENTS, 2_000, 0.01, 3)),
        ("equal skewed times called different within 3,000 rows", alarms_of_means(EXPERIMENTS, 3_000, 4)),
        ("a threshold at its bound taken back within 3,000 rows", steps_back(EXPERIMENTS, 3_000, BOUND, BOUND, 5)),
    )
    print(f"of {EXPERIMENTS} simulated experiments (promise: at most 5 %)")
    _print(several)
    print("and where no promise is made: looked at after every 20 rows, the first threshold proposed is taken")
    _print(
        (f"breaks its bound, wrong reuse {name}", broken_bounds(EXPERIMENTS, 3_000, 7, every=20, wrong=wrong))
        for name, wrong in (
            ("rising as above", wrong_at),
            ("1.01 % everywhere", always(0.0101)),
            ("1.5 % everywhere", always(0.015)),
            ("2 % everywhere", always(0.02)),
        )
    )
    power = steps_back(EXPERIMENTS, 500, 5 * BOUND, BOUND, 6)
    print(f"  {'a threshold at five times its bound taken back within 500':55} {power / EXPERIMENTS:6.1%}")
    return 1 if any(many > 0.05 * EXPERIMENTS for _, many in several) else 0


def _print(told: Iterable[tuple[str, int]]) -> None:
    for what, many in told:
        low, high = clopper_pearson(many, EXPERIMENTS)
        print(f"  {what:55} {many / EXPERIMENTS:6.1%}  [{low:.1%}, {high:.1%}]")


if __name__ == "__main__":
    sys.exit(main())
