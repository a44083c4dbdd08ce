"""The current entity index of a tenant's pack: in memory, rebuilt off the event loop when a source changes."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import structlog

from execution_agents.knowledge_graph.collector import EntityCollector, Versions, mark_of, sources_with_names
from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.retrieval.index.builds import Builds
from foundation.contracts.identity import Principal
from foundation.domains.schema.pack import Pack
from foundation.storage.corpus.source_versions import UNFILLED

log = structlog.get_logger(__name__)

MAX_OPEN = 32
"""Indexes one process keeps: one of 10,000 entities takes some 15 MB. The least recently used one is dropped, and
rebuilt when it is needed."""
_Key = tuple[str, str]


class EverybodysVersions(Protocol):
    """The storage interface needed to detect outdated indexes."""

    async def everybodys_versions(self) -> dict[_Key, dict[tuple[str, str], str]]:
        """(tenant, pack) -> (kind, source) -> version, of every source that was ever filled."""
        ...


@dataclass(frozen=True)
class _Opened:
    version: str
    pack: Pack
    index: EntityIndex


class EntityIndexes:
    """Returns the index that matches the sources. One build at a time per tenant and pack."""

    def __init__(self, collector: EntityCollector, versions: EverybodysVersions) -> None:
        self.collector = collector
        """Keeps the entities in step with the sources; an ingest asks it, too."""
        self._versions = versions
        self._opened: OrderedDict[_Key, _Opened] = OrderedDict()
        self._builds = Builds[EntityIndex]()
        self._preparing: dict[_Key, asyncio.Task[None]] = {}

    async def current(self, principal: Principal, pack: Pack, versions: Versions | None = None) -> EntityIndex:
        """The index of the sources' current content. `versions`: (kind, source) -> version, if they are known already.
        A cancelled caller does not end the build."""
        key = (principal.tenant_id, pack.name)
        known = await self.collector.versions(principal, pack) if versions is None else versions
        version = version_of(pack, known)
        held = self._opened.get(key)
        if held is not None and held.version == version and _is_same(held.pack, pack):
            self._opened.move_to_end(key)
            return held.index
        return await self._builds.made(key, version, lambda: self._made(principal, pack, known, version))

    def prepare(self, principal: Principal, pack: Pack) -> None:
        """Builds the index in the background after an upload. However many uploads come, one build runs and one more
        follows, of the newest content by then."""
        key = (principal.tenant_id, pack.name)
        if key not in self._preparing:
            task = self._preparing[key] = asyncio.create_task(self._up_to_date(principal, pack))
            task.add_done_callback(lambda _: self._preparing.pop(key, None))

    def renew(self, principal: Principal, pack: Pack) -> None:
        """Drops the index at once, since it may name what was erased, and rebuilds it in the background."""
        self._opened.pop((principal.tenant_id, pack.name), None)
        self.prepare(principal, pack)

    async def _up_to_date(self, principal: Principal, pack: Pack) -> None:
        made: Versions | None = None
        try:
            while (known := await self.collector.versions(principal, pack)) != made:
                await self.current(principal, pack, known)
                made = known
        except Exception as error:  # noqa: BLE001 - the next question has it made anew
            log.warning("entity_index_failed", pack=pack.name, error=repr(error))

    async def settled(self) -> None:
        """Waits until no build is pending."""
        while self._preparing:
            await asyncio.wait(list(self._preparing.values()))

    async def refresh(self, packs: Mapping[str, Pack]) -> int:
        """Drops the indexes of changed sources, since they may hold what was erased; returns how many."""
        everybodys = await self._versions.everybodys_versions()
        stale = [
            key
            for key, held in self._opened.items()
            if key[1] in packs and version_of(packs[key[1]], everybodys.get(key, {})) != held.version
        ]
        for key in stale:
            self._opened.pop(key, None)
        return len(stale)

    async def aclose(self) -> None:
        """Cancels running builds."""
        for task in self._preparing.values():
            task.cancel()
        await self.settled()
        await self._builds.aclose()

    async def _made(self, principal: Principal, pack: Pack, known: Versions, version: str) -> EntityIndex:
        await self.collector.bring_up_to_date(principal, pack, known)
        collected = await self.collector.collected(principal, pack)
        index = await asyncio.to_thread(EntityIndex, pack, collected)
        key = (principal.tenant_id, pack.name)
        self._opened[key] = _Opened(version, pack, index)
        self._opened.move_to_end(key)
        while len(self._opened) > MAX_OPEN:
            self._opened.popitem(last=False)
        return index


def version_of(pack: Pack, known: Versions) -> str:
    """Changes when a source changes, or what is to be collected from it."""
    marks = [
        (source.name, mark_of(pack, source.name, known.get((kind, source.name), UNFILLED)))
        for kind, source in sources_with_names(pack)
    ]
    return hashlib.sha256(json.dumps(marks).encode()).hexdigest()[:24]


def _is_same(one: Pack, other: Pack) -> bool:
    """True if both declare the same names: an arm's pack differs only in figures."""
    return one is other or (
        one.slots is other.slots and one.entities is other.entities and one.dictionary is other.dictionary
    )
