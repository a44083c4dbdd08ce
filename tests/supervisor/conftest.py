"""Fixtures of the supervisor's tests and of whoever runs whole turns."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest_asyncio
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.identity import Principal
from foundation.storage.checkpoints import open_saver
from foundation.storage.engine import DatabaseAddress
from tests.supervisor.scene import Scene


@pytest_asyncio.fixture(loop_scope="session")
async def scene(engine: AsyncEngine, database: DatabaseAddress, principal: Principal) -> AsyncGenerator[Scene]:
    """A scene in a database without any other runs: claiming is for everybody's."""
    async with engine.begin() as connection:
        await connection.execute(text("DELETE FROM sessions"))
    async with open_saver(database, 4) as saver:
        yield Scene(engine, saver, principal)
