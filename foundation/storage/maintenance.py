"""Keeping a database small, and a person's right to go. (Backups: `backup.py`, offered here as well.)"""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.identity import Principal
from foundation.storage.backup import backup as backup
from foundation.storage.backup import restore as restore
from foundation.storage.costs import NEWEST
from foundation.storage.people import PeopleRepository
from foundation.storage.sessions import SessionsRepository

KEPT_PER_TYPE = 8
"""Evidence records per session and data type that a turn may look at."""

_PRUNE = {
    "run_events": text(
        """
        DELETE FROM run_events USING runs
        WHERE runs.run_id = run_events.run_id AND runs.finished_at < clock_timestamp() - CAST(:older_than AS interval)
        """
    ),
    "evidence": text(
        """
        DELETE FROM evidence USING (
            SELECT evidence_id, row_number() OVER (PARTITION BY session_id, data_type ORDER BY fetched_at DESC) AS place
            FROM evidence
        ) AS ranked
        WHERE ranked.evidence_id = evidence.evidence_id AND ranked.place > :kept
            AND evidence.created_at < clock_timestamp() - CAST(:older_than AS interval)
        """
    ),
    "table_rows": text("DELETE FROM table_rows WHERE removed_at < clock_timestamp() - CAST(:older_than AS interval)"),
    "source_costs": text(
        """
        DELETE FROM source_costs USING (
            SELECT cost_id, row_number() OVER (PARTITION BY tenant_id, pack, source ORDER BY cost_id DESC) AS place
            FROM source_costs
        ) AS ranked
        WHERE ranked.cost_id = source_costs.cost_id AND ranked.place > :newest
        """
    ),
    "erased_sessions": text(
        """
        DELETE FROM erased_sessions
        WHERE erased_at < clock_timestamp() - greatest(CAST(:older_than AS interval), interval '1 day')
        """
    ),
}
"""Transcripts, decisions and feedback stay: they go with their session. An erased id is kept for a day at least, far
longer than any process can work without its lease."""


async def prune(engine: AsyncEngine, older_than: timedelta) -> dict[str, int]:
    """Removes what nothing reads any more; table -> rows removed. A client whose cursor is older than what is left
    gets a `gap` and reads the messages."""
    values = {"older_than": older_than, "kept": KEPT_PER_TYPE, "newest": NEWEST}
    removed: dict[str, int] = {}
    for table, statement in _PRUNE.items():
        named = {name: value for name, value in values.items() if f":{name}" in statement.text}
        async with engine.begin() as connection:
            removed[table] = (await connection.execute(statement, named)).rowcount
    return removed


async def erase(engine: AsyncEngine, principal: Principal, session_id: str | None = None) -> None:
    """Erases one conversation of the person's, or the person. Raises UnknownSession."""
    if session_id is not None:
        await SessionsRepository(engine).delete(principal, session_id)
    else:
        await PeopleRepository(engine).erase(principal)
