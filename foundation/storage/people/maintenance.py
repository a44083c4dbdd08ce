"""Retention and erasure of people, as the commands call them."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.identity import Principal
from foundation.storage.conversations.sessions import SessionsRepository
from foundation.storage.database.backup import backup as backup
from foundation.storage.database.backup import restore as restore
from foundation.storage.people.audit_log import Act
from foundation.storage.people.person import PeopleRepository
from foundation.storage.people.retention import KEPT_PER_TYPE as KEPT_PER_TYPE
from foundation.storage.people.retention import Keep as Keep
from foundation.storage.people.retention import prune as prune


async def erase(
    engine: AsyncEngine, principal: Principal, session_id: str | None = None, act: Act | None = None
) -> bool:
    """Erases one conversation of the person's, or the person; False when there was nothing of theirs. Raises
    UnknownSession."""
    if session_id is not None:
        await SessionsRepository(engine).delete(principal, session_id)
        return True
    people = PeopleRepository(engine)
    known = await people.known(principal)
    # Also for an unknown person: another process may be writing for them, and is refused from now on.
    await people.erase(principal, act)
    return known
