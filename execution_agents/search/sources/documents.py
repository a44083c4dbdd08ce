"""Passages of one documents source: ranked by the lexical index, read from PostgreSQL, near-duplicates once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Protocol

from execution_agents.retrieval.provider import IndexProvider, Passages
from foundation.contracts.errors import UnknownDocument
from foundation.contracts.identity import Principal
from foundation.contracts.ports import Hit, SearchRequest, SearchResult
from foundation.contracts.work import EvidenceItem, Slots, SourceKind
from foundation.domains.pack import DocumentsSource, Pack
from foundation.storage.records import Chunk

SPARE = 3
"""So many times the limit is asked of the index, so that enough is left when near-duplicates are gone."""


class PassageStore(Passages, Protocol):
    """What is needed of the corpus repository."""

    async def chunk(self, principal: Principal, chunk_id: str) -> Chunk:
        """Raises UnknownDocument."""
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
        """The best passages, best first."""
        version = await self.version(request.principal)
        limit = min(request.limit, self._declared.limit)
        index = await self._indexes.current(request.principal, self._pack)
        # In a thread: a million passages take 35 ms, and other turns share this loop.
        hits = await asyncio.to_thread(index.search, request.question, limit * SPARE, (self.name,))
        best = [hit for hit, _ in zip(_distinct(hits), range(limit), strict=False)]
        read = [await self._item(request.principal, hit) for hit in best]
        return SearchResult(items=tuple(item for item in read if item), source_version=version)

    async def version(self, principal: Principal) -> str:
        """The corpus version of this source."""
        return await self._corpus.version(principal, self._pack.name, self.name)

    async def changed_items(self, principal: Principal, items: Sequence[EvidenceItem]) -> bool:
        """True when a passage with one of these contents is no longer there."""
        hashes = {item.content_hash for item in items}
        return bool(hashes) and not hashes <= await self._corpus.present(principal, self._pack.name, sorted(hashes))

    async def changed_within(self, principal: Principal, slots: Slots, since: datetime) -> bool:
        """Always False: passages have no slots; the probe tells whether something better came."""
        del principal, slots, since
        return False

    async def _item(self, principal: Principal, hit: Hit) -> EvidenceItem | None:
        try:
            chunk = await self._corpus.chunk(principal, hit.item_id)
        except UnknownDocument:
            return None
        if chunk.content_hash != hit.content_hash:
            # Changed since the index was built: the next search finds it as it is now.
            return None
        return EvidenceItem(
            item_id=chunk.chunk_id,
            content_hash=chunk.content_hash,
            title=chunk.title,
            text=chunk.text,
            source=self.name,
            uri=chunk.uri,
            as_of=date.fromisoformat(chunk.as_of) if chunk.as_of else None,
            score=hit.score,
            example=chunk.example,
        )


def _distinct(hits: Sequence[Hit]) -> Iterator[Hit]:
    """The best of each near-duplicate group, best first."""
    seen: set[str] = set()
    for hit in hits:
        if hit.near_group not in seen:
            seen.add(hit.near_group)
            yield hit
