"""Documents people send: where they lie while they are read, and that nothing stays of somebody erased meanwhile.

    <folder>/<hash of the person>-<one upload>/<file name>

PostgreSQL keeps what was read. Whoever is erased loses their part of the folder at once, on this host; on another one
it goes when the upload there ends, refused (`foundation/storage/database/erasure_guard.py`).
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import mkdtemp
from weakref import WeakValueDictionary

from execution_agents.ingest.pipeline import IngestService
from execution_agents.ingest.report import IngestReport
from foundation.contracts.errors import SignInEnded, WrongUse
from foundation.contracts.identity import Principal
from foundation.domains.schema.pack import Pack
from foundation.storage.corpus.uploads import UPLOADED
from foundation.storage.database.erasure_guard import person_hash

AT_ONCE = 4
"""Uploads of different tenants that are read side by side: a reading process takes 2 GB at most."""
MAX_NAME_BYTES = 255
"""What Linux's file systems take (NAME_MAX)."""


@dataclass(frozen=True)
class Upload:
    """One document a client sends."""

    name: str
    content: bytes
    begun: datetime
    """The database's time before the first byte was read: whoever was erased since gets nothing stored."""


class UploadTurns:
    """One upload or attachment of a tenant is read at a time, and AT_ONCE of all tenants: one that takes long holds up
    its own tenant's."""

    def __init__(self) -> None:
        self._tenants = WeakValueDictionary[str, asyncio.Lock]()
        self._asking = Counter[str]()
        """Tenant -> uploads that are read or wait."""
        self._room = asyncio.Semaphore(AT_ONCE)

    @asynccontextmanager
    async def turn(self, principal: Principal) -> AsyncGenerator[None]:
        """From when its turn has come."""
        tenant = self._tenants.setdefault(principal.tenant_id, asyncio.Lock())
        async with tenant, self._room:
            yield

    @asynccontextmanager
    async def upload(self, principal: Principal) -> AsyncGenerator[None]:
        """The turn of what goes into a pack."""
        self._asking[principal.tenant_id] += 1
        try:
            async with self.turn(principal):
                yield
        finally:
            self._asking -= Counter((principal.tenant_id,))  # and forgets a tenant without any

    def is_idle(self, principal: Principal) -> bool:
        """Whether no upload of the tenant is read or waits."""
        return not self._asking[principal.tenant_id]


def forget_uploads(folder: Path, principal: Principal) -> None:
    """Remove what lies there of the person; an upload that is being read fails."""
    for place in folder.glob(f"{_mark_of(principal)}*"):
        shutil.rmtree(place, ignore_errors=True)


def _mark_of(principal: Principal) -> str:
    return f"{person_hash(principal)[:24]}-"


async def take_upload(
    folder: Path, principal: Principal, ingest: IngestService, pack: Pack, source: str | None, upload: Upload
) -> IngestReport:
    """The document into the pack. Raises WrongUse, NothingToIngest, UnknownSource, SignInEnded."""
    name = Path(upload.name).name
    if not name or name.startswith("."):
        raise WrongUse("name: give the document's file name, such as guide.md.", field="name")
    if len(os.fsencode(name)) > MAX_NAME_BYTES:
        raise WrongUse(f"name: {MAX_NAME_BYTES} bytes at most (Hangul takes three a letter).", field="name")
    async with _lying(folder, principal, name, upload.content) as path:
        try:
            bound = ingest.since(upload.begun)
            return await bound.ingest(path, pack, source, principal, _silent, f"{UPLOADED}{name}")
        except (WrongUse, OSError) as error:
            if not await asyncio.to_thread(path.exists):
                raise SignInEnded("Everything of this person was erased in the meantime; nothing was kept.") from None
            if isinstance(error, OSError):
                raise
            # The uploader knows the document's name; the error must not show the service's folders.
            raise type(error)(error.message.replace(str(path), name), **error.data) from error


@asynccontextmanager
async def _lying(folder: Path, principal: Principal, name: str, content: bytes) -> AsyncGenerator[Path]:
    place = await asyncio.to_thread(_new_place, folder, principal)
    try:
        await asyncio.to_thread((place / name).write_bytes, content)
        yield place / name
    finally:
        await asyncio.to_thread(shutil.rmtree, place, ignore_errors=True)


def _new_place(folder: Path, principal: Principal) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return Path(mkdtemp(prefix=_mark_of(principal), dir=folder))


def _silent(done: int, total: int, what: str) -> None:
    """Uploads show no bar."""
    del done, total, what
