"""The memories of a person: lasting facts and preferences, and a summary of each recent conversation.

Changes of one person's memories are serialised: two conversations that end together cannot store a memory twice.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, bindparam, delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from foundation.contracts.identity import Principal
from foundation.contracts.memories import (
    LONGEST_SUMMARY,
    MAX_LONGTERM,
    MAX_SUMMARIES,
    Deciding,
    Memory,
    MemoryChanges,
    MemoryKind,
    NewMemory,
    Tier,
    UnknownMemory,
)
from foundation.storage.database.erasure_guard import LeavingAware, person_hash
from foundation.storage.database.json_text import plain
from foundation.storage.database.repository import who
from foundation.storage.tables.memories import memories
from foundation.storage.tables.turns import people, runs, sessions

_ALONE = text("SELECT pg_advisory_xact_lock(hashtextextended('suffice.memories.' || :person, 0))")
_MINE = and_(memories.c.tenant_id == bindparam("tenant_id"), memories.c.owner_id == bindparam("owner_id"))
_CURRENT = text(
    "SELECT memory_id, tier, kind, text, topic, confidence, written_by, session_id, message_id, valid_from, replaced_by"
    " FROM memories WHERE tenant_id = :tenant_id AND owner_id = :owner_id AND replaced_by IS NULL"
    " ORDER BY valid_from DESC"
)
_ALL = select(memories).where(_MINE).order_by(memories.c.valid_from.desc())
_STILL = text(
    "SELECT message_id FROM runs WHERE run_id = :run_id AND tenant_id = :tenant_id AND owner_id = :owner_id FOR SHARE"
)
_MOST = {"longterm": MAX_LONGTERM, "midterm": MAX_SUMMARIES}


@dataclass(frozen=True)
class DueRun:
    """A finished run that has not been searched for memories yet."""

    run_id: str
    session_id: str
    message_id: str
    principal: Principal
    question: str
    created_at: Any
    remembers: bool
    """False: the person, or the conversation, keeps nothing."""


@dataclass(frozen=True)
class Said:
    """The run that a memory comes from; the memory is written only while the run exists."""

    run_id: str
    session_id: str
    settles: bool = False
    """Marks the run as searched."""


class MemoriesRepository(LeavingAware):
    """Memories of one person; those of others do not exist for them."""

    async def current(self, principal: Principal) -> list[Memory]:
        """The current memories, newest first."""
        return [_memory(row) for row in await self._all(_CURRENT, **who(principal))]

    async def list(self, principal: Principal) -> list[Memory]:
        """All of it with its history, newest first."""
        return [_memory(row) for row in await self._all(_ALL, **who(principal))]

    async def change(self, principal: Principal, decide: Deciding, said: Said | None = None) -> list[Memory]:
        """Applies `decide` to the person's current memories and writes the result in one transaction; the added ones.
        Where the run of `said` has been deleted, nothing is written."""
        async with self._transaction() as connection:
            await self._require_present(connection, principal)
            message_id = None
            if said is not None:
                row = (await connection.execute(_STILL, {**who(principal), "run_id": said.run_id})).first()
                if row is None:
                    return []
                message_id = row.message_id
            await connection.execute(_ALONE, {"person": person_hash(principal)})
            held = [_memory(row) for row in await connection.execute(_CURRENT, who(principal))]
            changes = decide(held)
            session_id = None if said is None else said.session_id
            added = [await _added(connection, principal, new, session_id, message_id) for new in changes.added]
            await _applied(connection, principal, changes, added)
            if said is not None and said.settles:
                await connection.execute(update(runs).where(runs.c.run_id == said.run_id).values(remembered=True))
            await _trimmed(connection, principal, "longterm")
        return added

    async def correct(self, principal: Principal, memory_id: str, new: NewMemory) -> Memory:
        """The person's own words instead: the memory as it was becomes history. Raises UnknownMemory."""

        def decide(held: Sequence[Memory]) -> MemoryChanges:
            if all(one.memory_id != memory_id or one.tier != "longterm" for one in held):
                raise UnknownMemory
            return MemoryChanges(added=(new,), replaced=((memory_id, 0),))

        return (await self.change(principal, decide))[0]

    async def forget(self, principal: Principal, memory_id: str) -> None:
        """Erases one, with the memories it had replaced. Raises UnknownMemory."""
        if not await self._changed(_one(principal, memory_id)):
            raise UnknownMemory

    async def forget_all(self, principal: Principal) -> int:
        """Erases all of them, and skips all runs until now; how many there were."""
        async with self._transaction() as connection:
            await connection.execute(_ALONE, {"person": person_hash(principal)})
            await pass_over(connection, principal)
            gone = await connection.execute(delete(memories).where(_MINE), who(principal))
        return gone.rowcount

    async def summarise(self, principal: Principal, said: Said, summary: str) -> None:
        """The conversation's summary, in place of the one before."""
        async with self._transaction() as connection:
            if (await connection.execute(_STILL, {**who(principal), "run_id": said.run_id})).first() is None:
                return
            await connection.execute(_ALONE, {"person": person_hash(principal)})
            values = {
                "memory_id": f"summary-{said.session_id}",
                **who(principal),
                "tier": "midterm",
                "session_id": said.session_id,
                "kind": "summary",
                "text": plain(summary)[:LONGEST_SUMMARY],
                "written_by": "rules",
                "valid_from": func.clock_timestamp(),
            }
            newer = {name: values[name] for name in ("text", "valid_from")}
            statement = insert(memories).values(values)
            await connection.execute(
                statement.on_conflict_do_update(index_elements=["memory_id"], set_=newer, where=_own(principal))
            )
            await _trimmed(connection, principal, "midterm")

    # --- processes --------------------------------------------------------------------------------

    async def due(self, limit: int = 200) -> list[DueRun]:
        """SYSTEM: finished runs not searched yet, oldest first."""
        statement = (
            select(runs, and_(sessions.c.remembers, func.coalesce(people.c.remembers, True)).label("remembers"))
            .join(sessions, sessions.c.session_id == runs.c.session_id)
            .outerjoin(people, and_(people.c.tenant_id == runs.c.tenant_id, people.c.owner_id == runs.c.owner_id))
            .where(runs.c.status == "completed", runs.c.remembered.is_(None))
            .order_by(runs.c.finished_at)
            .limit(limit)
        )
        return [_due(row) for row in await self._all(statement)]

    async def settle(self, run_ids: Sequence[str]) -> None:
        """SYSTEM: marks these runs as searched."""
        if run_ids:
            await self._changed(update(runs).where(runs.c.run_id.in_(run_ids)).values(remembered=True))


