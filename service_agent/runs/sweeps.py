"""What is due by the clock: prompts nobody answered, runs whose process is gone, checkpoints nobody needs."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import structlog

from foundation.contracts.errors import RunGaveUp, RunStalled
from foundation.contracts.failpoints import Point
from foundation.storage.queue.prompts import PromptsRepository
from foundation.storage.records import Run
from service_agent.protocol.translate import run_failed_frame
from service_agent.runs.leases import Leases
from service_agent.runs.worker import WorkerParts

log = structlog.get_logger()

UNHEARD = 0.3
"""Of a lease: a run of this process that was renewed for as long neither, nor is in its hands, it knows nothing of."""
Prune = Callable[[Sequence[str]], Awaitable[object]]
"""Removes the checkpoints of those of these sessions that have no open run."""


class Sweeps:
    """Every process sweeps; each sweep is one conditional statement, so that several do no harm."""

    def __init__(self, prompts: PromptsRepository, prune: Prune, parts: WorkerParts, leases: Leases) -> None:
        self._runs = parts.runs
        self._announce = parts.announce
        self._points = parts.points
        self._metrics = parts.watch.metrics
        self._prompts = prompts
        self._prune = prune
        self._leases = leases
        self._contact = _Contact(leases.lease_s)
        self._ended: set[str] = set()

    def ended(self, session_id: str) -> None:
        """A turn of this session is over: its checkpoints can go."""
        self._ended.add(session_id)

    async def due(self) -> bool:
        """Decide expired prompts by their safe default, requeue runs of dead processes, end what was begun too often.
        True: there is work."""
        decided = await self._prompts.expire_due()
        if decided and self._points is not None:
            await self._points.reached(Point.AFTER_DECISION)
        superseded = await self._prompts.supersede_due()
        for prompt in (*decided, *superseded):
            self._metrics.resolved(prompt.decided_by or "timeout")
            self._announce(prompt.session_id)
        requeued = await self._requeued()
        limits = self._leases.limits
        given_up = await self._runs.give_up(limits.attempts, limits.stalls, self._last_frame)
        for run in given_up:
            log.warning("run_given_up", run_id=run.run_id, attempts=run.attempt, stalls=run.stalls)
            self._announce(run.session_id)
        return bool(decided or superseded or requeued or given_up)

    async def prune(self) -> None:
        """Remove the checkpoints of sessions that had a turn since the last time."""
        sessions, self._ended = self._ended, set()
        if sessions:
            await self._prune(sorted(sessions))

    async def _requeued(self) -> int:
        # What was claimed here while the database did not answer, so that nobody heard of it.
        unheard = await self._runs.requeue_unheard(
            self._leases.process_id, self._leases.run_ids, self._leases.lease_s * (1 - UNHEARD)
        )
        if not self._contact.made():
            return unheard
        expired = await self._runs.requeue_expired(self._leases.process_id)
        self._metrics.taken_over(expired)
        return unheard + expired

    def _last_frame(self, run: Run) -> Mapping[str, Any]:
        stalled = run.stalls >= self._leases.limits.stalls
        return run_failed_frame(run, RunStalled() if stalled else RunGaveUp())


class _Contact:
    """Whether this process may judge of others' leases. While the database (or this process) stood still nobody could
    renew one; once it goes on, those who are there do so before anybody takes their runs."""

    def __init__(self, lease_s: float) -> None:
        self._lease_s = lease_s
        self._last: float | None = None
        self._patient_until = 0.0

    def made(self) -> bool:
        """The database just answered. False: too soon after it did not."""
        now = time.monotonic()
        if self._last is not None and now - self._last > self._lease_s / 2:
            self._patient_until = now + self._lease_s / 3
        self._last = now
        return now >= self._patient_until
