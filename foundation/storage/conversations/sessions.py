"""Conversations: made, listed, renamed, erased."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from sqlalchemy import Row, and_, delete, func, insert, literal, select, text, tuple_, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from foundation.contracts.errors import UnknownSession
from foundation.contracts.identity import Principal
from foundation.storage.database.json_text import plain
from foundation.storage.database.repository import Repository
from foundation.storage.records import Session
from foundation.storage.tables.memories import memories
from foundation.storage.tables.turns import erased_sessions, pending_prompts, runs, sessions

Result = TypeVar("Result")
DEADLOCK = "40P01"
ERASED = "erased"
"""Replaces the tenant and owner of an erased session."""

CHECKPOINTS = tuple(
    text(f"DELETE FROM checkpoints.{table} WHERE thread_id = :session_id")  # noqa: S608  (three names of our own)
    for table in ("checkpoint_writes", "checkpoint_blobs", "checkpoints")
)
_JOBS = text("DELETE FROM jobs.procrastinate_jobs WHERE args ->> 'session_id' = :session_id")


def mine(principal: Principal) -> Any:
    """Rows of `sessions` that belong to this person."""
    return and_(sessions.c.tenant_id == principal.tenant_id, sessions.c.owner_id == principal.owner_id)


class SessionsRepository(Repository):
    """Sessions of one person; those of others do not exist for them."""

    async def create(
        self,
        principal: Principal,
        pack: str,
        variant: str,
        session_id: str | None = None,
        *,
        stateless: bool = False,
        drawn: tuple[str, str] | None = None,
    ) -> Session:
        """A new session, or the person's own one of this id. Raises UnknownSession for an erased id, or another
        person's. `stateless`: it serves one question only, and is in no list. `drawn`: the experiment it takes part
        in, and its arm."""
        chosen = session_id or str(uuid.uuid4())
        values = {
            "session_id": chosen,
            "tenant_id": principal.tenant_id,
            "owner_id": principal.owner_id,
            "pack": pack,
            "variant": variant,
            "stateless": stateless,
            **({"experiment": drawn[0], "arm": drawn[1]} if drawn is not None else {}),
        }
        free = ~select(erased_sessions.c.session_id).where(erased_sessions.c.session_id == chosen).exists()
        statement = (
            upsert(sessions)
            .from_select(list(values), select(*[literal(value) for value in values.values()]).where(free))
            .on_conflict_do_nothing()
            .returning(sessions)
        )
        row = await self._first(statement)
        return _session(row) if row else await self.get(principal, chosen)

    async def get(self, principal: Principal, session_id: str) -> Session:
        row = await self._first(select(sessions).where(sessions.c.session_id == session_id, mine(principal)))
        if row is None:
            raise UnknownSession
        return _session(row)

    async def list(
        self,
        principal: Principal,
        limit: int = 50,
        before: str | None = None,
        title: str | None = None,
        *,
        archived: bool | None = None,
    ) -> list[Session]:
        """The person's sessions, pinned ones first, then last used first; `before` is the last id of the page before,
        `title` a part of the title in any case. `archived` None: archived ones and the others."""
        order = tuple_(sessions.c.pinned, sessions.c.updated_at, sessions.c.session_id)
        statement = select(sessions).where(mine(principal), sessions.c.stateless.is_(False)).limit(limit)
        if archived is not None:
            statement = statement.where(sessions.c.archived.is_(archived))
        if title:
            statement = statement.where(sessions.c.title.icontains(plain(title), autoescape=True))
        if before is not None:
            # Another person's id as the cursor would reveal when they last wrote, so it matches nothing.
            last = select(sessions).where(sessions.c.session_id == before, mine(principal)).subquery()
            end = tuple_(
                select(last.c.pinned).scalar_subquery(), select(last.c.updated_at).scalar_subquery(), literal(before)
            )
            statement = statement.where(order < end)
        newest = (sessions.c.pinned.desc(), sessions.c.updated_at.desc(), sessions.c.session_id.desc())
        rows = await self._all(statement.order_by(*newest))
        return [_session(row) for row in rows]

    async def rename(self, principal: Principal, session_id: str, title: str) -> None:
        """The person's own title: no other takes its place. Raises UnknownSession."""
        await self._change(principal, session_id, title=plain(title)[:200], titled_by="person")

    async def keep(self, principal: Principal, session_id: str, **flags: bool) -> None:
        """`pinned` and `archived`, as they are given. Raises UnknownSession."""
        await self._change(principal, session_id, **flags)

    async def title(self, principal: Principal, session_id: str, title: str, by: str, instead_of: str) -> bool:
        """Sets a title that the service made, if `instead_of` made the current one; False: something else did."""
        here = and_(sessions.c.session_id == session_id, sessions.c.titled_by == instead_of, mine(principal))
        statement = update(sessions).where(here).values(title=plain(title), titled_by=by)
        return await self._changed(statement) > 0

    async def claim_title(self, principal: Principal, session_id: str) -> bool:
        """Whether the title made by rules may be improved now: once for each conversation."""
        here = and_(sessions.c.session_id == session_id, sessions.c.titled_by == "rules", mine(principal))
        return await self._changed(update(sessions).where(here).values(titled_by="model")) > 0

    async def _change(self, principal: Principal, session_id: str, **values: object) -> None:
        statement = update(sessions).where(sessions.c.session_id == session_id, mine(principal)).values(**values)
        if not await self._changed(statement):
            raise UnknownSession

    async def remember(self, principal: Principal, session_id: str, *, remembers: bool) -> None:
        """Sets whether the conversation uses memories and creates any. Switching it off deletes its summary, and its
        messages are not used for memories. Raises UnknownSession."""
        here = sessions.c.session_id == session_id
        async with self._transaction() as connection:
            changed = await connection.execute(
                update(sessions).where(here, mine(principal)).values(remembers=remembers)
            )
            if not changed.rowcount:
                raise UnknownSession
            if not remembers:
                forgotten = and_(memories.c.session_id == session_id, memories.c.tier == "midterm")
                await connection.execute(delete(memories).where(forgotten))

    async def delete(self, principal: Principal, session_id: str) -> None:
        """Erases everything of the session, including checkpoints and waiting jobs. Later writes by a process that
        still works on it are refused, and the id cannot be used again."""

        async def erased() -> None:
            async with self._transaction() as connection:
                await erase_session(connection, principal, session_id)

        await past_deadlocks(erased)


