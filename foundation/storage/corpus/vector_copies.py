"""The stored vectors as a copy of them elsewhere is compared and made: names, marks of parts, pages, exact figures.

A stored vector has a name that no other ever has: the digest of its source, its content hash and the moment it was
stored. Embedded anew, it is another one. So a copy holds unchanging things under their names, and two processes that
work on one copy write the same. Parts (by the name's first digits) and their marks show what differs without a list of
all names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pgvector.sqlalchemy import VECTOR
from sqlalchemy import String, text

from foundation.contracts.identity import Principal
from foundation.contracts.ports import Near
from foundation.storage.corpus.vectors import literal, near, nearest_of, shelf
from foundation.storage.database.repository import Repository

PART_DIGITS = 3
"""First digits of a name that say its part: 4,096 parts."""
CHECK_DIGITS = 8
"""The digits after them, as a number, are summed up: exact in a double for two million vectors of a part."""
_NAME = (
    "substr(encode(sha256(convert_to("
    "concat_ws(chr(31), source, content_hash, extract(epoch FROM created_at)), 'UTF8')), 'hex'), 1, 40)"
)
_MARKS = text(
    f"""
    SELECT substr(name, 1, {PART_DIGITS}) AS part, count(*) AS vectors,
           sum(CAST(CAST('x' || substr(name, {PART_DIGITS + 1}, {CHECK_DIGITS}) AS bit(32)) AS bigint)) AS check_sum
    FROM (SELECT {_NAME} AS name FROM chunk_vectors WHERE shelf = :shelf) AS named
    GROUP BY part
    """  # noqa: S608
)
_PAGE = text(
    f"""
    SELECT name, source, content_hash FROM (
        SELECT {_NAME} AS name, source, content_hash FROM chunk_vectors
        WHERE shelf = :shelf AND (source, content_hash) > (:source, :content_hash)) AS named
    WHERE substr(name, 1, {PART_DIGITS}) = ANY(CAST(:parts AS text[]))
    ORDER BY source, content_hash LIMIT :limit
    """  # noqa: S608
)
_NAMED = "(source, content_hash) IN (SELECT * FROM unnest(CAST(:sources AS text[]), CAST(:hashes AS text[])))"
_OF = text(
    f"SELECT {_NAME} AS name, source, embedding, content_hash FROM chunk_vectors"  # noqa: S608
    f" WHERE shelf = :shelf AND {_NAMED}"
).columns(name=String, source=String, embedding=VECTOR, content_hash=String)


@dataclass(frozen=True)
class PartOfVectors:
    """What a part of a shelf holds: equal marks, equal names."""

    vectors: int
    check: int


@dataclass(frozen=True)
class VectorKey:
    """One stored vector without its numbers."""

    name: str
    source: str
    content_hash: str


def part_of(name: str) -> str:
    """The part a name belongs to."""
    return name[:PART_DIGITS]


def check_of(name: str) -> int:
    """What a name adds to its part's mark."""
    return int(name[PART_DIGITS : PART_DIGITS + CHECK_DIGITS], 16)


class VectorCopyRepository(Repository):
    """The stored vectors of one shelf (`shelf` of the vectors' own module), for those who copy them."""

    patience_s = None

    async def marks(self, place: str) -> dict[str, PartOfVectors]:
        """Part -> its mark; a part without vectors has none."""
        return {
            row.part: PartOfVectors(row.vectors, int(row.check_sum)) for row in await self._all(_MARKS, shelf=place)
        }

    async def page(self, place: str, parts: Sequence[str], after: VectorKey | None, limit: int) -> list[VectorKey]:
        """The next vectors of these parts, by source and content hash."""
        source, content_hash = (after.source, after.content_hash) if after else ("", "")
        values = {"source": source, "content_hash": content_hash, "parts": list(parts), "limit": limit}
        rows = await self._all(_PAGE, shelf=place, **values)
        return [VectorKey(row.name, row.source, row.content_hash) for row in rows]

    async def vectors(self, place: str, keys: Sequence[VectorKey]) -> list[tuple[VectorKey, Sequence[float]]]:
        """The numbers of these; one that was let go meanwhile is left out."""
        async with self._connected() as connection:
            rows = (await connection.execute(_OF, {"shelf": place, **_named(keys)})).all()
        return [(VectorKey(row.name, row.source, row.content_hash), row.embedding) for row in rows]

    async def ranked(
        self,
        principal: Principal,
        pack: str,
        model: str,
        asked: Sequence[float],
        found: tuple[int, Sequence[VectorKey]],
    ) -> list[Near]:
        """The passages of the vectors a copy found, as `VectorRepository.nearest` gives them: order and cosines are
        those of the stored vectors, and what is not stored any more is left out. `found`: how many are wanted, of
        which."""
        limit, keys = found
        statement = nearest_of(shelf(principal, pack, model), len(asked), _NAMED)
        key = {"tenant_id": principal.tenant_id, "pack": pack}
        rows = await self._all(statement, **key, asked=literal(asked), limit=limit, **_named(keys))
        return [near(row) for row in rows]


def _named(keys: Sequence[VectorKey]) -> Mapping[str, list[str]]:
    return {"sources": [key.source for key in keys], "hashes": [key.content_hash for key in keys]}
