"""Questions and what becomes of them: asking, waiting, deciding, stopping, asking again."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractContextManager, aclosing
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, Protocol

from execution_agents.pausing.answers import Given, Typed, require_filled, stored
from foundation.contracts.errors import (
    Busy,
    ErrorCode,
    InvalidAnswer,
    OverLimit,
    RunCancelled,
    SufficeError,
    UnknownMessage,
    UnknownPrompt,
    error_with,
)
from foundation.contracts.failpoints import FailPoints, Point
from foundation.contracts.identity import Principal
from foundation.contracts.ports import WakeUps
from foundation.storage.database.engine import AWAY
from foundation.storage.queue.run_limits import Room
from foundation.storage.records import Prompt, Run, RunOptions, Session, StoredEvent, Submission
from foundation.storage.repositories import Repositories
from service_agent.events.event_stream import ENDS, Item, Missing, Piece, SessionReader, Streams
from service_agent.events.pauses import with_pauses
from service_agent.limits.allowance import LimitsOf, Over
from service_agent.limits.paces import Paces, too_fast
from service_agent.services.ids import derived_id as derived_id
from service_agent.services.ids import new_id as new_id
from service_agent.services.patience import ASK_AGAIN_S, OUTAGE_S, through_outages, until_erased
from service_agent.telemetry.metrics import Metrics
from supervisor.memory.history import worth_reading

CAUGHT_UP_S = 2.0
"""How long a stop waits for clients to take the end of their runs. One that comes back is given it by any process."""


class Engine(Protocol):
    """Whoever works on runs."""

    def wake(self) -> None:
        """There may be a run to claim."""
        ...

    def beat(self) -> None:
        """There may be a run to stop."""
        ...

    def accepting(self) -> AbstractContextManager[None]:
        """While inside, a question is on its way into the queue."""
        ...

    def room(self) -> Room:
        """What could begin at once."""
        ...

    async def drain(self) -> None:
        """Take nothing new; runs end here or are handed over."""
        ...


@dataclass(frozen=True)
class TurnRules:
    """How this service takes questions."""

    multitask: Literal["enqueue", "replace", "refuse"]
    limits: LimitsOf
    """The limits of a person's tenant, as they are now."""
    graph_version: str
    queue_total: int = 1000
    """Questions that may wait, of all people."""
    over: Callable[[Principal], Awaitable[Over | None]] | None = None
    """Tells the limit of the day a person has reached; None: there is none."""
    metrics: Metrics = field(default_factory=Metrics)
    """Where it is counted what became of questions to a person."""


@dataclass(frozen=True)
class Question:
    """One question, and how it is to be read."""

    content: str
    message_id: str
    history: tuple[tuple[str, str], ...] = ()
    """(role, content), oldest first. Not empty: nothing of this question is kept."""
    reuse: Literal["always", "never"] | None = None
    use_memories: bool = True
    form_id: str | None = None
    """Of the form that an earlier answer was, with `form_values`."""
    form_values: dict[str, Any] | None = None
    alone: bool = False
    without: tuple[str, ...] = ()
    asks_back: bool = False
    """What is unclear is answered with the question back; the next question brings the choice."""


@dataclass(frozen=True)
class Asked:
    """A question on its way."""

    submission: Submission
    session_id: str
    after: int
    """Where the session's events stood before it."""


