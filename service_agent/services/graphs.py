"""The packs' graphs, node by node and as lists to page through."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from execution_agents.clarification.cascade import targets_of
from execution_agents.clarification.index import GraphIndex, Target
from execution_agents.clarification.listening import Listener
from execution_agents.clarification.provider import GraphIndexes
from execution_agents.clarification.questions import field_words
from foundation.contracts.errors import UnknownPack
from foundation.contracts.graph import Expanded, UnknownEntity
from foundation.contracts.identity import Principal
from foundation.domains.schema.graph import GraphSource
from foundation.domains.schema.pack import Pack
from foundation.storage.corpus.graph import GraphPlace, GraphRepository


@dataclass(frozen=True)
class Node:
    """One node, with the graph that has it."""

    place: GraphPlace
    declared: GraphSource
    found: Expanded


@dataclass(frozen=True)
class Listed:
    """One page of the targets a text is about."""

    place: GraphPlace
    targets: tuple[Target, ...]
    count: int


class Graphs:
    """What surfaces may ask of graphs."""

    def __init__(self, graph: GraphRepository, packs: Mapping[str, Pack], indexes: GraphIndexes | None) -> None:
        self._graph = graph
        self._packs = packs
        self._indexes = indexes

    async def node(self, principal: Principal, entity_id: str, pack: str | None) -> Node:
        """A node with its relations. Raises UnknownEntity, UnknownPack."""
        if pack is not None:
            self._pack(pack)
        for place in await self._graph.places_of(principal, entity_id):
            declared = self._packs[place.pack].graph if place.pack in self._packs else None
            if declared is None or declared.name != place.source or pack not in (None, place.pack):
                continue
            found = await self._graph.expanded(principal, place, (entity_id,), declared.parent)
            if entity_id in found:
                return Node(place, declared, found[entity_id])
        raise UnknownEntity

    async def listed(self, principal: Principal, pack: str, text: str, page: int, size: int) -> Listed:
        """The targets a text names, all of them for "", page by page. Raises UnknownPack, UnknownEntity for a pack
        without a graph."""
        chosen = self._pack(pack)
        index = None if self._indexes is None else await self._indexes.current(principal, chosen)
        if index is None or chosen.graph is None:
            raise UnknownEntity(f"The pack {pack!r} has no graph; its sources say what it has (GET /api/packs).")
        targets = await asyncio.to_thread(partial(_meant, text, index, chosen))
        start = (page - 1) * size
        place = GraphPlace(chosen.name, chosen.graph.name)
        return Listed(place, tuple(targets[start : start + size]), len(targets))

    def _pack(self, name: str) -> Pack:
        if name not in self._packs:
            raise UnknownPack(f"There is no pack {name!r}; there are {', '.join(sorted(self._packs))}.")
        return self._packs[name]


def _meant(text: str, index: GraphIndex, pack: Pack) -> list[Target]:
    if not text.strip():
        return list(index.targets.values())
    listener = Listener(field_words(pack), pack.languages[0])
    return [*targets_of(text, index, listener)]
