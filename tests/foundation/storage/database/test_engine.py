"""The engine every repository stands on."""

from __future__ import annotations

import asyncio

import pytest
from langchain_core.runnables import RunnableConfig
from sqlalchemy import text

from foundation.contracts.errors import DatabaseUnreachable
from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.database.repository import Repository
from foundation.storage.queue import checkpoints
from foundation.storage.queue.checkpoints import open_saver
from tests.foundation.storage.desk import Desk

SLEEP = text("SELECT pg_sleep(30)")
SOON_S = 15.0
"""Half of what is asked would take."""


class Hasty(Repository):
    """Waits for a fraction of a second."""

    patience_s = 0.2

    async def alone(self) -> None:
        await self._first(SLEEP)

    async def together(self) -> None:
        async with self._transaction() as connection:
            await connection.execute(SLEEP)


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


async def test_a_statement_that_is_not_answered_is_given_up_alone_or_in_a_transaction(desk: Desk) -> None:
    async with asyncio.timeout(SOON_S):
        for ask in (Hasty(desk.engine).alone, Hasty(desk.engine).together):
            with pytest.raises(DatabaseUnreachable):
                await ask()


async def test_a_checkpoint_that_is_not_answered_is_given_up(
    desk: Desk, database: DatabaseAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread: RunnableConfig = {"configurable": {"thread_id": "t", "checkpoint_ns": ""}}
    async with open_saver(database, 1) as saver, desk.engine.begin() as held:
        monkeypatch.setattr(checkpoints, "PATIENCE_S", 0.2)
        await held.execute(text(f"LOCK TABLE {checkpoints.CHECKPOINT_SCHEMA}.checkpoints"))
        async with asyncio.timeout(SOON_S):
            with pytest.raises(DatabaseUnreachable):
                await saver.aget_tuple(thread)
