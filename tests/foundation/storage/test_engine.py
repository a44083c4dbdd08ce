"""The engine every repository stands on."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text

from tests.foundation.storage.desk import Desk

SLEEP = text("SELECT pg_sleep(30)")


async def test_a_task_stopped_in_the_middle_of_a_statement_stays_stopped(desk: Desk) -> None:
    async def waiting() -> None:
        async with desk.engine.connect() as connection:
            await connection.execute(SLEEP)

    task = asyncio.create_task(waiting())
    asked = "SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(30)' AND state = 'active'"
    async with asyncio.timeout(10):
        while not (await desk.sql(asked))[0][0]:
            await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
