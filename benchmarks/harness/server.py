"""A database server for one benchmark: the embedded one with the product's own settings, gone afterwards."""

from __future__ import annotations

import asyncio
import logging
import shutil
import tempfile
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

import psycopg
import structlog
from psycopg import sql

from execution_agents.ingest.pipeline import IngestService
from execution_agents.knowledge_graph.collector import collector_over
from foundation.contracts.identity import LOCAL
from foundation.domains.loading.loader import find_packs, load_pack, shipped_packs
from foundation.domains.schema.pack import Pack
from foundation.storage.corpus.documents import CorpusRepository
from foundation.storage.corpus.origins import OriginsRepository
from foundation.storage.corpus.rows import RowsRepository
from foundation.storage.database.embedded import EmbeddedPostgres
from foundation.storage.database.engine import DatabaseAddress, open_engine
from foundation.storage.database.migrate import upgrade

PACK = "real_estate"


@dataclass(frozen=True)
class Server:
    """A running server whose first database holds the shipped pack."""

    data_dir: Path
    loaded: DatabaseAddress
    """The database new ones are copied from; nobody else connects to it."""
    pack: Pack
    _numbers: Iterator[int] = field(default_factory=count)

    def database(self) -> DatabaseAddress:
        """A new database that holds the pack."""
        name = f"house_{next(self._numbers)}"
        statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        maintenance = replace(self.loaded, database="postgres")
        with psycopg.connect(**maintenance.psycopg_kwargs(), autocommit=True) as connection:
            connection.execute(statement.format(sql.Identifier(name), sql.Identifier(self.loaded.database)))
        return replace(self.loaded, database=name)


@asynccontextmanager
async def temporary_server() -> AsyncGenerator[Server]:
    """A server in a folder of its own. Both are removed at the end."""
    # What a run warns of is counted where it matters; printed lines would cost time in one house and not in another.
    kept = structlog.get_config()
    structlog.configure(
        processors=[structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)],
        wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR),
    )
    data_dir = Path(tempfile.mkdtemp(prefix="suffice-bench-"))
    embedded = EmbeddedPostgres(data_dir)
    try:
        address = await asyncio.to_thread(embedded.start)
        await asyncio.to_thread(upgrade, address)
        pack = load_pack(find_packs((shipped_packs(),))[PACK])
        await _fill(address, pack)
        yield Server(data_dir, address, pack)
    finally:
        structlog.configure(**kept)
        await asyncio.to_thread(embedded.remove)
        shutil.rmtree(data_dir, ignore_errors=True)


async def _fill(address: DatabaseAddress, pack: Pack) -> None:
    engine = open_engine(address, 2)
    ingest = IngestService(
        CorpusRepository(engine), OriginsRepository(engine), RowsRepository(engine), collector_over(engine)
    )
    await ingest.load_shipped(pack, LOCAL, _no_bar)
    await engine.dispose()


def _no_bar(done: int, total: int, what: str) -> None:
    """Nobody watches the pack being loaded."""
    del done, total, what
