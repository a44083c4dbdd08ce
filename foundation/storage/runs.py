"""Runs: the queue, the lease, the fence, and every change of a run's state."""

from __future__ import annotations

import dataclasses
import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from sqlalchemy import Row, and_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from foundation.contracts.errors import Busy, Fenced, MessageIdReused, RunInProgress, UnknownRun, UnknownSession
from foundation.contracts.identity import Principal
from foundation.contracts.language import Language, language_of
from foundation.storage import prompt_statements
from foundation.storage import run_statements as sql
from foundation.storage.events import rest_of, say, spoken
from foundation.storage.json_text import dump, plain
from foundation.storage.prompts import prompt_of, resolved_frame
from foundation.storage.records import (
    ClaimLimits,
    DecidedBy,
    Finish,
    NewPrompt,
    Prompt,
    Renewed,
    Run,
    RunOptions,
    RunStatus,
    Submission,
)
from foundation.storage.repository import Repository, who
from foundation.storage.tables import runs, sessions

Multitask = Literal["enqueue", "refuse", "replace"]
LEASE_S = 10.0
LONG_TEXT = 1_000
"""Characters of a question with its history: reading more takes longer than all else of a turn without a model."""
ANY = ClaimLimits()
RETRY_AFTER_S = 5
"""What a person with a full queue is told: a turn takes seconds."""
CANCELLED: Mapping[Language, str] = {
    "ko": "요청에 따라 질문을 중단했습니다.",
    "en": "The question was stopped as asked.",
}
"""What a cancelled run says in the question's language, whether it waited, was queued or was at work."""
_ACTIVE = runs.c.status.in_(("running", "waiting"))
_UNFINISHED = runs.c.status.in_(("queued", "running", "waiting"))


def _mine(principal: Principal) -> Any:
    return and_(runs.c.tenant_id == principal.tenant_id, runs.c.owner_id == principal.owner_id)