class Turns:
    """What a person may do with questions."""

    def __init__(
        self,
        repositories: Repositories,
        streams: Streams,
        rules: TurnRules,
        engine: Engine,
        wakes: WakeUps,
        points: FailPoints | None = None,
    ) -> None:
        self._repositories = repositories
        self._streams = streams
        self._rules = rules
        self._engine = engine
        self._wakes = wakes
        self._points = points

    async def say(self, principal: Principal, session_id: str, said: Question) -> Submission | None:
        """A message of a conversation. While a clarification is open it is the answer to that: None then."""
        options = RunOptions(use_memories=said.use_memories, alone=said.alone, without=said.without)
        message = (said.message_id, said.content)
        submission = await self._submit(principal, session_id, message, options, answering=True)
        if submission.prompt_id is None:
            if submission.behind_person:  # perhaps behind a form, which nobody fills any more
                await self._supersede_form(session_id)
            return submission
        await self.decide(principal, submission.prompt_id, Typed(said.content))
        return None

    async def _supersede_form(self, session_id: str) -> None:
        for _ in await self._repositories.prompts.supersede_due(session_id):
            self._rules.metrics.resolved("superseded")
            self._changed(session_id)

    async def ask(self, principal: Principal, session: Session, question: Question) -> Asked:
        """Ask; a confirmation takes its safe default at once. Raises InvalidAnswer and UnknownPrompt of a form."""
        content = await self._content(principal, session, question)
        options = RunOptions(
            reuse=question.reuse,
            wait_for_person=False,
            history=worth_reading(question.history),
            use_memories=question.use_memories,
            form_values=question.form_values,
            alone=question.alone,
            without=question.without,
            asks_back=question.asks_back,
        )
        message = (question.message_id, content)
        submission = await self._submit(principal, session.session_id, message, options)
        return Asked(submission, session.session_id, 0 if submission.duplicate else session.last_seq)

    async def _content(self, principal: Principal, session: Session, question: Question) -> str:
        """What is asked: the question of the form that is filled in, where its conversation still has it."""
        if question.form_id is None or question.form_values is None or session.last_seq == 0:
            return question.content
        try:
            asked = (await self._repositories.messages.get(principal, question.form_id)).body
        except UnknownMessage:
            raise UnknownPrompt from None
        form = (asked or {}).get("form")
        if form is None:
            raise UnknownPrompt
        require_filled(form["schema"], question.form_values, str(form["message"]))
        return str(form["query"])

    async def answer_of(self, principal: Principal, asked: Asked) -> dict[str, Any]:
        """Wait for the final message. Raises what made the run fail, RunCancelled."""
        if asked.submission.duplicate and (body := await self._body(principal, asked)) is not None:
            return body
        last: StoredEvent | None = None
        async with aclosing(self.frames_of(principal, asked)) as frames:
            async for item in frames:
                last = item if isinstance(item, StoredEvent) else last
        return await self.outcome(principal, asked, last)

    async def outcome(self, principal: Principal, asked: Asked, last: StoredEvent | None) -> dict[str, Any]:
        """The final message of a run that is over; `last` is its last frame. Raises as `answer_of`."""
        body = await through_outages(partial(self._body, principal, asked))
        if body is None:
            raise await self._failure(principal, asked, last)
        return body

    async def frames_of(self, principal: Principal, asked: Asked) -> AsyncGenerator[Item]:
        """The frames of one question's run, until it ended. While the database is away it is waited for as long as for
        a turn: what was accepted is kept. Raises UnknownRun when it was erased meanwhile, DatabaseUnreachable."""
        after, patient_until = asked.after, None
        while True:
            try:
                async with aclosing(self._frames_after(principal, asked, after)) as frames:
                    async for item in frames:
                        patient_until = None
                        after = _passed(item, after)
                        yield item
                return
            except AWAY:
                now = time.monotonic()
                patient_until = patient_until or now + OUTAGE_S
                if now > patient_until:
                    raise
                await asyncio.sleep(ASK_AGAIN_S)

    async def _frames_after(self, principal: Principal, asked: Asked, after: int) -> AsyncGenerator[Item]:
        run_id = asked.submission.run_id
        async with SessionReader(self._streams, principal, asked.session_id).opened() as reader:
            session = await self._repositories.sessions.get(principal, asked.session_id)
            items = until_erased(reader.items(after, session.last_seq))
            async with aclosing(with_pauses(items, LOOK_AFTER_S)) as signs:
                async for item in signs:
                    if item is not None and getattr(item, "run_id", run_id) != run_id:
                        continue
                    if item is not None:
                        yield item
                    if isinstance(item, StoredEvent) and item.type in ENDS:
                        return
                    # In a pause the conversation may be erased; where events were removed the run may be over.
                    if not isinstance(item, StoredEvent | Piece) and await self._is_over(principal, run_id):
                        for event in await self._repositories.events.of_run(principal, run_id):
                            if event.seq > reader.cursor:
                                yield event
                        return

    async def _is_over(self, principal: Principal, run_id: str) -> bool:
        return (await self._repositories.runs.get(principal, run_id)).status not in UNFINISHED

    async def final_event(self, principal: Principal, run_id: str) -> StoredEvent | None:
        """The stored final message of a run that is over, as it was sent; None while it is not."""
        if not await self._is_over(principal, run_id):
            return None
        events = await self._repositories.events.of_run(principal, run_id)
        return next((event for event in events if event.type in FINALS), None)

    async def last_answer(self, principal: Principal, session_id: str) -> dict[str, Any] | None:
        """The last final message of a conversation, None while there is none."""
        recent = await self._repositories.messages.recent(principal, session_id, 1)
        return recent[-1].body if recent else None

    async def final_of(self, principal: Principal, run: Run) -> dict[str, Any] | None:
        """The final message of a run, None while there is none."""
        return await self._repositories.messages.final_of(principal, run.session_id, run.message_id)

    async def override(
        self, principal: Principal, answer_id: str, action: Literal["search_again", "use_previous"]
    ) -> Submission:
        """Under an answer: ask again with the other reuse choice. Kept as a label; twice is once."""
        answer = await self._repositories.messages.get(principal, answer_id)
        if answer.role != "assistant" or answer.body is None:
            raise UnknownMessage("message_id: that is not an answer; name the answer's answer_id.", field="message_id")
        question = await self._repositories.messages.get(principal, str(answer.body["message_id"]))
        options = RunOptions(reuse="never" if action == "search_again" else "always", override_of=answer_id)
        message = (derived_id("again", answer_id, action), question.content)
        submission = await self._submit(principal, answer.session_id, message, options)
        if not submission.duplicate:
            await self._label(principal, answer_id, answer.run_id, action)
        return submission

    async def stop(self, principal: Principal, run_id: str) -> str:
        """Stop a run; its status afterwards ("running": it stops at its next heartbeat)."""
        run = await self._repositories.runs.get(principal, run_id)
        status = await self._repositories.runs.request_cancel(principal, run_id)
        if run.status == "waiting" and status == "cancelled":
            self._rules.metrics.resolved("cancel")
        self._engine.beat()
        self._changed(run.session_id)
        return status

    async def decide(self, principal: Principal, prompt_id: str, given: Given) -> Prompt:
        """The person's answer. Raises LateAnswer, AlreadyDecided, InvalidAnswer, UnknownPrompt."""
        asked = await self._repositories.prompts.get(principal, prompt_id)
        try:
            value = stored(given, asked)
        except InvalidAnswer:
            if asked.status == "open":
                raise
            value = given.raw  # it is over: that is said first
        prompt, first, _ = await self._repositories.prompts.decide(principal, prompt_id, value, "person")
        if first:
            self._rules.metrics.resolved("person")
        if first and self._points is not None:
            await self._points.reached(Point.AFTER_DECISION)
        self._changed(prompt.session_id)
        return prompt

    async def drain(self) -> None:
        """Prepare this process to stop. It still accepts questions; other processes answer them. Connected clients get
        the end of the runs that ended here before their connection closes."""
        await self._engine.drain()
        with contextlib.suppress(TimeoutError, *AWAY):  # clients can reconnect for it; the stop does not wait
            async with asyncio.timeout(CAUGHT_UP_S):
                await self._streams.pulse.caught_up()

    async def extend(self, principal: Principal, prompt_id: str) -> Prompt:
        """Keep waiting. Raises LateAnswer, UnknownPrompt."""
        prompt = await self._repositories.prompts.extend(principal, prompt_id)
        self._changed(prompt.session_id)
        return prompt

    async def require_pace(self, principal: Principal, paces: Paces, *, asking: bool) -> None:
        """Counts one request of this person. Raises OverLimit when it is one too many, with the longest wait: for a
        question beyond the day's limit, too, that is the time until the day ends."""
        wait = paces.request_wait_s(principal, (await self._rules.limits(principal)).limit_requests_minute)
        if wait is None:
            return
        over = await self._rules.over(principal) if asking and self._rules.over is not None else None
        if over is not None and over.retry_after_s > wait:
            raise OverLimit(over.sentence, retry_after_s=over.retry_after_s)
        raise too_fast(wait)

    async def _body(self, principal: Principal, asked: Asked) -> dict[str, Any] | None:
        return await self._repositories.messages.final_of(principal, asked.session_id, asked.submission.message_id)

    async def _submit(
        self,
        principal: Principal,
        session_id: str,
        message: tuple[str, str],
        options: RunOptions,
        *,
        answering: bool = False,
    ) -> Submission:
        replacing = self._rules.multitask == "replace"
        replaced = await self._repositories.prompts.open_of(principal, session_id) if replacing else None
        over = await self._rules.over(principal) if self._rules.over is not None else None
        try:
            with self._engine.accepting():
                submission = await self._repositories.runs.submit(
                    principal,
                    session_id,
                    *message,
                    options,
                    self._rules.graph_version,
                    # Who may ask nothing more still gets what was asked before: a known message_id is no new question.
                    queue_limit=0 if over else (await self._rules.limits(principal)).queue_limit,
                    queue_total=self._rules.queue_total,
                    multitask=self._rules.multitask,
                    room=self._engine.room(),
                    answering=answering,
                )
        except Busy as busy:
            if over is None:
                raise
            raise OverLimit(over.sentence, retry_after_s=over.retry_after_s) from busy
        if replaced is not None and submission.prompt_id is None and not submission.duplicate:
            self._rules.metrics.resolved("superseded")
        if replacing:  # what the others ended with was stored, too
            self._wakes.announce(session_id)
        elif submission.event is not None:
            self._streams.readers.hand(session_id, submission.event)
            self._wakes.announce_elsewhere(session_id)
        self._engine.wake()
        return submission

    async def _label(self, principal: Principal, answer_id: str, run_id: str, action: str) -> None:
        await self._repositories.feedback.add(principal, answer_id, 0, action, "override")
        # Searched again: the reuse was not good enough. The earlier data after all: the search was not needed.
        await self._repositories.labels.add(
            principal, run_id, "person", "wrong", reason=action, of_skip=action == "search_again"
        )

    async def _failure(self, principal: Principal, asked: Asked, last: StoredEvent | None) -> SufficeError:
        """What ended a run without an answer. Its events may be removed by now: then only that it failed is known."""
        if last is not None and last.type == "run_failed":
            frame = json.loads(last.text)
            return error_with(ErrorCode(frame["code"]), str(frame["message"]))
        run = await self._repositories.runs.get(principal, asked.submission.run_id)
        return SufficeError() if run.status == "failed" else RunCancelled()

    def _changed(self, session_id: str) -> None:
        self._wakes.announce(session_id)
        self._engine.wake()


LOOK_AFTER_S = 2.0
"""Whoever waits looks whether there still is something to wait for, after so long without a word."""
UNFINISHED = ("queued", "running", "waiting")
FINALS = frozenset({"answer", "clarify", "form", "run_failed", "run_cancelled"})


def _passed(item: Item, before: int) -> int:
    """The last event that need not be read again."""
    if isinstance(item, StoredEvent):
        return item.seq
    return item.last if isinstance(item, Missing) else before
