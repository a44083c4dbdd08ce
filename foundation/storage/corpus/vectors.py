"""Vectors of passages in PostgreSQL: stored by content, searched by cosine (pgvector), let go with their passages."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Row, TextClause, bindparam, delete, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from foundation.contracts.identity import Principal
from foundation.contracts.ports import Near
from foundation.storage.conversations.sessions import ERASED
from foundation.storage.database.repository import Repository
from foundation.storage.tables.corpus import chunks
from foundation.storage.tables.vectors import INDEX_PREFIX, chunk_vectors, embedders

Vectors = NDArray[np.float32]
"""One row per text, each of length 1 (or all zero: a text with nothing in it)."""
INDEX_FROM = 20_000
"""Vectors of one shelf from which on an HNSW index is built: an exact scan of this many takes some 10 ms."""
EF_SEARCH = 100
"""HNSW candidates per query (pgvector's default is 40); with a filter it goes on until enough pass."""

_MISSING = text(
    """
    SELECT DISTINCT ON (c.source, c.content_hash) c.source, c.content_hash, c.title, c.text
    FROM chunks AS c
    WHERE c.tenant_id = :tenant_id AND c.pack = :pack AND NOT EXISTS (
        SELECT 1 FROM chunk_vectors AS v
        WHERE v.shelf = :shelf AND v.source = c.source AND v.content_hash = c.content_hash)
    ORDER BY c.source, c.content_hash
    LIMIT :limit
    """
)
_WITNESS = (
    select(
        chunk_vectors.c.source, chunk_vectors.c.content_hash, chunk_vectors.c.embedding, chunks.c.title, chunks.c.text
    )
    .join(
        chunks,
        (chunks.c.tenant_id == chunk_vectors.c.tenant_id)
        & (chunks.c.pack == chunk_vectors.c.pack)
        & (chunks.c.source == chunk_vectors.c.source)
        & (chunks.c.content_hash == chunk_vectors.c.content_hash),
    )
    .where(
        chunk_vectors.c.shelf == bindparam("shelf"),
        chunks.c.tenant_id == bindparam("tenant_id"),
        chunks.c.pack == bindparam("pack"),
        func.vector_norm(chunk_vectors.c.embedding) > 0,
    )
    .limit(1)
)
_SAMPLE = text(
    """
    SELECT title, text FROM chunks WHERE tenant_id = :tenant_id AND pack = :pack
    ORDER BY content_hash, chunk_id LIMIT :limit
    """
)
_UNHELD = """NOT EXISTS (SELECT 1 FROM chunks AS c
    WHERE c.tenant_id = v.tenant_id AND c.pack = v.pack AND c.source = v.source AND c.content_hash = v.content_hash)"""
"""No passage of the pack says what this vector (`v`) was made of."""
_ORPHANS = text(f"DELETE FROM chunk_vectors AS v WHERE v.tenant_id = :tenant_id AND v.pack = :pack AND {_UNHELD}")  # noqa: S608
_GONE = text(
    f"DELETE FROM chunk_vectors AS v WHERE v.tenant_id = :tenant_id AND v.pack = :pack"  # noqa: S608
    f" AND (v.shelf <> :shelf OR {_UNHELD})"
)
_LEFT = text(
    f"""
    DELETE FROM chunk_vectors AS v
    USING unnest(CAST(:sources AS text[]), CAST(:hashes AS text[])) AS gone (source, content_hash)
    WHERE v.shelf = :shelf AND v.source = gone.source AND v.content_hash = gone.content_hash AND {_UNHELD}
    """  # noqa: S608
)
_COUNT = text("SELECT count(*) AS n FROM (SELECT FROM chunk_vectors WHERE shelf = :shelf LIMIT :limit) AS counted")
_PASSAGES = text("SELECT count(*) AS n FROM chunks WHERE tenant_id = :tenant_id AND pack = :pack")


@dataclass(frozen=True)
class Unembedded:
    """Words of a passage that have no vector yet."""

    source: str
    content_hash: str
    title: str
    text: str


@dataclass(frozen=True)
class KeptEmbedder:
    """The embedder a pack's vectors are of."""

    model: str
    dimensions: int
    passages: int
    """How many passages there were when it was fitted."""
    projection: bytes | None = None


def _nobody(principal: Principal) -> dict[str, str]:
    """Vectors belong to the tenant: the person whose question caused them is not stored."""
    return {"tenant_id": principal.tenant_id, "owner_id": ERASED}


class VectorRepository(Repository):
    """The vectors of one tenant's packs, and the search of them (implements `VectorIndex`)."""

    patience_s = None

    async def missing(self, principal: Principal, pack: str, model: str, limit: int) -> list[Unembedded]:
        """Passages without a vector of this model, where an interrupted run resumes."""
        rows = await self._all(_MISSING, **_key(principal, pack), shelf=shelf(principal, pack, model), limit=limit)
        return [Unembedded(row.source, row.content_hash, row.title, row.text) for row in rows]

    async def witness(self, principal: Principal, pack: str, model: str) -> tuple[Unembedded, Vectors] | None:
        """A passage with the vector (one row of `Vectors`) that is kept of it; None where no vector with anything in it
        is."""
        place = shelf(principal, pack, model)
        row = await self._first(_WITNESS, shelf=place, **_key(principal, pack))
        if row is None:
            return None
        passage = Unembedded(row.source, row.content_hash, row.title, row.text)
        return passage, np.asarray(row.embedding, dtype=np.float32)

    async def sample(self, principal: Principal, pack: str, limit: int) -> list[str]:
        """Texts to fit an embedder to, title first: by content hash, so a random but repeatable choice."""
        return [f"{row.title}\n{row.text}" for row in await self._all(_SAMPLE, **_key(principal, pack), limit=limit)]

    async def passages(self, principal: Principal, pack: str) -> int:
        """How many passages the pack has."""
        row = await self._first(_PASSAGES, **_key(principal, pack))
        return 0 if row is None else int(row.n)

    async def store(
        self, principal: Principal, pack: str, model: str, found: Sequence[tuple[Unembedded, Sequence[float]]]
    ) -> None:
        """Keeps vectors; one that is there already stays."""
        if not found:
            return
        place = shelf(principal, pack, model)
        rows = [
            {
                **_nobody(principal),
                "shelf": place,
                "pack": pack,
                "source": one.source,
                "content_hash": one.content_hash,
                "embedding": vector,
            }
            for one, vector in found
        ]
        async with self._transaction() as connection:
            await connection.execute(insert(chunk_vectors).on_conflict_do_nothing(), rows)

    async def tidy(self, principal: Principal, pack: str, model: str) -> int:
        """Deletes other models' vectors and those whose passages are gone; how many."""
        return await self._changed(_GONE, **_key(principal, pack), shelf=shelf(principal, pack, model))

    async def forget(self, principal: Principal, pack: str, model: str) -> int:
        """Lets go of all vectors of a model; how many went."""
        place = shelf(principal, pack, model)
        return await self._changed(delete(chunk_vectors).where(chunk_vectors.c.shelf == place))

    async def nearest(
        self, principal: Principal, pack: str, model: str, asked: Sequence[float], top: tuple[int, Sequence[str]]
    ) -> list[Near]:
        """The passages nearest to a vector. `top`: how many, and of which sources (none named: all)."""
        limit, sources = top
        place = shelf(principal, pack, model)
        values: dict[str, Any] = {
            **_key(principal, pack),
            "asked": literal(asked),
            "limit": limit,
            "sources": list(sources),
        }
        statement = nearest_of(place, len(asked), "source = ANY(CAST(:sources AS text[]))" if sources else "true")
        async with self._transaction() as connection:
            await connection.execute(_SEARCHING)
            rows = (await connection.execute(statement, values)).all()
        return [near(row) for row in rows]

    async def embedder(self, principal: Principal, pack: str) -> KeptEmbedder | None:
        """The model of the pack's vectors."""
        statement = select(embedders).where(embedders.c.tenant_id == principal.tenant_id, embedders.c.pack == pack)
        row = await self._first(statement)
        return None if row is None else KeptEmbedder(row.model, row.dimensions, row.passages, row.projection)

    async def keep_embedder(self, principal: Principal, pack: str, kept: KeptEmbedder) -> KeptEmbedder:
        """Stores it and returns the stored one: two processes that fitted concurrently continue with the same."""
        values = {
            "model": kept.model,
            "dimensions": kept.dimensions,
            "passages": kept.passages,
            "projection": kept.projection,
        }
        statement = insert(embedders).values(**_nobody(principal), pack=pack, **values)
        await self._changed(statement.on_conflict_do_update(index_elements=["tenant_id", "pack"], set_=values))
        return await self.embedder(principal, pack) or kept

    async def is_small(self, principal: Principal, pack: str, model: str) -> bool:
        """Whether an exact scan of these vectors is quick."""
        row = await self._first(_COUNT, shelf=shelf(principal, pack, model), limit=INDEX_FROM)
        return row is None or row.n < INDEX_FROM

    async def follow(self, principal: Principal, pack: str, model: str, dimensions: int) -> None:
        """Makes an HNSW index for a shelf that is large enough for one; it follows by itself from then on."""
        if await self.is_small(principal, pack, model):
            return
        place = shelf(principal, pack, model)
        await self._changed(
            text(
                f"CREATE INDEX IF NOT EXISTS {INDEX_PREFIX}{place[:24]} ON chunk_vectors"
                f" USING hnsw ((embedding::vector({int(dimensions)})) vector_cosine_ops) WHERE shelf = '{place}'"
            )
        )
        await self._analyze("chunk_vectors")

    async def sweep(self, current: Mapping[tuple[str, str], str]) -> int:
        """Nothing: vectors are deleted with their passages."""
        del current
        return 0


async def forget_vectors(
    connection: AsyncConnection, principal: Principal, pack: str, passages: Collection[tuple[str, str]]
) -> None:
    """Deletes the vectors of these (source, content hash) that no passage of the pack has any more. It runs in the
    transaction that deletes the passages, so that nothing of an erased document remains. Vectors of a model that is
    being replaced are deleted with their shelf, at the end of the refresh."""
    kept = await connection.execute(
        select(embedders.c.model).where(embedders.c.tenant_id == principal.tenant_id, embedders.c.pack == pack)
    )
    models = [row.model for row in kept]
    for model in models if passages else ():
        values = {
            "shelf": shelf(principal, pack, model),
            "sources": [source for source, _ in passages],
            "hashes": [content_hash for _, content_hash in passages],
        }
        await connection.execute(_LEFT, values)


async def forget_orphans(connection: AsyncConnection, principal: Principal, pack: str) -> None:
    """Deletes every vector whose passage is no longer in the pack, of all models."""
    await connection.execute(_ORPHANS, _key(principal, pack))


_SEARCHING = text(
    f"SELECT set_config('hnsw.ef_search', '{EF_SEARCH}', true),"
    " set_config('hnsw.iterative_scan', 'relaxed_order', true)"
)


def shelf(principal: Principal, pack: str, model: str) -> str:
    """The name of one tenant's pack and model: 40 hexadecimal digits, nothing a statement could be bent with."""
    joined = "\x1f".join((principal.tenant_id, pack, model))
    return hashlib.sha256(joined.encode()).hexdigest()[:40]


def nearest_of(place: str, dimensions: int, condition: str) -> TextClause:
    """The `limit` nearest passages of the vectors that meet the condition; one with nothing in it has no direction, and
    is near nothing. The shelf and the width are written out, or
    the partial index could not be used; both are digits of our own."""
    distance = f"embedding::vector({int(dimensions)}) <=> CAST(:asked AS vector({int(dimensions)}))"
    return text(
        f"""
        WITH near AS MATERIALIZED (
            SELECT source, content_hash, {distance} AS distance FROM chunk_vectors
            WHERE shelf = '{place}' AND {condition} ORDER BY {distance} LIMIT :limit
        )
        SELECT DISTINCT ON (near.distance, near.content_hash)
            c.chunk_id, c.content_hash, c.near_group, c.title, c.text, 1 - near.distance AS cosine
        FROM near JOIN chunks AS c ON c.tenant_id = :tenant_id AND c.pack = :pack
            AND c.content_hash = near.content_hash AND c.source = near.source
        WHERE near.distance <> 'NaN'
        ORDER BY near.distance, near.content_hash, c.chunk_id
        """  # noqa: S608
    )


def near(row: Row[Any]) -> Near:
    """A row of `nearest_of`."""
    return Near(row.chunk_id, row.content_hash, row.near_group, row.title, row.text, float(row.cosine))


def _key(principal: Principal, pack: str) -> Mapping[str, str]:
    return {"tenant_id": principal.tenant_id, "pack": pack}


def literal(vector: Sequence[float]) -> str:
    """A vector as PostgreSQL reads it."""
    return "[" + ",".join(f"{float(value):.7g}" for value in vector) + "]"
