"""The input for collecting entities: documents with their headings and passages, and distinct cells of tables, from
one snapshot and with its version."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from sqlalchemy import and_, bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from foundation.contracts.entities import PassageFacts
from foundation.contracts.identity import Principal
from foundation.storage.corpus.source_versions import UNFILLED, VERSION, VersionKind, versions_key
from foundation.storage.database.repository import Repository
from foundation.storage.tables.corpus import chunks, documents, source_versions, table_rows

_ALL_VERSIONS = select(source_versions.c.kind, source_versions.c.name, source_versions.c.version).where(
    source_versions.c.tenant_id == bindparam("tenant_id"), source_versions.c.pack == bindparam("pack")
)


_EVERYBODYS_VERSIONS = select(
    source_versions.c.tenant_id,
    source_versions.c.pack,
    source_versions.c.kind,
    source_versions.c.name,
    source_versions.c.version,
)


class FactsRepository(Repository):
    """Reads a tenant's sources for collecting."""

    async def versions(self, principal: Principal, pack: str) -> dict[tuple[str, str], str]:
        """(kind, source) -> version, of every source of the pack that was ever filled."""
        rows = await self._all(_ALL_VERSIONS, tenant_id=principal.tenant_id, pack=pack)
        return {(row.kind, row.name): str(row.version) for row in rows}

    async def everybodys_versions(self) -> dict[tuple[str, str], dict[tuple[str, str], str]]:
        """SYSTEM: (tenant, pack) -> (kind, source) -> version, of all that was ever filled."""
        found: dict[tuple[str, str], dict[tuple[str, str], str]] = {}
        for row in await self._all(_EVERYBODYS_VERSIONS):
            found.setdefault((row.tenant_id, row.pack), {})[row.kind, row.name] = str(row.version)
        return found

    @asynccontextmanager
    async def snapshot(
        self, principal: Principal, pack: str, source: str, kind: VersionKind
    ) -> AsyncGenerator[SourceSnapshot]:
        """A consistent snapshot of a source, unaffected by concurrent writes."""
        engine = self._engine.execution_options(isolation_level="REPEATABLE READ")
        async with engine.connect() as connection:
            found = await connection.execute(VERSION, {**versions_key(principal, pack, kind), "name": source})
            row = found.first()
            version = UNFILLED if row is None else str(row.version)
            yield SourceSnapshot(connection, principal, (pack, source), version)


class SourceSnapshot:
    """A consistent snapshot of one source."""

    def __init__(
        self, connection: AsyncConnection, principal: Principal, source: tuple[str, str], version: str
    ) -> None:
        self._connection = connection
        self._principal = principal
        self._pack, self._source = source
        self.version = version

    async def passages(self) -> AsyncGenerator[PassageFacts]:
        """Every passage of a documents source, document by document in reading order."""
        joined = and_(
            documents.c.tenant_id == chunks.c.tenant_id,
            documents.c.pack == chunks.c.pack,
            documents.c.document_id == chunks.c.document_id,
        )
        statement = (
            select(
                chunks.c.document_id,
                documents.c.title,
                documents.c.metadata,
                chunks.c.chunk_id,
                chunks.c.title.label("heading"),
                chunks.c.text,
            )
            .join_from(chunks, documents, joined)
            .where(
                chunks.c.tenant_id == self._principal.tenant_id,
                chunks.c.pack == self._pack,
                chunks.c.source == self._source,
            )
            .order_by(chunks.c.document_id, chunks.c.position, chunks.c.chunk_id)
        )
        async for row in await self._connection.stream(statement):
            yield PassageFacts(row.document_id, row.title, row.metadata, row.chunk_id, row.heading, row.text)

    async def cells(self, columns: Sequence[str]) -> list[dict[str, str]]:
        """Every distinct combination of these columns' words in a table source; empty cells are left out."""
        chosen = [table_rows.c.data[name].astext.label(name) for name in columns]
        statement = (
            select(*chosen)
            .where(
                table_rows.c.tenant_id == self._principal.tenant_id,
                table_rows.c.pack == self._pack,
                table_rows.c.table_name == self._source,
                table_rows.c.removed_at.is_(None),
            )
            .distinct()
            .order_by(*chosen)
        )
        rows = (await self._connection.execute(statement)).mappings() if columns else ()
        return [{str(name): str(cell) for name, cell in row.items() if cell is not None} for row in rows]
