"""Documents and their passages. A tenant's people share a corpus; its version moves only when its content does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, bindparam, delete, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from foundation.contracts.errors import UnknownDocument
from foundation.contracts.identity import Principal
from foundation.storage.corpus.chunk_rows import CHUNK_COLUMNS, FORM, chunk_of, stored_form
from foundation.storage.corpus.parts import IN_PARTS, MARKS, PartMark
from foundation.storage.corpus.source_versions import (
    EVERYBODYS_VERSIONS,
    UNFILLED,
    VERSION,
    VERSIONS,
    alone,
    bump,
    versions_key,
)
from foundation.storage.corpus.vectors import forget_vectors
from foundation.storage.database.engine import PATIENCE_S, answered_within
from foundation.storage.database.erasure_guard import LeavingAware
from foundation.storage.database.json_text import dump, plain
from foundation.storage.database.repository import who
from foundation.storage.records import Chunk, Document, Excerpt
from foundation.storage.tables.corpus import chunks, documents

_INSERT_CHUNKS = text(
    """
    INSERT INTO chunks (tenant_id, owner_id, pack, document_id, source, chunk_id, title, text, content_hash, near_group,
                        uri, start_offset, end_offset, as_of, example, position, place)
    SELECT :tenant_id, :owner_id, :pack, :document_id, :source, c.chunk_id, c.title, c.text, c.content_hash,
           c.near_group, c.uri, c.start_offset, c.end_offset, c.as_of, c.example, c.position, c.place
    FROM jsonb_to_recordset(CAST(:chunks AS jsonb)) AS c (
        chunk_id text, title text, text text, content_hash text, near_group text, uri text, start_offset int,
        end_offset int, as_of text, example boolean, position int, place jsonb)
    """
)
PASSAGES = 2_000
"""Most passages of one document that one query reads."""
SILENT_S = 30.0
"""Timeout for the next page of a long read: half of the time limit of a turn."""
WHOLE_S = 300.0
"""Timeout for what reads or sorts every passage of a pack before its first row: some 6 s per million passages where
nothing else runs, several times that beside other work. An index is built with it, and no turn waits for that long."""
BATCH = 1_000
"""Passages written by one statement, or read together: about two megabytes of JSON."""


@dataclass(frozen=True)
class Shelved:
    """A document, by its name."""

    document_id: str
    pack: str
    source: str


class CorpusRepository(LeavingAware):
    """The corpora of one tenant."""

    patience_s = None

    async def upsert_document(self, principal: Principal, document: Document, passages: Iterable[Chunk]) -> bool:
        """Stores the document and replaces its passages, in one transaction, a batch at a time: `passages` may be made
        while it is read. False, and nothing touched, when all of it was there already."""
        async with self._transaction() as connection:
            await self._require_present(connection, principal)
            await alone(connection, "corpus", principal.tenant_id, document.pack)
            before = await _document_row(connection, principal, document)
            if before is not None and _is_headed_alike(before, document):
                passages = await asyncio.to_thread(list, passages)
                if await _holds(connection, principal, document, passages):
                    return False
            await _replace(connection, principal, document, passages)
            await bump(connection, principal, document.pack, "corpus", document.source)
            if before is not None and before.source != document.source:
                await bump(connection, principal, document.pack, "corpus", before.source)
        return True

    async def delete_document(self, principal: Principal, pack: str, document_id: str) -> bool:
        """Removes it with its passages; False when it was not there."""
        statement = (
            delete(documents)
            .where(
                documents.c.tenant_id == principal.tenant_id,
                documents.c.pack == pack,
                documents.c.document_id == document_id,
            )
            .returning(documents.c.source)
        )
        async with self._transaction() as connection:
            await alone(connection, "corpus", principal.tenant_id, pack)
            before = await _hashes(connection, principal, pack, document_id)
            gone = (await connection.execute(statement)).first()
            if gone is not None:
                await forget_vectors(connection, principal, pack, before)
                await bump(connection, principal, pack, "corpus", gone.source)
        return gone is not None

    async def documents(self, principal: Principal, pack: str, source: str) -> dict[str, str]:
        """Document id -> content hash of all documents in the source: an ingest skips unchanged ones."""
        statement = select(documents.c.document_id, documents.c.content_hash).where(
            documents.c.tenant_id == principal.tenant_id, documents.c.pack == pack, documents.c.source == source
        )
        return {row.document_id: row.content_hash for row in await self._all(statement)}

    async def chunks(self, principal: Principal, pack: str) -> AsyncGenerator[Chunk]:
        """Every passage of the pack in a stable order, read as it is needed."""
        async with self.snapshot(principal, pack) as now:
            async for chunk in now.chunks(None):
                yield chunk

    @asynccontextmanager
    async def snapshot(self, principal: Principal, pack: str) -> AsyncGenerator[CorpusSnapshot]:
        """A consistent snapshot of the pack, unaffected by concurrent writes."""
        engine = self._engine.execution_options(isolation_level="REPEATABLE READ")
        async with AsyncExitStack() as opened:
            async with answered_within(PATIENCE_S):
                connection = await opened.enter_async_context(engine.connect())
            yield CorpusSnapshot(connection, principal, pack)

    async def chunk(self, principal: Principal, chunk_id: str) -> Chunk:
        """One passage. Raises UnknownDocument."""
        statement = (
            select(*CHUNK_COLUMNS)
            .where(chunks.c.tenant_id == principal.tenant_id, chunks.c.chunk_id == chunk_id)
            .order_by(chunks.c.pack)
            .limit(1)
        )
        row = await self._first(statement)
        if row is None:
            raise UnknownDocument
        return chunk_of(row)

    async def chunks_named(self, principal: Principal, pack: str, chunk_ids: Sequence[str]) -> dict[str, Chunk]:
        """Id -> passage, of those that are in the pack: one question to the database, however many are wanted."""
        rows = await self._all(_NAMED, tenant_id=principal.tenant_id, pack=pack, chunk_ids=list(chunk_ids))
        return {row.chunk_id: chunk_of(row) for row in rows}

    async def shelved(self, principal: Principal, packs: Sequence[str], after: str, limit: int) -> list[Shelved]:
        """Documents of these packs in the order of their ids, those behind `after`."""
        statement = (
            select(documents.c.document_id, documents.c.pack, documents.c.source)
            .where(
                documents.c.tenant_id == principal.tenant_id,
                documents.c.pack.in_(packs),
                documents.c.document_id > after,
            )
            .order_by(documents.c.document_id, documents.c.pack)
            .limit(limit)
        )
        return [Shelved(row.document_id, row.pack, row.source) for row in await self._all(statement)]

    async def passages(self, principal: Principal, document_id: str) -> list[Chunk]:
        """A document's passages in reading order, at most PASSAGES. Raises UnknownDocument."""
        statement = (
            select(*CHUNK_COLUMNS)
            .where(chunks.c.tenant_id == principal.tenant_id, chunks.c.document_id == document_id)
            .order_by(chunks.c.pack, chunks.c.position, chunks.c.chunk_id)
            .limit(PASSAGES)
        )
        found = [chunk_of(row) for row in await self._all(statement)]
        if not found:
            raise UnknownDocument
        return [passage for passage in found if passage.pack == found[0].pack]

    async def excerpt(self, principal: Principal, document_id: str, around: str | None = None) -> Excerpt:
        """The document with its text: all of it, or of one with more than PASSAGES those about the passage `around`
        (its chunk id), from the beginning when that is not there. Raises UnknownDocument."""
        mine = and_(chunks.c.tenant_id == principal.tenant_id, chunks.c.document_id == document_id)
        pack = select(func.min(chunks.c.pack)).where(mine).scalar_subquery()
        mine = and_(mine, chunks.c.pack == pack)
        middle = func.coalesce(select(chunks.c.position).where(mine, chunks.c.chunk_id == around).scalar_subquery(), 0)
        total = select(func.count()).select_from(chunks).where(mine).scalar_subquery()
        first = func.greatest(0, func.least(middle - PASSAGES // 2, total - PASSAGES))
        rows = await self._all(
            select(*CHUNK_COLUMNS, total.label("total"))
            .where(mine, chunks.c.position >= first)
            .order_by(chunks.c.position, chunks.c.chunk_id)
            .limit(PASSAGES)
        )
        if not rows:
            raise UnknownDocument
        found = tuple(chunk_of(row) for row in rows)
        whole = found[-1].position + 1 >= rows[0].total
        start = found[0].start if found[0].position else 0
        text = await self._text(principal, found[0], start, None if whole else found[-1].end)
        return Excerpt(found, text, start, rows[0].total)

    async def _text(self, principal: Principal, chunk: Chunk, start: int, end: int | None) -> str:
        sliced = func.substr(documents.c.text, start + 1, *(() if end is None else (end - start,)))
        row = await self._first(
            select(sliced).where(
                documents.c.tenant_id == principal.tenant_id,
                documents.c.pack == chunk.pack,
                documents.c.document_id == chunk.document_id,
            )
        )
        return "" if row is None else row[0]

    async def neighbours(self, principal: Principal, chunk: Chunk, reach: int = 1) -> list[Chunk]:
        """The passages up to `reach` before and behind this one in its document, in reading order, without it."""
        statement = (
            select(*CHUNK_COLUMNS)
            .where(
                _of_pack(principal, chunk.pack),
                chunks.c.document_id == chunk.document_id,
                chunks.c.position.between(chunk.position - reach, chunk.position + reach),
                chunks.c.chunk_id != chunk.chunk_id,
            )
            .order_by(chunks.c.position, chunks.c.chunk_id)
        )
        return [chunk_of(row) for row in await self._all(statement)]

    async def present(self, principal: Principal, pack: str, hashes: Sequence[str]) -> set[str]:
        """Those of the content hashes that are still in the pack's corpus."""
        statement = select(chunks.c.content_hash).where(
            _of_pack(principal, pack), chunks.c.content_hash.in_(list(hashes))
        )
        return {row.content_hash for row in await self._all(statement)}

    async def version(self, principal: Principal, pack: str, source: str) -> str:
        """Equal versions mean that nothing in the source changed."""
        row = await self._first(VERSION, **versions_key(principal, pack, "corpus"), name=source)
        return UNFILLED if row is None else str(row.version)

    async def versions(self, principal: Principal, pack: str) -> dict[str, str]:
        """Source -> version, of every source of the pack that was ever filled."""
        rows = await self._all(VERSIONS, **versions_key(principal, pack, "corpus"))
        return {row.name: str(row.version) for row in rows}

    async def everybodys_versions(self) -> dict[tuple[str, str], dict[str, str]]:
        """SYSTEM: (tenant, pack) -> source -> version, of all that was ever filled."""
        found: dict[tuple[str, str], dict[str, str]] = {}
        for row in await self._all(EVERYBODYS_VERSIONS, kind="corpus"):
            found.setdefault((row.tenant_id, row.pack), {})[row.name] = str(row.version)
        return found

    async def analyze(self) -> None:
        """SYSTEM: the query planner learns how many passages there are and of which packs: 0.3 s for 100,000."""
        await self._analyze("documents", "chunks")

    async def counts(self, principal: Principal, pack: str) -> dict[str, tuple[int, int]]:
        """Source -> (documents, passages)."""
        per_source = (
            select(chunks.c.source, func.count().label("passages"))
            .where(_of_pack(principal, pack))
            .group_by(chunks.c.source)
            .subquery()
        )
        statement = (
            select(
                documents.c.source,
                func.count().label("documents"),
                func.coalesce(func.max(per_source.c.passages), 0).label("passages"),
            )
            .outerjoin(per_source, per_source.c.source == documents.c.source)
            .where(documents.c.tenant_id == principal.tenant_id, documents.c.pack == pack)
            .group_by(documents.c.source)
        )
        return {row.source: (row.documents, row.passages) for row in await self._all(statement)}


class CorpusSnapshot:
    """A consistent snapshot of a pack's passages."""

    def __init__(self, connection: AsyncConnection, principal: Principal, pack: str) -> None:
        self._connection = connection
        self._principal = principal
        self._pack = pack

    async def marks(self) -> Mapping[str, PartMark]:
        """Part -> its mark, of those that hold passages; about 0.6 s for 100,000 passages."""
        async with answered_within(WHOLE_S):
            rows = await self._connection.execute(MARKS, {"tenant_id": self._principal.tenant_id, "pack": self._pack})
        return {row.part: PartMark(row.passages, row.mark) for row in rows}

    async def chunks(self, parts: Sequence[str] | None) -> AsyncGenerator[Chunk]:
        """Every passage of these parts, of all with None, in a stable order, read as it is needed."""
        statement = (
            select(*CHUNK_COLUMNS)
            .where(_of_pack(self._principal, self._pack))
            .order_by(chunks.c.source, chunks.c.document_id, chunks.c.position, chunks.c.chunk_id)
        )
        if parts is not None:
            statement = statement.where(IN_PARTS).params(parts=list(parts))
        async with answered_within(WHOLE_S):
            pages = (await self._connection.stream(statement)).partitions(BATCH)
            page = await anext(pages, None)
        while page is not None:
            for row in page:
                yield chunk_of(row)
            async with answered_within(SILENT_S):
                page = await anext(pages, None)


def _of_pack(principal: Principal, pack: str) -> ColumnElement[bool]:
    return and_(chunks.c.tenant_id == principal.tenant_id, chunks.c.pack == pack)


async def _document_row(connection: AsyncConnection, principal: Principal, document: Document) -> Row[Any] | None:
    found = await connection.execute(
        select(*(column for column in documents.c if column is not documents.c.text)).where(
            documents.c.tenant_id == principal.tenant_id,
            documents.c.pack == document.pack,
            documents.c.document_id == document.document_id,
        )
    )
    return found.first()


def _is_headed_alike(before: Row[Any], document: Document) -> bool:
    kept = (before.content_hash, before.source, before.uri, before.title, before.metadata)
    return kept == (document.content_hash, document.source, document.uri, plain(document.title), document.metadata)


async def _holds(
    connection: AsyncConnection, principal: Principal, document: Document, passages: Sequence[Chunk]
) -> bool:
    there = await connection.execute(
        select(*(chunks.c[name] for name in FORM))
        .where(_of_pack(principal, document.pack), chunks.c.document_id == document.document_id)
        .order_by(chunks.c.chunk_id)
    )
    # Sorted here: the database's order of words depends on its collation.
    kept = sorted((dict(row) for row in there.mappings()), key=lambda row: str(row["chunk_id"]))
    return kept == sorted(map(stored_form, passages), key=lambda row: str(row["chunk_id"]))


async def _replace(
    connection: AsyncConnection, principal: Principal, document: Document, passages: Iterable[Chunk]
) -> None:
    content = {
        **who(principal),
        "source": document.source,
        "uri": document.uri,
        "title": plain(document.title),
        "content_hash": document.content_hash,
        "metadata": document.metadata,
        "text": plain(document.text),
        "updated_at": func.clock_timestamp(),
    }
    await connection.execute(
        insert(documents)
        .values(pack=document.pack, document_id=document.document_id, **content)
        .on_conflict_do_update(index_elements=["tenant_id", "pack", "document_id"], set_=content)
    )
    of_document = and_(_of_pack(principal, document.pack), chunks.c.document_id == document.document_id)
    before = await _hashes(connection, principal, document.pack, document.document_id)
    await connection.execute(delete(chunks).where(of_document))
    values = {**who(principal), "pack": document.pack, "document_id": document.document_id, "source": document.source}
    left = iter(passages)
    # Made in a thread: a thousand are half a second of hashing, and the event loop serves everybody.
    while batch := await asyncio.to_thread(_written_batch, left):
        await connection.execute(_INSERT_CHUNKS, {**values, "chunks": batch})
    await forget_vectors(connection, principal, document.pack, before)


def _written_batch(left: Iterator[Chunk]) -> str:
    """The next BATCH passages as JSON; "" when none is left."""
    batch = [stored_form(passage) for passage in islice(left, BATCH)]
    return dump(batch) if batch else ""


async def _hashes(
    connection: AsyncConnection, principal: Principal, pack: str, document_id: str
) -> set[tuple[str, str]]:
    """(source, content hash) of a document's passages."""
    of_document = and_(_of_pack(principal, pack), chunks.c.document_id == document_id)
    found = await connection.execute(select(chunks.c.source, chunks.c.content_hash).where(of_document))
    return {(row.source, row.content_hash) for row in found}


# Every search reads these: built once.
_NAMED = select(*CHUNK_COLUMNS).where(
    chunks.c.tenant_id == bindparam("tenant_id"),
    chunks.c.pack == bindparam("pack"),
    chunks.c.chunk_id.in_(bindparam("chunk_ids", expanding=True)),
)
