"""Guards against writes for a person who is being erased: a write is either erased with the person, or refused.

A write for a person holds a shared lock on them until it is committed; an erasure takes the lock exclusively. So a
write is either committed before the erasure reads, or begins after the erasure is visible.
"""

from __future__ import annotations

import copy
from datetime import datetime
from hashlib import sha256
from typing import Self

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from foundation.contracts.errors import SignInEnded
from foundation.contracts.identity import Principal
from foundation.storage.database.repository import Repository
from foundation.storage.tables.identity import erased_people

_SHARED = text("SELECT pg_advisory_xact_lock_shared(hashtextextended(:person, 0))")
_ALONE = text("SELECT pg_advisory_xact_lock(hashtextextended(:person, 0))")


class LeavingAware(Repository):
    """A repository that can refuse writes for people who have been erased."""

    _since: datetime | None = None

    def since(self, begun: datetime) -> Self:
        """The same repository for work that began then (the database's time): its writes for a person erased since
        raise SignInEnded."""
        bound = copy.copy(self)
        bound._since = begun
        return bound

    async def _require_present(self, connection: AsyncConnection, principal: Principal) -> None:
        """First in a transaction that writes. Raises SignInEnded."""
        if self._since is None:
            return
        person = person_hash(principal)
        await hold_shared(connection, person)
        gone = select(erased_people.c.erased_at).where(
            erased_people.c.person_hash == person, erased_people.c.erased_at >= self._since
        )
        if (await connection.execute(gone)).first() is not None:
            raise SignInEnded("Everything of this person was erased in the meantime; nothing of this was kept.")


async def hold_shared(connection: AsyncConnection, person: str) -> None:
    """Blocks an erasure of the person of this hash until the transaction ends; waits for one in progress."""
    await connection.execute(_SHARED, {"person": person})


async def leave(connection: AsyncConnection, principal: Principal) -> None:
    """The first step of the transaction that erases a person: waits for writes in progress for them, and makes later
    ones wait for the erasure."""
    await connection.execute(_ALONE, {"person": person_hash(principal)})


def person_hash(principal: Principal) -> str:
    """Identifies a person where their name must not be stored."""
    return sha256(f"{len(principal.tenant_id)}:{principal.tenant_id}:{principal.owner_id}".encode()).hexdigest()
