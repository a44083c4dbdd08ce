"""The drawn audits that a threshold is proposed from, with the failed ones. Those count as wrong until they succeed, so
that a failed audit never contributes to a proof."""

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

    audited: Mapping[bool, Sequence[Pivots]]
    """Demo or not -> the audits' results; audits that failed finally count as wrong."""
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
        """The number of rows above this threshold whose audit failed and whose truth is not known otherwise."""
        return self._failures_above(above, demo=demo, retried=False) + self.retried(above, demo=demo)

    def retried(self, above: int, *, demo: bool) -> int:
        """Of those, the ones that are tried again."""
        return self._failures_above(above, demo=demo, retried=True)

    def _failures_above(self, above: int, *, demo: bool, retried: bool) -> int:
        chosen = [each for each in self.failures if each.retried == retried and (demo or not each.demo)]
        return sum(each.many for each in chosen if each.pivot > above)

    def _rows(self, demo: bool) -> list[Pivots]:
        waiting = [each for each in self.failures if each.retried and each.demo == demo]
        return [*self.audited.get(demo, []), *((each.pivot, each.pivot, each.many) for each in waiting)]


async def sample_of(repositories: Repositories, principal: Principal, chosen: Filter) -> Sample:
    """The sample of the decisions that the filter selects."""
    audited = await repositories.labels.audited(principal, chosen)
    return Sample(audited, await repositories.audits.failed_of(principal, chosen))