class RunsRepository(Repository):
    """Runs, as people submit and stop them and as processes work on them."""

    # --- people -----------------------------------------------------------------------------------

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
    ) -> Submission:
        """Stores message and run together. The same id and text again gives the first submission; another text is
        MessageIdReused; a full queue is Busy; a session of others is UnknownSession. The person's count is read
        without a lock, so messages of several sessions sent in the same instant may pass the limit by a few."""
        values = {
            **who(principal),
            "session_id": session_id,
            "message_id": message_id,
            "content": plain(content),
            "options": dump(dataclasses.asdict(options)),
            "graph_version": graph_version,
            "queue_limit": queue_limit,
            "queue_total": queue_total,
            "run_id": str(uuid.uuid4()),
            "replacing": multitask == "replace",
            "long_text": len(content) + sum(len(said) for _, said in options.history) > LONG_TEXT,
        }
        for _ in range(2):
            row = await self._submitted(values, multitask)
            if row.queued is not None:
                return Submission(run_id=row.queued, message_id=message_id, status="queued", duplicate=False)
            if not row.owned:
                raise UnknownSession
            if row.known is not None:
                return await self._known(principal, values, row)
            if row.waiting >= queue_limit or row.everybody >= queue_total:
                raise Busy(retry_after_s=RETRY_AFTER_S)
        raise Busy(retry_after_s=RETRY_AFTER_S)

    async def _submitted(self, values: dict[str, Any], multitask: Multitask) -> Row[Any]:
        try:
            if multitask == "enqueue":
                async with self._connected() as connection:
                    return (await connection.execute(sql.SUBMIT, values)).one()
            async with self._transaction() as connection:
                if multitask == "refuse":
                    return await self._submitted_alone(connection, values)
                return await self._submitted_instead(connection, values)
        except IntegrityError as error:
            if getattr(error.orig, "sqlstate", None) == FOREIGN_KEY:
                raise UnknownSession from error
            raise

    async def _submitted_alone(self, connection: AsyncConnection, values: dict[str, Any]) -> Row[Any]:
        """Holds the session while looking for an active run: two messages at once cannot both find none."""
        here = sessions.c.session_id == values["session_id"]
        await connection.execute(select(sessions.c.session_id).where(here).with_for_update(key_share=True))
        busy = await connection.execute(
            select(runs.c.run_id).where(
                runs.c.session_id == values["session_id"], _UNFINISHED, runs.c.message_id != values["message_id"],
                runs.c.tenant_id == values["tenant_id"], runs.c.owner_id == values["owner_id"],
            )
        )  # fmt: skip
        found = busy.first()
        known = await connection.execute(
            select(runs.c.run_id).where(
                runs.c.session_id == values["session_id"], runs.c.message_id == values["message_id"]
            )
        )
        if found is not None and known.first() is None:
            raise RunInProgress(run_id=found.run_id)
        return (await connection.execute(sql.SUBMIT, values)).one()

    async def _submitted_instead(self, connection: AsyncConnection, values: dict[str, Any]) -> Row[Any]:
        """Queues the new run, then stops the session's other ones; the session's row comes last (lock order)."""
        row = (await connection.execute(sql.SUBMIT, values)).one()
        if row.queued is None:
            return row
        others = select(runs.c.run_id).where(
            runs.c.session_id == values["session_id"], _UNFINISHED, runs.c.run_id != row.queued
        )
        run_ids = [other.run_id for other in await connection.execute(others.order_by(runs.c.queue_no))]
        principal = Principal(tenant_id=values["tenant_id"], owner_id=values["owner_id"])
        await _cancel(connection, principal, run_ids, "superseded")
        await connection.execute(sql.TOUCH, {"session_id": values["session_id"], "content": values["content"]})
        return row

    async def _known(self, principal: Principal, values: dict[str, Any], row: Row[Any]) -> Submission:
        if row.content != values["content"]:
            raise MessageIdReused
        run = await self.get(principal, row.known)
        return Submission(run_id=run.run_id, message_id=run.message_id, status=run.status, duplicate=True)

    async def get(self, principal: Principal, run_id: str) -> Run:
        row = await self._first(select(runs).where(runs.c.run_id == run_id, _mine(principal)))
        if row is None:
            raise UnknownRun
        return run_of(row)

    async def active(self, principal: Principal, session_id: str) -> Run | None:
        """The session's run that is at work or waits for the person."""
        row = await self._first(select(runs).where(runs.c.session_id == session_id, _ACTIVE, _mine(principal)))
        return None if row is None else run_of(row)

    async def unfinished_of(self, principal: Principal, session_ids: Sequence[str]) -> dict[str, RunStatus]:
        """Session id -> status of the unfinished run that is furthest on; sessions without one are left out."""
        if not session_ids:
            return {}
        statement = (
            select(runs.c.session_id, runs.c.status)
            .where(runs.c.session_id.in_(session_ids), _UNFINISHED, _mine(principal))
            .order_by(_ACTIVE)  # queued ones first: the one at work takes their place below
        )
        return {row.session_id: row.status for row in await self._all(statement)}

    async def request_cancel(self, principal: Principal, run_id: str) -> RunStatus:
        """A running run is flagged (its process sees it at the next renewal); a queued or waiting one is cancelled
        at once, its open prompt with it. A finished one stays as it is."""
        async with self._transaction() as connection:
            changed = await _cancel(connection, principal, [run_id], "cancel")
        return changed.get(run_id) or (await self.get(principal, run_id)).status

    # --- processes --------------------------------------------------------------------------------

    async def claim(
        self, process_id: str, limit: int, lease_s: float = LEASE_S, limits: ClaimLimits = ANY
    ) -> list[Run]:
        """SYSTEM: takes up to `limit` queued runs, each the oldest of a session that has none at work or waiting. Who
        has fewest at work comes first."""
        values = {"process_id": process_id, "limit": limit, "lease_s": float(lease_s), **vars(limits)}
        del values["person_runs"]
        try:
            if limits.person_runs is None:
                rows = await self._all(sql.CLAIM, **values)
            else:
                async with self._transaction() as connection:
                    await connection.execute(sql.CLAIM_ALONE)
                    shared = {**values, "person_runs": limits.person_runs}
                    rows = (await connection.execute(sql.CLAIM_SHARED, shared)).all()
        except IntegrityError:  # another process got a run of one of these sessions in between
            return []
        return [run_of(row) for row in rows]

    async def renew(
        self, process_id: str, run_ids: Sequence[str], lease_s: float = LEASE_S, stalled: Sequence[str] = ()
    ) -> list[Renewed]:
        """SYSTEM: those of the runs that are still ours; one that is missing is lost. `stalled`: those of them that the
        process stood still for."""
        if not run_ids:
            return []
        ours = {"process_id": process_id, "run_ids": list(run_ids), "stalled": list(stalled)}
        rows = await self._all(sql.RENEW, **ours, lease_s=float(lease_s))
        return [Renewed(row.run_id, row.cancel_requested, row.stalls) for row in rows]

    async def pause(self, run: Run, prompt: NewPrompt) -> Prompt:
        """Opens the question and lets the run wait for it, holding its session but no slot. Raises Fenced; a run
        somebody asked to stop does not begin to wait, it is cancelled here."""
        row = await self._first(
            prompt_statements.PAUSE,
            run_id=run.run_id,
            attempt=run.attempt,
            prompt_id=prompt.prompt_id,
            kind=prompt.kind,
            interrupt_id=prompt.interrupt_id,
            choices=list(prompt.values),
            schema=dump(prompt.schema),
            default_value=prompt.default,
            wait_s=prompt.wait_s,
            type=prompt.frame["type"],
            rest=rest_of(prompt.frame),
        )
        if row is not None:
            return prompt_of(row)
        await self._cancel_released(run)
        raise Fenced

    async def finish(
        self,
        run: Run,
        finish: Finish,
        *,
        claim_next_for: str | None = None,
        lease_s: float = LEASE_S,
        person_runs: int | None = None,
    ) -> Run | None:
        """Writes answer, decision, last frames and status together; gives the session's next run, claimed, which takes
        the place of the one that ends. With `person_runs` set, a run that came too late for that is left to `claim`,
        for the place may be taken by then. Raises Fenced."""
        claiming = {"process_id": claim_next_for, "lease_s": float(lease_s)}
        row = await self._first(sql.FINISH, **_finish_values(run, finish), **claiming)
        if row is None:
            raise Fenced
        if row.run_id is None and row.overtaken and claim_next_for is not None and person_runs is None:
            row = await self._first(sql.CLAIM_NEXT, session_id=run.session_id, **claiming)
        return None if row is None or row.run_id is None else run_of(row)

    async def release(self, run: Run) -> None:
        """Hands an unfinished run back to the queue, for a process that shuts down. Raises Fenced."""
        row = await self._first(sql.RELEASE, run_id=run.run_id, attempt=run.attempt)
        if row is None:
            raise Fenced
        if row.cancel_requested:
            await self.request_cancel(run.principal, run.run_id)

    async def requeue_expired(self, process_id: str = "") -> int:
        """SYSTEM: puts runs whose process stopped renewing back into the queue; how many. A process that is there and
        did not renew was stopped by its run, unless it is `process_id`, the one that asks."""
        return await self._requeued(await self._all(sql.REQUEUE_EXPIRED, asking=process_id))

    async def requeue_unheard(self, process_id: str, held: Sequence[str], left_s: float) -> int:
        """SYSTEM: puts back the process's runs that it does not hold, and whose lease has no more than this left: it
        never heard that it claimed them. How many."""
        values = {"process_id": process_id, "held": list(held), "left_s": left_s}
        return await self._requeued(await self._all(sql.REQUEUE_UNHEARD, **values))

    async def _requeued(self, rows: Sequence[Row[Any]]) -> int:
        for row in rows:
            if row.cancel_requested:
                principal = Principal(tenant_id=row.tenant_id, owner_id=row.owner_id)
                await self.request_cancel(principal, row.run_id)
        return len(rows)

    async def give_up(self, attempts: int, stalls: int, last: Callable[[Run], Mapping[str, Any]]) -> list[Run]:
        """SYSTEM: ends queued runs that were begun `attempts` times, or stopped their process `stalls` times, as
        failed; `last` gives the frame that says so."""
        limits = {"attempts": attempts, "stalls": stalls}
        if await self._first(sql.HOPELESS, **limits) is None:
            return []
        async with self._transaction() as connection:
            ended = [run_of(row) for row in await connection.execute(sql.GIVE_UP, limits)]
            for run in ended:
                await say(connection, run.run_id, [dict(last(run))])
        return ended

    async def queue_depth(self) -> int:
        """SYSTEM: how many runs wait for a slot."""
        row = await self._first(sql.QUEUE_DEPTH)
        return 0 if row is None else row[0]

    async def _cancel_released(self, run: Run) -> None:
        """A run that was asked to stop and is still this attempt's ends as cancelled."""
        async with self._transaction() as connection:
            released = await connection.execute(sql.RELEASE, {"run_id": run.run_id, "attempt": run.attempt})
            if released.first() is not None:
                await _cancel(connection, run.principal, [run.run_id], "cancel")


