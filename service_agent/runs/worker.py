"""One run from claim to end: sends its events, stores its outcome and reports its failures."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

import structlog

from foundation.contracts.errors import Fenced, RunStalled, SufficeError
from foundation.contracts.events import AnswerRetried, RunEvent, RunRestarted, RunStarted
from foundation.contracts.failpoints import FailPoints, Point
from foundation.contracts.ports import Delta, Emit
from foundation.contracts.telemetry import Span
from foundation.storage.database.engine import AWAY
from foundation.storage.queue.events import EventsRepository
from foundation.storage.queue.runs import RunsRepository
from foundation.storage.records import Finish, NewPrompt, Run
from service_agent.events.partials import Partials
from service_agent.protocol.final import Timings, Verification
from service_agent.protocol.pauses import pause_frame
from service_agent.protocol.translate import (
    TurnFacts,
    run_cancelled_frame,
    run_completed_frame,
    run_failed_frame,
    translate,
    usage_out,
)
from service_agent.runs.leases import Held, Stop, nobody
from service_agent.runs.outbox import Frame, Outbox
from service_agent.telemetry.watch import Watch
from supervisor.answer_row import answer_row
from supervisor.deps import SupervisorDeps
from supervisor.outcome import Completed, Outcome, Paused
from supervisor.run import Supervisor

log = structlog.get_logger()

DepsFactory = Callable[[Run, Emit, Delta], Awaitable[SupervisorDeps]]
"""Chooses the real implementations for one run."""


async def granted() -> None:
    """The database takes writes."""


def ignored(run: Run) -> None:
    """Does nothing with a run that was answered."""


@dataclass(frozen=True)
class WorkerParts:
    """What working on runs stands on."""

    runs: RunsRepository
    events: EventsRepository
    supervisor: Supervisor
    deps_factory: DepsFactory
    partials: Partials
    announce: Callable[[str], None]
    """Wakes the readers of a session, here and in other processes."""
    points: FailPoints | None = None
    watch: Watch = field(default_factory=Watch)
    require_writes: Callable[[], Awaitable[None]] = granted
    """Raises DatabaseTakesNoWrites, DatabaseUnreachable."""
    stalled: Callable[[], Sequence[str]] = nobody
    """Gives the runs whose work blocked the process since the last call."""
    lease_s: float = 10.0
    """Of a run claimed at the end of another."""
    person_runs: int | None = None
    """Runs of one person at work, in all processes together; None: any number."""
    answered: Callable[[Run], None] = ignored
    """Called with each run that ended with an answer."""


class Worker:
    """Works on one run at a time per call; many calls run side by side."""

    def __init__(self, process_id: str, parts: WorkerParts, on_away: Callable[[], None]) -> None:
        """`on_away`: called when a run could not go on because of the database."""
        self._process_id = process_id
        self._parts = parts
        self._on_away = on_away

    async def work(self, held: Held, claim_next: Callable[[], bool]) -> Run | None:
        """Work on a claimed run until it ends, pauses or is taken away. Gives the session's next run, claimed in the
        same transaction, when there is one and `claim_next` still wants one."""
        run = held.run
        outbox = Outbox(
            partial(self._store, run),
            partial(self._parts.announce, run.session_id),
            on_failure=partial(held.stop_for, Stop.LOST),
        )
        self._parts.partials.open(run.run_id, run.session_id, run.attempt)
        try:
            with self._parts.watch.run(run) as span:
                return await self._worked(held, outbox, claim_next, span)
        except Fenced:
            log.info("run_lost", run_id=run.run_id, attempt=run.attempt)
            return None
        except AWAY as lost:
            await self._hand_back(run, lost)
            return None
        finally:
            self._parts.partials.close(run.run_id, run.attempt)
            self._parts.announce(run.session_id)

    async def _worked(self, held: Held, outbox: Outbox, claim_next: Callable[[], bool], span: Span) -> Run | None:
        run = held.run
        outcome = await self._outcome(held, outbox)
        span.note(outcome=_word_of(held.stop, outcome))
        if held.stop is Stop.LOST:
            if isinstance(outbox.failure, AWAY):
                raise outbox.failure
            # Any other failed write looks the same: nobody may write for this run any more, its lease will tell.
            return None
        if isinstance(outcome, AWAY) and held.stop is None:
            raise outcome  # the queue counts how often (`give_up`)
        if held.stop is Stop.DRAINING:
            await outbox.flush()
            await self._parts.runs.release(run)
            return None
        frames = await outbox.drain()
        if isinstance(outcome, Paused) and held.stop is None:
            await self._reached(Point.BEFORE_PAUSE)
            await self._pause(run, outcome, frames)
            return None
        finish = _finish(run, outcome, frames, cancelled=held.stop is Stop.CANCELLED)
        await self._reached(Point.AFTER_ANSWER)
        claiming = self._process_id if claim_next() else None
        following = await _retry_on_db_loss(
            partial(
                self._parts.runs.finish,
                run,
                finish,
                claim_next_for=claiming,
                lease_s=self._parts.lease_s,
                person_runs=self._parts.person_runs,
            )
        )
        self._parts.watch.metrics.finished(finish)
        if finish.status == "completed":
            self._parts.answered(run)
        await self._reached(Point.AFTER_FINISH)
        return following

    async def _hand_back(self, run: Run, lost: BaseException) -> None:
        """The database went away under the run: as soon as it is back, the run begins again."""
        self._on_away()
        log.warning("run_begins_again", run_id=run.run_id, attempt=run.attempt, reason=type(lost).__name__)
        try:
            await _retry_on_db_loss(partial(self._parts.runs.release, run))
        except (Fenced, *AWAY):
            log.info("run_left_to_its_lease", run_id=run.run_id, attempt=run.attempt)

    async def _store(self, run: Run, frames: Sequence[Frame]) -> None:
        await self._parts.events.append(run, frames)
        self._parts.watch.metrics.stored(frames)
        await self._reached(Point.AFTER_STORE)

    async def _reached(self, point: Point) -> None:
        if self._parts.points is not None:
            await self._parts.points.reached(point)

    async def _outcome(self, held: Held, outbox: Outbox) -> Outcome | BaseException:
        """The supervisor's outcome, or what made it fail. Thinking is a task of its own, so that stopping it never
        stops the run's last transaction."""
        thinking: asyncio.Task[object] = asyncio.create_task(self._think(held, outbox))
        held.thinking = thinking
        if held.stop is not None:
            thinking.cancel()
        try:
            await asyncio.wait({thinking})
        except asyncio.CancelledError:
            thinking.cancel()
            raise
        if thinking.cancelled():
            return RunStalled() if held.stop is Stop.STALLED else asyncio.CancelledError()
        failure = thinking.exception()
        if failure is None:
            return thinking.result()  # type: ignore[return-value]
        if isinstance(failure, Fenced):
            raise failure
        if held.stop is None and not isinstance(failure, AWAY):
            _note(held.run, failure)
        return failure

    async def _think(self, held: Held, outbox: Outbox) -> Outcome:
        run = held.run
        emit = partial(self._emit, run, outbox)
        deps = replace(await self._parts.deps_factory(run, emit, partial(self._delta, run)), prepared=held.prepared)
        if run.resume is not None:
            return await self._parts.supervisor.resume(run, deps)
        opening = RunStarted if run.attempt == 1 else RunRestarted
        await emit(opening(message_id=run.message_id, question=run.question, attempt=run.attempt))
        if opening is RunRestarted:
            # Readers that still show the earlier attempt's draft must read this before the new one's first piece.
            await outbox.flush()
        return await self._parts.supervisor.start(run, deps)

    async def _emit(self, run: Run, outbox: Outbox, event: RunEvent) -> None:
        outbox.put(translate(event, run))
        if isinstance(event, AnswerRetried):
            # The frame that clears the draft must be readable before the next draft's first piece.
            await outbox.flush()
            self._parts.partials.throw_away(run.run_id)

    async def _delta(self, run: Run, text: str) -> None:
        self._parts.partials.write(run.run_id, text)

    async def _pause(self, run: Run, paused: Paused, frames: tuple[Frame, ...]) -> None:
        if frames:
            await self._store(run, frames)
        prompt_id = uuid.uuid4().hex
        prompt = NewPrompt(
            prompt_id=prompt_id,
            kind=paused.asked.kind,
            interrupt_id=paused.interrupt_id,
            values=paused.asked.values,
            schema=paused.schema,
            default=paused.asked.default,
            wait_s=paused.wait_s,
            frame=pause_frame(paused.asked, run, prompt_id),
        )
        await _retry_on_db_loss(partial(self._parts.runs.pause, run, prompt))
        self._parts.watch.metrics.asked()
        await self._reached(Point.AFTER_PAUSE)


