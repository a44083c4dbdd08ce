"""The statements over one table's stored rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from sqlalchemy import ColumnElement, Select, literal, or_, select

from execution_agents.search.sources.table_figures import RowSet
from execution_agents.search.sources.table_filters import TableFilters, day_of, month_of, number_of, text_of
from foundation.contracts.identity import Principal
from foundation.contracts.ports import RowOrder
from foundation.contracts.work import Slots
from foundation.domains.schema.pack import SlotColumn, TableSource
from foundation.storage.tables.corpus import tenant_rows

Statement = Select[*tuple[Any, ...]]


class RowStore(Protocol):
    """The rows repository's interface as far as it is needed. It knows whose rows `tenant_rows` are."""

    async def select(self, principal: Principal, statement: Statement) -> Sequence[Mapping[str, Any]]: ...

    async def version(self, principal: Principal, pack: str, table: str) -> str: ...

    async def present(self, principal: Principal, pack: str, table: str, hashes: Sequence[str]) -> set[str]: ...


class TableReader:
    """Reads one table of one pack. Every method raises ValueError for a slot value that is not canonical."""

    def __init__(self, source: TableSource, pack: str, filters: TableFilters, rows: RowStore) -> None:
        self._source = source
        self._pack = pack
        self._filters = filters
        self._rows = rows

    async def select(self, principal: Principal, statement: Statement) -> Sequence[Mapping[str, Any]]:
        """Rows of any statement over this tenant's rows."""
        return await self._rows.select(principal, statement)

    async def first(
        self, principal: Principal, slots: Slots, limit: int, asked: RowOrder | None = None
    ) -> Sequence[Mapping[str, Any]]:
        """row_id, content_hash and data of the rows within the slots, in the order asked for, else the declared one."""
        names = [name for name in (self._source.order_by, self._source.as_of) if name]
        order: list[ColumnElement[Any]] = [
            text_of(tenant_rows.c.data, self._filters.columns[name]).desc().nulls_last() for name in names
        ]
        if asked is not None:
            number = number_of(tenant_rows.c.data, self._filters.columns[asked.column])
            order.insert(0, (number.desc() if asked.descending else number.asc()).nulls_last())
        statement = select(tenant_rows.c.row_id, tenant_rows.c.content_hash, tenant_rows.c.data)
        chosen = statement.where(*self._live(slots)).order_by(*order, tenant_rows.c.row_id).limit(limit)
        return await self._rows.select(principal, chosen)

    async def any(self, principal: Principal, slots: Slots) -> bool:
        """True when there is a row within the slots."""
        statement = select(literal(1).label("one")).select_from(tenant_rows).where(*self._live(slots)).limit(1)
        return bool(await self._rows.select(principal, statement))

    async def touched(self, principal: Principal, slots: Slots, since: datetime) -> bool:
        """True when a row within the slots was added, changed or removed since then."""
        within = self._filters.conditions(tenant_rows.c.data, slots)
        changed = or_(tenant_rows.c.updated_at > since, tenant_rows.c.removed_at > since)
        statement = select(literal(1).label("one")).select_from(tenant_rows)
        return bool(await self._rows.select(principal, statement.where(*self._mine(), *within, changed).limit(1)))

    async def regions(self, principal: Principal, mapped: SlotColumn) -> list[str]:
        """Every region the table has rows of."""
        return await self._distinct(principal, text_of(tenant_rows.c.data, self._filters.columns[mapped.column]), {})

    async def months(self, principal: Principal, mapped: SlotColumn, slots: Slots) -> list[str]:
        """Every month the table has rows of within the slots, oldest first."""
        return await self._distinct(
            principal, month_of(tenant_rows.c.data, self._filters.columns[mapped.column]), slots
        )

    async def days(self, principal: Principal, mapped: SlotColumn, slots: Slots) -> list[str]:
        """Every day the table has rows of within the slots, oldest first; empty where its rows have months alone."""
        column = self._filters.day_column(mapped)
        return [] if column is None else await self._distinct(principal, day_of(tenant_rows.c.data, column), slots)

    def rows(self, slots: Slots) -> RowSet:
        """The rows within the slots, to compute figures over."""
        return RowSet(tenant_rows.c.data, tenant_rows, self._live(slots))

    async def _distinct(self, principal: Principal, value: ColumnElement[str], slots: Slots) -> list[str]:
        statement = select(value.label("value")).where(*self._live(slots)).distinct().order_by("value")
        return [row["value"] for row in await self._rows.select(principal, statement) if row["value"] is not None]

    def _live(self, slots: Slots) -> list[ColumnElement[bool]]:
        within = self._filters.conditions(tenant_rows.c.data, slots)
        return [*self._mine(), tenant_rows.c.removed_at.is_(None), *within]

    def _mine(self) -> list[ColumnElement[bool]]:
        return [tenant_rows.c.pack == self._pack, tenant_rows.c.table_name == self._source.name]
