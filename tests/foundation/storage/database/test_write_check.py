"""A database that answers everything and keeps nothing is noticed: by trying, and by whatever is refused."""

from __future__ import annotations

import uuid
from collections.abc import AsyncGenerator
from dataclasses import dataclass

import psycopg
import pytest
import pytest_asyncio
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import empty_checkpoint
from psycopg import sql
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.errors import DatabaseTakesNoWrites
from foundation.contracts.identity import Principal
from foundation.storage.database.engine import AWAY, DatabaseAddress, open_engine
from foundation.storage.database.write_check import require_writes
from foundation.storage.queue.checkpoints import open_saver
from tests.databases import new_database
from tests.foundation.storage.desk import Desk
from tests.full_disk import tables_on_small_disk


@dataclass
class Alone:
    """A database of the test's own."""

    address: DatabaseAddress
    engine: AsyncEngine

    async def set_read_only(self, *, on: bool) -> None:
        """For every connection opened from now on; those that are open are closed."""
        read_only = sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = {}")
        named = sql.Identifier(self.address.database)
        with psycopg.connect(**self.address.psycopg_kwargs(), autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            connection.execute(read_only.format(named, sql.SQL("on" if on else "off")))
        await self.engine.dispose()


@pytest_asyncio.fixture(loop_scope="session")
async def alone(server: DatabaseAddress) -> AsyncGenerator[Alone]:
    address = new_database(server, f"writes_{uuid.uuid4().hex[:8]}", migrated=True)
    opened = open_engine(address, pool_size=3)
    yield Alone(address, opened)
    await opened.dispose()


async def test_a_read_only_server_says_that_it_takes_no_writes(alone: Alone, principal: Principal) -> None:
    desk = Desk(alone.engine, principal)
    await require_writes(alone.engine)
    await alone.set_read_only(on=True)
    with pytest.raises(DatabaseTakesNoWrites):
        await require_writes(alone.engine)
    with pytest.raises(AWAY, match="takes no more writes"):
        await desk.session()
    async with open_saver(alone.address, 1) as saver:
        thread: RunnableConfig = {"configurable": {"thread_id": "t", "checkpoint_ns": ""}}
        with pytest.raises(DatabaseTakesNoWrites):
            await saver.aput(thread, empty_checkpoint(), {}, {})
    await alone.set_read_only(on=False)
    await require_writes(alone.engine)
    assert await desk.session()


async def test_a_full_disk_takes_no_writes_until_there_is_room(alone: Alone) -> None:
    with tables_on_small_disk(alone.address, ["write_checks"]) as disk:
        await require_writes(alone.engine)
        disk.fill()
        for _ in range(3):
            with pytest.raises(DatabaseTakesNoWrites):
                await require_writes(alone.engine)
        disk.make_room()
        await require_writes(alone.engine)
        await alone.engine.dispose()


async def test_a_trial_leaves_no_row_and_every_one_makes_the_table_grow(alone: Alone) -> None:
    sizes: list[int] = []
    for _ in range(3):
        await require_writes(alone.engine)
        async with alone.engine.connect() as connection:
            found = await connection.execute(
                text("SELECT (SELECT count(*) FROM write_checks), pg_total_relation_size('write_checks')")
            )
            rows, size = found.one()
        assert rows == 0
        sizes.append(size)
    assert sizes == sorted(set(sizes)), "what fits into a page that is in use proves nothing"
