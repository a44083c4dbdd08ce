"""A whole service: real database, real pack, real HTTP server, in this process."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import psycopg
import psycopg.errors
import pytest
import pytest_asyncio
import structlog

from execution_agents.ingest.pipeline import SHIPPED, IngestService
from execution_agents.ingest.report import IngestReport, Progress
from foundation.contracts.identity import Principal
from foundation.domains.loading.loader import shipped_packs
from foundation.domains.schema.pack import Pack
from foundation.storage.database.engine import DatabaseAddress
from service_agent.cli.serving.server import HttpServer
from service_agent.composition.app import create_app
from service_agent.composition.bootstrap import open_service
from service_agent.services.services import Services
from service_agent.settings.settings import Settings
from tests.databases import filled_database, url_of


@dataclass(frozen=True)
class Serving:
    """A service that listens."""

    url: str
    services: Services
    http: httpx.AsyncClient

    async def session(self, **body: Any) -> str:
        """A new session's id."""
        made = await self.http.post("/api/sessions", json=body)
        assert made.status_code == 201, made.text
        return str(made.json()["session_id"])


PLAIN_LOG = [structlog.stdlib.add_log_level, structlog.processors.format_exc_info, structlog.dev.ConsoleRenderer()]

Serve = Callable[..., AbstractAsyncContextManager[Serving]]

STANDING_ON: ContextVar[str | None] = ContextVar("standing_on", default=None)
"""The database of the service that is being opened, where it is one of the test server's."""
HELD = set[tuple[str, int]]()
"""Databases and the packs they hold, as this worker has seen (a shipped pack is read once a worker)."""
load_anew = IngestService.load_shipped


async def load_once(self: IngestService, pack: Pack, principal: Principal, progress: Progress) -> IngestReport:
    """In place of `load_shipped`. The first service on a database compares every row of the shipped packs with what
    is stored, as each start does; for the hundreds that follow on the same one it would be a third of their time."""
    held = (STANDING_ON.get() or "", id(pack))
    if held in HELD and pack.root.parent == shipped_packs():
        return IngestReport(origin=SHIPPED)
    report = await load_anew(self, pack, principal, progress)
    if STANDING_ON.get():
        HELD.add(held)
    return report


IngestService.load_shipped = load_once


@asynccontextmanager
async def serving(address: DatabaseAddress | None, data_dir: Path, **chosen: Any) -> AsyncGenerator[Serving]:
    """A service with these settings, listening on a free port. Without an address it starts the embedded database."""
    structlog.configure(PLAIN_LOG)  # the default draws every local of a traceback, which takes seconds
    url = url_of(address) if address else None
    settings = Settings(database_url=url, data_dir=data_dir, **chosen)  # pyright: ignore[reportArgumentType]
    async with AsyncExitStack() as stack:
        STANDING_ON.set(url)
        try:
            services = await stack.enter_async_context(open_service(settings))
        finally:
            STANDING_ON.set(None)
        server = HttpServer(create_app(services), "127.0.0.1", 0)
        await server.start()
        url = f"http://127.0.0.1:{server.port}"
        # The server closes what was idle for five seconds: whoever keeps it as long may send into what is being closed.
        idle = httpx.Limits(keepalive_expiry=2.0)
        async with httpx.AsyncClient(base_url=url, timeout=30, trust_env=False, limits=idle) as http:
            try:
                yield Serving(url, services, http)
            finally:
                await server.stop()


@pytest.fixture(scope="session")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Indexes of the services with settings of their own."""
    return tmp_path_factory.mktemp("data")


# A service takes every run of its database's queue: two of them with different settings, or one beside tests of the
# queue itself, would work on each other's runs. So each kind has a database of its own.


def _database(server: DatabaseAddress, name: str) -> DatabaseAddress:
    """Made by the first who needs it: every folder that imports the fixtures below has instances of its own."""
    with suppress(psycopg.errors.DuplicateDatabase):
        filled_database(server, name)
    return replace(server, database=name)


def forget_people(database: DatabaseAddress) -> None:
    """Nobody has said, kept or chosen anything yet: what a test before this one asked would come back as a memory,
    the model it entered would answer, and the limits it chose would hold."""
    with psycopg.connect(**database.psycopg_kwargs(), autocommit=True) as connection:
        for table in (b"sessions", b"memories", b"people", b"spending", b"model_endpoints", b"chosen_settings"):
            connection.execute(b"DELETE FROM " + table)


def starting(server: DatabaseAddress, worker_id: str, data_dir: Path) -> Serve:
    """Start a service with settings of one's own; one such service at a time. No person of it has been there before."""
    database = _database(server, f"suffice_{worker_id}_chosen")
    forget_people(database)

    def start(**chosen: Any) -> AbstractAsyncContextManager[Serving]:
        return serving(database, data_dir, **chosen)

    return start


@pytest.fixture
def serve(server: DatabaseAddress, worker_id: str, data_dir: Path) -> Serve:
    """`starting`, for one test."""
    return starting(server, worker_id, data_dir)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def service(
    server: DatabaseAddress, worker_id: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Serving]:
    """One service on the rules engine with the shipped pack, shared by the tests that need nothing else."""
    database = _database(server, f"suffice_{worker_id}_shared")
    async with serving(database, tmp_path_factory.mktemp("shared")) as opened:
        yield opened


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def asking(
    server: DatabaseAddress, worker_id: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Serving]:
    """The same, where asking the person always pays: a doubtful reuse is a question to them."""
    database = _database(server, f"suffice_{worker_id}_asking")
    async with serving(database, tmp_path_factory.mktemp("asking"), ask_worth_s=0.0) as opened:
        yield opened


@pytest_asyncio.fixture
async def fuzzed(server: DatabaseAddress, worker_id: str, tmp_path: Path) -> AsyncGenerator[Serving]:
    """A service whose database no other test looks into: what is written there at random stays there."""
    async with serving(_database(server, f"suffice_{worker_id}_fuzzed"), tmp_path) as opened:
        yield opened
