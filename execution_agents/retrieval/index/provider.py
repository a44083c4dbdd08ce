"""The current index of a tenant's pack: opened if it exists, built from PostgreSQL when the corpus changed."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

import structlog

from execution_agents.retrieval.embedding import VectorKeeper
from execution_agents.retrieval.index.away import AwayIndex, IndexAway
from execution_agents.retrieval.index.builds import Builds, to_its_end
from execution_agents.retrieval.index.lexical import FORMAT, LexicalFigures
from execution_agents.retrieval.index.parts import Before, wanted_parts
from execution_agents.retrieval.index.ranked import RankedIndex
from execution_agents.retrieval.index.shelves import FolderShelves, PassageWriter, Shelf, Shelves, make_private
from execution_agents.retrieval.index.spool import Spool
from execution_agents.retrieval.ranking import Reranker
from execution_agents.retrieval.retriever import Corpus, Retriever
from foundation.contracts.identity import Principal
from foundation.domains.schema.pack import DocumentsSource, Pack
from foundation.domains.schema.saying import Dictionary
from foundation.language.tokens import GRAMS
from foundation.storage.corpus.parts import PartMark
from foundation.storage.records import Chunk

log = structlog.get_logger(__name__)

MAX_OPEN = 64
"""Indexes one process keeps mapped; the least recently used one is released."""
_Key = tuple[str, str]


class PassagesNow(Protocol):
    """A pack's passages at one moment."""

    async def marks(self) -> Mapping[str, PartMark]:
        """Part -> its mark, which changes when anything searchable in it does."""
        ...

    def chunks(self, parts: Sequence[str] | None) -> AsyncGenerator[Chunk]:
        """Every passage of these parts; None: of all."""
        ...


class Passages(Protocol):
    """What is needed of the corpus repository."""

    def snapshot(self, principal: Principal, pack: str) -> AbstractAsyncContextManager[PassagesNow]:
        """The pack's content at one moment."""
        ...

    async def versions(self, principal: Principal, pack: str) -> dict[str, str]:
        """Source -> present version; a source that was never filled has none."""
        ...

    async def everybodys_versions(self) -> dict[tuple[str, str], dict[str, str]]:
        """(tenant, pack) -> the same, of every corpus that was ever filled."""
        ...

    async def analyze(self) -> None:
        """Updates the planner's statistics: the database learns how many passages there are, and of which packs."""
        ...


@dataclass(frozen=True)
class _Opened:
    version: str
    index: RankedIndex
    synonyms: Mapping[str, Sequence[str]]
    """The index searches by them: a pack that was read again may have others, over the same passages."""


