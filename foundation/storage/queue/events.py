"""Durable events: numbered without gaps per session, stored as the text that is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, and_, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from foundation.contracts.errors import Fenced
from foundation.contracts.identity import Principal
from foundation.storage.database.batcher import Batcher
from foundation.storage.database.json_text import dump
from foundation.storage.database.repository import Repository, who
from foundation.storage.queue.run_statements import APPEND, SAY
from foundation.storage.records import Run, StoredEvent
from foundation.storage.tables.turns import run_events

_NEWEST = text("SELECT session_id, last_seq FROM sessions WHERE session_id = ANY(CAST(:session_ids AS text[]))")
_AFTER = text(
    """
    SELECT seq, run_id, type, text FROM run_events
    WHERE session_id = :session_id AND tenant_id = :tenant_id AND owner_id = :owner_id AND seq > :seq
    ORDER BY seq LIMIT :many
    """
)
NEWEST_AT_ONCE = 50
"""Events of one session that `newer` gives."""
_NEWER = text(
    """
    SELECT a.place, e.seq, e.run_id, e.type, e.text
    FROM unnest(CAST(:session_ids AS text[]), CAST(:tenant_ids AS text[]), CAST(:owner_ids AS text[]),
                CAST(:seqs AS bigint[])) WITH ORDINALITY AS a (session_id, tenant_id, owner_id, seq, place)
    CROSS JOIN LATERAL (
        SELECT seq, run_id, type, text FROM run_events
        WHERE session_id = a.session_id AND tenant_id = a.tenant_id AND owner_id = a.owner_id AND seq > a.seq
        ORDER BY seq LIMIT :many
    ) AS e
    ORDER BY a.place, e.seq
    """
)


@dataclass(frozen=True)
class _Look:
    """What one reader wants to know."""

    principal: Principal
    session_id: str
    seq: int


class EventsRepository(Repository):
    """The event log of one person's sessions."""

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(engine)
        self._looks = Batcher(self._look)

    async def append(self, run: Run, frames: Sequence[dict[str, Any]]) -> list[StoredEvent]:
        """Stores the frames in order, in one statement. Raises Fenced when another process has the run now."""
        if not frames:
            return []
        rows = await self._all(APPEND, run_id=run.run_id, attempt=run.attempt, **spoken(frames))
        if not rows:
            raise Fenced
        return [stored(row) for row in rows]

    async def after(self, principal: Principal, session_id: str, seq: int, limit: int = 500) -> list[StoredEvent]:
        """The session's events with a greater `seq`, in order."""
        values = {**who(principal), "session_id": session_id, "seq": seq, "many": limit}
        return [stored(row) for row in await self._all(_AFTER, **values)]

    async def newer(self, principal: Principal, session_id: str, seq: int) -> list[StoredEvent]:
        """The same for a reader that is nearly up to date: the next NEWEST_AT_ONCE at most. Concurrent readers share
        one query."""
        return await self._looks.ask(_Look(principal, session_id, seq))

    async def _look(self, looks: Sequence[_Look]) -> list[list[StoredEvent]]:
        rows = await self._all(
            _NEWER,
            session_ids=[look.session_id for look in looks],
            tenant_ids=[look.principal.tenant_id for look in looks],
            owner_ids=[look.principal.owner_id for look in looks],
            seqs=[look.seq for look in looks],
            many=NEWEST_AT_ONCE,
        )
        found: list[list[StoredEvent]] = [[] for _ in looks]
        for row in rows:
            place: int = row.place
            found[place - 1].append(stored(row))
        return found

    async def newest(self, session_ids: Sequence[str]) -> dict[str, int]:
        """SYSTEM: the number of each session's newest event; a deleted session is missing."""
        rows = await self._all(_NEWEST, session_ids=list(session_ids))
        return {row.session_id: row.last_seq for row in rows}

    async def oldest_seq(self, principal: Principal, session_id: str) -> int | None:
        """The oldest event still kept: a cursor before it has a gap."""
        row = await self._first(select(func.min(run_events.c.seq)).where(_mine(principal, session_id)))
        return None if row is None else row[0]

    async def of_run(self, principal: Principal, run_id: str) -> list[StoredEvent]:
        """One run's events, in order: its trace."""
        statement = (
            select(run_events.c.seq, run_events.c.run_id, run_events.c.type, run_events.c.text)
            .where(
                run_events.c.run_id == run_id,
                run_events.c.tenant_id == principal.tenant_id,
                run_events.c.owner_id == principal.owner_id,
            )
            .order_by(run_events.c.seq)
        )
        return [stored(row) for row in await self._all(statement)]


def _mine(principal: Principal, session_id: str) -> Any:
    return and_(
        run_events.c.session_id == session_id,
        run_events.c.tenant_id == principal.tenant_id,
        run_events.c.owner_id == principal.owner_id,
    )


def spoken(frames: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The values of the statement's part that stores events: what follows `seq` and `ts` in each text."""
    return {
        "frame_count": len(frames),
        "types": [frame["type"] for frame in frames],
        "rests": [rest_of(frame) for frame in frames],
    }


def rest_of(frame: dict[str, Any]) -> str:
    """A frame's JSON without its opening brace; a `type` is always there, so it is never empty."""
    return dump(frame)[1:]


def stored(row: Row[Any]) -> StoredEvent:
    return StoredEvent(seq=row.seq, run_id=row.run_id, type=row.type, text=row.text)


async def say(connection: AsyncConnection, run_id: str, frames: Sequence[dict[str, Any]]) -> list[StoredEvent]:
    """Stores events of a run whose row this transaction has locked."""
    rows = await connection.execute(SAY, {"run_id": run_id, **spoken(frames)})
    return [stored(row) for row in rows]
