"""Intervals of shares, each named where it is shown.

* Wilson: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22 (1927),
  209-212. Two-sided, for shares of many turns (skip rate, ask rate, accuracy).
* Clopper-Pearson: C. J. Clopper, E. S. Pearson, "The Use of Confidence or Fiducial Limits Illustrated in the Case of
  the Binomial", Biometrika 26 (1934), 404-413. Exact at any sample size; one-sided upper ends for wrong reuse.
* A percentile between two order statistics: how many of n rows lie below the true p-quantile is Binomial(n, p), so that
  two ranks hold it whatever the distribution (H. A. David, H. N. Nagaraja, "Order Statistics", 3rd ed. (2003), 7.1).
* A mean: the normal approximation, z * s / sqrt(n): for skewed times only where there are many rows
  (`sequences.MEANS_FROM`).

All are for one look at a fixed number of rows. `sequences.py` has those that hold however often one looks. All take
rows as independent; where they are turns of conversations, they are counted as fewer (`effect`, their design effect:
`by_conversation.py`). Clopper-Pearson's alone, of audited turns, counts them as they are.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import Literal

Method = Literal["wilson", "clopper-pearson", "always-valid", "order-statistic", "normal"]
LEVEL = 0.95


@dataclass(frozen=True)
class Interval:
    """Where a figure lies, at `level`."""

    low: float
    high: float
    method: Method
    level: float = LEVEL


@dataclass(frozen=True)
class Rate:
    """`hits` of `of`."""

    hits: int
    of: int
    effect: float = 1.0
    """So many rows say as much as one independent one."""

    @property
    def counted(self) -> tuple[float, float]:
        """Hits and rows as so many independent ones."""
        return self.hits / self.effect, self.of / self.effect

    @property
    def value(self) -> float | None:
        """0..1; None when there was nothing."""
        return self.hits / self.of if self.of else None

    @property
    def wilson(self) -> Interval:
        """Two-sided 95 %; all of [0, 1] when there was nothing."""
        return Interval(*wilson(*self.counted), "wilson")

    @property
    def exact(self) -> Interval:
        """From 0 to the one-sided exact 95 % upper end."""
        return Interval(0.0, upper_exact(self.hits, self.of), "clopper-pearson")


def wilson(hits: float, of: float, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's score interval, 0 <= hits <= of."""
    if of == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf(0.5 + level / 2)
    share, square = hits / of, z * z
    centre = (share + square / (2 * of)) / (1 + square / of)
    half = z * math.sqrt(share * (1 - share) / of + square / (4 * of * of)) / (1 + square / of)
    return max(0.0, centre - half), min(1.0, centre + half)


def upper_exact(hits: int, of: int, level: float = LEVEL) -> float:
    """The largest share at which so few hits still have the chance 1 - level (one-sided Clopper-Pearson)."""
    if hits >= of:
        return 1.0
    return bisected(lambda share: binomial_at_most(hits, of, share) <= 1 - level, 0.0, 1.0)


def lower_exact(hits: int, of: int, level: float = LEVEL) -> float:
    """The smallest share at which so many hits still have the chance 1 - level (one-sided Clopper-Pearson)."""
    return 0.0 if hits <= 0 else 1.0 - upper_exact(of - hits, of, level)


def clopper_pearson(hits: int, of: int, level: float = LEVEL) -> tuple[float, float]:
    """Both exact ends, each with half of what is left of the level."""
    side = 0.5 + level / 2
    return lower_exact(hits, of, side), upper_exact(hits, of, side)


@lru_cache(maxsize=4_096)
def quantile_ranks(of: int, share: float, level: float = LEVEL) -> tuple[int, int] | None:
    """Ranks (1 the smallest of `of` rows) of the two order statistics that hold the quantile at `share`, each end with
    half of what is left of the level; None while there are too few rows for one of them (72 for 0.95 at 95 %)."""
    side = 0.5 - level / 2
    low, high = binomial_quantile(of, share, side), binomial_quantile(of, share, 1 - side) + 1
    return (low, high) if low >= 1 and high <= of else None


def binomial_quantile(of: int, share: float, chance: float) -> int:
    """The smallest count k with P(X <= k) >= chance for X ~ Binomial(of, share), 0 < share, chance < 1."""
    near = of * share + NormalDist().inv_cdf(chance) * math.sqrt(of * share * (1 - share))
    count = min(of, max(0, round(near)))
    while count > 0 and binomial_at_most(count - 1, of, share) >= chance:
        count -= 1
    while binomial_at_most(count, of, share) < chance:
        count += 1
    return count


def mean_interval(of: int, total: float, squares: float, effect: float = 1.0, level: float = LEVEL) -> Interval:
    """Of a mean of values from 0 up, from their sum and the sum of their squares; two rows at least. `effect`: of how
    many rows one independent one is."""
    mean = total / of
    variance = max(0.0, (squares - of * mean**2) / (of - 1))
    half = NormalDist().inv_cdf(0.5 + level / 2) * math.sqrt(variance * effect / of)
    return Interval(max(0.0, mean - half), mean + half, "normal", level)


def binomial_at_most(hits: int, of: int, share: float) -> float:
    """P(X <= hits) for X ~ Binomial(of, share), exact up to rounding: of the two tails the one beyond the mean
    is summed, from its largest term outwards until terms no longer count."""
    if hits < 0:
        return 0.0
    if hits >= of:
        return 1.0
    if share <= 0.0 or share >= 1.0:
        return 1.0 if share <= 0.0 else 0.0
    if hits > of * share:
        # Only here: below the mean the difference from 1 would lose a small chance to the other tail's rounding.
        return 1.0 - binomial_at_most(of - hits - 1, of, 1.0 - share)
    # From the largest term down: below the mode each is smaller, so the sum may stop when terms no longer count.
    odds = share / (1.0 - share)
    mode = min(hits, math.floor((of + 1) * share))
    top = math.exp(_log_choose(of, mode) + mode * math.log(share) + (of - mode) * math.log1p(-share))
    total = term = top
    for count in range(mode, 0, -1):
        term *= count / ((of - count + 1) * odds)
        total += term
        if term < total * 1e-17:
            break
    term = top
    for count in range(mode, hits):
        term *= (of - count) * odds / (count + 1)
        total += term
    return min(1.0, total)


def _log_choose(of: int, hits: int) -> float:
    return math.lgamma(of + 1) - math.lgamma(hits + 1) - math.lgamma(of - hits + 1)


def bisected(passed: Callable[[float], bool], low: float, high: float, halvings: int = 50) -> float:
    """The first point of [low, high] from which on `passed` is true, to so many halvings."""
    for _ in range(halvings):
        middle = (low + high) / 2
        if passed(middle):
            high = middle
        else:
            low = middle
    return high