async def past_deadlocks(work: Callable[[], Awaitable[Result]]) -> Result:
    """Runs a transaction that takes locks in an order of its own, and repeats it after a deadlock: three times at most.
    Raises the error of the last one."""
    for _ in range(2):
        try:
            return await work()
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) != DEADLOCK:
                raise
    return await work()


async def erase_session(connection: AsyncConnection, principal: Principal, session_id: str) -> None:
    """Locks run, prompt, session in the order all writers do; deleting the session takes its rows along."""
    of_this = runs.c.session_id == session_id
    owned = and_(runs.c.tenant_id == principal.tenant_id, runs.c.owner_id == principal.owner_id)
    await connection.execute(select(runs.c.run_id).where(of_this, owned).order_by(runs.c.run_id).with_for_update())
    await connection.execute(delete(pending_prompts).where(pending_prompts.c.run_id.in_(
        select(runs.c.run_id).where(of_this, owned)
    )))  # fmt: skip
    await _leave_no_trace(connection, session_id)
    gone = await connection.execute(delete(sessions).where(sessions.c.session_id == session_id, mine(principal)))
    if not gone.rowcount:
        raise UnknownSession
    await connection.execute(
        insert(erased_sessions).values(
            session_id=session_id, tenant_id=ERASED, owner_id=ERASED, erased_at=func.clock_timestamp()
        )
    )
    for statement in (*CHECKPOINTS, _JOBS):
        await connection.execute(statement, {"session_id": session_id})


async def _leave_no_trace(connection: AsyncConnection, session_id: str) -> None:
    """Deletes its summary; a lasting memory stays, without the reference to this session."""
    here = memories.c.session_id == session_id
    await connection.execute(delete(memories).where(here, memories.c.tier == "midterm"))
    await connection.execute(update(memories).where(here).values(session_id=None, message_id=None))


def _session(row: Row[Any]) -> Session:
    return Session(
        session_id=row.session_id,
        principal=Principal(tenant_id=row.tenant_id, owner_id=row.owner_id),
        pack=row.pack,
        variant=row.variant,
        title=row.title,
        last_seq=row.last_seq,
        created_at=row.created_at,
        updated_at=row.updated_at,
        remembers=row.remembers,
        pinned=row.pinned,
        archived=row.archived,
    )
