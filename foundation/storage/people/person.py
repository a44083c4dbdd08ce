"""A person's settings, and erasing a person."""

from __future__ import annotations

import uuid
from dataclasses import replace
from functools import partial

from sqlalchemy import bindparam, delete, func, literal, select, text, union_all, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from foundation.contracts.errors import UnknownSession
from foundation.contracts.identity import DEMO_OWNER, Principal
from foundation.storage.conversations.sessions import ERASED, SessionsRepository, mine, past_deadlocks
from foundation.storage.corpus.uploads import erase_uploads
from foundation.storage.corpus.vectors import forget_orphans
from foundation.storage.database.erasure_guard import leave
from foundation.storage.database.repository import Repository, who
from foundation.storage.people.audit_log import Act, erase_audit_log, write
from foundation.storage.people.identity import erase_identity
from foundation.storage.people.memories import erase_memories
from foundation.storage.people.spending import erase_spending
from foundation.storage.records import PersonSettings
from foundation.storage.tables.answers import answer_records
from foundation.storage.tables.chosen_settings import chosen_settings
from foundation.storage.tables.columns import metadata
from foundation.storage.tables.corpus import (
    chunks,
    documents,
    entity_sources,
    graph_asked,
    graph_entities,
    graph_relations,
    ingest_reports,
    source_costs,
    source_versions,
    table_rows,
)
from foundation.storage.tables.experiments import experiments, labels
from foundation.storage.tables.model_endpoints import model_endpoints
from foundation.storage.tables.turns import people, sessions
from foundation.storage.tables.vectors import chunk_vectors, embedders

_SHARED = (
    documents,
    chunks,
    chunk_vectors,
    embedders,
    table_rows,
    source_versions,
    source_costs,
    graph_entities,
    graph_relations,
    entity_sources,
    ingest_reports,
    experiments,
    model_endpoints,
    chosen_settings,
)
"""What belongs to the tenant: it stays when a person goes, without their name."""
_SETTINGS = select(people.c.confirm_timeout_s, people.c.language, people.c.ask, people.c.remembers).where(
    people.c.tenant_id == bindparam("tenant_id"), people.c.owner_id == bindparam("owner_id")
)
_JOBS = text(
    "DELETE FROM jobs.procrastinate_jobs WHERE args ->> 'tenant_id' = :tenant_id AND args ->> 'owner_id' = :owner_id"
)


class PeopleRepository(Repository):
    """One person's settings and their right to go."""

    patience_s = None

    async def settings(self, principal: Principal) -> PersonSettings:
        """Their settings, or the defaults."""
        row = await self._first(_SETTINGS, **who(principal))
        return PersonSettings() if row is None else PersonSettings(*row)

    async def save(self, principal: Principal, settings: PersonSettings) -> None:
        values = {
            "confirm_timeout_s": settings.confirm_timeout_s,
            "language": settings.language,
            "ask": settings.ask,
            "remembers": settings.remembers,
            "updated_at": func.now(),
        }
        statement = insert(people).values(**who(principal), **values)
        await self._changed(statement.on_conflict_do_update(index_elements=["tenant_id", "owner_id"], set_=values))

    async def known(self, principal: Principal) -> bool:
        """Whether any row of any table is theirs."""
        theirs = (
            select(literal(1))
            .where(table.c.tenant_id == bindparam("tenant_id"), table.c.owner_id == bindparam("owner_id"))
            .limit(1)
            .subquery()
            for table in metadata.sorted_tables
            if "owner_id" in table.c
        )
        found = union_all(*(select(each) for each in theirs)).limit(1)
        return await self._first(found, **who(principal)) is not None

    async def erase(self, principal: Principal, act: Act | None = None) -> set[str]:
        """Erases all of their conversations with everything that belongs to those, their settings, uploads, jobs, keys
        and sign-ins, and removes their name from rows that the tenant keeps. Returns the packs whose documents or rows
        changed. `act` is logged with it, under their pseudonym."""
        await self._erase_conversations(principal)
        # Another person's upload into the same source may be in the way.
        changed = await past_deadlocks(partial(self._erase_rest, principal, act))
        await self._erase_conversations(principal)  # conversations begun meanwhile, by a request accepted before
        return changed

    async def _erase_conversations(self, principal: Principal) -> None:
        conversations = SessionsRepository(self._engine)
        while found := await self._all(select(sessions.c.session_id).where(mine(principal)).limit(500)):
            for row in found:
                try:
                    await conversations.delete(principal, row.session_id)
                except UnknownSession:  # they erased it themselves in between
                    continue

    async def _erase_rest(self, principal: Principal, act: Act | None) -> set[str]:
        async with self._transaction() as connection:
            await leave(connection, principal)
            await connection.execute(
                delete(people).where(people.c.tenant_id == principal.tenant_id, people.c.owner_id == principal.owner_id)
            )
            changed = await erase_uploads(connection, principal)
            for pack in changed:
                await forget_orphans(connection, principal, pack)
            await _leave_to_the_tenant(connection, principal)
            await connection.execute(
                delete(graph_asked).where(
                    graph_asked.c.tenant_id == principal.tenant_id, graph_asked.c.owner_id == principal.owner_id
                )
            )
            await _take_name_off(connection, principal)
            await connection.execute(_JOBS, who(principal))
            await erase_memories(connection, principal)
            await erase_identity(connection, principal)
            await erase_spending(connection, principal)
            pseudonym = await erase_audit_log(connection, principal)
            if act is not None:
                by_themselves = (act.tenant_id, act.owner_id) == (principal.tenant_id, principal.owner_id)
                written = replace(act, owner_id=pseudonym, origin="") if by_themselves else act
                await write(connection, replace(written, about=pseudonym))
        return changed


async def _leave_to_the_tenant(connection: AsyncConnection, principal: Principal) -> None:
    if principal.owner_id.startswith(DEMO_OWNER):  # its experiments are distinguished from people's by its name alone
        mine = (experiments.c.tenant_id == principal.tenant_id, experiments.c.owner_id == principal.owner_id)
        await connection.execute(delete(experiments).where(*mine))
    for table in _SHARED:
        await connection.execute(
            update(table)
            .where(table.c.tenant_id == principal.tenant_id, table.c.owner_id == principal.owner_id)
            .values(owner_id=ERASED)
        )


async def _take_name_off(connection: AsyncConnection, principal: Principal) -> None:
    """An operator's labels on others' turns stay, under one pseudonym for all of them: their votes must still count as
    those of one person."""
    await connection.execute(
        update(labels)
        .where(labels.c.tenant_id == principal.tenant_id, labels.c.owner_id == principal.owner_id)
        .values(owner_id=f"{ERASED}-{uuid.uuid4().hex[:12]}")
    )
    await connection.execute(
        update(answer_records)
        .where(answer_records.c.tenant_id == principal.tenant_id, answer_records.c.reviewed_by == principal.owner_id)
        .values(reviewed_by=ERASED)
    )
