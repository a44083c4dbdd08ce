"""The index of a tenant's current graph: in memory, rebuilt off the event loop when the graph changes."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from execution_agents.clarification.index import GraphIndex
from execution_agents.clarification.vectors import NameVectors, Near
from execution_agents.retrieval.index.builds import Builds
from foundation.contracts.identity import Principal
from foundation.domains.schema.graph import GraphSource
from foundation.domains.schema.pack import Pack
from foundation.storage.corpus.graph import GraphPlace, GraphRepository, Popularity

MAX_OPEN = 8
"""Indexes one process keeps: one of 60,000 targets takes some 100 MB."""


@dataclass(frozen=True)
class GraphView:
    """A graph as one person's question reads it."""

    index: GraphIndex
    popular: Popularity = Popularity({}, ())
    near: Near | None = None
    """The names nearest to a text by an embeddings endpoint; None: there is no endpoint."""


@dataclass(frozen=True)
class _Opened:
    version: str
    declared: GraphSource
    index: GraphIndex


class GraphIndexes:
    """Returns the index that matches the graph. One build at a time per tenant and pack."""

    def __init__(self, graph: GraphRepository, vectors: NameVectors | None = None) -> None:
        self._graph = graph
        self._vectors = vectors
        self._opened: OrderedDict[tuple[str, str], _Opened] = OrderedDict()
        self._builds = Builds[GraphIndex]()

    async def current(self, principal: Principal, pack: Pack, version: str | None = None) -> GraphIndex | None:
        """The index of the graph's current version; None for a pack without one. `version`: the version, if it is
        known."""
        declared = pack.graph
        if declared is None:
            return None
        place = GraphPlace(pack.name, declared.name)
        known = await self._graph.version(principal, place) if version is None else version
        key = (principal.tenant_id, pack.name)
        held = self._opened.get(key)
        if held is not None and held.version == known and held.declared is declared:
            self._opened.move_to_end(key)
            return held.index
        return await self._builds.made(key, known, lambda: self._made(principal, place, declared, known))

    async def view(self, principal: Principal, pack: Pack, version: str | None = None) -> GraphView | None:
        """The index, with what this person and all others asked for; None for a pack without a graph."""
        declared = pack.graph
        index = await self.current(principal, pack, version)
        if index is None or declared is None:
            return None
        near = None
        if self._vectors is not None:
            place = GraphPlace(pack.name, declared.name)
            known = await self._graph.version(principal, place) if version is None else version
            near = self._vectors.near(principal, pack.name, declared, known)
        return GraphView(index, await self._graph.popularity(principal, pack.name), near)

    async def aclose(self) -> None:
        """Cancels running builds."""
        await self._builds.aclose()
        if self._vectors is not None:
            await self._vectors.aclose()

    async def _made(self, principal: Principal, place: GraphPlace, declared: GraphSource, version: str) -> GraphIndex:
        targets, containers = sorted(declared.targets), sorted(declared.containers)
        entities = await self._graph.to_index(principal, place, targets)
        leads = await self._graph.leads(principal, place, targets, containers)
        index = await asyncio.to_thread(GraphIndex, declared, entities, leads)
        key = (principal.tenant_id, place.pack)
        self._opened[key] = _Opened(version, declared, index)
        self._opened.move_to_end(key)
        while len(self._opened) > MAX_OPEN:
            self._opened.popitem(last=False)
        return index
