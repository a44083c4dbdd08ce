"""A tenant's graphs: filled batch by batch, so that an interrupted run can resume, and read with few statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sqlalchemy import Row, select, text

from foundation.contracts.entities import EntityCounts
from foundation.contracts.graph import Expanded, GraphEntity, GraphLink, GraphTarget, Related
from foundation.contracts.identity import Principal
from foundation.storage.conversations.sessions import ERASED
from foundation.storage.corpus.graph_statements import (
    ASKED,
    COUNTS,
    EXPAND,
    KEEP_ENTITIES,
    KEEP_LINKS,
    LEADS,
    NEIGHBOURS,
    NOTE_ASKED,
    REMOVE_ENTITIES,
    REMOVE_LINKS,
    TO_INDEX,
)
from foundation.storage.corpus.source_versions import UNFILLED, VERSION, alone, bump, versions_key
from foundation.storage.database.json_text import dump
from foundation.storage.database.repository import Repository, who
from foundation.storage.tables.corpus import graph_entities

BATCH = 2_000
"""Nodes or relations of one statement and transaction."""
MOST_RELATED = 60
"""Of one relation of a node, in one direction."""
COMMON = 40
"""A component that more nodes have in common is passed over when nodes are compared by what they share."""
_OWN = ("spec", "unit", "base", "section", "text")
"""Properties that are fields of their own."""


@dataclass(frozen=True)
class GraphPlace:
    """Which graph, of which pack."""

    pack: str
    source: str


@dataclass(frozen=True)
class Neighbours:
    """What is near a node."""

    sharing: tuple[str, ...]
    """Ids of the nodes that have relations to the same things, those with the most in common first."""
    described: frozenset[str]
    """Those of the nodes asked about that have relations of their own."""


@dataclass(frozen=True)
class Popularity:
    """Which entities were asked for before."""

    times: Mapping[str, int]
    """Entity id -> how often, by all people of the tenant."""
    mine: tuple[str, ...]
    """What this person asked for, the latest first."""


class GraphRepository(Repository):
    """Graphs belong to the tenant; the counts of a person's questions belong to the person."""

    async def keep_entities(
        self, principal: Principal, place: GraphPlace, origin: str, entities: Sequence[GraphEntity]
    ) -> EntityCounts:
        """Writes one batch; unchanged rows are not touched."""
        rows = [_stored(entity, place.source) for entity in entities]
        added = changed = 0
        async with self._engine.begin() as connection:
            await alone(connection, "graph", principal.tenant_id, place.pack, place.source)
            values = {**_where(principal, place), "owner_id": ERASED, "origin": origin, "entities": dump(rows)}
            for written in await connection.execute(KEEP_ENTITIES, values):
                added += written.added
                changed += not written.added
            if added or changed:
                await bump(connection, principal, place.pack, "graph", place.source)
        return EntityCounts(added, changed)

    async def keep_links(self, principal: Principal, place: GraphPlace, links: Sequence[GraphLink]) -> int:
        """Writes one batch of relations between nodes that are there; how many were new or other than before."""
        rows = [_linked(link, place.source) for link in links]
        async with self._engine.begin() as connection:
            await alone(connection, "graph", principal.tenant_id, place.pack, place.source)
            values = {**_where(principal, place), "owner_id": ERASED, "links": dump(rows)}
            touched = (await connection.execute(KEEP_LINKS, values)).rowcount
            if touched:
                await bump(connection, principal, place.pack, "graph", place.source)
        return touched

    async def remove_missing(
        self, principal: Principal, place: GraphPlace, origin: str, kept: tuple[Sequence[str], Sequence[GraphLink]]
    ) -> tuple[int, int]:
        """(nodes, relations) of this origin that are given no more, removed."""
        ids, links = kept
        keys = [f"{place.source}/{one.source_id}\x1f{one.type}\x1f{place.source}/{one.target_id}" for one in links]
        values = {**_where(principal, place), "origin": origin}
        async with self._engine.begin() as connection:
            await alone(connection, "graph", principal.tenant_id, place.pack, place.source)
            relations = (await connection.execute(REMOVE_LINKS, {**values, "keys": keys})).rowcount
            given = [f"{place.source}/{one}" for one in ids]
            entities = (await connection.execute(REMOVE_ENTITIES, {**values, "ids": given})).rowcount
            if relations or entities:
                await bump(connection, principal, place.pack, "graph", place.source)
        return entities, relations

    async def analyze(self) -> None:
        """SYSTEM: the query planner learns how large the graph is."""
        await self._analyze("graph_entities", "graph_relations")

    async def ids(self, principal: Principal, place: GraphPlace) -> set[str]:
        """Ids of all its nodes."""
        statement = select(graph_entities.c.entity_id).where(
            graph_entities.c.tenant_id == principal.tenant_id,
            graph_entities.c.pack == place.pack,
            graph_entities.c.source == place.source,
        )
        return {row.entity_id for row in await self._all(statement)}

    async def to_index(self, principal: Principal, place: GraphPlace, targets: Sequence[str]) -> list[GraphEntity]:
        """The nodes questions are compared with: targets, and those with Latin letters in their names."""
        rows = await self._all(TO_INDEX, **_where(principal, place), targets=list(targets))
        return [_entity(row) for row in rows]

    async def leads(
        self, principal: Principal, place: GraphPlace, targets: Sequence[str], containers: Sequence[str]
    ) -> dict[str, tuple[str, ...]]:
        """Id of a node with Latin letters that is no target -> the containers whose relation leads to it."""
        values = {**_where(principal, place), "targets": list(targets), "containers": list(containers)}
        found: dict[str, tuple[str, ...]] = {}
        for row in await self._all(LEADS, **values):
            found[row.found] = (*found.get(row.found, ()), row.target)
        return found

    async def expanded(
        self, principal: Principal, place: GraphPlace, ids: Sequence[str], parent: str, most: int = MOST_RELATED
    ) -> dict[str, Expanded]:
        """Id -> the node with its relations and the way up, by one statement; ids that are not there are left out."""
        values = {**_where(principal, place), "ids": list(ids), "parent": parent, "most": most}
        rows = await self._all(EXPAND, **values)
        found = {row.of: Expanded(_entity(row)) for row in rows if row.part == "self"}
        for key, node in found.items():
            near = [row for row in rows if row.part == "near" and row.of == key]
            found[key] = Expanded(
                entity=node.entity,
                related=tuple(_related(row) for row in near),
                path=tuple(_entity(row) for row in rows if row.part == "path" and row.of == key),
                count=max((row.listed for row in near), default=0),
            )
        return found

    async def neighbours(
        self, principal: Principal, place: GraphPlace, of: GraphTarget, near: Sequence[str], relations: Sequence[str]
    ) -> Neighbours:
        """The nodes of other names that share what these relations of a node lead to, and which of `near` have such
        relations."""
        values = {**_where(principal, place), "entity_id": of.entity_id, "name": of.name, "near": list(near)}
        bounds = {"relations": list(relations), "most": MOST_RELATED, "common": COMMON}
        rows = await self._all(NEIGHBOURS, **values, **bounds)
        return Neighbours(
            tuple(row.entity_id for row in rows if row.shares),
            frozenset(row.entity_id for row in rows if not row.shares),
        )

    async def places_of(self, principal: Principal, entity_id: str) -> list[GraphPlace]:
        """The graphs that have a node of this id."""
        statement = (
            select(graph_entities.c.pack, graph_entities.c.source)
            .where(graph_entities.c.tenant_id == principal.tenant_id, graph_entities.c.entity_id == entity_id)
            .order_by(graph_entities.c.pack)
        )
        return [GraphPlace(row.pack, row.source) for row in await self._all(statement)]

    async def version(self, principal: Principal, place: GraphPlace) -> str:
        """Equal versions mean that nothing in the graph changed."""
        row = await self._first(VERSION, **versions_key(principal, place.pack, "graph"), name=place.source)
        return UNFILLED if row is None else str(row.version)

    async def counts(self, principal: Principal, place: GraphPlace) -> tuple[int, int]:
        """(nodes, relations)."""
        row = await self._first(COUNTS, **_where(principal, place))
        return (0, 0) if row is None else (row.entities, row.relations)

    async def note_asked(self, principal: Principal, pack: str, ids: Sequence[str]) -> None:
        """Counts the entities that a person asked for."""
        await self._changed(NOTE_ASKED, **who(principal), pack=pack, ids=list(ids))

    async def popularity(self, principal: Principal, pack: str) -> Popularity:
        """The entities asked for most, and those that this person asked for last."""
        rows = await self._all(ASKED, **who(principal), pack=pack)
        return Popularity(
            {row.entity_id: int(row.times) for row in rows},
            tuple(row.entity_id for row in rows if row.mine is not None),
        )

    async def clear(self, principal: Principal, place: GraphPlace) -> None:
        """Deletes the whole graph."""
        async with self._engine.begin() as connection:
            await alone(connection, "graph", principal.tenant_id, place.pack, place.source)
            await connection.execute(
                text("DELETE FROM graph_entities WHERE tenant_id = :tenant_id AND pack = :pack AND source = :source"),
                _where(principal, place),
            )
            await bump(connection, principal, place.pack, "graph", place.source)


