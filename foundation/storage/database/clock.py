"""The database's time: the only clock deadlines, ages and leases are measured with."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import func, select

from foundation.storage.database.repository import Repository

_NOW = select(func.clock_timestamp())


class DatabaseClock(Repository):
    """Implements the port `Clock`."""

    async def now(self) -> datetime:
        row = await self._first(_NOW)
        if row is None:
            raise RuntimeError("the database returned no time")
        return row[0]