FOREIGN_KEY = "23503"


async def _cancel(
    connection: AsyncConnection, principal: Principal, run_ids: Sequence[str], by: DecidedBy
) -> dict[str, RunStatus]:
    """Stops these runs of the person: run id -> its status now, for those that were unfinished."""
    rows = await connection.execute(sql.CANCEL, {**who(principal), "run_ids": list(run_ids)})
    changed: dict[str, RunStatus] = {}
    for row in rows.all():
        changed[row.run_id] = row.status
        if row.status != "cancelled":
            continue
        message = CANCELLED[language_of(row.question)]
        ids = {"session_id": row.session_id, "run_id": row.run_id}
        closed = await connection.execute(prompt_statements.CLOSE_PROMPT, {"run_id": row.run_id, "by": by})
        frames = [resolved_frame(ids, prompt.prompt_id, prompt.default_value, by) for prompt in closed]
        await say(connection, row.run_id, [*frames, {"type": "run_cancelled", **ids, "message": message}])
    return changed


def _finish_values(run: Run, finish: Finish) -> dict[str, Any]:
    decision = finish.decision
    return {
        "run_id": run.run_id,
        "attempt": run.attempt,
        "status": finish.status,
        "answer_id": finish.answer_id,
        "content": None if finish.content is None else plain(finish.content),
        "body": None if finish.body is None else dump(finish.body),
        "decision": None if decision is None else dump(vars(decision)),
        "answer": None if finish.answer is None else dump(vars(finish.answer)),
        **spoken(finish.frames),
    }


def run_of(row: Row[Any]) -> Run:
    """The record of one row of `runs`, however its JSON came."""
    options = _json(row.options)
    return Run(
        run_id=row.run_id,
        session_id=row.session_id,
        message_id=row.message_id,
        principal=Principal(tenant_id=row.tenant_id, owner_id=row.owner_id),
        question=row.question,
        status=row.status,
        attempt=row.attempt,
        options=RunOptions(
            reuse=options["reuse"],
            wait_for_person=options["wait_for_person"],
            history=tuple((role, said) for role, said in options["history"]),
            override_of=options["override_of"],
        ),
        graph_version=row.graph_version,
        pack=row.pack,
        variant=row.variant,
        resume=_json(row.resume),
        resumed_by=row.resumed_by,
        created_at=row.created_at,
        waited_ms=row.waited_ms,
        long_text=row.long_text,
        stalls=row.stalls,
    )


def _json(value: Any) -> Any:
    """Statements written as text give JSON as text, those over tables give it parsed."""
    return json.loads(value) if isinstance(value, str) else value
