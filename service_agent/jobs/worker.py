"""One run from claim to end: its events out, its outcome written, its failures told."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import structlog

from foundation.contracts.errors import Fenced, SufficeError
from foundation.contracts.events import AnswerRetried, RunEvent, RunRestarted, RunStarted
from foundation.contracts.ports import Delta, Emit
from foundation.storage.events import EventsRepository
from foundation.storage.records import Finish, NewPrompt, Run
from foundation.storage.runs import RunsRepository
from service_agent.chat.final import Timings, Verification
from service_agent.chat.translate import (
    TurnFacts,
    confirmation_frame,
    run_cancelled_frame,
    run_completed_frame,
    run_failed_frame,
    translate,
    usage_out,
)
from service_agent.jobs.leases import Held, Stop
from service_agent.jobs.outbox import Frame, Outbox
from service_agent.jobs.partials import Partials
from supervisor.deps import SupervisorDeps
from supervisor.outcome import Completed, Outcome, Paused
from supervisor.run import Supervisor

log = structlog.get_logger()

DepsFactory = Callable[[Run, Emit, Delta], Awaitable[SupervisorDeps]]
"""Chooses the real implementations for one run."""


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


class Worker:
    """Works on one run at a time per call; many calls run side by side."""

    def __init__(self, process_id: str, parts: WorkerParts) -> None:
        self._process_id = process_id
        self._parts = parts

    async def work(self, held: Held, claim_next: Callable[[], bool]) -> Run | None:
        """Work on a claimed run until it ends, pauses or is taken away. Gives the session's next run, claimed in the
        same transaction, when there is one and `claim_next` still wants one."""
        run = held.run
        outbox = Outbox(
            partial(self._parts.events.append, run),
            partial(self._parts.announce, run.session_id),
            on_failure=partial(held.stop_for, Stop.LOST),
        )
        self._parts.partials.open(run.run_id, run.session_id)
        try:
            return await self._worked(held, outbox, claim_next)
        except Fenced:
            log.info("run_lost", run_id=run.run_id, attempt=run.attempt)
            return None
        finally:
            self._parts.partials.close(run.run_id)
            self._parts.announce(run.session_id)

    async def _worked(self, held: Held, outbox: Outbox, claim_next: Callable[[], bool]) -> Run | None:
        run = held.run
        outcome = await self._outcome(held, outbox)
        if held.stop is Stop.LOST:
            # A failed write looks the same: nobody may write for this run any more, its lease will tell.
            return None
        if held.stop is Stop.DRAINING:
            await outbox.flush()
            await self._parts.runs.release(run)
            return None
        frames = await outbox.drain()
        if isinstance(outcome, Paused) and held.stop is None:
            await self._pause(run, outcome, frames)
            return None
        finish = _finish(run, outcome, frames, cancelled=held.stop is Stop.CANCELLED)
        return await self._parts.runs.finish(run, finish, claim_next_for=self._process_id if claim_next() else None)

    async def _outcome(self, held: Held, outbox: Outbox) -> Outcome | BaseException:
        """The supervisor's outcome, or what made it fail. Thinking is a task of its own, so that stopping it never
        stops the run's last transaction."""
        thinking: asyncio.Task[object] = asyncio.create_task(self._think(held.run, outbox))
        held.thinking = thinking
        if held.stop is not None:
            thinking.cancel()
        try:
            await asyncio.wait({thinking})
        except asyncio.CancelledError:
            thinking.cancel()
            raise
        if thinking.cancelled():
            return asyncio.CancelledError()
        failure = thinking.exception()
        if failure is None:
            return thinking.result()  # type: ignore[return-value]
        if isinstance(failure, Fenced):
            raise failure
        if held.stop is None:
            _note(held.run, failure)
        return failure

    async def _think(self, run: Run, outbox: Outbox) -> Outcome:
        emit = partial(self._emit, run, outbox)
        deps = await self._parts.deps_factory(run, emit, partial(self._delta, run))
        if run.resume is not None:
            return await self._parts.supervisor.resume(run, deps)
        opening = RunStarted if run.attempt == 1 else RunRestarted
        await emit(opening(message_id=run.message_id, question=run.question, attempt=run.attempt))
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
            await self._parts.events.append(run, frames)
        prompt_id = uuid.uuid4().hex
        prompt = NewPrompt(
            prompt_id=prompt_id,
            kind=paused.kind,
            interrupt_id=paused.interrupt_id,
            values=paused.values,
            schema=paused.schema,
            default=paused.default,
            wait_s=paused.wait_s,
            frame=confirmation_frame(paused.asked, run, prompt_id),
        )
        await self._parts.runs.pause(run, prompt)


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
    )
    answer: dict[str, Any] = translate(done.answer, run, facts)
    return Finish(
        status="completed",
        frames=(*frames, answer, run_completed_frame(run, facts)),
        answer_id=facts.answer_id,
        content=done.answer.content,
        body=answer,
        decision=done.decision,
    )
