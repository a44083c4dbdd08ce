"""How one process divides its database connections."""

from __future__ import annotations

from dataclasses import dataclass

from service_agent.jobs.background import CONNECTIONS


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