async def pass_over(connection: AsyncConnection, principal: Principal) -> None:
    """Marks all runs until now as searched: searching them would restore what the person had erased."""
    statement = update(runs).where(
        runs.c.tenant_id == principal.tenant_id, runs.c.owner_id == principal.owner_id, runs.c.remembered.is_(None),
        runs.c.status == "completed",
    )  # fmt: skip
    await connection.execute(statement.values(remembered=True))


async def erase_memories(connection: AsyncConnection, principal: Principal) -> None:
    """All of the person's, on their way out."""
    await connection.execute(delete(memories).where(_MINE), who(principal))


def _own(principal: Principal) -> ColumnElement[bool]:
    return and_(memories.c.tenant_id == principal.tenant_id, memories.c.owner_id == principal.owner_id)


def _one(principal: Principal, memory_id: str) -> Any:
    return delete(memories).where(memories.c.memory_id == memory_id, _own(principal))


async def _added(
    connection: AsyncConnection, principal: Principal, new: NewMemory, session_id: str | None, message_id: str | None
) -> Memory:
    values = {
        "memory_id": uuid.uuid4().hex,
        **who(principal),
        "tier": "longterm",
        "session_id": session_id,
        "message_id": message_id,
        "kind": new.kind,
        "text": plain(new.text),
        "topic": new.topic,
        "confidence": new.confidence,
        "written_by": new.written_by,
        "valid_from": func.clock_timestamp(),
    }
    return _memory((await connection.execute(insert(memories).values(values).returning(memories))).one())


async def _applied(
    connection: AsyncConnection, principal: Principal, changes: MemoryChanges, added: Sequence[Memory]
) -> None:
    for memory_id, place in changes.replaced:
        await connection.execute(
            update(memories)
            .where(memories.c.memory_id == memory_id, _own(principal))
            .values(replaced_by=added[place].memory_id, replaced_at=func.clock_timestamp())
        )
    if changes.dropped:
        await pass_over(connection, principal)
    for memory_id in changes.dropped:
        await connection.execute(_one(principal, memory_id))


async def _trimmed(connection: AsyncConnection, principal: Principal, tier: Tier) -> None:
    """The oldest go where there are more than are kept."""
    beyond = (
        select(memories.c.memory_id)
        .where(_own(principal), memories.c.tier == tier, memories.c.replaced_by.is_(None))
        .order_by(memories.c.valid_from.desc())
        .offset(_MOST[tier])
    )
    await connection.execute(delete(memories).where(memories.c.memory_id.in_(beyond.scalar_subquery())))


def _memory(row: Row[Any]) -> Memory:
    kind: MemoryKind = row.kind
    return Memory(
        memory_id=row.memory_id,
        tier=row.tier,
        kind=kind,
        text=row.text,
        topic=row.topic,
        confidence=row.confidence,
        written_by=row.written_by,
        session_id=row.session_id,
        message_id=row.message_id,
        valid_from=row.valid_from,
        replaced_by=row.replaced_by,
    )


def _due(row: Row[Any]) -> DueRun:
    return DueRun(
        run_id=row.run_id,
        session_id=row.session_id,
        message_id=row.message_id,
        principal=Principal(tenant_id=row.tenant_id, owner_id=row.owner_id),
        question=row.question,
        created_at=row.created_at,
        remembers=row.remembers and not row.options.get("history"),
    )
