"""Vectors of the names in a tenant's graphs: one per name, stored with the nodes of that name, of one model at a time.

A question is compared with all names, some thousands to some ten thousands, without a vector index. The model is
stored with the other embedders, under the graph's own name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.dialects.postgresql import insert

from foundation.contracts.identity import Principal
from foundation.storage.conversations.sessions import ERASED
from foundation.storage.corpus.graph import GraphPlace
from foundation.storage.database.json_text import dump
from foundation.storage.database.repository import Repository
from foundation.storage.tables.vectors import embedders

_MINE = "tenant_id = :tenant_id AND pack = :pack AND source = :source"
_MISSING = text(
    f"SELECT DISTINCT name FROM graph_entities WHERE {_MINE} AND type = ANY(CAST(:types AS text[]))"  # noqa: S608
    " AND embedding IS NULL ORDER BY name LIMIT :limit"
)
_STORE = text(
    f"""
    UPDATE graph_entities SET embedding = CAST(given.embedding AS vector)
    FROM jsonb_to_recordset(CAST(:found AS jsonb)) AS given (named text, embedding text)
    WHERE {_MINE} AND type = ANY(CAST(:types AS text[])) AND name = given.named AND graph_entities.embedding IS NULL
    """  # noqa: S608
)
_FORGET = text(f"UPDATE graph_entities SET embedding = NULL WHERE {_MINE} AND embedding IS NOT NULL")  # noqa: S608
_NEAREST = text(
    f"""
    WITH sized AS MATERIALIZED (
        SELECT name, embedding FROM graph_entities
        WHERE {_MINE} AND type = ANY(CAST(:types AS text[])) AND vector_dims(embedding) = :width)
    SELECT name, max(1 - (embedding <=> CAST(:asked AS vector))) AS cosine FROM sized
    GROUP BY name ORDER BY cosine DESC, name LIMIT :limit
    """  # noqa: S608
)
_MODEL = text("SELECT model FROM embedders WHERE tenant_id = :tenant_id AND pack = :pack")


@dataclass(frozen=True)
class NearName:
    """A name near a vector."""

    name: str
    cosine: float


class GraphVectorRepository(Repository):
    """The vectors of one tenant's graphs."""

    patience_s = None

    async def become(self, principal: Principal, place: GraphPlace, model: str, width: int) -> None:
        """The graph's vectors are of this model from now on; those of another are let go."""
        key = {"tenant_id": principal.tenant_id, "pack": _named(place)}
        kept = await self._first(_MODEL, **key)
        mark = f"{model}/{width}"
        if kept is not None and kept.model == mark:
            return
        await self._changed(_FORGET, **_where(principal, place))
        values = {"model": mark, "dimensions": width, "passages": 0}
        statement = insert(embedders).values(**key, owner_id=ERASED, **values)
        await self._changed(statement.on_conflict_do_update(index_elements=["tenant_id", "pack"], set_=values))

    async def missing(self, principal: Principal, place: GraphPlace, types: Sequence[str], limit: int) -> list[str]:
        """Names without a vector, where an interrupted run resumes."""
        rows = await self._all(_MISSING, **_where(principal, place), types=list(types), limit=limit)
        return [row.name for row in rows]

    async def store(
        self,
        principal: Principal,
        place: GraphPlace,
        types: Sequence[str],
        found: Sequence[tuple[str, Sequence[float]]],
    ) -> None:
        """Keeps the vectors with all nodes of these names; one that is there already stays."""
        rows = [{"named": name, "embedding": _literal(vector)} for name, vector in found]
        await self._changed(_STORE, **_where(principal, place), types=list(types), found=dump(rows))

    async def nearest(
        self, principal: Principal, place: GraphPlace, types: Sequence[str], asked: Sequence[float], limit: int
    ) -> list[NearName]:
        """The names nearest to a vector, best first."""
        values = {**_where(principal, place), "types": list(types), "width": len(asked), "limit": limit}
        rows = await self._all(_NEAREST, **values, asked=_literal(asked))
        return [NearName(row.name, float(row.cosine)) for row in rows]


def _where(principal: Principal, place: GraphPlace) -> dict[str, str]:
    return {"tenant_id": principal.tenant_id, "pack": place.pack, "source": place.source}


def _named(place: GraphPlace) -> str:
    """The graph among the embedders: no pack's name holds a stroke."""
    return f"{place.pack}/{place.source}"


def _literal(vector: Sequence[float]) -> str:
    return "[" + ",".join(f"{float(value):.7g}" for value in vector) + "]"
