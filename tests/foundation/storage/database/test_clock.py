"""The database's time."""

from __future__ import annotations

from foundation.storage.database.clock import DatabaseClock
from tests.foundation.storage.desk import Desk


async def test_the_clock_is_the_databases_and_moves(desk: Desk) -> None:
    clock = DatabaseClock(desk.engine)
    first = await clock.now()
    assert first.utcoffset() is not None
    assert await clock.now() > first
