"""Keeps a tenant's entities in step with its sources: changed sources are read again, others are left alone.

A source's entities carry a mark of the version they were collected from and of the pack's declaration. So an ingest
that was killed in between, an upload that was erased, a pack whose `entities:` changed: each is detected by its mark,
at the next ingest or when the next question needs the index.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping

from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.knowledge_graph.collecting import (
    DocumentGathering,
    Gathered,
    columns_read,
    gathered_from_cells,
)
from execution_agents.knowledge_graph.declared import declaration_mark, slot_values
from execution_agents.knowledge_graph.index import Collected
from foundation.contracts.entities import EntityCounts, PassageFacts
from foundation.contracts.identity import Principal
from foundation.domains.schema.pack import DocumentsSource, Pack, TableSource
from foundation.storage.corpus.entities import EntitiesRepository, KeptEntities, SourceEntities
from foundation.storage.corpus.entity_facts import FactsRepository
from foundation.storage.corpus.source_versions import UNFILLED, VersionKind

TRIES = 3
"""How often a source that changes while it is read is read again; after that the next ingest or question does it."""
AT_ONCE = 500
"""Passages processed in one batch, off the event loop."""
Versions = Mapping[tuple[str, str], str]
"""(kind, source) -> version, of sources that were ever filled."""


class EntityCollector:
    """Collects the entities of one tenant's packs."""

    def __init__(self, facts: FactsRepository, entities: EntitiesRepository) -> None:
        self._facts = facts
        self._entities = entities

    async def bring_up_to_date(
        self, principal: Principal, pack: Pack, versions: Versions | None = None
    ) -> dict[str, EntityCounts]:
        """Collects the sources whose mark changed; returns the counts by source. `versions`: if they are known
        already."""
        known = await self.versions(principal, pack) if versions is None else versions
        marks = await self._entities.marks(principal, pack.name)
        done: dict[str, EntityCounts] = {}
        for kind, source in sources_with_names(pack):
            version = known.get((kind, source.name), UNFILLED)
            if version != UNFILLED and marks.get(source.name) != mark_of(pack, source.name, version):
                counts = await self._collect(principal, pack, source)
                if counts is not None:
                    done[source.name] = counts
        return done

    async def versions(self, principal: Principal, pack: Pack) -> Versions:
        """The present version of each source that was ever filled."""
        return await self._facts.versions(principal, pack.name)

    async def collected(self, principal: Principal, pack: Pack) -> Collected:
        """Everything that was collected from the pack's present sources."""
        return as_collected(await self._entities.kept(principal, pack.name), pack)

    async def _collect(
        self, principal: Principal, pack: Pack, source: DocumentsSource | TableSource
    ) -> EntityCounts | None:
        for _ in range(TRIES):
            async with self._facts.snapshot(principal, pack.name, source.name, kind_of(source)) as now:
                if isinstance(source, TableSource):
                    rows = await now.cells(columns_read(source))
                    gathered = await asyncio.to_thread(gathered_from_cells, source, rows, slot_values(pack))
                else:
                    gathering = DocumentGathering(source)
                    batch: list[PassageFacts] = []
                    async for passage in now.passages():
                        batch.append(passage)
                        if len(batch) == AT_ONCE:
                            await asyncio.to_thread(_take, gathering, batch)
                            batch = []
                    await asyncio.to_thread(_take, gathering, batch)
                    gathered = gathering.gathered
            extracted = _entities_of(gathered, kind_of(source), now.version, mark_of(pack, source.name, now.version))
            counts = await self._entities.replace(principal, pack.name, extracted)
            if counts is not None:
                return counts
        return None


def collector_over(engine: AsyncEngine) -> EntityCollector:
    """The collector over a database."""
    return EntityCollector(FactsRepository(engine), EntitiesRepository(engine))


def sources_with_names(pack: Pack) -> Iterator[tuple[VersionKind, DocumentsSource | TableSource]]:
    """The sources names are collected from, with the kind their versions are stored under."""
    for source in pack.sources:
        if isinstance(source, DocumentsSource | TableSource):
            yield kind_of(source), source


def kind_of(source: DocumentsSource | TableSource) -> VersionKind:
    """The kind its version is stored under."""
    return "table" if isinstance(source, TableSource) else "corpus"


def mark_of(pack: Pack, source: str, version: str) -> str:
    """The mark of a source's entities for this version."""
    return f"{version}-{declaration_mark(pack, source)}"


def as_collected(kept: KeptEntities, pack: Pack) -> Collected:
    """What is stored for sources that the pack still has."""
    sources = {source.name for source in pack.sources}
    entities = tuple(entity for entity in kept.entities if entity.source in sources)
    return Collected(entities, kept.words, kept.elsewhere)


def _take(gathering: DocumentGathering, batch: list[PassageFacts]) -> None:
    for passage in batch:
        gathering.take(passage)


def _entities_of(gathered: Gathered, kind: VersionKind, version: str, mark: str) -> SourceEntities:
    return SourceEntities(
        source=gathered.source,
        kind=kind,
        version=version,
        mark=mark,
        entities=list(gathered.entities.values()),
        relations=list(gathered.relations.values()),
        words=gathered.common_words(),
        elsewhere=list(gathered.elsewhere),
    )
