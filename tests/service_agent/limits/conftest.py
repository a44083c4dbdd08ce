"""Limits are tried against a whole service, with an eye on the table of what was spent."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest
import pytest_asyncio

from foundation.storage.database.engine import DatabaseAddress, open_engine
from foundation.storage.people.spending import SpendingRepository


@pytest.fixture
def chosen(server: DatabaseAddress, worker_id: str) -> DatabaseAddress:
    """The database of services with settings of their own."""
    return replace(server, database=f"suffice_{worker_id}_chosen")


@pytest_asyncio.fixture
async def spending(chosen: DatabaseAddress) -> AsyncGenerator[SpendingRepository]:
    """Over that database."""
    engine = open_engine(chosen, pool_size=2)
    yield SpendingRepository(engine)
    await engine.dispose()
