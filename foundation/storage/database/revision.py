"""Whether the database's tables are those this version was written for."""

from __future__ import annotations

from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.errors import DatabaseUnfit
from foundation.storage.database.migrate import alembic_config, known_revisions

_REVISION = text("SELECT version_num FROM alembic_version")


async def require_current(engine: AsyncEngine) -> None:
    """Raises DatabaseUnfit while a migration is missing. A newer database is accepted: an upgrade first adds, and
    removes only when no older process is left."""
    async with engine.connect() as connection:
        found = (await connection.execute(_REVISION)).scalar()
    head = ScriptDirectory.from_config(alembic_config()).get_current_head()
    if found != head and found in {*known_revisions(), None}:
        raise DatabaseUnfit("The database lacks a migration; run `suffice db upgrade`, or start the service again.")
