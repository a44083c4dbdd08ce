"""The nearest passages by their vectors, found in the search engine.

    <prefix>-<pack>-<digest>.<layout>-<width>-<shelf>             the vectors of one pack and model
    ... .writing                                                  alias they are written through: as long as it is there

Unlike an index of words, it goes on changing: a graph of ten million vectors is not made anew for one passage. A stored
vector never changes under its name, so whoever compares writes what lacks and removes what is gone, and several
processes may do so at once. The engine only finds: the figures, the order and the passages are PostgreSQL's, so what
was erased there is not shown from here, and no version of the engine with another scale changes a result.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress

import structlog

from execution_agents.retrieval.index.away import IndexAway, IndexGone
from execution_agents.retrieval.index.engine.client import EngineClient
from execution_agents.retrieval.index.engine.layout import (
    WRITING,
    Json,
    Names,
    all_of_vectors,
    parts_asked,
    place_of,
    vector_document,
    vector_mappings,
    vector_query,
    vector_settings,
)
from foundation.contracts.identity import Principal
from foundation.contracts.ports import Near
from foundation.storage.corpus.vector_copies import PartOfVectors, VectorCopyRepository, VectorKey
from foundation.storage.corpus.vectors import EF_SEARCH, shelf

log = structlog.get_logger(__name__)
PAGE = 500
"""Stored vectors looked at and sent at a time."""
MOST = 10_000
"""Passages of one search; the engine takes no more."""
ROUNDS = 3
"""Comparisons after which what still differs is left for a while: others are storing vectors meanwhile."""


class EngineVectors:
    """The vectors of all tenants and packs in one search engine (implements `VectorIndex`)."""

    def __init__(self, client: EngineClient, stored: VectorCopyRepository) -> None:
        self._client = client
        self._stored = stored
        self._swept: dict[str, str] = {}
        """Index -> the version of its pack's passages at which nothing in it was gone."""

    async def follow(self, principal: Principal, pack: str, model: str, dimensions: int) -> None:
        """Writes what is stored and not there, removes what is there and not stored. Raises IndexAway."""
        place = shelf(principal, pack, model)
        index = self._index(principal, pack, place, dimensions)
        await asyncio.to_thread(self._begin, index, dimensions)
        for _ in range(ROUNDS):
            parts, _ = await self._differing(index, place)
            if not parts:
                return
            await self._level(index, place, parts)
        if (await self._differing(index, place))[0]:
            raise IndexAway(
                f"The search engine's vectors of {pack} differ from those stored after {ROUNDS} comparisons; they are "
                "compared again in a minute."
            )

    async def nearest(
        self, principal: Principal, pack: str, model: str, asked: Sequence[float], top: tuple[int, Sequence[str]]
    ) -> list[Near]:
        """As the port says. More are found than wanted: the graph is searched as widely as pgvector's. Raises
        IndexAway, IndexGone."""
        limit, sources = top
        place, count = shelf(principal, pack, model), min(max(limit, EF_SEARCH), MOST)
        body: Json = {
            "size": count,
            "track_total_hits": False,
            "_source": ["source", "content_hash"],
            "query": vector_query(asked, count, sources),
        }
        index = self._index(principal, pack, place, len(asked))
        [answer] = await asyncio.to_thread(self._client.searched, index, [body])
        return await self._stored.ranked(principal, pack, model, asked, (limit, _keys(answer)))

    async def sweep(self, current: Mapping[tuple[str, str], str]) -> int:
        """Removes each index whose pack or model is gone, and from the others the vectors that are. An engine that is
        away keeps them until the next time."""
        prefix = self._client.address.prefix
        versions = {Names.of(prefix, tenant, pack).base: version for (tenant, pack), version in current.items()}
        changed = 0
        try:
            there = await asyncio.to_thread(
                self._client.get, lambda client: client.indices.get_alias(index=all_of_vectors(prefix))
            )
            self._swept = {index: version for index, version in self._swept.items() if index in there}
            for index in there:
                base, place = place_of(index)
                with suppress(IndexGone):  # another process removed it meanwhile
                    changed += await self._swept_one(index, place, versions.get(base))
        except IndexAway as away:
            log.warning("vectors_not_swept", why=away.message)
        return changed

    def _index(self, principal: Principal, pack: str, place: str, dimensions: int) -> str:
        return Names.of(self._client.address.prefix, principal.tenant_id, pack).vectors(place, dimensions)

    def _begin(self, index: str, dimensions: int) -> None:
        """Makes the index, unless it is there; another process may be faster."""
        body: Json = {
            "settings": vector_settings(self._client.address.shards),
            "mappings": vector_mappings(dimensions),
            "aliases": {index + WRITING: {}},
        }
        if self._is_there(index):
            return
        try:
            self._client.get(lambda client: client.indices.create(index=index, body=body))
        except IndexAway:
            if not self._is_there(index):
                raise

    def _is_there(self, index: str) -> bool:
        return bool(self._client.get(lambda client: client.indices.exists(index=index)))

    async def _differing(self, index: str, place: str) -> tuple[list[str], int]:
        """The parts that are not as they are stored, and how many vectors the engine has in all."""
        there = await asyncio.to_thread(self._marks, index)
        stored = await self._stored.marks(place)
        parts = sorted(part for part in there.keys() | stored.keys() if there.get(part) != stored.get(part))
        return parts, sum(mark.vectors for mark in there.values())

    def _marks(self, index: str) -> dict[str, PartOfVectors]:
        answer = self._client.get(lambda client: client.search(index=index, body=parts_asked()))
        try:
            if answer["timed_out"] or answer["_shards"]["failed"]:
                raise IndexAway("The search engine could not count all of the vectors.")
            found = answer["aggregations"]["parts"]["buckets"]
            return {each["key"]: PartOfVectors(int(each["doc_count"]), int(each["check"]["value"])) for each in found}
        except (KeyError, TypeError, ValueError) as odd:
            raise IndexAway(f"The search engine answered counts that cannot be read ({odd!r}).") from odd

    async def _level(self, index: str, place: str, parts: Sequence[str]) -> None:
        """Makes these parts as they are stored."""
        gone = await self._walk(index, place, parts, add=True)
        if gone:
            await asyncio.to_thread(self._client.removed, index + WRITING, sorted(gone))
        await self._shown(index)

    async def _walk(self, index: str, place: str, parts: Sequence[str], *, add: bool) -> set[str]:
        """The names in these parts of the index that are not stored; `add`: what is stored and not there is written.

        The index is read first: a name that is in it and not stored later on is gone for good."""
        there = await asyncio.to_thread(self._client.names, index, {"terms": {"part": list(parts)}})
        gone, after = set(there), None
        while page := await self._stored.page(place, parts, after, PAGE):
            gone.difference_update(key.name for key in page)
            missing = [key for key in page if key.name not in there]
            if add and missing:
                found = await self._stored.vectors(place, missing)
                documents = [(key.name, vector_document(key, vector)) for key, vector in found]
                await asyncio.to_thread(self._client.added, index + WRITING, documents)
            after = page[-1]
        return gone

    async def _swept_one(self, index: str, place: str, version: str | None) -> int:
        if version is None or not place:
            return await self._deleted(index)
        if self._swept.get(index) == version:
            return 0
        parts, held = await self._differing(index, place)
        gone = await self._walk(index, place, parts, add=False) if parts else set[str]()
        if gone and len(gone) == held:
            return await self._deleted(index)
        if gone:
            await asyncio.to_thread(self._client.removed, index + WRITING, sorted(gone))
            await self._shown(index)
        self._swept[index] = version
        return int(bool(gone))

    async def _deleted(self, index: str) -> int:
        options = {"ignore_unavailable": "true"}
        await asyncio.to_thread(self._client.get, lambda client: client.indices.delete(index=index, params=options))
        self._swept.pop(index, None)
        return 1

    async def _shown(self, index: str) -> None:
        await asyncio.to_thread(self._client.get, lambda client: client.indices.refresh(index=index))


def _keys(answer: Json) -> list[VectorKey]:
    try:
        found = [(str(hit["_id"]), hit["_source"]) for hit in answer["hits"]["hits"]]
        return [VectorKey(name, fields["source"], fields["content_hash"]) for name, fields in found]
    except (KeyError, TypeError) as odd:
        raise IndexAway(f"The search engine answered vectors that cannot be read ({odd!r}).") from odd
