"""A fleet of its own for every test: what a test kills must not be missing in the next."""

from __future__ import annotations

import uuid
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest_asyncio

from foundation.storage.database.engine import DatabaseAddress
from tests.databases import filled_database
from tests.processes.fleet import Fleet


@pytest_asyncio.fixture(loop_scope="session")
async def fleet(server: DatabaseAddress, tmp_path: Path) -> AsyncGenerator[Fleet]:
    """No process yet."""
    made = Fleet(filled_database(server, f"fleet_{uuid.uuid4().hex[:8]}"), tmp_path)
    async with made.model:
        try:
            yield made
        finally:
            made.stop()
