"""What is due by the clock: prompts nobody answered, runs whose process is gone, checkpoints nobody needs."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import structlog

from foundation.contracts.errors import RunGaveUp, RunStalled
from foundation.contracts.failpoints import Point
from foundation.storage.prompts import PromptsRepository
from foundation.storage.records import ClaimLimits, Run
from service_agent.chat.translate import run_failed_frame
from service_agent.jobs.worker import WorkerParts

log = structlog.get_logger()

Prune = Callable[[Sequence[str]], Awaitable[object]]
"""Keeps only the newest checkpoint of these threads."""


class Sweeps:
    """Every process sweeps; each sweep is one conditional statement, so that several do no harm."""

    def __init__(
        self, prompts: PromptsRepository, prune: Prune, parts: WorkerParts, limits: ClaimLimits, lease_s: float
    ) -> None:
        self._runs = parts.runs
        self._announce = parts.announce
        self._points = parts.points
        self._metrics = parts.watch.metrics
        self._prompts = prompts
        self._prune = prune
        self._limits = limits
        self._contact = _Contact(lease_s)
        self._ended: set[str] = set()

    def ended(self, session_id: str) -> None:
        """A turn of this session is over: its older checkpoints can go."""
        self._ended.add(session_id)

    async def due(self) -> bool:
        """Decide expired prompts by their safe default, requeue runs of dead processes, end what was begun too often.
        True: there is work."""
        decided = await self._prompts.expire_due()
        if decided and self._points is not None:
            await self._points.reached(Point.AFTER_DECISION)
        for prompt in decided:
            self._metrics.resolved("timeout")
            self._announce(prompt.session_id)
        requeued = await self._runs.requeue_expired() if self._contact.made() else 0
        self._metrics.taken_over(requeued)
        given_up = await self._runs.give_up(self._limits.attempts, self._limits.stalls, self._last_frame)
        for run in given_up:
            log.warning("run_given_up", run_id=run.run_id, attempts=run.attempt, stalls=run.stalls)
            self._announce(run.session_id)
        return bool(decided or requeued or given_up)

    async def prune(self) -> None:
        """Drop superseded checkpoints of sessions that had a turn since the last time."""
        sessions, self._ended = self._ended, set()
        if sessions:
            await self._prune(sorted(sessions))

    def _last_frame(self, run: Run) -> Mapping[str, Any]:
        return run_failed_frame(run, RunStalled() if run.stalls >= self._limits.stalls else RunGaveUp())


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
