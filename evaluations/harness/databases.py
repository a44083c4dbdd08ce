"""A database server for measurements: a database is filled once, and copied for each run.

The server lies in a folder of its own that is removed at the end, or in one the user keeps: then a filled database is
used again as long as the code, the packs and the files it was filled from are the same.
"""

from __future__ import annotations

import asyncio
import hashlib
import shutil
import tempfile
import uuid
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, LiteralString
from urllib.parse import quote

import psycopg
from psycopg import sql
from sqlalchemy.ext.asyncio import AsyncEngine

from evaluations.harness.settings import MeasuredSettings
from foundation.contracts.errors import WrongUse
from foundation.contracts.identity import LOCAL
from foundation.domains.loading.loader import shipped_packs
from foundation.storage.database.embedded import EmbeddedPostgres
from foundation.storage.database.engine import DatabaseAddress, open_engine
from foundation.storage.database.migrate import upgrade
from service_agent.composition.bootstrap import open_service
from service_agent.settings.settings import CHECKOUT

Progress = Callable[[str, int, int], None]
"""(what is done, done, of)."""
UNSAFE_BUT_FAST = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off", "max_connections": "200"}
"""The databases can be made again: they need not survive a power cut."""
CODE = ("service_agent", "supervisor", "execution_agents", "prompts", "foundation", "alembic")


@dataclass(frozen=True)
class Filling:
    """What a database holds before the first question: the packs, and files taken into one of them."""

    name: str
    pack: str = "real_estate"
    """The service's default pack, and the one the files go into."""
    files: tuple[Path, ...] = ()
    packs_dir: Path | None = None
    """A folder with packs beside the shipped ones."""

    def fingerprint(self) -> str:
        """Of the code, the packs and the files: a database filled from others is not used."""
        found = hashlib.sha256()
        own = [self.packs_dir] if self.packs_dir else []
        parts = [*((CHECKOUT / floor, "*.py") for floor in CODE), *((root, "*") for root in (shipped_packs(), *own))]
        for root, pattern in [*parts, *((path, "*") for path in self.files)]:
            for path in _files(root, pattern):
                found.update(f"{path.relative_to(root)}\0".encode())
                found.update(path.read_bytes())
        return found.hexdigest()[:16]

    @property
    def chosen(self) -> dict[str, Any]:
        """Settings that make the service know its packs."""
        return {"pack": self.pack, **({"packs_dir": self.packs_dir} if self.packs_dir else {})}


def _files(root: Path, pattern: str) -> Iterable[Path]:
    return sorted(path for path in root.rglob(pattern) if path.is_file()) if root.is_dir() else [root]


@dataclass(frozen=True)
class Databases:
    """A running server."""

    folder: Path
    address: DatabaseAddress

    @asynccontextmanager
    async def copy_of(self, filling: Filling, progress: Progress, **chosen: Any) -> AsyncGenerator[MeasuredSettings]:
        """Settings of a service over a copy of the filled database; the copy is dropped at the end."""
        name = f"{filling.name}_{await asyncio.to_thread(filling.fingerprint)}"
        if name not in await asyncio.to_thread(self._names):
            await self._fill(name, filling, progress)
        copy = f"run_{uuid.uuid4().hex[:12]}"
        await asyncio.to_thread(self._run, "CREATE DATABASE {} TEMPLATE {}", copy, name)
        try:
            yield self._settings(copy, name, **filling.chosen, **chosen)
        finally:
            await asyncio.to_thread(self._run, "DROP DATABASE {} WITH (FORCE)", copy)

    async def _fill(self, name: str, filling: Filling, progress: Progress) -> None:
        """Under another name until it is whole; what was filled from something else goes."""
        what, steps = f"filling the database {filling.name}", 1 + len(filling.files)
        draft = f"draft_{uuid.uuid4().hex[:12]}"
        await asyncio.to_thread(self._run, "CREATE DATABASE {}", draft)
        try:
            progress(what, 0, steps)
            async with open_service(self._settings(draft, draft, **filling.chosen), work=False) as services:
                for done, path in enumerate(filling.files, start=1):
                    progress(what, done, steps)
                    await services.ingest(LOCAL, path, filling.pack, None, _no_bar)
            progress(what, steps, steps)
            await asyncio.to_thread(self._run, "ALTER DATABASE {} RENAME TO {}", draft, name)
        except BaseException:
            await asyncio.to_thread(self._run, "DROP DATABASE IF EXISTS {} WITH (FORCE)", draft)
            raise
        finally:
            shutil.rmtree(self.folder / draft, ignore_errors=True)
        for older in await asyncio.to_thread(self._names):
            if older.startswith(f"{filling.name}_") and older != name:
                await asyncio.to_thread(self._run, "DROP DATABASE IF EXISTS {} WITH (FORCE)", older)
                shutil.rmtree(self.folder / older, ignore_errors=True)

    def _settings(self, database: str, folder: str, **chosen: Any) -> MeasuredSettings:
        url = url_of(replace(self.address, database=database))
        return MeasuredSettings(database_url=url, data_dir=self.folder / folder, **chosen)  # pyright: ignore[reportArgumentType] -- a secret from its text

    def _names(self) -> list[str]:
        with psycopg.connect(**self._maintenance(), autocommit=True) as connection:
            return [str(row[0]) for row in connection.execute("SELECT datname FROM pg_database")]

    def _run(self, statement: LiteralString, *names: str) -> None:
        with psycopg.connect(**self._maintenance(), autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))

    def _maintenance(self) -> dict[str, Any]:
        return replace(self.address, database="postgres").psycopg_kwargs()


@asynccontextmanager
async def database_server(keep: Path | None) -> AsyncGenerator[Databases]:
    """A server in the kept folder, or in one that is removed. Raises WrongUse for a folder that cannot be made."""
    folder = Path(tempfile.mkdtemp(prefix="suffice-eval-")) if keep is None else _made(keep)
    embedded = EmbeddedPostgres(folder, extra=UNSAFE_BUT_FAST)
    try:
        yield Databases(folder, await asyncio.to_thread(embedded.start))
    finally:
        await asyncio.to_thread(embedded.stop)
        if keep is None:
            await asyncio.to_thread(embedded.remove)
            shutil.rmtree(folder, ignore_errors=True)


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongUse(
            f"--keep {folder} cannot be made ({error.strerror}); name a folder that can be written."
        ) from error
    return folder


def url_of(address: DatabaseAddress) -> str:
    """The address as the setting database_url takes it; a socket's folder goes into the query."""
    query = f"host={quote(address.host, safe='')}&port={address.port}"
    return f"postgresql://{quote(address.user)}:{quote(address.password, safe='')}@/{address.database}?{query}"


def _no_bar(done: int, total: int, what: str) -> None:
    """Files are counted here, not bytes."""
    del done, total, what


@asynccontextmanager
async def spare_engine() -> AsyncGenerator[AsyncEngine]:
    """An empty database with every table, of a server of its own; both are removed."""
    async with database_server(None) as databases:
        await asyncio.to_thread(upgrade, databases.address)
        engine = open_engine(databases.address)
        try:
            yield engine
        finally:
            await engine.dispose()