class IndexProvider:
    """Returns the index that matches the corpus. One build at a time per tenant and pack; it runs off the event
    loop."""

    def __init__(
        self,
        data_dir: Path,
        passages: Passages,
        figures: LexicalFigures | None = None,
        vectors: VectorKeeper | None = None,
        reranker: Reranker | None = None,
        shelves: Shelves | None = None,
    ) -> None:
        """`shelves`: where the indexes are kept, if not in a folder of this machine."""
        self._root = data_dir / "index"
        self._shelves = shelves or FolderShelves(self._root, figures)
        self._passages = passages
        self._vectors = vectors
        self._reranker = reranker
        self._retrievers: dict[tuple[str, str], tuple[Dictionary, Retriever]] = {}
        self._opened: OrderedDict[_Key, _Opened] = OrderedDict()
        self._builds = Builds[RankedIndex]()

    async def current(self, principal: Principal, pack: Pack, versions: Mapping[str, str] | None = None) -> RankedIndex:
        """The index of the corpus' current content. `versions`: those of its sources, if they are known already. A
        build is the provider's own: a cancelled caller does not end it."""
        key = (principal.tenant_id, pack.name)
        known = await self._passages.versions(principal, pack.name) if versions is None else versions
        version = version_of(pack, known)
        opened = self._fitting(key, version, pack)
        if opened is not None:
            return opened
        return await self._builds.made(key, version, lambda: self._made(principal, pack, version))

    async def refresh(self, packs: Mapping[str, Pack]) -> int:
        """Releases the indexes of changed corpora, and their folders: they may hold what was erased. Returns how many.
        Those this process has open are rebuilt at once, so that no later question waits for it."""
        everybodys = await self._passages.everybodys_versions()
        current = {
            (tenant, name): version_of(packs[name], known)
            for (tenant, name), known in everybodys.items()
            if name in packs
        }
        stale = 0
        # No reference to an index is held here: its folder is removed with the last one.
        for (tenant, name), version in [(key, held.version) for key, held in self._opened.items()]:
            if name in packs and current.get((tenant, name), version_of(packs[name], {})) != version:
                try:
                    await self.current(Principal(tenant_id=tenant, owner_id=""), packs[name])
                except IndexAway as away:  # the next question or the next round builds it
                    log.warning("index_not_refreshed", pack=name, why=away.message)
                stale += 1
        swept = await self._vectors.sweep(current) if self._vectors is not None else 0
        return stale + swept + await asyncio.to_thread(self._shelves.sweep, current)

    async def corpus(self, principal: Principal, pack: Pack, versions: Mapping[str, str] | None = None) -> Corpus:
        """What is searched now: the index, and the vectors as far as they exist. `versions` as for `current`."""
        known = await self._passages.versions(principal, pack.name) if versions is None else versions
        try:
            index = await self.current(principal, pack, known)
        except IndexAway as away:  # the vectors may still find passages; without them the search says why it failed
            index = AwayIndex(away, pack.retrieval.hybrid.grams)
        version = f"{principal.tenant_id}/{version_of(pack, known)}"
        wanted = self._vectors is not None and (
            self._vectors.has_endpoint or pack.retrieval.hybrid.built_in_dense_share > 0
        )
        dense = self._vectors.dense(principal, pack.name, version) if self._vectors and wanted else None
        return Corpus(index, version, dense)

    async def is_current(self, principal: Principal, pack: Pack) -> bool:
        """Whether this process holds the corpus as it is now; if it does not, the next question has that built."""
        held = self._opened.get((principal.tenant_id, pack.name))
        version = version_of(pack, await self._passages.versions(principal, pack.name))
        return held is not None and held.version == version and not held.index.is_gone

    def retriever(self, pack: Pack) -> Retriever:
        """The pack's retrieval, whose caches all its sources share."""
        key = (pack.name, pack.retrieval.hash)
        held = self._retrievers.get(key)
        if held is None or held[0] is not pack.dictionary:  # a pack that was read again has a dictionary of its own
            held = self._retrievers[key] = (pack.dictionary, Retriever(pack.dictionary, pack.retrieval, self._reranker))
        return held[1]

    @property
    def trouble(self) -> str:
        """Why the indexes cannot be searched; "" while they can."""
        return self._shelves.trouble

    async def settle(self) -> None:
        """Waits until the background work (a build, vectors of a changed corpus) is done."""
        await self._builds.settle()
        if self._vectors is not None:
            await self._vectors.settle()

    async def aclose(self) -> None:
        """Cancels the background work; nothing of an unfinished index is kept."""
        await self._builds.aclose()
        if self._vectors is not None:
            await self._vectors.aclose()

    def _fitting(self, key: _Key, version: str, pack: Pack) -> RankedIndex | None:
        held, synonyms = self._opened.get(key), pack.dictionary.synonyms
        if held is None or held.version != version or held.index.is_gone:
            return None
        if held.synonyms is not synonyms and held.synonyms != synonyms:
            return None
        self._opened.move_to_end(key)
        return held.index

    def _keep(self, key: _Key, opened: _Opened) -> None:
        self._opened[key] = opened
        self._opened.move_to_end(key)
        while len(self._opened) > MAX_OPEN:
            self._opened.popitem(last=False)

    async def _made(self, principal: Principal, pack: Pack, version: str) -> RankedIndex:
        key = (principal.tenant_id, pack.name)
        opened = self._fitting(key, version, pack)  # made while its asker waited for another version's build
        if opened is None:
            shelf = self._shelves.shelf(principal.tenant_id, pack)
            opened = await asyncio.to_thread(shelf.open, version)
            if opened is None:
                opened = await self._built(principal, pack, version, shelf)
            self._keep(key, _Opened(version, opened, pack.dictionary.synonyms))
            # Only now has this process released the version before.
            await asyncio.to_thread(shelf.tidy, version)
        return opened

    async def _built(self, principal: Principal, pack: Pack, version: str, shelf: Shelf) -> RankedIndex:
        make_private(self._root)
        before = await asyncio.to_thread(shelf.before, version)
        if before is not None:
            try:
                return await self._written(principal, pack, version, shelf, before)
            except (OSError, ValueError) as odd:
                # The index it was taken over from may be damaged: everything is read and written again.
                log.warning("index_not_carried_on", pack=pack.name, why=str(odd))
            finally:
                before.close()
        return await self._written(principal, pack, version, shelf, None)

    async def _written(
        self, principal: Principal, pack: Pack, version: str, shelf: Shelf, before: Before | None
    ) -> RankedIndex:
        # Read before the build lock is taken: no process holds it while it waits for the database. And onto the disk:
        # a corpus may be larger than the memory.
        with Spool(self._root) as spool:
            async with self._passages.snapshot(principal, pack.name) as now:
                parts = wanted_parts(await now.marks())
                fresh = {name for name, mark in parts.items() if not _is_there(before, name, mark)}
                if fresh:
                    await spool.fill(now.chunks(None if len(fresh) == len(parts) else "".join(fresh)), parts)
            if spool.is_large:
                # The planner does not know of rows stored just now until autovacuum runs, a minute later and only after
                # a tenth of all has changed: it read a pack of 100,000 in full to find eight passages by id.
                await self._passages.analyze()

            def write(builder: PassageWriter) -> None:
                for name, mark in parts.items():
                    if name in fresh or before is None:
                        builder.add(name, mark, spool.read(name))
                    else:
                        builder.carry(name, before)

            return await to_its_end(partial(shelf.build, version, write), spool.ended)


def _is_there(before: Before | None, name: str, mark: str) -> bool:
    return before is not None and name in before.parts and before.parts[name].mark == mark


def version_of(pack: Pack, known: Mapping[str, str]) -> str:
    """Folder name: format of the index, versions of all documents sources, n-grams other than the usual."""
    sources = sorted(source.name for source in pack.sources if isinstance(source, DocumentsSource))
    versions: list[object] = [(name, known.get(name)) for name in sources]
    if pack.retrieval.hybrid.grams != GRAMS:
        versions.append(pack.retrieval.hybrid.grams)
    return f"{FORMAT}-{hashlib.sha256(json.dumps(versions).encode()).hexdigest()[:24]}"
