"""Puts questions into the queue: those that arrive at the same moment are stored together."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from sqlalchemy import Row, Select, TextClause, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.types import BigInteger, Boolean, Text

from foundation.contracts.errors import Busy, MessageIdReused, RunInProgress, UnknownSession
from foundation.contracts.identity import Principal
from foundation.storage.database.batcher import Batcher
from foundation.storage.database.json_text import dump, plain
from foundation.storage.database.repository import Repository
from foundation.storage.queue import run_statements, submit_statement
from foundation.storage.queue.cancelling import cancel
from foundation.storage.queue.events import rest_of, say
from foundation.storage.queue.run_limits import Room
from foundation.storage.records import RunOptions, RunStatus, StoredEvent, Submission
from foundation.storage.tables.turns import runs

Multitask = Literal["enqueue", "refuse", "replace"]
RETRY_AFTER_S = 5
"""Retry-After for a person with a full queue: a turn takes seconds."""
LONG_TEXT = 1_000
"""Characters of a question with its history. Reading more takes longer than the rest of a turn without a model."""
FOREIGN_KEY = "23503"
ANY = Room()
"""Room for every question: none is reported as waiting."""
_UNFINISHED = runs.c.status.in_(("queued", "running", "waiting"))
_STATEMENTS = {
    name: cast(TextClause, statement).columns(
        queued=Text, owned=Boolean, reached=Boolean, known_content=Text, known=Text, known_status=Text, prompt_id=Text,
        refused=Boolean, waits=Boolean, position=BigInteger, estimate_ms=BigInteger,
        said_seq=BigInteger, said_text=Text, for_person=Boolean,
    )
    for name, statement in vars(submit_statement).items()
    if name.startswith("SUBMIT")
}  # fmt: skip


@dataclass(frozen=True)
class _Question:
    """One question and the limits that apply to it."""

    principal: Principal
    session_id: str
    message_id: str
    content: str
    options: str
    """JSON of its RunOptions."""
    graph_version: str
    queue_limit: int
    queue_total: int
    room: Room
    answering: bool
    run_id: str
    long_text: bool
    """Reading it takes a while."""

    def frame(self) -> dict[str, Any]:
        """What `run_queued` says beside `position` and `estimate_ms`."""
        ids = {"session_id": self.session_id, "run_id": self.run_id}
        return {"type": "run_queued", **ids, "message_id": self.message_id, "question": self.content}


class SubmissionsRepository(Repository):
    """Takes questions into the queue. Limits are read without a lock: questions that several processes take in the same
    instant may pass them by a few."""

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(engine)
        self._together = Batcher(self._submit_together, key=lambda question: question.session_id)

    async def submit(  # noqa: PLR0913  (the agreed signature: a message, how it is asked, and the limits it meets)
        self,
        principal: Principal,
        session_id: str,
        message_id: str,
        content: str,
        options: RunOptions,
        graph_version: str,
        *,
        queue_limit: int,
        queue_total: int = 1_000_000,
        multitask: Multitask = "enqueue",
        room: Room = ANY,
        answering: bool = False,
    ) -> Submission:
        """Stores message and run together, and `run_queued` when the run cannot begin at once; the same id and text
        again give the first submission. Raises MessageIdReused (other text), Busy (full queue), UnknownSession (another
        person's). `answering`: when a clarification is open, nothing is stored, and its `prompt_id` is returned."""
        question = _Question(
            principal=principal,
            session_id=session_id,
            message_id=message_id,
            content=plain(content),
            options=dump(vars(options)),
            graph_version=graph_version,
            queue_limit=queue_limit,
            queue_total=queue_total,
            room=room,
            answering=answering,
            run_id=str(uuid.uuid4()),
            long_text=len(content) + sum(len(said) for _, said in options.history) > LONG_TEXT,
        )
        for _ in range(2):
            row = await self._submitted(question, multitask)
            submission = _submission(question, row)
            if submission is not None:
                return submission
            if row.refused:
                break
        raise Busy(retry_after_s=RETRY_AFTER_S)

    async def _submitted(self, question: _Question, multitask: Multitask) -> Row[Any]:
        if multitask == "enqueue":
            row = await self._together.ask(question)
            if row is not None:
                return row
        try:
            if multitask == "enqueue":
                async with self._connected() as connection:
                    return await _one(connection, "SUBMIT", question)
            async with self._transaction() as connection:
                if multitask == "refuse":
                    return await self._submitted_alone(connection, question)
                return await self._submitted_instead(connection, question)
        except IntegrityError as error:
            if getattr(error.orig, "sqlstate", None) == FOREIGN_KEY:
                raise UnknownSession from error
            raise

    async def _submit_together(self, questions: Sequence[_Question]) -> list[Row[Any] | None]:
        """The outcome of each question. None: the statement did not reach it (its session is locked, or a session was
        erased meanwhile), and it must be submitted alone."""
        try:
            rows = await self._all(_STATEMENTS["SUBMIT_MANY"], **_values(questions))
        except IntegrityError:
            return [None] * len(questions)
        return [row if row.reached or not row.owned else None for row in rows]

    async def _submitted_alone(self, connection: AsyncConnection, question: _Question) -> Row[Any]:
        """Queues the run unless the session has another one. The statement locks the session, so that two concurrent
        messages cannot both find none; what answers a clarification is no second question."""
        row = await _one(connection, "SUBMIT", question)
        if not row.owned or row.known is not None or row.prompt_id is not None:
            return row
        other = await connection.execute(_others_of(question, row))
        if (found := other.first()) is not None:
            raise RunInProgress(run_id=found.run_id)
        return row

    async def _submitted_instead(self, connection: AsyncConnection, question: _Question) -> Row[Any]:
        """Queues the new run, then stops the session's other ones; the session's row comes last (lock order)."""
        row = await _one(connection, "SUBMIT_REPLACING", question, replacing=True)
        if row.queued is None:
            return row
        others = await connection.execute(_others_of(question, row).order_by(runs.c.queue_no))
        run_ids = [other.run_id for other in others]
        await cancel(connection, question.principal, run_ids, "superseded")
        touched = {"session_id": question.session_id, "content": question.content}
        await connection.execute(run_statements.TOUCH, touched)
        if row.waits:
            frame = {**question.frame(), "position": row.position, "estimate_ms": row.estimate_ms}
            await say(connection, row.queued, [frame])
        return row


def _others_of(question: _Question, row: Row[Any]) -> Select[tuple[str]]:
    """The session's unfinished runs beside the one just queued."""
    return select(runs.c.run_id).where(
        runs.c.session_id == question.session_id, _UNFINISHED, runs.c.run_id.is_distinct_from(row.queued)
    )


async def _one(
    connection: AsyncConnection, statement: str, question: _Question, *, replacing: bool = False
) -> Row[Any]:
    values = _values([question], replacing=replacing)
    return (await connection.execute(_STATEMENTS[statement], values)).one()


def _values(questions: Sequence[_Question], *, replacing: bool = False) -> dict[str, Any]:
    newest = questions[-1]
    return {
        "session_ids": [one.session_id for one in questions],
        "tenant_ids": [one.principal.tenant_id for one in questions],
        "owner_ids": [one.principal.owner_id for one in questions],
        "message_ids": [one.message_id for one in questions],
        "run_ids": [one.run_id for one in questions],
        "contents": [one.content for one in questions],
        "options": [one.options for one in questions],
        "frames": [rest_of(one.frame()) for one in questions],
        "queue_limits": [one.queue_limit for one in questions],
        "long_texts": [one.long_text for one in questions],
        "answering": [one.answering for one in questions],
        "replacing": replacing,
        "graph_version": newest.graph_version,
        "queue_total": newest.queue_total,
        "free": newest.room.free,
        "every_ms": newest.room.every_ms,
        "turn_ms": newest.room.turn_ms,
        "person_runs": newest.room.person_runs,
    }


def _submission(question: _Question, row: Row[Any]) -> Submission | None:
    """What became of a question; None: nothing. Raises UnknownSession and MessageIdReused."""
    if not row.owned:
        raise UnknownSession
    if row.queued is not None:
        event, behind = _said(row), bool(row.for_person)
        return Submission(row.queued, question.message_id, "queued", duplicate=False, event=event, behind_person=behind)
    if row.known is not None:
        return _known(question, row)
    if row.prompt_id is not None:
        return Submission("", question.message_id, "waiting", duplicate=False, prompt_id=row.prompt_id)
    return None


def _known(question: _Question, row: Row[Any]) -> Submission:
    if row.known_content != question.content:
        raise MessageIdReused
    status = cast(RunStatus, row.known_status or "completed")
    return Submission(row.known, question.message_id, status, duplicate=True)


def _said(row: Row[Any]) -> StoredEvent | None:
    if row.said_seq is None:
        return None
    return StoredEvent(seq=row.said_seq, run_id=row.queued, type="run_queued", text=row.said_text)
