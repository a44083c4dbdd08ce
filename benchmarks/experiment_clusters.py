"""Simulated experiments of conversations, with the sums that the service keeps of them (for `experiment_sessions`).

Rows come in the order of their conversations, and every test is made after every row. The sums over conversations are
computed for all rows at once. Where a difference could be significant, the service's own functions decide.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special  # pyright: ignore[reportMissingTypeStubs]

from benchmarks.experiment_statistics import Bools, Ints
from foundation.storage.experiments.clusters import Clusters
from service_agent.statistics.by_conversation import CONVERSATIONS_FROM, Conversations
from service_agent.statistics.intervals import Rate
from service_agent.statistics.reuse_metrics import TYPICAL_MS
from service_agent.statistics.sequences import ALPHA, MEANS_FROM, Sample, mean_difference, rates_differ

NEEDS = ("scipy",)
Floats = NDArray[np.float64]
SPECIAL: Any = special
"""scipy does not declare all of its types."""
FIGURE = "x"
RATES_FROM = 30
"""Turns required while turns counted as independent; the conversations required now hold more."""


@dataclass(frozen=True)
class Arms:
    """One experiment: rows, in the order in which they came."""

    of: Ints
    """Each one's conversation."""
    arm: Bools
    """Whether it is in the arm, not in the control."""
    values: Floats
    cured: bool = True
    """False: as if every row were independent, and from the first conversation on."""

    def sides(self) -> list[Running]:
        """The arm's running sums and the control's."""
        return [running(self.of, side, self.values) for side in (self.arm, ~self.arm)]


@dataclass(frozen=True)
class Running:
    """The fields of `Clusters` of one arm, after each row."""

    sessions: Floats
    turns: Floats
    turns_sq: Floats
    total: Floats
    total_sq: Floats
    crossed: Floats
    squares: Floats

    def at(self, row: int) -> Clusters:
        """What the service would hold."""
        values: list[Any] = [float(getattr(self, each.name)[row]) for each in fields(Clusters)]
        return Clusters(*values)

    def counted(self, cured: bool) -> tuple[Floats, Floats]:
        """Hits and rows after each row, as equivalent numbers of independent ones."""
        effects = self.effects() if cured else np.ones(len(self.turns))
        return self.total / effects, self.turns / effects

    def effects(self) -> Floats:
        """The design effect after each row, by the formula of `by_conversation.py`."""
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = self.total / self.turns
            apart = self.total_sq - 2 * mean * self.crossed + mean**2 * self.turns_sq
            alone = (self.squares - self.turns * mean**2) * self.turns / (self.turns - 1)
            found = apart * self.sessions / (self.sessions - 1) / alone
        return np.maximum(1.0, np.nan_to_num(found, nan=1.0, posinf=1.0, neginf=1.0))


def running(of: Ints, mine: Bools, values: Floats) -> Running:
    """Rows that are not `mine` change nothing."""
    one, x = mine.astype(float), values * mine
    first = np.r_[True, of[1:] != of[:-1]]
    n, total = _within(first, one), _within(first, x)
    before, less = n - one, total - x
    changes = (first * one, one, n * n - before * before, x, total**2 - less**2, total * n - less * before, x * x)
    return Running(*(each.cumsum() for each in changes))


def _within(first: Bools, values: Floats) -> Floats:
    """Sums that begin anew at each conversation's first row."""
    sums = values.cumsum()
    begun = np.maximum.accumulate(np.where(first, np.arange(len(values)), 0))
    return sums - (sums - values)[begun]


def means_called_at(arms: Arms) -> int | None:
    """The row at which two means are first called different; None if never."""
    one, other = arms.sides()
    with np.errstate(invalid="ignore", divide="ignore"):
        noise = sum(_noise(each, arms.cured) for each in (one, other))
        far = np.abs(one.total / one.turns - other.total / other.turns) >= 2 * np.sqrt(noise)
    rows = np.flatnonzero(far & (np.minimum(one.turns, other.turns) >= MEANS_FROM) & _enough(one, other, arms.cured))
    return next((row for row in rows.tolist() if _means_differ(one.at(row), other.at(row), arms.cured)), None)


def rates_called_at(arms: Arms) -> int | None:
    """The same for two shares, from RATES_FROM rows of each on."""
    one, other = arms.sides()
    enough = (np.minimum(one.turns, other.turns) >= RATES_FROM) & _enough(one, other, arms.cured)
    evidence = _evidence_apart([each.counted(arms.cured) for each in (one, other)])
    rows = np.flatnonzero(enough & (evidence >= math.log(1 / ALPHA) - 1e-6))
    return next((row for row in rows.tolist() if _rates_differ(one.at(row), other.at(row), arms.cured)), None)


def _enough(one: Running, other: Running, cured: bool) -> Bools:
    return np.minimum(one.sessions, other.sessions) >= (CONVERSATIONS_FROM if cured else 0)


def _noise(each: Running, cured: bool) -> Floats:
    variance = each.squares / each.turns - (each.total / each.turns) ** 2
    return variance / each.turns * (each.effects() if cured else 1.0)


def _effect(sums: Clusters, cured: bool) -> float:
    return Conversations(({FIGURE: sums},)).effect(FIGURE) if cured else 1.0


def _means_differ(one: Clusters, other: Clusters, cured: bool) -> bool:
    samples = (Sample(int(each.turns), each.total, each.squares, _effect(each, cured)) for each in (one, other))
    found = mean_difference(*samples, typical=TYPICAL_MS)
    return found is not None and found.differs


def _rates_differ(one: Clusters, other: Clusters, cured: bool) -> bool:
    arm, control = (Rate(int(each.total), int(each.turns), _effect(each, cured)) for each in (one, other))
    return rates_differ(arm, control)


def _evidence_apart(pairs: list[tuple[Floats, Floats]]) -> Floats:
    """The evidence of `rates_differ` for all rows at once; only rows near or above the limit are computed singly."""
    evidence = np.zeros(len(pairs[0][0]))
    for hits, of in pairs:
        evidence += SPECIAL.gammaln(hits + 0.5) + SPECIAL.gammaln(of - hits + 0.5) - SPECIAL.gammaln(of + 1)
        evidence -= 2 * math.lgamma(0.5)
    both, every = (sum(each) for each in zip(*pairs, strict=True))
    share = np.divide(both, every, out=np.zeros_like(evidence), where=np.asarray(every) > 0)
    return evidence - SPECIAL.xlogy(both, share) - SPECIAL.xlogy(every - both, 1 - share)
