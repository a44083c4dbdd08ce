"""The figures of the whole service's queue for an operator's dashboard, in one statement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import text

from foundation.storage.database.repository import Repository

_QUEUE = text(
    """
    SELECT status, count(*) AS runs,
           coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS oldest_s
    FROM runs WHERE status IN ('queued', 'running', 'waiting') GROUP BY status
    """
)


_SOMEBODY_WAITS = text(
    """
    SELECT EXISTS (
        SELECT FROM runs AS asked WHERE asked.status = 'queued' AND NOT EXISTS (
            SELECT FROM runs AS before WHERE before.session_id = asked.session_id AND before.status = 'waiting'
        )
    ) AS waits
    """
)


_SERVER = text(
    """
    SELECT current_setting('server_version') AS version, current_setting('max_connections')::int AS max_connections,
           current_setting('superuser_reserved_connections')::int AS reserved,
           (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
           (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS pgvector,
           pg_database_size(current_database()) AS size_bytes
    """
)


@dataclass(frozen=True)
class ServerFigures:
    """The database server, as it says of itself."""

    version: str
    pgvector: str | None
    max_connections: int
    reserved: int
    """Of these, kept for its administrator."""
    connections: int
    """In use now, by everybody."""
    size_bytes: int
    """Of our database."""


@dataclass(frozen=True)
class QueueFigures:
    """The queue of all processes together."""

    states: Mapping[str, int] = field(default_factory=dict[str, int])
    """Unfinished runs by state: queued, running, waiting."""
    oldest_s: float = 0.0
    """How long the oldest queued run has been there; one that waited for a person counts from its question."""


class FiguresRepository(Repository):
    """Figures over everybody."""

    async def server(self) -> ServerFigures:
        """SYSTEM: the state of the database server."""
        row = await self._first(_SERVER)
        assert row is not None
        version = str(row.version).split(" ", 1)[0]
        return ServerFigures(version, row.pgvector, row.max_connections, row.reserved, row.connections, row.size_bytes)

    async def somebody_waits(self) -> bool:
        """SYSTEM: whether a question waits for us. One behind a question its own person has to answer does not."""
        row = await self._first(_SOMEBODY_WAITS)
        return row is not None and bool(row.waits)

    async def queue(self) -> QueueFigures:
        """SYSTEM: the state of the queue."""
        rows = await self._all(_QUEUE)
        oldest = next((row.oldest_s for row in rows if row.status == "queued"), 0.0)
        return QueueFigures({row.status: row.runs for row in rows}, max(0.0, float(oldest)))