def _where(principal: Principal, place: GraphPlace) -> dict[str, Any]:
    return {"tenant_id": principal.tenant_id, "pack": place.pack, "source": place.source}


def _stored(entity: GraphEntity, source: str) -> dict[str, Any]:
    own = {name: str(getattr(entity, name)) for name in _OWN if getattr(entity, name)}
    return {
        "id": f"{source}/{entity.entity_id}",
        "entity_id": entity.entity_id,
        "name": entity.name,
        "type": entity.type,
        "source_section": entity.parent,
        "aliases": list(entity.aliases),
        "properties": {**entity.properties, **own},
    }


def _linked(link: GraphLink, source: str) -> dict[str, Any]:
    said = {} if link.quantity is None else {"quantity": str(link.quantity)}
    return {
        "source_id": f"{source}/{link.source_id}",
        "type": link.type,
        "target_id": f"{source}/{link.target_id}",
        "properties": said | ({"unit": link.unit} if link.unit else {}),
    }


def _entity(row: Row[Any]) -> GraphEntity:
    said: dict[str, str] = row.properties
    return GraphEntity(
        entity_id=row.entity_id,
        type=row.type,
        name=row.name,
        spec=said.get("spec", ""),
        unit=said.get("unit", ""),
        base=said.get("base", ""),
        section=said.get("section", ""),
        parent=row.source_section,
        aliases=tuple(row.aliases),
        text=said.get("text", ""),
        properties={name: value for name, value in said.items() if name not in _OWN},
    )


def _related(row: Row[Any]) -> Related:
    said: dict[str, str] = row.said
    quantity = Decimal(said["quantity"]) if "quantity" in said else None
    return Related(row.relation, _entity(row), quantity, said.get("unit", ""), row.outgoing)
