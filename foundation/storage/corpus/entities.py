"""Entities collected from a tenant's sources: replaced source by source, only where something differs.

Collecting reads a source at one moment and writes later. In between the source may have changed, or a person's upload
in it may have been erased: then nothing is written, and it is collected again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, and_, bindparam, delete, func, or_, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from foundation.contracts.entities import Entity, EntityCounts, Relation
from foundation.contracts.identity import Principal
from foundation.storage.conversations.sessions import ERASED
from foundation.storage.corpus.source_versions import UNFILLED, VERSION, VersionKind, alone, versions_key
from foundation.storage.database.json_text import dump, plain
from foundation.storage.database.repository import Repository
from foundation.storage.tables.corpus import entity_sources, graph_entities, graph_relations

BATCH = 2_000
"""Entities written by one statement."""

_UPSERT = text(
    """
    INSERT INTO graph_entities AS kept (tenant_id, owner_id, pack, source, id, entity_id, name, type, source_section,
                                        aliases, properties)
    SELECT :tenant_id, :owner_id, :pack, :source, e.id, e.entity_id, e.name, e.type, e.source_section, e.aliases,
           e.properties
    FROM jsonb_to_recordset(CAST(:entities AS jsonb)) AS e (
        id text, entity_id text, name text, type text, source_section text, aliases jsonb, properties jsonb)
    ON CONFLICT (tenant_id, pack, id) DO UPDATE SET
        name = excluded.name, type = excluded.type, source_section = excluded.source_section,
        aliases = excluded.aliases, properties = excluded.properties
        WHERE (kept.name, kept.type, kept.source_section, kept.aliases, kept.properties)
            IS DISTINCT FROM (excluded.name, excluded.type, excluded.source_section, excluded.aliases,
                              excluded.properties)
    RETURNING xmax = 0 AS added
    """
)
_REMOVE_MISSING = text(
    """
    DELETE FROM graph_entities WHERE tenant_id = :tenant_id AND pack = :pack AND source = :source
        AND NOT EXISTS (SELECT 1 FROM unnest(CAST(:ids AS text[])) AS given WHERE given = graph_entities.id)
    """
)
_REMOVE_RELATIONS = text(
    """
    DELETE FROM graph_relations AS r WHERE r.tenant_id = :tenant_id AND r.pack = :pack
        AND starts_with(r.source_id, :prefix) AND NOT EXISTS (
            SELECT 1 FROM jsonb_to_recordset(CAST(:relations AS jsonb)) AS g (source_id text, type text, target_id text)
            WHERE (g.source_id, g.type, g.target_id) = (r.source_id, r.type, r.target_id))
    """
)
_ADD_RELATIONS = text(
    """
    INSERT INTO graph_relations (tenant_id, owner_id, pack, source_id, type, target_id, properties)
    SELECT :tenant_id, :owner_id, :pack, g.source_id, g.type, g.target_id, CAST('{}' AS jsonb)
    FROM jsonb_to_recordset(CAST(:relations AS jsonb)) AS g (source_id text, type text, target_id text)
    ON CONFLICT DO NOTHING
    """
)
_COLUMNS = tuple(
    graph_entities.c[name]
    for name in ("entity_id", "type", "name", "aliases", "source", "source_section", "properties")
)


@dataclass(frozen=True)
class SourceEntities:
    """Everything collected from one source."""

    source: str
    kind: VersionKind
    version: str
    """Of the source, when it was read."""
    mark: str
    """Changes with the version and with what is to be collected."""
    entities: Sequence[Entity]
    relations: Sequence[Relation]
    words: Sequence[str]
    """The words its passages hold, as keys."""
    elsewhere: Sequence[tuple[str, str]]
    """(type, name) of the entities that it only quotes."""


@dataclass(frozen=True)
class KeptEntities:
    """Everything that was collected of a pack."""

    entities: tuple[Entity, ...]
    words: frozenset[str]
    elsewhere: tuple[tuple[str, str], ...]


class EntitiesRepository(Repository):
    """The entities of one tenant's packs. They belong to the tenant: no row names the person who added the source."""

    async def replace(self, principal: Principal, pack: str, extracted: SourceEntities) -> EntityCounts | None:
        """Replaces a source's entities, relations and words with the ones given. None, and nothing is written, when the
        source has changed since it was read."""
        values: dict[str, Any] = {**_nobody(principal), "pack": pack, "source": extracted.source}
        rows = list({entity.entity_id: _stored(entity, extracted.source) for entity in extracted.entities}.values())
        relations = [_related(relation, extracted.source) for relation in extracted.relations]
        async with self._engine.begin() as connection:
            await alone(connection, "entities", principal.tenant_id, pack, extracted.source)
            if await _version(connection, principal, pack, extracted) != extracted.version:
                return None
            counts = await _write(connection, values, rows)
            related = {**values, "prefix": f"{extracted.source}/", "relations": dump(relations)}
            await connection.execute(_REMOVE_RELATIONS, related)
            await connection.execute(_ADD_RELATIONS, related)
            await connection.execute(_keep_mark(values, extracted))
        return counts

    async def marks(self, principal: Principal, pack: str) -> dict[str, str]:
        """Source -> mark of what its entities were collected from."""
        return {row.source: row.mark for row in await self._all(_MARKS, **_key(principal, pack))}

    async def kept(self, principal: Principal, pack: str) -> KeptEntities:
        """All entities of the pack's sources, the words of its passages, and what those only quote."""
        entities = await self._all(_ENTITIES, **_key(principal, pack))
        sources = await self._all(_SOURCES, **_key(principal, pack))
        return KeptEntities(
            entities=tuple(_entity(row) for row in entities),
            words=frozenset(word for row in sources for word in row.words.split("\n") if word),
            elsewhere=tuple((kind, name) for row in sources for kind, name in row.elsewhere),
        )

    async def named(self, principal: Principal, pack: str, entity_id: str) -> list[Entity]:
        """One entity as each source has it; empty for an unknown id, and for an entity declared by the pack."""
        mine = and_(graph_entities.c.tenant_id == principal.tenant_id, graph_entities.c.pack == pack)
        statement = select(*_COLUMNS).where(mine, graph_entities.c.entity_id == entity_id)
        return [_entity(row) for row in await self._all(statement.order_by(graph_entities.c.source))]

    async def relations(self, principal: Principal, pack: str, entity_id: str) -> list[Relation]:
        """Its relations, those that lead to it too."""
        ids = select(graph_entities.c.id).where(
            graph_entities.c.tenant_id == principal.tenant_id,
            graph_entities.c.pack == pack,
            graph_entities.c.entity_id == entity_id,
        )
        related = or_(graph_relations.c.source_id.in_(ids), graph_relations.c.target_id.in_(ids))
        statement = select(graph_relations).where(
            graph_relations.c.tenant_id == principal.tenant_id, graph_relations.c.pack == pack, related
        )
        rows = await self._all(statement.order_by(graph_relations.c.source_id, graph_relations.c.target_id))
        return [Relation(_entity_id(row.source_id), row.type, _entity_id(row.target_id)) for row in rows]


