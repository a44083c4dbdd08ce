"""The drawn audits that a threshold is proposed from, with those that failed: they count as wrong until they succeed,
so that nothing is proven by what could not be looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from foundation.contracts.identity import Principal
from foundation.storage.experiments.audits import FailedAudit
from foundation.storage.experiments.decision_filters import Filter
from foundation.storage.repositories import Repositories
from service_agent.statistics.bounded_risk import Pivots


@dataclass(frozen=True)
class Sample:
    """What there is of one arm, people's decisions and demo traffic apart."""

    told: Mapping[bool, Sequence[Pivots]]
    """Demo or not -> what was found; audits that failed finally are wrong in it."""
    failures: Sequence[FailedAudit]

    @property
    def people(self) -> list[Pivots]:
        """Of people's decisions."""
        return self._rows(False)

    @property
    def all(self) -> list[Pivots]:
        """Demo traffic, too."""
        return [*self._rows(False), *self._rows(True)]

    def failed(self, above: int, *, demo: bool) -> int:
        """Among the rows above this threshold, those whose audit failed and whose truth nobody knows."""
        return self._untold(above, demo=demo, retried=False) + self.retried(above, demo=demo)

    def retried(self, above: int, *, demo: bool) -> int:
        """Of those, the ones that are tried again."""
        return self._untold(above, demo=demo, retried=True)

    def _untold(self, above: int, *, demo: bool, retried: bool) -> int:
        chosen = [each for each in self.failures if each.retried == retried and (demo or not each.demo)]
        return sum(each.many for each in chosen if each.pivot > above)

    def _rows(self, demo: bool) -> list[Pivots]:
        waiting = [each for each in self.failures if each.retried and each.demo == demo]
        return [*self.told.get(demo, []), *((each.pivot, each.pivot, each.many) for each in waiting)]


async def sample_of(repositories: Repositories, principal: Principal, chosen: Filter) -> Sample:
    """The sample of what was chosen."""
    told = await repositories.labels.audited(principal, chosen)
    return Sample(told, await repositories.audits.failed_of(principal, chosen))
