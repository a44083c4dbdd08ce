"""One service for all attacks: what one of them leaves behind meets the next."""

from __future__ import annotations

import itertools
from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from benchmarks.lines.process import free_port, running
from foundation.storage.database.engine import DatabaseAddress
from tests.databases import filled_database, url_of
from tests.stories.attacks.target import (
    AUDIENCE,
    ISSUER,
    JWT_SECRET,
    KEYS,
    LAW,
    PRICES,
    Target,
    command,
)

TURNS = itertools.cycle((PRICES, LAW))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def attacked(
    server: DatabaseAddress, worker_id: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Target]:
    """A service with its default limits, without a model, whose log says all it ever says."""
    folder, port = tmp_path_factory.mktemp("attacked"), free_port()
    settings = {
        "database_url": url_of(filled_database(server, f"suffice_{worker_id}_attacked")),
        "data_dir": str(folder / "data"),
        "auth_keys": ",".join(f"{name}:{key}" + (":operator" if name == "oskar" else "") for name, key in KEYS.items()),
        "auth_jwt_issuer": ISSUER,
        "auth_jwt_audience": AUDIENCE,
        "auth_jwt_secret": JWT_SECRET,
        "limit_sign_ins_minute": "1000",
        "example_latency_s": "0",
        "log_level": "debug",
        "log_format": "json",
    }
    log = folder / "serve.log"
    idle = httpx.Limits(keepalive_expiry=2.0, max_connections=None)
    async with (
        running(command(settings, port), port, log) as program,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=120, trust_env=False, limits=idle) as http,
    ):
        found = Target(program, http, log, folder / "data")
        found.usual = {question: str((await found.said(question, "boris"))["content"]) for question in (PRICES, LAW)}
        yield found


@pytest_asyncio.fixture(autouse=True)
async def unharmed(attacked: Target) -> AsyncGenerator[None]:
    """After every attack somebody else is answered as before: from the table and from the documents in turn."""
    yield
    await attacked.is_as_before(next(TURNS))


@pytest.fixture
def passwd() -> str:
    """A file of this machine that nobody may see."""
    return Path("/etc/passwd").read_text("utf-8").splitlines()[0]
