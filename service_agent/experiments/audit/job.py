"""What the operator's side needs done in the background: sums, what people said, audits, and steps back."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

import structlog

from execution_agents.reuse.pivots import skip_threshold
from foundation.contracts.errors import DatabaseUnreachable, SufficeError
from foundation.contracts.identity import Principal, Role
from foundation.domains.schema.pack import Thresholds
from foundation.storage.experiments.audits import DueAudit
from foundation.storage.experiments.decision_filters import Filter
from foundation.storage.experiments.declared import StoredExperiment
from foundation.storage.records import DecisionRow
from foundation.storage.repositories import Repositories
from service_agent.experiments.audit.auditor import AuditDeps, audit
from service_agent.experiments.declared import Arm, arms_of, taken_back
from service_agent.jobs.background import Job
from service_agent.settings.settings import Settings
from service_agent.statistics.bounded_risk import wrong_above
from service_agent.statistics.sequences import must_step_back

log = structlog.get_logger(__name__)

AFTER_S = 2.0
"""No audit begins before its answer had so long to be sent."""
PAUSE_S, LONGEST_PAUSE_S = 0.2, 1.0
"""Between two audits, at least and at most: whoever waits for an answer goes first."""
RESTS = 9
"""A pause is so many times as long as the audit before it took: audits in a row take a tenth of the time where
one takes up to 0.1 s. One that takes longer rests for the longest pause: the pass is to end within its minute."""
UNREADABLE = "The audit failed; the log line with this run's id tells more."
PATIENCE_S = 1.0
"""How long an audit waits for a moment in which this process prepares no turn. Where turns overlap all the time there
is none, and audits are to be made there, too."""
GIVES_WAY_S = 10.0
"""How long it waits while questions are in the queue; then the others are left to the next pass."""
PASS_S = 40.0
"""No audit of a pass begins later: sums and steps back are due each minute, and other jobs wait for this one."""
LOOK_S = 0.02
"""Between two looks at what this process is doing."""
QUEUE_LOOK_S = 0.25
"""Between two looks at a queue in which somebody waited: each is a statement."""


@dataclass(frozen=True)
class AuditRules:
    """How much is audited."""

    share: float
    """Of the decisions."""
    per_minute: int
    """At most, in the whole service: one process does the job at a time."""

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Those of these settings."""
        return cls(settings.audit_share, settings.audit_per_minute)


def pause_after(took_s: float) -> float:
    """Seconds between an audit that took so long and the next one."""
    return max(PAUSE_S, min(LONGEST_PAUSE_S, RESTS * took_s))


def audit_job(audits: AuditJob) -> Job:
    """The job of `audits`, as the background takes it."""
    return Job("audits", "* * * * *", audits.work)


