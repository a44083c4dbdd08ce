"""Runs: the queue, the lease, the fence, and every change of a run's state."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Row, and_, select
from sqlalchemy.exc import IntegrityError

from foundation.contracts.errors import Fenced, UnknownRun
from foundation.contracts.identity import Principal
from foundation.storage.database.json_text import dump, plain
from foundation.storage.queue import prompt_statements
from foundation.storage.queue import run_statements as sql
from foundation.storage.queue.cancelling import cancel
from foundation.storage.queue.events import rest_of, say, spoken
from foundation.storage.queue.prompts import prompt_of
from foundation.storage.queue.run_limits import ClaimLimits
from foundation.storage.queue.submissions import SubmissionsRepository
from foundation.storage.records import Finish, NewPrompt, Prompt, Renewed, Run, RunOptions, RunStatus
from foundation.storage.tables.turns import runs

LEASE_S = 10.0
ANY = ClaimLimits()
_ACTIVE = runs.c.status.in_(("running", "waiting"))
_UNFINISHED = runs.c.status.in_(("queued", "running", "waiting"))


def _mine(principal: Principal) -> Any:
    return and_(runs.c.tenant_id == principal.tenant_id, runs.c.owner_id == principal.owner_id)


class RunsRepository(SubmissionsRepository):
    """Runs, as people submit and stop them and as processes work on them."""

    # --- people -----------------------------------------------------------------------------------

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
            changed = await cancel(connection, principal, [run_id], "cancel")
        return changed.get(run_id) or (await self.get(principal, run_id)).status

    # --- processes --------------------------------------------------------------------------------

    async def claim(
        self, process_id: str, limit: int, lease_s: float = LEASE_S, limits: ClaimLimits = ANY
    ) -> list[Run]:
        """SYSTEM: claims up to `limit` queued runs, each the oldest of a session that has none running or waiting. The
        person with the fewest running runs comes first."""
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
        """SYSTEM: renews the leases and returns the runs still held; a missing one is lost. `stalled`: the runs that
        blocked the process, each as often as it did."""
        if not run_ids:
            return []
        ours = {"process_id": process_id, "run_ids": list(run_ids), "stalled": list(stalled)}
        rows = await self._all(sql.RENEW, **ours, lease_s=float(lease_s))
        return [Renewed(row.run_id, row.cancel_requested, row.stalls) for row in rows]

    async def pause(self, run: Run, prompt: NewPrompt) -> Prompt:
        """Opens the prompt and lets the run wait for it, holding its session but no slot. A run with a cancel request
        does not wait: it is cancelled here. Raises Fenced."""
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
        """SYSTEM: puts runs with an expired lease back into the queue; how many. A running process that did not renew
        was blocked by its run, unless it is `process_id`, the caller."""
        return await self._requeued(await self._all(sql.REQUEUE_EXPIRED, asking=process_id))

    async def requeue_unheard(self, process_id: str, held: Sequence[str], left_s: float) -> int:
        """SYSTEM: puts back runs claimed by the process that it does not hold, and whose lease ends within `left_s`:
        the reply to its claim was lost. How many."""
        values = {"process_id": process_id, "held": list(held), "left_s": left_s}
        return await self._requeued(await self._all(sql.REQUEUE_UNHEARD, **values))

    async def _requeued(self, rows: Sequence[Row[Any]]) -> int:
        for row in rows:
            if row.cancel_requested:
                principal = Principal(tenant_id=row.tenant_id, owner_id=row.owner_id)
                await self.request_cancel(principal, row.run_id)
        return len(rows)

    async def give_up(self, attempts: int, stalls: int, last: Callable[[Run], Mapping[str, Any]]) -> list[Run]:
        """SYSTEM: ends queued runs that were begun `attempts` times (those that ended in a card aside), or blocked
        their process `stalls` times, as failed; `last` gives the frame that reports it."""
        limits = {"attempts": attempts, "stalls": stalls}
        if await self._first(sql.HOPELESS, **limits) is None:
            return []
        async with self._transaction() as connection:
            ended = [run_of(row) for row in await connection.execute(sql.GIVE_UP, limits)]
            for run in ended:
                await say(connection, run.run_id, [dict(last(run))])
        return ended

    async def _cancel_released(self, run: Run) -> None:
        """A run that was asked to stop and is still this attempt's ends as cancelled."""
        async with self._transaction() as connection:
            released = await connection.execute(sql.RELEASE, {"run_id": run.run_id, "attempt": run.attempt})
            if released.first() is not None:
                await cancel(connection, run.principal, [run.run_id], "cancel")


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
        "title": plain(finish.title),
        "exchanges": None if finish.exchanges is None else dump(finish.exchanges),
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
            use_memories=options.get("use_memories", True),  # of a run queued by an older version
            form_values=options.get("form_values"),
            alone=options.get("alone", False),
            without=tuple(options.get("without", ())),
            asks_back=options.get("asks_back", False),
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
