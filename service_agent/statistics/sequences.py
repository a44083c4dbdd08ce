"""Comparisons and alarms that hold however often one looks: nobody waits for a number of rows fixed in advance.

All stand on Ville's inequality (J. Ville, "Étude critique de la notion de collectif", 1939): a non-negative martingale
that starts at 1 reaches 1/alpha at any time with a chance of at most alpha.

* Two shares: a mixture likelihood ratio (H. Robbins, "Statistical Methods Related to the Law of the Iterated
  Logarithm", Ann. Math. Stat. 41 (1970), 1397-1409), Beta(1/2, 1/2) over each arm's share, against the *best*
  explanation in which the shares differ by a given amount (as in L. Wasserman, A. Ramdas, S. Balakrishnan, "Universal
  inference", PNAS 117 (2020), 16880-16890). The interval holds every difference the ratio has not yet ruled out. Exact
  for independent rows: no normal approximation, whatever the order in which the arms' rows come.
* Two means: the mixture sequential probability ratio test with a normal mixture (R. Johari, P. Koomen, L. Pekelis,
  D. Walsh, "Always Valid Inference: Continuous Monitoring of A/B Tests", Operations Research 70 (2022), 1806-1821),
  the variances plugged in: asymptotic, hence not before MEANS_FROM rows of each arm.
* A share against its bound: likelihood ratios of larger shares against the bound, averaged (A. Wald's sequential
  test, 1945, with a mixture for its alternative). At the bound each is a martingale, below it a supermartingale.
* The same from the other side, for a proof that a share is below its bound: likelihood ratios of smaller shares against
  the bound, averaged (tests by betting: I. Waudby-Smith, A. Ramdas, "Estimating means of bounded random variables by
  betting", JRSS B 86 (2024), 1-27). At the bound each is a martingale, above it a supermartingale.

Each row must have its chance whatever the rows before it were. Turns of one conversation are not so, and conversations
are what is drawn into arms: six turns on one stale source are one thing that went wrong. So differences count n turns
as n / effect (`by_conversation.py`), shares by taking so much of each count and means by so much more variance; both
are asymptotic then, in conversations. The step back and the proof of a threshold count audited turns as they are: where
a tenth is audited, few of them share a conversation. `benchmarks/experiment_sessions.py` says how well all of it holds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from service_agent.statistics.intervals import Interval, Rate, bisected

ALPHA = 0.05
MEANS_FROM = 100
"""Rows of each arm before two means are compared: the normal approximation's price."""
_PRIOR = 0.5
_ALTERNATIVES = (1.5, 2.0, 3.0, 5.0, 10.0, 20.0)
"""Multiples of the bound that an alarm looks for, weighted alike."""
_SMALLER = ((0.05, 0.5), (0.2, 0.25), (0.4, 0.25))
"""(fraction of the bound, weight) of the shares that a proof bets on. Fixed before any row was seen; any choice is
valid, this one needs few rows both where nothing is wrong and where a fifth of the bound is (docs/experiments.md)."""
_SEARCH = 40
"""Steps of golden section: the best share is found to 1e-8."""
_HALVINGS = 30
"""Of an interval's end: to 1e-9."""
_GOLDEN = (math.sqrt(5) - 1) / 2


@dataclass(frozen=True)
class Sample:
    """Sums of one arm's figure."""

    n: int
    total: float
    squares: float
    effect: float = 1.0
    """So many rows say as much as one independent one."""

    @property
    def mean(self) -> float:
        """0 without rows."""
        return self.total / self.n if self.n else 0.0

    @property
    def variance(self) -> float:
        """Unbiased; 0 below two rows."""
        return max(0.0, (self.squares - self.n * self.mean**2) / (self.n - 1)) if self.n > 1 else 0.0

    @property
    def noise(self) -> float:
        """Variance of the mean; one row at least."""
        return self.variance * self.effect / self.n


@dataclass(frozen=True)
class Difference:
    """Arm minus control."""

    value: float
    interval: Interval

    @property
    def differs(self) -> bool:
        """True when the interval excludes 0: only then a difference may be called one."""
        return self.interval.low > 0 or self.interval.high < 0


def rate_difference(arm: Rate, control: Rate, alpha: float = ALPHA) -> Difference | None:
    """How much larger the arm's share is, at any time; None while one has no rows."""
    if not arm.of or not control.of:
        return None
    value = arm.hits / arm.of - control.hits / control.of
    mixture, limit = _mixture(arm) + _mixture(control), math.log(1 / alpha)

    def ruled_out(difference: float) -> bool:
        return mixture - _best_with(difference, arm, control) >= limit

    high = bisected(ruled_out, value, 1.0, _HALVINGS) if ruled_out(1.0) else 1.0
    low = -bisected(lambda below: ruled_out(-below), -value, 1.0, _HALVINGS) if ruled_out(-1.0) else -1.0
    return Difference(value, Interval(low, high, "always-valid", 1 - alpha))