class AuditJob:
    """One pass a minute; doing it again does no harm."""

    def __init__(
        self,
        repositories: Repositories,
        rules: AuditRules,
        deps_of: Callable[[Principal, DecisionRow], Awaitable[AuditDeps]],
        preparing: Callable[[], int] = lambda: 0,
    ) -> None:
        """`preparing`: how many turns this process plans and searches just now; audits share its processor."""
        self._repositories = repositories
        self._rules = rules
        self._deps_of = deps_of
        self._preparing = preparing

    async def work(self, per_minute: int | None = None) -> dict[str, int]:
        """Collect, listen, audit, step back; how much of each was done. `per_minute`: not as many as the rules say."""
        collected = await self.collect()
        audited = await self.audit(self._rules.per_minute if per_minute is None else per_minute)
        return {"collected": collected, "audited": audited, "stepped_back": await self.step_back()}

    async def collect(self) -> int:
        """Bring the daily sums and what people said up to date."""
        collected = await self._repositories.rollups.collect(self._rules.share)
        await self._repositories.audits.note_drawn()
        await self._repositories.labels.hear()
        await self._repositories.labels.settle()
        return collected

    async def audit(
        self, limit: int, after_s: float = AFTER_S, pause_s: float | None = None, within_s: float = PASS_S
    ) -> int:
        """Audit those that wait, oldest first; how many. `pause_s` between two; None: as long as the one before asks
        for. Each waits for its moment; none begins after `within_s`."""
        done, until = 0, time.monotonic() + within_s
        for due in await self._repositories.audits.due(limit, after_s):
            if not await self._moment(until):
                break
            began = time.monotonic()
            await self.one(due)
            done += 1
            await asyncio.sleep(pause_after(time.monotonic() - began) if pause_s is None else pause_s)
        return done

    async def at_once(self, limit: int) -> int:
        """Audit up to so many without resting; how many. They wait for their moments as in a pass."""
        return await self.audit(limit, after_s=0.0, pause_s=0.0, within_s=math.inf)

    async def _moment(self, until: float) -> bool:
        """Waits until an audit keeps nobody waiting: nobody waits in the queue, and no turn is prepared here, or some
        have been all the time of its patience. False: there was no such moment."""
        now = time.monotonic()
        patient, until = now + PATIENCE_S, min(until, now + GIVES_WAY_S)
        while now < until:
            if self._preparing() and now < patient:
                await asyncio.sleep(LOOK_S)
            elif await self._repositories.figures.somebody_waits():
                await asyncio.sleep(QUEUE_LOOK_S)
                patient = time.monotonic() + PATIENCE_S  # what waited is prepared next
            elif not self._preparing() or now >= patient:  # one may have been claimed since the first look
                return True
            now = time.monotonic()
        return False

    async def one(self, due: DueAudit) -> None:
        """Audit one decision. A failed audit is stored with its reason."""
        row = await self._repositories.decisions.get(due.principal, due.run_id)
        if row is None:
            return
        try:
            found = await audit(due.principal, row, await self._deps_of(due.principal, row))
        except DatabaseUnreachable:
            raise
        except SufficeError as failure:
            await self._repositories.audits.failed(due.run_id, failure.message)
        except Exception:
            # One row that cannot be read must not keep the others from being audited.
            log.exception("audit_failed", run_id=due.run_id)
            await self._repositories.audits.failed(due.run_id, UNREADABLE)
        else:
            await self._repositories.audits.done(due.run_id, found)

    async def step_back(self) -> int:
        """Take back tried thresholds whose wrong reuse has been shown to break their bound; how many."""
        back = 0
        for tenant, experiment in await self._repositories.experiments.running_everywhere():
            operator = Principal(tenant_id=tenant, owner_id="", roles=frozenset({Role.OPERATOR}))
            for arm in arms_of(experiment):
                back += await self._step_back(operator, experiment, arm)
        return back

    async def _step_back(self, operator: Principal, experiment: StoredExperiment, arm: Arm) -> bool:
        if arm.tried_since is None or arm.over:
            return False
        demo = experiment.demo
        chosen = Filter(experiment=experiment.name, arm=arm.name, demo="only" if demo else "without")
        # The rows the threshold was proven on, of this arm: drawn ones that it skips without asking. Its own end is
        # set in every arm that is tried, whatever the pack's is.
        threshold = skip_threshold(arm.variant, arm.thresholds(Thresholds()))
        rows = (await self._repositories.labels.audited(operator, chosen)).get(demo, [])
        seen = wrong_above(rows, threshold)
        if not must_step_back(seen.hits, seen.of, experiment.bound):
            return False
        now: datetime = await self._repositories.clock.now()
        current = await self._repositories.experiments.get(operator, experiment.name)
        if any(each.over for each in arms_of(current) if each.name == arm.name):  # replaced in the meantime
            return False
        arms: list[dict[str, Any]] = [
            each.model_dump(mode="json", exclude_none=True) for each in taken_back(arms_of(current), arm.name, now)
        ]
        changed = await self._repositories.experiments.change_arms(operator, current, arms)
        log.warning("stepped_back", experiment=experiment.name, arm=arm.name, wrong=seen.hits, known=seen.of)
        return changed is not None
