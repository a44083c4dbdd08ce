"""Which documents and rows came from which folder: what lets an ingest see that one vanished."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import literal, select

from foundation.contracts.identity import Principal
from foundation.storage.database.repository import Repository
from foundation.storage.tables.corpus import documents, table_rows


@dataclass(frozen=True)
class KeptFile:
    """The file a document was read from, and its digest where one was kept."""

    file: str
    digest: str


class OriginsRepository(Repository):
    """Documents by the `origin` in their metadata, rows by theirs."""

    patience_s = None

    async def documents_of(self, principal: Principal, pack: str, source: str, origin: str) -> set[str]:
        """Ids of the source's documents that were last written from this origin."""
        statement = select(documents.c.document_id).where(
            documents.c.tenant_id == principal.tenant_id,
            documents.c.pack == pack,
            documents.c.source == source,
            documents.c.metadata["origin"].astext == origin,
        )
        return {row.document_id for row in await self._all(statement)}

    async def files_of(self, principal: Principal, pack: str, source: str, origin: str) -> dict[str, KeptFile]:
        """Document id -> its file, of the source's documents that were last written from this origin."""
        kept = documents.c.metadata
        statement = select(
            documents.c.document_id, kept["file"].astext.label("file"), kept["digest"].astext.label("digest")
        ).where(
            documents.c.tenant_id == principal.tenant_id,
            documents.c.pack == pack,
            documents.c.source == source,
            kept["origin"].astext == origin,
        )
        return {row.document_id: KeptFile(row.file or "", row.digest or "") for row in await self._all(statement)}

    async def has_rows_of(self, principal: Principal, pack: str, table: str, origin: str) -> bool:
        """True when rows of the table were last written from this origin."""
        statement = (
            select(literal(1))
            .select_from(table_rows)
            .where(
                table_rows.c.tenant_id == principal.tenant_id,
                table_rows.c.pack == pack,
                table_rows.c.table_name == table,
                table_rows.c.origin == origin,
                table_rows.c.removed_at.is_(None),
            )
            .limit(1)
        )
        return await self._first(statement) is not None
