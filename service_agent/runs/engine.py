"""The run engine: claims runs under leases, works on them side by side, sweeps what is due. Nothing here assumes
that this is the only process: the queue, the leases and the deadlines are rows."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from functools import partial

import structlog

from foundation.contracts.errors import GoingDown, SufficeError
from foundation.contracts.failpoints import Point
from foundation.storage.database.engine import AWAY, unreachable
from foundation.storage.queue.prompts import PromptsRepository
from foundation.storage.queue.run_limits import ClaimLimits, Room
from foundation.storage.records import Run
from service_agent.runs.leases import Held, Leases, Stop
from service_agent.runs.sweeps import Prune, Sweeps
from service_agent.runs.worker import Worker, WorkerParts

log = structlog.get_logger()


LAST_PRUNE_S = 2.0
"""Of a stopping process."""
CLAIM_END_S = 2.0
"""How long a stopping process waits for the claim under way: a database that went silent never answers it. What it
claimed after all is another process's when the lease is over."""
LONG_TEXTS = 5
"""One in so many of the runs being prepared may be of a long text: those that read pages leave room for the others."""
ACCEPT_FIRST_S = 1.0
"""How long claiming waits at most for questions that are being taken."""
QUIET_S = 0.05
"""So long without two questions at once: the rush is over."""
HAND_BACK_S = 5.0
"""How long stopped runs may take to go back to the queue, its restart included; the leases of the others run out."""


