"""Fixtures of the supervisor's tests and of whoever runs whole turns."""

from __future__ import annotations

import uuid
from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.identity import Principal
from foundation.storage.database.engine import DatabaseAddress, open_engine
from foundation.storage.queue.checkpoints import open_saver
from tests.databases import new_database
from tests.supervisor.scene import Scene


@pytest.fixture(scope="session")
def database(server: DatabaseAddress, worker_id: str) -> DatabaseAddress:
    """A database of these tests' own: other rooms' services fill the worker's with their packs and costs."""
    return new_database(server, f"suffice_turns_{worker_id}_{uuid.uuid4().hex[:6]}", migrated=True)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def engine(database: DatabaseAddress) -> AsyncGenerator[AsyncEngine]:
    """The engine repositories stand on."""
    opened = open_engine(database, pool_size=20)
    yield opened
    await opened.dispose()


@pytest_asyncio.fixture(loop_scope="session")
async def scene(engine: AsyncEngine, database: DatabaseAddress, principal: Principal) -> AsyncGenerator[Scene]:
    """A scene in a database without any other runs: claiming is for everybody's."""
    async with engine.begin() as connection:
        await connection.execute(text("DELETE FROM sessions"))
    async with open_saver(database, 4) as saver:
        yield Scene(engine, saver, principal)