def _word_of(stop: Stop | None, outcome: Outcome | BaseException) -> str:
    """How this process's work on a run ended, as traces and figures name it."""
    if stop is Stop.LOST:
        return "lost"
    if stop is Stop.DRAINING:
        return "released"
    if isinstance(outcome, Completed):
        return "completed"
    if isinstance(outcome, Paused) and stop is None:
        return "paused"
    return "failed" if isinstance(outcome, BaseException) and stop in (None, Stop.STALLED) else "cancelled"


TRY_AGAIN_S = (0.1, 0.3, 1.0, 3.0)
"""Pauses between tries while the database is away: a restart takes a second or two."""
Written = TypeVar("Written")


async def _retry_on_db_loss(write: Callable[[], Awaitable[Written]]) -> Written:
    """For writes that end an attempt: tried again they are harmless, for had one been committed before the line broke,
    the next is refused (Fenced)."""
    for pause_s in TRY_AGAIN_S:
        try:
            return await write()
        except AWAY:
            await asyncio.sleep(pause_s)
    return await write()


def _note(run: Run, failure: BaseException) -> None:
    """Failures with a sentence of their own are expected; the others are faults of ours."""
    if isinstance(failure, SufficeError):
        log.warning("run_failed", run_id=run.run_id, code=str(failure.code))
    else:
        log.error("run_failed", run_id=run.run_id, exc_info=failure)


