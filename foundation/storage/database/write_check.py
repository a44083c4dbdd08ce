"""Whether the database takes writes: a disk that is full, or a server that became read-only, answers every question and
keeps nothing."""

from __future__ import annotations

import os

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

_TRIED = text("INSERT INTO write_checks (filler) VALUES (:filler)")
_LARGE = 7_000
"""Incompressible bytes that fit no page in use: the table must grow, as others would. Vacuum removes the pages again.
The table is unlogged, so nothing is written to the write-ahead log."""


async def require_writes(engine: AsyncEngine) -> None:
    """Writes and takes it back. Raises DatabaseTakesNoWrites, DatabaseUnreachable."""
    async with engine.connect() as connection, connection.begin() as trial:
        await connection.execute(_TRIED, {"filler": os.urandom(_LARGE)})
        await trial.rollback()