@dataclass(frozen=True)
class EngineSettings:
    """How this process works on runs. Seconds."""

    slots: int = 20
    """Runs in flight; a paused run holds none."""
    preparing: int = 10
    """Of them, those in planning or search. A run whose answer the model writes does not count. A run that finds no
    free place here stays in the queue."""
    person_runs: int | None = None
    """Runs of one person at work, in all processes together; None: any number."""
    lease_s: float = 10.0
    beat_s: float = 1.0
    """Heartbeat: renews leases and reads cancel flags (so that a stop reaches a run within 2 s without any NOTIFY)."""
    poll_s: float = 1.0
    """Longest wait for a run that nobody announced."""
    sweep_s: float = 1.0
    prune_s: float = 10.0
    drain_s: float = 10.0
    """How long runs may still end at shutdown before they go back to the queue."""
    attempts: int = 10
    """Most attempts of one run that end in no card: a run that crashes its process must not crash all processes."""
    stalls: int = 2
    """How often a run may block its process."""

    @property
    def limits(self) -> ClaimLimits:
        """What may be taken by a process that has nothing in hand."""
        long_texts = max(1, self.preparing // LONG_TEXTS)
        return ClaimLimits(self.person_runs, self.attempts, self.stalls, long_texts, suspects=1)


class RunEngine:
    """Started once per process."""

    def __init__(
        self,
        process_id: str,
        parts: WorkerParts,
        prompts: PromptsRepository,
        prune: Prune,
        settings: EngineSettings,
    ) -> None:
        self._settings = settings
        self._announce = parts.announce
        self._points = parts.points
        self._leases = Leases(
            process_id, parts.runs, settings.lease_s, settings.limits, self._claim_backlog, parts.stalled
        )
        self._worker = Worker(process_id, parts, self._doubt_database)
        self._require_writes = parts.require_writes
        self._in_doubt = False
        self._sweeps = Sweeps(prompts, prune, parts, self._leases)
        self._woken = asyncio.Event()
        self._beating = asyncio.Event()
        self._claiming = asyncio.Lock()
        self._stopping = False
        self._patience_s = settings.drain_s
        self._others_wait = False
        self._backlog = False
        self._accepting = 0
        self._rush = False
        self._loops: list[asyncio.Task[None]] = []
        self._working: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin to claim, renew and sweep."""
        self._loops = [
            asyncio.create_task(self._every(self._claim, self._settings.poll_s, self._woken)),
            asyncio.create_task(self._every(self._leases.renew, self._settings.beat_s, self._beating)),
            asyncio.create_task(self._every(self._sweep, self._settings.sweep_s)),
            asyncio.create_task(self._every(self._sweeps.prune, self._settings.prune_s)),
        ]

    async def drain(self) -> None:
        """Take nothing new; let runs end, then hand the rest back to the queue. Runs are let end once: called again,
        or after it was cancelled, it hands back at once."""
        self._stopping = True
        patience_s, self._patience_s = self._patience_s, 0.0
        with contextlib.suppress(TimeoutError):
            # What is just being claimed is worked on, or handed back, like the rest.
            async with asyncio.timeout(CLAIM_END_S), self._claiming:
                pass
        if self._working and patience_s:
            await asyncio.wait(self._working, timeout=patience_s)
        for held in self._leases:
            held.stop_for(Stop.DRAINING)
        if self._working:
            await asyncio.wait(self._working, timeout=HAND_BACK_S)

    async def stop(self) -> None:
        """Drain, and end everything."""
        await self.drain()
        rest = [*self._loops, *self._working]
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)
        with contextlib.suppress(Exception):
            # While the database is away its pool waits half a minute; what stays behind the background drops.
            async with asyncio.timeout(LAST_PRUNE_S):
                await self._sweeps.prune()

    def wake(self) -> None:
        """There may be a run to claim."""
        self._woken.set()

    def beat(self) -> None:
        """Somebody may have asked a run of ours to stop."""
        self._beating.set()

    def room(self) -> Room:
        """Places nobody holds; none while runs are being claimed, for those are not counted yet."""
        free = 0 if self._stopping or self._claiming.locked() else max(0, self._free())
        turn_ms = self._leases.mean_ms
        every_ms = None if turn_ms is None else turn_ms / max(1, len(self._leases))
        return Room(free, every_ms, turn_ms, self._settings.person_runs)

    @contextlib.contextmanager
    def accepting(self) -> Generator[None]:
        """While inside, a question is on its way into the queue."""
        self._accepting += 1
        self._rush = self._rush or self._accepting > 1
        try:
            yield
        finally:
            self._accepting -= 1

    async def _let_accept(self) -> None:
        """When many questions arrive at once, accept them all before runs begin. Planning a run takes the processor for
        longer than accepting a hundred questions does."""
        loop = asyncio.get_running_loop()
        until = loop.time() + ACCEPT_FIRST_S
        while self._rush and loop.time() < until:
            self._rush = False
            await asyncio.sleep(QUIET_S)
            self._rush = self._rush or self._accepting > 0

    def _free(self) -> int:
        return min(self._settings.slots - len(self._leases), self._settings.preparing - self._leases.preparing)

    @property
    def in_flight(self) -> int:
        """Runs this process works on now."""
        return len(self._leases)

    @property
    def preparing(self) -> int:
        """Those of them that are being planned and searched."""
        return self._leases.preparing

    async def require_taking(self) -> None:
        """Raises GoingDown once runs are taken no more."""
        if self._stopping:
            raise GoingDown

    async def _claim(self) -> None:
        await self._let_accept()
        async with self._claiming:
            if self._stopping:
                return
            if self._in_doubt:  # each attempt that meets a full disk would be one of those a run has
                await self._require_writes()
                self._in_doubt = False
            await self._take()

    def _doubt_database(self) -> None:
        """A run could not go on: nothing is begun until it is known that something can be kept."""
        self._in_doubt = True

    async def _take(self) -> None:
        # What is not claimed waits where everybody may take it, stop it, and see how long it waits: in the queue.
        free = self._free()
        claimed = await self._leases.claim(free)
        if claimed and self._points is not None:
            await self._points.reached(Point.AFTER_CLAIM)
        # More than we could take may be waiting: then the next place that gets free asks at once.
        self._others_wait = len(claimed) >= free
        for run in claimed:
            task = asyncio.create_task(self._work(self._leases.hold(run)))
            self._working.add(task)
            task.add_done_callback(self._working.discard)
        # Whoever has as many at work as may be is waited for, too: with each that ends the next one can go.
        self._backlog = self._others_wait or self._settings.person_runs is not None or self._leases.apart > 0

    async def _work(self, first: Held) -> None:
        """One slot: a run, and then the session's next one if the end of the first claimed it."""
        held: Held | None = first
        while held is not None:
            held = await self._worked(held)
        self._claim_backlog()

    def _claim_backlog(self) -> None:
        """There is room again."""
        if self._backlog:
            self._woken.set()

    def _goes_on(self, held: Held) -> bool:
        """Whether the session's next run may follow this one at once: not past those that wait longer, and not where
        there is no room for it beside those being prepared. Its room is kept until this one has ended."""
        room = self._settings.preparing - self._leases.preparing + held.preparing
        if self._stopping or self._others_wait or room <= 0:
            self._backlog = True
            return False
        held.preparing = True
        return True

    async def _worked(self, held: Held) -> Held | None:
        following: Run | None = None
        try:
            following = await self._worker.work(held, partial(self._goes_on, held))
        except Exception:
            # Its lease runs out and somebody (perhaps we) starts it again; the other runs go on.
            log.exception("run_abandoned", run_id=held.run.run_id)
        finally:
            self._leases.drop(held)
            self._sweeps.ended(held.run.session_id)
        return self._leases.hold(following) if following is not None else None

    async def _sweep(self) -> None:
        if await self._sweeps.due():
            self._woken.set()

    async def _every(
        self, act: Callable[[], Awaitable[None]], seconds: float, woken: asyncio.Event | None = None
    ) -> None:
        """Act, then wait for the time or a wake-up. A database that is away for a while stops nothing for good."""
        waiting = woken or asyncio.Event()
        while True:
            waiting.clear()
            try:
                await act()
            except AWAY as lost:
                log.warning("engine_loop_failed", loop=getattr(act, "__name__", ""), reason=_reason(lost))
            except Exception:
                log.exception("engine_loop_failed", loop=getattr(act, "__name__", ""))
            # Not wait_for: in Python 3.11 it loses a cancellation that comes together with the wake-up.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await waiting.wait()


def _reason(lost: Exception) -> str:
    """Why the database did not answer. Clients do not get the reason, so the log must hold it."""
    return lost.message if isinstance(lost, SufficeError) else unreachable(lost).message
