"""Passages of one documents source: found by hybrid retrieval, read from PostgreSQL, near-duplicates once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Protocol

from execution_agents.retrieval.index.away import AwayIndex
from execution_agents.retrieval.index.provider import IndexProvider, Passages
from execution_agents.retrieval.retriever import Query, together
from foundation.contracts.errors import SourceFailed
from foundation.contracts.identity import Principal
from foundation.contracts.ports import Hit, SearchRequest, SearchResult
from foundation.contracts.work import EvidenceItem, Reading, Slots, SourceKind
from foundation.domains.schema.pack import DocumentsSource, Pack
from foundation.storage.corpus.source_versions import UNFILLED
from foundation.storage.records import Chunk


class PassageStore(Passages, Protocol):
    """The corpus repository's interface as far as it is needed."""

    async def chunks_named(self, principal: Principal, pack: str, chunk_ids: Sequence[str]) -> dict[str, Chunk]:
        """Id -> passage, for those that exist."""
        ...

    async def neighbours(self, principal: Principal, chunk: Chunk, reach: int = 1) -> list[Chunk]:
        """The passages next to this one in its document."""
        ...

    async def present(self, principal: Principal, pack: str, hashes: Sequence[str]) -> set[str]: ...

    async def version(self, principal: Principal, pack: str, source: str) -> str:
        """The source's present version."""
        ...


class Documents:
    """A pack's documents source (implements `Source`)."""

    kind: SourceKind = "documents"

    def __init__(self, declared: DocumentsSource, pack: Pack, corpus: PassageStore, indexes: IndexProvider) -> None:
        self.name = declared.name
        self._declared = declared
        self._pack = pack
        self._corpus = corpus
        self._indexes = indexes

    async def search(self, request: SearchRequest) -> SearchResult:
        """The best passages, best first, with the trace of how they were found. Raises SourceFailed: neither the words
        nor the vectors could be searched."""
        # Read once: the version returned is that of the index searched.
        versions = await self._corpus.versions(request.principal, self._pack.name)
        limit = min(request.limit, self._declared.limit)
        corpus = await self._indexes.corpus(request.principal, self._pack, versions)

        async def beside(item_id: str, reach: int) -> list[Hit]:
            return await self._beside(request.principal, item_id, reach)

        retriever, corpus = self._indexes.retriever(self._pack), replace(corpus, beside=beside)
        readings = request.readings or (Reading(text=request.question, weight=1000),)
        queries = [Query(reading.text, limit, (self.name,), self.name) for reading in readings]
        answered = await asyncio.gather(*(retriever.retrieve(corpus, query) for query in queries))
        if all(one.failed for one in answered):
            why = ": the search engine does not answer" if isinstance(corpus.index, AwayIndex) else ""
            raise SourceFailed(f"The passages of {self.name} could not be searched{why}.")
        found = together(answered, [reading.weight for reading in readings], limit)
        names = [context.hit.item_id for context in found.contexts]
        kept = await self._corpus.chunks_named(request.principal, self._pack.name, names) if names else {}
        read = [
            self._item(kept.get(context.hit.item_id), context.hit, score)
            for context, score in zip(found.contexts, found.scores(), strict=True)
        ]
        return SearchResult(
            items=tuple(item for item in read if item),
            source_version=versions.get(self.name, UNFILLED),
            trace=found.trace.as_json(),
        )

    async def version(self, principal: Principal) -> str:
        """The corpus version of this source."""
        return await self._corpus.version(principal, self._pack.name, self.name)

    async def changed_items(self, principal: Principal, items: Sequence[EvidenceItem]) -> bool:
        """True when a passage with one of these contents is no longer there."""
        hashes = {item.content_hash for item in items}
        return bool(hashes) and not hashes <= await self._corpus.present(principal, self._pack.name, sorted(hashes))

    async def changed_within(self, principal: Principal, slots: Slots, since: datetime) -> bool:
        """Always False: passages have no slots; the probe shows whether something better was added."""
        del principal, slots, since
        return False

    async def _beside(self, principal: Principal, item_id: str, reach: int) -> list[Hit]:
        chunk = (await self._corpus.chunks_named(principal, self._pack.name, (item_id,))).get(item_id)
        beside = await self._corpus.neighbours(principal, chunk, reach) if chunk else []
        return [_hit(one) for one in beside if one.source == self.name]

    def _item(self, chunk: Chunk | None, hit: Hit, score: float) -> EvidenceItem | None:
        """None: removed, or changed since the index was built; the next search finds its current content."""
        if chunk is None or chunk.content_hash != hit.content_hash:
            return None
        return EvidenceItem(
            item_id=chunk.chunk_id,
            content_hash=chunk.content_hash,
            title=chunk.title,
            text=chunk.text,
            source=self.name,
            uri=chunk.uri,
            as_of=date.fromisoformat(chunk.as_of) if chunk.as_of else None,
            score=score,
            example=chunk.example,
        )


def _hit(chunk: Chunk) -> Hit:
    return Hit(chunk.chunk_id, chunk.content_hash, chunk.near_group or chunk.content_hash, chunk.title, chunk.text, 0.0)