async def forget_entities(
    connection: AsyncConnection, principal: Principal, sources: Iterable[tuple[str, str]]
) -> None:
    """Deletes everything collected from these (pack, source), in the transaction that removes content from them. It is
    collected again from the rest."""
    for pack, source in sources:
        for table in (graph_entities, entity_sources):
            await connection.execute(
                delete(table).where(
                    table.c.tenant_id == principal.tenant_id, table.c.pack == pack, table.c.source == source
                )
            )


_MARKS = select(entity_sources.c.source, entity_sources.c.mark).where(
    entity_sources.c.tenant_id == bindparam("tenant_id"), entity_sources.c.pack == bindparam("pack")
)
_SOURCES = select(entity_sources.c.words, entity_sources.c.elsewhere).where(
    entity_sources.c.tenant_id == bindparam("tenant_id"), entity_sources.c.pack == bindparam("pack")
)
_COLLECTED = select(entity_sources.c.source).where(
    entity_sources.c.tenant_id == bindparam("tenant_id"), entity_sources.c.pack == bindparam("pack")
)
"""Sources that names are collected from; a graph source's nodes are read by clarification, not by the linker."""
_ENTITIES = (
    select(*_COLUMNS)
    .where(
        graph_entities.c.tenant_id == bindparam("tenant_id"),
        graph_entities.c.pack == bindparam("pack"),
        graph_entities.c.source.in_(_COLLECTED),
    )
    .order_by(graph_entities.c.id)
)


def _nobody(principal: Principal) -> dict[str, str]:
    return {"tenant_id": principal.tenant_id, "owner_id": ERASED}


def _key(principal: Principal, pack: str) -> Mapping[str, str]:
    return {"tenant_id": principal.tenant_id, "pack": pack}


async def _version(connection: AsyncConnection, principal: Principal, pack: str, extracted: SourceEntities) -> str:
    """The source's version now, locked until the transaction ends: a writer waits."""
    statement = VERSION.with_for_update(read=True)
    found = await connection.execute(
        statement, {**versions_key(principal, pack, extracted.kind), "name": extracted.source}
    )
    row = found.first()
    return UNFILLED if row is None else str(row.version)


async def _write(connection: AsyncConnection, values: Mapping[str, Any], rows: Sequence[Any]) -> EntityCounts:
    removed = (await connection.execute(_REMOVE_MISSING, {**values, "ids": [row["id"] for row in rows]})).rowcount
    added = changed = 0
    for start in range(0, len(rows), BATCH):
        for written in await connection.execute(_UPSERT, {**values, "entities": dump(rows[start : start + BATCH])}):
            added += written.added
            changed += not written.added
    return EntityCounts(added, changed, removed)


def _keep_mark(values: Mapping[str, Any], extracted: SourceEntities) -> Any:
    content = {
        "mark": extracted.mark,
        "words": plain("\n".join(extracted.words)),
        "elsewhere": [list(pair) for pair in extracted.elsewhere],
        "updated_at": func.now(),
    }
    statement = insert(entity_sources).values(**values, **content)
    return statement.on_conflict_do_update(index_elements=["tenant_id", "pack", "source"], set_=content)


def _stored(entity: Entity, source: str) -> dict[str, Any]:
    return {
        "id": f"{source}/{entity.entity_id}",
        "entity_id": entity.entity_id,
        "name": entity.name,
        "type": entity.type,
        "source_section": entity.parent,
        "aliases": list(entity.aliases),
        "properties": dict(entity.properties),
    }


def _related(relation: Relation, source: str) -> dict[str, str]:
    return {
        "source_id": f"{source}/{relation.source_id}",
        "type": relation.type,
        "target_id": f"{source}/{relation.target_id}",
    }


def _entity_id(row_id: str) -> str:
    return row_id.partition("/")[2]


def _entity(row: Row[Any]) -> Entity:
    return Entity(
        entity_id=row.entity_id,
        type=row.type,
        name=row.name,
        aliases=tuple(row.aliases),
        source=row.source,
        parent=row.source_section,
        properties=row.properties,
    )
