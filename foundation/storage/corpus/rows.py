"""Rows of table sources: kept while unchanged, left as tombstones when they vanish, read by typed statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, TextClause, and_, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.visitors import HasTraverseInternals

from foundation.contracts.identity import Principal
from foundation.storage.corpus.source_versions import UNFILLED, VERSION, alone, bump, versions_key
from foundation.storage.database.erasure_guard import LeavingAware
from foundation.storage.database.json_text import dump
from foundation.storage.database.repository import who
from foundation.storage.records import TableRow
from foundation.storage.tables.corpus import table_rows, tenant_rows

BATCH = 2_000
"""Rows written by one statement: a few hundred kilobytes of JSON."""

_UPSERT = text(
    """
    INSERT INTO table_rows AS kept (tenant_id, owner_id, pack, table_name, row_id, content_hash, data, origin,
                                    updated_at)
    SELECT :tenant_id, :owner_id, :pack, :table_name, r.row_id, r.content_hash, r.data, :origin, :moment
    FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS r (row_id text, content_hash text, data jsonb)
    ON CONFLICT (tenant_id, pack, table_name, row_id) DO UPDATE SET
        owner_id = excluded.owner_id, content_hash = excluded.content_hash, data = excluded.data,
        origin = excluded.origin, removed_at = NULL,
        updated_at = CASE WHEN kept.content_hash = excluded.content_hash AND kept.removed_at IS NULL
                     THEN kept.updated_at ELSE excluded.updated_at END
        WHERE kept.content_hash <> excluded.content_hash OR kept.removed_at IS NOT NULL
            OR kept.origin <> excluded.origin
    RETURNING xmax = 0 AS added, updated_at = :moment AS changed
    """
)

_REMOVE_MISSING = text(
    """
    UPDATE table_rows SET removed_at = :moment, updated_at = :moment
    WHERE tenant_id = :tenant_id AND pack = :pack AND table_name = :table_name AND origin = :origin
        AND removed_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM unnest(CAST(:row_ids AS text[])) AS given WHERE given = table_rows.row_id)
    """
)


class RowsRepository(LeavingAware):
    """The table sources of one tenant."""

    patience_s = None

    async def analyze(self) -> None:
        """SYSTEM: the query planner learns how many rows there are and of which tables."""
        await self._analyze("table_rows")

    async def upsert_rows(
        self,
        principal: Principal,
        pack: str,
        table: str,
        rows: Sequence[TableRow],
        *,
        replace_missing: bool = False,
        origin: str = "",
    ) -> tuple[int, int, int]:
        """(added, changed, removed). With `replace_missing`, rows of the same origin that are not given become
        tombstones. A row that comes back counts as changed. The version moves only when a count is not 0."""
        values: dict[str, Any] = {**who(principal), "pack": pack, "table_name": table, "origin": origin}
        given = {row.row_id: row for row in rows}
        async with self._transaction() as connection:
            await self._require_present(connection, principal)
            await alone(connection, "table", principal.tenant_id, pack, table)
            values["moment"] = await _now(connection)
            added, changed = await _store(connection, values, list(given.values()))
            removed = 0
            if replace_missing:
                removed = (await connection.execute(_REMOVE_MISSING, {**values, "row_ids": list(given)})).rowcount
            if added or changed or removed:
                await bump(connection, principal, pack, "table", table)
        return added, changed, removed

    async def version(self, principal: Principal, pack: str, table: str) -> str:
        """Equal versions mean that nothing in the table changed."""
        row = await self._first(VERSION, **versions_key(principal, pack, "table"), name=table)
        return UNFILLED if row is None else str(row.version)

    async def present(self, principal: Principal, pack: str, table: str, hashes: Sequence[str]) -> set[str]:
        """Those of the content hashes that are still in the table."""
        statement = select(table_rows.c.content_hash).where(
            _live(principal, pack, table), table_rows.c.content_hash.in_(list(hashes))
        )
        return {row.content_hash for row in await self._all(statement)}

    async def count(self, principal: Principal, pack: str, table: str) -> int:
        """How many rows the table has now."""
        row = await self._first(select(func.count()).select_from(table_rows).where(_live(principal, pack, table)))
        return 0 if row is None else row[0]

    async def select(self, principal: Principal, statement: Select[*tuple[Any, ...]]) -> list[dict[str, Any]]:
        """Runs a select over `tenant_rows`, which are this tenant's alone; tombstones are the caller's to keep out
        (`removed_at`). Tables and SQL text are refused (ValueError): they would hold other tenants' rows."""
        for part in _parts(statement):
            if isinstance(part, Table | TextClause):
                raise ValueError(f"a statement over tenant_rows may not read {part}")
        async with self._connected() as connection:
            found = await connection.execute(statement, {"asking_tenant": principal.tenant_id})
            return [dict(row) for row in found.mappings()]


def _parts(element: HasTraverseInternals) -> Iterator[HasTraverseInternals]:
    """All parts of a statement, recursively, except the parts of `tenant_rows` itself."""
    if element is tenant_rows:
        return
    yield element
    for child in element.get_children():
        yield from _parts(child)


def _live(principal: Principal, pack: str, table: str) -> ColumnElement[bool]:
    return and_(
        table_rows.c.tenant_id == principal.tenant_id,
        table_rows.c.pack == pack,
        table_rows.c.table_name == table,
        table_rows.c.removed_at.is_(None),
    )


async def _now(connection: AsyncConnection) -> datetime:
    return (await connection.execute(select(func.clock_timestamp()))).scalar_one()


async def _store(connection: AsyncConnection, values: dict[str, Any], rows: Sequence[TableRow]) -> tuple[int, int]:
    added = changed = 0
    for start in range(0, len(rows), BATCH):
        batch = [
            {"row_id": row.row_id, "content_hash": row.content_hash, "data": row.data}
            for row in rows[start : start + BATCH]
        ]
        for written in await connection.execute(_UPSERT, {**values, "rows": dump(batch)}):
            added += written.added
            changed += written.changed and not written.added
    return added, changed
