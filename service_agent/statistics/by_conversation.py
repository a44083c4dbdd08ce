"""Conversations are randomised to arms, and turns of one conversation are correlated: their effective sample size.

The mean of a figure over turns is a ratio of two sums over conversations, R = sum(x) / sum(n). Its variance, whatever
the turns of a conversation have to do with each other, is sum((x - R n)^2) / sum(n)^2 * m / (m - 1) for m conversations
(W. G. Cochran, "Sampling Techniques", 3rd ed. (1977), 6.3 and 9A.2: ratio estimator of clusters of unequal size). Over
the variance that takes turns as independent it is the design effect (L. Kish, "Survey Sampling" (1965), 8.1): n turns
say as much as n / effect independent ones. It is asymptotic in conversations, hence no difference is called before
there are CONVERSATIONS_FROM of each arm, and intervals for one look take Student's t in the place of the normal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import Self

from foundation.storage.experiments.clusters import Clusters

CONVERSATIONS_FROM = 50
"""Conversations that each arm needs before a difference between arms is reported. Fewer do not suffice to estimate how
much the turns of a conversation are correlated (benchmarks/experiment_sessions.py)."""
_Z = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True)
class Conversations:
    """The conversations of some arms: for each arm its sums by figure."""

    arms: tuple[Mapping[str, Clusters], ...] = ()

    @classmethod
    def together(cls, groups: Iterable[Conversations]) -> Self:
        """Those of all groups; no arm is in two."""
        return cls(tuple(arm for group in groups for arm in group.arms))

    def effect(self, figure: str) -> float:
        """The figure's design effect, 1 at least; 1 where nothing is known. Of several arms each has a mean of its own:
        what lies between them is no difference between conversations."""
        known = self._known(figure)
        alone = sum(_alone(each) for each in known)
        together = sum(_together(each) for each in known)
        return max(1.0, together / alone) if alone > 0 else 1.0

    def spread(self, figure: str) -> float:
        """Variance of the figure from turn to turn; 0 where nothing is known."""
        known = self._known(figure)
        of = sum(each.turns for each in known)
        return sum(_alone(each) for each in known) / of if of else 0.0

    def once(self, figure: str) -> float:
        """The same for a 95 % interval for one look: larger where it was estimated from few conversations (E. L. Korn,
        B. I. Graubard, "Confidence Intervals for Proportions with Small Expected Number of Positive Counts Estimated
        from Survey Data", Survey Methodology 24 (1998), 193-201)."""
        known = self._known(figure)
        freedom = sum(each.sessions - 1 for each in known)
        if freedom < 1:
            # One conversation does not show how much others vary: all its turns count as one.
            return float(max((each.turns for each in known), default=1))
        return self.effect(figure) * (_student(freedom) / _Z) ** 2

    def worth(self, figure: str, turns: int) -> float:
        """Of how many conversations so many turns are: as many as there are, or their part where some are chosen."""
        known = self._known(figure)
        of = sum(each.turns for each in known)
        return sum(each.sessions for each in known) * min(1.0, turns / of) if of else 0.0

    def _known(self, figure: str) -> list[Clusters]:
        return [arm[figure] for arm in self.arms if figure in arm and arm[figure].turns > 0]


NO_CONVERSATIONS = Conversations()
"""Of which nothing is known: their turns count as independent, and no difference is called."""


def _together(sums: Clusters) -> float:
    """Variance of the arm's total, by conversations."""
    if sums.sessions < 2:
        return 0.0
    mean = sums.total / sums.turns
    apart = sums.total_sq - 2 * mean * sums.crossed + mean * mean * sums.turns_sq
    return max(0.0, apart) * sums.sessions / (sums.sessions - 1)


def _alone(sums: Clusters) -> float:
    """The same as if each turn were drawn by itself."""
    if sums.turns < 2:
        return 0.0
    return max(0.0, sums.squares - sums.total**2 / sums.turns) * sums.turns / (sums.turns - 1)


def _student(freedom: int) -> float:
    """Student's t at 97.5 %, by the Cornish-Fisher expansion (M. Abramowitz, I. A. Stegun, "Handbook of Mathematical
    Functions" (1964), 26.7.5): within 1 % from 2 degrees of freedom on, for one too small by 11 %."""
    z = _Z
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92_160,
    )
    return sum(term / freedom**power for power, term in enumerate(terms))
