"""What is due by the clock: prompts nobody answered, runs whose process is gone, checkpoints nobody needs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from foundation.contracts.failpoints import FailPoints, Point
from foundation.storage.prompts import PromptsRepository
from foundation.storage.runs import RunsRepository
from service_agent.telemetry.metrics import Metrics

Prune = Callable[[Sequence[str]], Awaitable[object]]
"""Keeps only the newest checkpoint of these threads."""


class Sweeps:
    """Every process sweeps; each sweep is one conditional statement, so that several do no harm."""

    def __init__(
        self,
        runs: RunsRepository,
        prompts: PromptsRepository,
        prune: Prune,
        announce: Callable[[str], None],
        points: FailPoints | None,
        metrics: Metrics,
    ) -> None:
        self._runs = runs
        self._prompts = prompts
        self._prune = prune
        self._announce = announce
        self._points = points
        self._metrics = metrics
        self._ended: set[str] = set()

    def ended(self, session_id: str) -> None:
        """A turn of this session is over: its older checkpoints can go."""
        self._ended.add(session_id)

    async def due(self) -> bool:
        """Decide expired prompts by their safe default, requeue runs of dead processes. True: there is work."""
        decided = await self._prompts.expire_due()
        if decided and self._points is not None:
            await self._points.reached(Point.AFTER_DECISION)
        for prompt in decided:
            self._metrics.resolved("timeout")
            self._announce(prompt.session_id)
        requeued = await self._runs.requeue_expired()
        self._metrics.taken_over(requeued)
        return bool(decided) or requeued > 0

    async def prune(self) -> None:
        """Drop superseded checkpoints of sessions that had a turn since the last time."""
        sessions, self._ended = self._ended, set()
        if sessions:
            await self._prune(sorted(sessions))
