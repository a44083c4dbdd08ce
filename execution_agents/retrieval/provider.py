"""The current index of a tenant's pack: opened when it is there, built from PostgreSQL when the corpus moved."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Protocol, TextIO

from execution_agents.retrieval.embedding import VectorKeeper
from execution_agents.retrieval.lexical import FORMAT, LexicalFigures, TantivyIndex
from execution_agents.retrieval.ranking import Reranker
from execution_agents.retrieval.retriever import Corpus, Retriever
from execution_agents.retrieval.shelf import IndexShelf, sweep_shelves
from foundation.contracts.identity import Principal
from foundation.domains.pack import DocumentsSource, Pack
from foundation.domains.retrieving import GRAMS
from foundation.storage.records import Chunk

MAX_OPEN = 64
"""Indexes one process keeps mapped; the one unused longest is let go."""
_BATCH = 2_000
"""Passages held at a time while an index is built; the database counts a corpus anew from so many on. (Fewer are read
whole within 2 ms, whatever it plans.)"""

_Key = tuple[str, str]


class Passages(Protocol):
    """What is needed of the corpus repository."""

    def chunks(self, principal: Principal, pack: str) -> AsyncIterator[Chunk]:
        """Every passage of the pack."""
        ...

    async def versions(self, principal: Principal, pack: str) -> dict[str, str]:
        """Source -> present version; a source that was never filled has none."""
        ...

    async def everybodys_versions(self) -> dict[tuple[str, str], dict[str, str]]:
        """(tenant, pack) -> the same, of every corpus that was ever filled."""
        ...

    async def analyze(self) -> None:
        """The database learns how many passages there are, and of which packs."""
        ...


@dataclass(frozen=True)
class _Opened:
    version: str
    index: TantivyIndex


class IndexProvider:
    """Gives the index that matches the corpus. One build at a time per tenant and pack; the event loop stays free."""

    def __init__(
        self,
        data_dir: Path,
        passages: Passages,
        figures: LexicalFigures | None = None,
        vectors: VectorKeeper | None = None,
        reranker: Reranker | None = None,
    ) -> None:
        self._root = data_dir / "index"
        self._passages = passages
        self._figures = figures
        self._vectors = vectors
        self._reranker = reranker
        self._retrievers: dict[tuple[str, str], Retriever] = {}
        self._opened: OrderedDict[_Key, _Opened] = OrderedDict()
        self._locks: dict[_Key, asyncio.Lock] = {}

    async def current(
        self, principal: Principal, pack: Pack, versions: Mapping[str, str] | None = None
    ) -> TantivyIndex:
        """The index of what the corpus holds now. `versions`: those of its sources, where they are known already."""
        key = (principal.tenant_id, pack.name)
        known = await self._passages.versions(principal, pack.name) if versions is None else versions
        version = version_of(pack, known)
        opened = self._fitting(key, version)
        if opened is not None:
            return opened
        async with self._locks.setdefault(key, asyncio.Lock()):
            opened = self._fitting(key, version)
            if opened is None:
                shelf = self._shelf(principal, pack)
                opened = await self._open_or_build(principal, pack, version, shelf)
                self._keep(key, _Opened(version, opened))
                # Only now has this process let go of the version before.
                await asyncio.to_thread(shelf.tidy, version)
        return opened

    async def refresh(self, packs: Mapping[str, Pack]) -> int:
        """Gives up the indexes of corpora that moved on, and their folders: they may hold what was erased. How many.
        Those this process has open are built again at once, so that nobody's next question waits for it."""
        everybodys = await self._passages.everybodys_versions()
        current = {
            (tenant, name): version_of(packs[name], known)
            for (tenant, name), known in everybodys.items()
            if name in packs
        }
        stale = 0
        # No reference to an index is held here: its folder goes with the last one.
        for (tenant, name), version in [(key, held.version) for key, held in self._opened.items()]:
            if name in packs and current.get((tenant, name), version_of(packs[name], {})) != version:
                await self.current(Principal(tenant_id=tenant, owner_id=""), packs[name])
                stale += 1
        # An index nobody has opened since this machine's last process is still on its disk.
        folders = {self._folder(tenant, name): version for (tenant, name), version in current.items()}
        _make_private(self._root)
        return stale + await asyncio.to_thread(sweep_shelves, self._root, folders)

    async def corpus(self, principal: Principal, pack: Pack, versions: Mapping[str, str] | None = None) -> Corpus:
        """What is searched now: the index, and the vectors as far as there are any. `versions` as for `current`."""
        known = await self._passages.versions(principal, pack.name) if versions is None else versions
        index = await self.current(principal, pack, known)
        version = f"{principal.tenant_id}/{version_of(pack, known)}"
        wanted = self._vectors is not None and (
            self._vectors.has_endpoint or pack.retrieval.hybrid.built_in_dense_share > 0
        )
        dense = self._vectors.dense(principal, pack.name, version) if self._vectors and wanted else None
        return Corpus(index, version, dense)

    def retriever(self, pack: Pack) -> Retriever:
        """The pack's retrieval, whose caches all its sources share."""
        key = (pack.name, f"{pack.version}/{pack.retrieval.hash}")
        if key not in self._retrievers:
            self._retrievers[key] = Retriever(pack.dictionary, pack.retrieval, self._reranker)
        return self._retrievers[key]

    async def settle(self) -> None:
        """Waits until what is going on in the background (vectors of a changed corpus) is done."""
        if self._vectors is not None:
            await self._vectors.settle()

    async def aclose(self) -> None:
        """Ends what goes on in the background."""
        if self._vectors is not None:
            await self._vectors.aclose()

    def _fitting(self, key: _Key, version: str) -> TantivyIndex | None:
        held = self._opened.get(key)
        if held is None or held.version != version:
            return None
        self._opened.move_to_end(key)
        return held.index

    def _keep(self, key: _Key, opened: _Opened) -> None:
        self._opened[key] = opened
        self._opened.move_to_end(key)
        while len(self._opened) > MAX_OPEN:
            self._opened.popitem(last=False)

    def _folder(self, tenant_id: str, pack: str) -> Path:
        return self._root / hashlib.sha256(tenant_id.encode()).hexdigest()[:24] / pack

    def _shelf(self, principal: Principal, pack: Pack) -> IndexShelf:
        synonyms, figures, grams = pack.dictionary.synonyms, self._figures, pack.retrieval.hybrid.grams
        folder = self._folder(principal.tenant_id, pack.name)
        return IndexShelf(folder, lambda found: TantivyIndex(found, synonyms, figures, grams), grams)

    async def _open_or_build(self, principal: Principal, pack: Pack, version: str, shelf: IndexShelf) -> TantivyIndex:
        found = await asyncio.to_thread(shelf.open, version)
        if found is not None:
            return found
        # Read before the build lock is taken: no process holds it while it waits for the database. And onto the disk:
        # a corpus may be larger than the memory.
        _make_private(self._root)
        with TemporaryFile("w+", encoding="ascii", dir=self._root) as spool:
            batch, large = list[Chunk](), False
            async for chunk in self._passages.chunks(principal, pack.name):
                batch.append(chunk)
                if len(batch) == _BATCH:
                    await asyncio.to_thread(_write, spool, batch)
                    batch, large = [], True
            await asyncio.to_thread(_write, spool, batch)
            if large:
                # What was stored just now is unknown to the planner until its own daemon comes by, a minute later and
                # only after a tenth of all has changed: it read a pack of 100,000 whole to find eight passages by id.
                await self._passages.analyze()
            return await asyncio.to_thread(shelf.build, version, lambda builder: builder.add(_read(spool)))


def _make_private(folder: Path) -> None:
    """What tenants brought in is copied below it: no other account of this machine may read there."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & 0o077:
        with suppress(PermissionError):  # made by another account, whose it is to decide
            folder.chmod(0o700)


def version_of(pack: Pack, known: Mapping[str, str]) -> str:
    """Folder name: format of the index, versions of all documents sources, n-grams other than the usual."""
    sources = sorted(source.name for source in pack.sources if isinstance(source, DocumentsSource))
    versions: list[object] = [(name, known.get(name)) for name in sources]
    if pack.retrieval.hybrid.grams != GRAMS:
        versions.append(pack.retrieval.hybrid.grams)
    return f"{FORMAT}-{hashlib.sha256(json.dumps(versions).encode()).hexdigest()[:24]}"


def _write(spool: TextIO, chunks: Sequence[Chunk]) -> None:
    spool.writelines(json.dumps(vars(chunk)) + "\n" for chunk in chunks)


def _read(spool: TextIO) -> Iterator[Chunk]:
    spool.seek(0)
    return (Chunk(**json.loads(line)) for line in spool)
