"""Somebody who is erased while what they send is still on its way: it came before and went with them, or is refused.

Whoever writes for a person holds a shared lock on them until the write is committed; erasing takes it alone. So a write
is either there when the erasure looks, or begins when the erasure can be seen.
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
    """A repository whose writes can be bound to a person's presence."""

    _since: datetime | None = None

    def since(self, begun: datetime) -> Self:
        """The same repository for something that began then (the database's time): what it writes for a person who was
        erased since is refused with SignInEnded."""
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
    """Whoever is behind this hash is not erased until the transaction ends; an erasure under way is waited for."""
    await connection.execute(_SHARED, {"person": person})


async def leave(connection: AsyncConnection, principal: Principal) -> None:
    """First in the transaction that erases a person: what is being written for them is waited for, what comes later
    waits for the erasure."""
    await connection.execute(_ALONE, {"person": person_hash(principal)})


def person_hash(principal: Principal) -> str:
    """Stands for a person where their name may not be kept."""
    return sha256(f"{len(principal.tenant_id)}:{principal.tenant_id}:{principal.owner_id}".encode()).hexdigest()
