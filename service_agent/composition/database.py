"""The database a process works on: the given one or the embedded one, migrated."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from foundation.contracts.errors import WrongSetting
from foundation.storage.database.embedded import EmbeddedPostgres
from foundation.storage.database.engine import DatabaseAddress, parse_url
from foundation.storage.database.migrate import upgrade
from foundation.storage.queue.notify import Revive
from service_agent.settings.failpoints import points_of
from service_agent.settings.settings import Settings


@dataclass(frozen=True)
class Server:
    """A database server and, when it is our own embedded one, what starts it again after it died."""

    address: DatabaseAddress
    revive: Revive | None = None


@asynccontextmanager
async def open_server(settings: Settings) -> AsyncGenerator[Server]:
    """The given database or the embedded one, migrated."""
    points = points_of(settings.fail_points)
    async with AsyncExitStack() as stack:
        if settings.database_url is not None:
            server = Server(parse_url(settings.database_url.get_secret_value()))
        else:
            make_folder(settings.data_dir)
            embedded = EmbeddedPostgres(settings.data_dir)
            server = Server(await stack.enter_async_context(embedded), embedded.ensure_running)
        await asyncio.to_thread(upgrade, server.address, points)
        yield server


@asynccontextmanager
async def open_database(settings: Settings) -> AsyncGenerator[DatabaseAddress]:
    """Where the given database or the embedded one is, migrated."""
    async with open_server(settings) as server:
        yield server.address


def make_folder(folder: Path) -> None:
    """The data folder. Raises WrongSetting when it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongSetting(
            f"SUFFICE_DATA_DIR={folder} cannot be made ({error.strerror}); name a folder that can be written."
        ) from error
