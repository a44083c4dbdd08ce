"""The storage tests' own fixtures."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest_asyncio
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.identity import Principal
from tests.foundation.storage.desk import Desk


@pytest_asyncio.fixture(loop_scope="session")
async def desk(engine: AsyncEngine, principal: Principal) -> AsyncGenerator[Desk]:
    """A desk in a database without any other runs: claiming is for everybody's."""
    async with engine.begin() as connection:
        await connection.execute(text("DELETE FROM sessions"))
    yield Desk(engine, principal)
