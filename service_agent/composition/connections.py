"""Where a process finds its database, and how it divides its connections."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.engine import make_url

from foundation.storage.database.embedded import embedded_files
from service_agent.jobs.background import CONNECTIONS
from service_agent.settings.settings import Settings


@dataclass(frozen=True)
class ConnectionShares:
    """How one process's database connections are divided."""

    queries: int
    """Our own tables."""
    checkpoints: int
    """LangGraph's saver."""
    listening: int = 2
    """One to LISTEN, one to NOTIFY."""
    background: int = CONNECTIONS
    """Connections for background work."""


def connection_shares(total: int) -> ConnectionShares:
    """A quarter for checkpoints (written at the end of turns and at pauses), two to listen, two for the background, the
    rest for queries."""
    checkpoints = max(2, total // 4)
    return ConnectionShares(queries=total - checkpoints - 2 - CONNECTIONS, checkpoints=checkpoints)


def database_of(settings: Settings) -> str:
    """Where its database is, without user and password."""
    if settings.database_url is None:
        return f"embedded PostgreSQL, its files in {embedded_files(settings.data_dir)}"
    url = make_url(settings.database_url.get_secret_value())
    return f"{url.host}:{url.port or 5432}/{url.database}"
