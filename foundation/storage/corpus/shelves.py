"""The content of a pack's sources, for display: documents with their origins, tables with their days."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, func, select, tuple_

from foundation.contracts.errors import UnknownDocument
from foundation.contracts.identity import Principal
from foundation.storage.database.repository import Repository
from foundation.storage.tables.corpus import chunks, documents, table_rows


@dataclass(frozen=True)
class ShelfLine:
    """One document."""

    document_id: str
    source: str
    title: str
    uri: str
    origin: str
    """A folder, `upload:NAME`, or "pack"."""
    file: str
    owner_id: str
    updated_at: datetime
    passages: int
    as_of: str | None
    """The newest day mentioned in its passages."""
    example: bool


@dataclass(frozen=True)
class ShelfAsk:
    """A page of a pack's documents."""

    pack: str
    source: str | None = None
    words: str = ""
    """Part of the title or the file's name, whatever its case."""
    after: str = ""
    """The last document of the page before."""
    limit: int = 50


@dataclass(frozen=True)
class Held:
    """What one source holds."""

    parts: int
    """Passages or rows."""
    first: str | None
    """The oldest day of its data."""
    last: str | None
    changed_at: datetime | None
    example: bool
    """Something of it is example data."""


@dataclass(frozen=True)
class TableColumns:
    """The columns of a table that say a day and that mark example data; None: it has none."""

    day: str | None
    example: str | None


class ShelvesRepository(Repository):
    """The shelves of one tenant."""

    async def page(self, principal: Principal, ask: ShelfAsk) -> list[ShelfLine]:
        """By source and title."""
        wanted = _wanted(principal, ask)
        if ask.after:
            last = select(*_ORDER).where(_of(principal, ask.pack), documents.c.document_id == ask.after)
            wanted = and_(wanted, tuple_(*_ORDER) > last.scalar_subquery())
        return await self._lines(principal, wanted, ask.limit)

    async def count(self, principal: Principal, ask: ShelfAsk) -> int:
        """How many documents the filters leave, whichever page."""
        row = await self._first(select(func.count()).select_from(documents).where(_wanted(principal, ask)))
        return 0 if row is None else int(row[0])

    async def one(self, principal: Principal, pack: str, document_id: str) -> ShelfLine:
        """Raises UnknownDocument."""
        found = await self._lines(principal, and_(_of(principal, pack), documents.c.document_id == document_id), 1)
        if not found:
            raise UnknownDocument
        return found[0]

    async def _lines(self, principal: Principal, wanted: ColumnElement[bool], limit: int) -> list[ShelfLine]:
        page = select(documents).where(wanted).order_by(*_ORDER).limit(limit).subquery()
        facts = (
            select(
                chunks.c.pack,
                chunks.c.document_id,
                func.count().label("passages"),
                func.max(chunks.c.as_of).label("as_of"),
                func.bool_or(chunks.c.example).label("example"),
            )
            .where(
                chunks.c.tenant_id == principal.tenant_id,
                chunks.c.pack == page.c.pack,
                chunks.c.document_id == page.c.document_id,
            )
            .group_by(chunks.c.pack, chunks.c.document_id)
            .lateral()
        )
        statement = (
            select(page, facts.c.passages, facts.c.as_of, facts.c.example)
            .select_from(page.outerjoin(facts, facts.c.document_id == page.c.document_id))
            .order_by(page.c.source, page.c.title, page.c.document_id)
        )
        return [_line(row) for row in await self._all(statement)]

    async def passages_held(self, principal: Principal, pack: str) -> dict[str, Held]:
        """Source -> what its documents hold."""
        held = chunks.c
        rows = await self._all(
            select(
                held.source,
                func.count().label("parts"),
                func.min(held.as_of).label("first"),
                func.max(held.as_of).label("last"),
                func.bool_or(held.example).label("example"),
            )
            .where(held.tenant_id == principal.tenant_id, held.pack == pack)
            .group_by(held.source)
        )
        changed = await self._changed_days(principal, pack)
        return {
            row.source: Held(row.parts, row.first, row.last, changed.get(row.source), bool(row.example)) for row in rows
        }

    async def _changed_days(self, principal: Principal, pack: str) -> dict[str, datetime]:
        rows = await self._all(
            select(documents.c.source, func.max(documents.c.updated_at).label("changed"))
            .where(_of(principal, pack))
            .group_by(documents.c.source)
        )
        return {row.source: row.changed for row in rows}

    async def rows_held(self, principal: Principal, pack: str, table: str, columns: TableColumns) -> Held:
        """The current content of a table."""
        day = table_rows.c.data[columns.day].astext if columns.day else None
        example = table_rows.c.data[columns.example].astext == "true" if columns.example else None
        chosen: list[ColumnElement[Any]] = [func.count().label("parts"), func.max(table_rows.c.updated_at).label("at")]
        if day is not None:
            chosen += [func.min(day).label("first"), func.max(day).label("last")]
        if example is not None:
            chosen.append(func.bool_or(example).label("example"))
        row = await self._first(select(*chosen).where(_live(principal, pack, table)))
        return Held(
            getattr(row, "parts", 0),
            getattr(row, "first", None),
            getattr(row, "last", None),
            getattr(row, "at", None),
            example=bool(getattr(row, "example", False)),
        )

    async def rows(
        self, principal: Principal, pack: str, table: str, after: str, limit: int
    ) -> list[tuple[str, dict[str, Any]]]:
        """(id, cells) of a table's rows in the order of their ids, those behind this one."""
        statement = (
            select(table_rows.c.row_id, table_rows.c.data)
            .where(_live(principal, pack, table), table_rows.c.row_id > after)
            .order_by(table_rows.c.row_id)
            .limit(limit)
        )
        return [(row.row_id, row.data) for row in await self._all(statement)]


_ORDER = (documents.c.source, documents.c.title, documents.c.document_id)


def _of(principal: Principal, pack: str) -> ColumnElement[bool]:
    return and_(documents.c.tenant_id == principal.tenant_id, documents.c.pack == pack)


def _wanted(principal: Principal, ask: ShelfAsk) -> ColumnElement[bool]:
    wanted = [_of(principal, ask.pack)]
    if ask.source is not None:
        wanted.append(documents.c.source == ask.source)
    if ask.words:
        said = func.lower(documents.c.title + " " + func.coalesce(documents.c.metadata["file"].astext, ""))
        wanted.append(func.strpos(said, ask.words.lower()) > 0)
    return and_(*wanted)


def _live(principal: Principal, pack: str, table: str) -> ColumnElement[bool]:
    return and_(
        table_rows.c.tenant_id == principal.tenant_id,
        table_rows.c.pack == pack,
        table_rows.c.table_name == table,
        table_rows.c.removed_at.is_(None),
    )


def _line(row: Row[Any]) -> ShelfLine:
    kept: Mapping[str, Any] = row.metadata
    return ShelfLine(
        document_id=row.document_id,
        source=row.source,
        title=row.title,
        uri=row.uri,
        origin=str(kept.get("origin", "")),
        file=str(kept.get("file", "")),
        owner_id=row.owner_id,
        updated_at=row.updated_at,
        passages=row.passages or 0,
        as_of=row.as_of,
        example=bool(row.example),
    )