def _finish(run: Run, outcome: Outcome | BaseException, frames: tuple[Frame, ...], *, cancelled: bool) -> Finish:
    """Everything a run's end writes."""
    if isinstance(outcome, Completed):
        return _completed(run, outcome, frames)
    if cancelled or not isinstance(outcome, BaseException):
        return Finish("cancelled", (*frames, run_cancelled_frame(run)))
    return Finish("failed", (*frames, run_failed_frame(run, outcome)))


def _completed(run: Run, done: Completed, frames: tuple[Frame, ...]) -> Finish:
    facts = TurnFacts(
        answer_id=uuid.uuid4().hex,
        plan=done.plan,
        reuse=done.reuse,
        person=done.person,
        timings=Timings(**asdict(done.timings)),
        usage=usage_out(done.usage, done.search_calls),
        verification=Verification.model_validate(done.answer.verification),
        memories_used=done.memories_used,
        suggestions=done.suggestions,
        data_as_of=done.data_as_of,
    )
    answer: dict[str, Any] = translate(done.answer, run, facts)
    return Finish(
        status="completed",
        frames=(*frames, answer, run_completed_frame(run, facts)),
        answer_id=facts.answer_id,
        content=done.answer.content,
        body=answer,
        decision=done.decision,
        answer=answer_row(done),
        exchanges=done.exchanges,
        title="" if run.options.history else done.title,
    )