def rates_differ(arm: Rate, control: Rate, alpha: float = ALPHA) -> bool:
    """True when the interval of `rate_difference` excludes 0, without working the interval out: with equal shares the
    best explanation is the share of both arms together."""
    (hits, of), (other_hits, other_of) = arm.counted, control.counted
    share = (hits + other_hits) / (of + other_of) if of + other_of else 0.0
    best = _log_likelihood(arm, share) + _log_likelihood(control, share)
    return _mixture(arm) + _mixture(control) - best >= math.log(1 / alpha)


def mean_difference(arm: Sample, control: Sample, typical: float, alpha: float = ALPHA) -> Difference | None:
    """How much larger the arm's mean is; None below MEANS_FROM rows of either.

    `typical` is a difference worth knowing, in the figure's unit: the mixture's standard deviation, chosen before any
    row is seen. Any value is valid; a fitting one gives the narrowest interval.
    """
    if min(arm.n, control.n) < MEANS_FROM:
        return None
    value = arm.mean - control.mean
    noise = arm.noise + control.noise
    if noise == 0:
        return Difference(value, Interval(value, value, "always-valid", 1 - alpha))
    spread = typical * typical
    half = math.sqrt(2 * noise * (noise + spread) / spread * (math.log(1 / alpha) + math.log1p(spread / noise) / 2))
    return Difference(value, Interval(value - half, value + half, "always-valid", 1 - alpha))


def evidence_above(wrong: int, of: int, bound: float) -> float:
    """How strongly the rows speak for a share above the bound: at 1/alpha or more at any time, the chance of which is
    at most alpha while the share is within it. 1 without rows."""
    alternatives = [each for factor in _ALTERNATIVES if (each := factor * bound) < 1]
    if not alternatives:
        return 1.0
    return _averaged_ratio(wrong, of, bound, ((share, 1 / len(alternatives)) for share in alternatives))


def must_step_back(wrong: int, of: int, bound: float, alpha: float = ALPHA) -> bool:
    """True once the rows have ruled out that the share is within the bound."""
    return evidence_above(wrong, of, bound) >= 1 / alpha


def evidence_below(wrong: int, of: int, bound: float) -> float:
    """How strongly the rows speak for a share below the bound, 0 < bound < 1: at 1/alpha or more at any time, the
    chance of which is at most alpha while the share is at the bound or above it. 1 without rows."""
    return _averaged_ratio(wrong, of, bound, ((fraction * bound, weight) for fraction, weight in _SMALLER))


@lru_cache(maxsize=4_096)
def rows_below(wrong: int, bound: float, alpha: float = ALPHA) -> int:
    """The fewest rows at which so many wrong ones prove a share below the bound, whenever one looks: 348 for none at
    1 % and alpha 0.05."""
    low, high = wrong + 1, wrong + 2
    while evidence_below(wrong, high, bound) < 1 / alpha:
        low, high = high, high * 2
    while low < high:
        middle = (low + high) // 2
        if evidence_below(wrong, middle, bound) >= 1 / alpha:
            high = middle
        else:
            low = middle + 1
    return low


def upper_always(wrong: int, of: int, alpha: float = ALPHA) -> float:
    """The smallest bound that these rows prove, whenever one looks; 1 where they prove none."""
    return bisected(lambda share: evidence_below(wrong, of, share) >= 1 / alpha, 0.0, 1.0, _HALVINGS)


def _averaged_ratio(hits: int, of: int, against: float, shares: Iterable[tuple[float, float]]) -> float:
    """Likelihood ratios of (share, weight) against a share, averaged by weight; both shares within (0, 1)."""
    logs = [
        math.log(weight) + hits * math.log(share / against) + (of - hits) * (math.log1p(-share) - math.log1p(-against))
        for share, weight in shares
    ]
    top = max(logs)
    return math.exp(min(700.0, top)) * sum(math.exp(each - top) for each in logs)


def _mixture(rate: Rate) -> float:
    """Log of the chance of this very sequence of hits, averaged over Beta(1/2, 1/2)."""
    hits, of = rate.counted
    return _log_beta(_PRIOR + hits, _PRIOR + of - hits) - _log_beta(_PRIOR, _PRIOR)


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


def _best_with(difference: float, arm: Rate, control: Rate) -> float:
    """The largest log-likelihood in which the arm's share is the control's plus the difference (concave in one
    unknown: found by golden section)."""

    def likelihood(share: float) -> float:
        return _log_likelihood(arm, share + difference) + _log_likelihood(control, share)

    return _highest(likelihood, max(0.0, -difference), min(1.0, 1.0 - difference))


def _log_likelihood(rate: Rate, share: float) -> float:
    share = min(1.0, max(0.0, share))
    hits, of = rate.counted
    misses = of - hits
    if (hits and share == 0.0) or (misses and share == 1.0):
        return -math.inf
    return (hits * math.log(share) if hits else 0.0) + (misses * math.log1p(-share) if misses else 0.0)


def _highest(function: Callable[[float], float], low: float, high: float) -> float:
    best = max(function(low), function(high))
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = function(left), function(right)
    for _ in range(_SEARCH):
        if at_left >= at_right:
            high, right, at_right = right, left, at_left
            left = high - _GOLDEN * (high - low)
            at_left = function(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + _GOLDEN * (high - low)
            at_right = function(right)
    return max(best, at_left, at_right)
