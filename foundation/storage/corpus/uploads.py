"""People's own uploads through the service: they are erased with the person. Documents ingested on the host, and those
that a pack ships, belong to the tenant and stay, without a person's name."""

from __future__ import annotations

from sqlalchemy import and_, delete
from sqlalchemy.ext.asyncio import AsyncConnection

from foundation.contracts.identity import Principal
from foundation.storage.corpus.entities import forget_entities
from foundation.storage.corpus.source_versions import bump
from foundation.storage.tables.corpus import documents, ingest_reports, table_rows

UPLOADED = "upload:"
"""An upload's origin begins with it, then the name it was sent under."""


async def erase_uploads(connection: AsyncConnection, principal: Principal) -> set[str]:
    """Removes the person's uploaded documents, with their passages, and rows; the packs that changed."""
    mine = and_(
        documents.c.tenant_id == principal.tenant_id,
        documents.c.owner_id == principal.owner_id,
        documents.c.metadata["origin"].astext.startswith(UPLOADED, autoescape=True),
    )
    gone = await connection.execute(delete(documents).where(mine).returning(documents.c.pack, documents.c.source))
    corpora = {(row.pack, row.source) for row in gone}
    rows = and_(
        table_rows.c.tenant_id == principal.tenant_id,
        table_rows.c.owner_id == principal.owner_id,
        table_rows.c.origin.startswith(UPLOADED, autoescape=True),
    )
    gone = await connection.execute(
        delete(table_rows).where(rows).returning(table_rows.c.pack, table_rows.c.table_name)
    )
    tables = {(row.pack, row.table_name) for row in gone}
    await connection.execute(
        delete(ingest_reports).where(
            ingest_reports.c.tenant_id == principal.tenant_id,
            ingest_reports.c.owner_id == principal.owner_id,
            ingest_reports.c.origin.startswith(UPLOADED, autoescape=True),
        )
    )
    for pack, source in sorted(corpora):
        await bump(connection, principal, pack, "corpus", source)
    for pack, table in sorted(tables):
        await bump(connection, principal, pack, "table", table)
    # After the version change: writers of these sources' entities have ended, and later ones see the new version.
    await forget_entities(connection, principal, sorted(corpora | tables))
    return {pack for pack, _ in corpora | tables}
