"""Background work: what nobody waits for, as jobs of procrastinate, so that each is done once by whichever process has
time. Runs never come here; they have a queue of their own (`runs/engine.py`).

A job that fails is logged and counted, and done again at its next time. A job whose process died is found by the
heartbeat procrastinate keeps, and given to another (`stalled`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime

import structlog
from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException, UniqueViolation
from procrastinate.jobs import Job as StalledJob
from procrastinate.jobs import Status

from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.tables.columns import JOBS_SCHEMA
from service_agent.telemetry.metrics import Metrics

log = structlog.get_logger(__name__)

QUEUE = "background"
"""Of jobs any process can do."""
POLL_S = 0.25
HEARTBEAT_S = 10.0
STALLED_S = 30.0
"""A process that was not heard of for so long is gone; its job goes to another."""
DRAIN_S = 2.0
"""How long a stopping process lets a job end; one that is cut off is done again elsewhere."""
AGAIN_S = 5.0
"""Pause before asking again for work when the database was away."""
CONNECTIONS = 2


@dataclass(frozen=True)
class Job:
    """Something that is due by the clock."""

    name: str
    cron: str
    """When, in UTC."""
    work: Callable[[], Awaitable[object]]
    """Doing it again must do no harm. What it gives is logged."""
    alone: bool = True
    """Never in two processes at once: while one does it (or died in it, until that is noticed), it waits."""
    queue: str = QUEUE
    """Another one for a job only some processes can do: those that have the job look there, the others do not."""


@dataclass(frozen=True)
class Chore:
    """Something every process does for its own host, by its own clock: when it begins, and after each pause."""

    name: str
    pause_s: float
    work: Callable[[], Awaitable[object]]
    """Several processes of a host may do it at the same time."""


class Background:
    """This process's share of the background work."""

    def __init__(
        self,
        address: DatabaseAddress,
        tasks: Sequence[Job | Chore],
        metrics: Metrics,
        process_id: str,
    ) -> None:
        jobs = [task for task in tasks if isinstance(task, Job)]
        self._metrics = metrics
        self._process_id = process_id
        self._waking = set[asyncio.Future[None]]()
        self._chores = [task for task in tasks if isinstance(task, Chore)]
        self._queues = sorted({QUEUE, *(job.queue for job in jobs)})
        kwargs = {
            **address.psycopg_kwargs(),
            "options": f"-c search_path={JOBS_SCHEMA},public -c jit=off",
            "application_name": "suffice jobs",
        }
        connector = PsycopgConnector(kwargs=kwargs, min_size=1, max_size=CONNECTIONS)
        self.app = App(connector=connector)
        # What notices the dead must not wait for one that died in it.
        for job in (*jobs, Job("stalled", "* * * * *", self.requeue_stalled, alone=False)):
            self._take_up(job)

    def _take_up(self, job: Job) -> None:
        @self.app.periodic(cron=job.cron, periodic_id=job.name)
        @self.app.task(name=job.name, queue=job.queue, lock=job.name if job.alone else None, queueing_lock=job.name)
        async def due(timestamp: int) -> None:
            del timestamp
            await self._do(job)

        del due  # the app holds it

    def soon(self, name: str) -> None:
        """This job now, once, whoever has time: it does not wait for its next time. Lost, it comes with that."""
        waking = asyncio.ensure_future(self._deferred(name))
        self._waking.add(waking)
        waking.add_done_callback(self._waking.discard)

    async def _deferred(self, name: str) -> None:
        with suppress(AlreadyEnqueued, ConnectorException):
            await self.app.configure_task(name).defer_async(timestamp=0)

    async def _do(self, job: Job | Chore) -> None:
        try:
            done = await job.work()
        except Exception:
            self._metrics.job(job.name, "failed")
            log.exception("job_failed", job=job.name)
            return
        self._metrics.job(job.name, "done")
        log.debug("job_done", job=job.name, result=str(done))

    async def requeue_stalled(self) -> int:
        """Jobs of processes that are gone go back to their queue, whoever can do them."""
        stalled = list(await self.app.job_manager.get_stalled_jobs(seconds_since_heartbeat=STALLED_S))
        for job in stalled:
            await self._again(job)
        return len(stalled)

    async def _again(self, job: StalledJob) -> None:
        try:
            await self.app.job_manager.retry_job(job, retry_at=datetime.now(UTC))
        except UniqueViolation:  # its next time has come and waits: once is enough
            await self.app.job_manager.finish_job(job, Status.FAILED, delete_job=True)

    @asynccontextmanager
    async def working(self) -> AsyncGenerator[None]:
        """While inside, this process does what is due."""
        async with self.app.open_async():
            leaving = asyncio.Event()
            task = asyncio.create_task(self._work(leaving))
            chores = [asyncio.create_task(self._again_and_again(chore)) for chore in self._chores]
            try:
                yield
            finally:
                leaving.set()
                for chore in chores:
                    chore.cancel()
                await _ended(task)
                await asyncio.gather(*chores, return_exceptions=True)

    async def _again_and_again(self, chore: Chore) -> None:
        while True:
            await self._do(chore)
            await asyncio.sleep(chore.pause_s)

    async def _work(self, leaving: asyncio.Event) -> None:
        """A database that is away for a while stops nothing for good."""
        while not leaving.is_set():
            try:
                await self._work_until_interrupted()
                reason = "the worker stopped by itself"
            except Exception as error:  # noqa: BLE001 - also what a stopping worker says of a database that is away
                reason = str(error)
            if not leaving.is_set():
                log.warning("jobs_interrupted", reason=reason, again_in_s=AGAIN_S)
                await asyncio.sleep(AGAIN_S)

    async def _work_until_interrupted(self) -> None:
        await self.app.run_worker_async(
            queues=self._queues,
            name=self._process_id,
            concurrency=1,
            delete_jobs="always",
            fetch_job_polling_interval=POLL_S,
            listen_notify=False,
            install_signal_handlers=False,
            shutdown_graceful_timeout=DRAIN_S,
            update_heartbeat_interval=HEARTBEAT_S,
            stalled_worker_timeout=STALLED_S,
        )


async def _ended(task: asyncio.Task[None]) -> None:
    """Cancel until it is over: on its way out the worker speaks to the database, and a cancellation that meets a
    connection just given or just lost is swallowed there."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=2 * DRAIN_S)
