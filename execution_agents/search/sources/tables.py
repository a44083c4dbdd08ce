"""Typed rows: filtered, counted and averaged by the database; what is cut off or missing is reported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from sqlalchemy import Integer, cast, func, literal, select
from sqlalchemy.dialects.postgresql import JSONB

from execution_agents.search.sources.rendering import RowWriter
from execution_agents.search.sources.table_figures import RowSet, TableFigures
from execution_agents.search.sources.table_filters import TableFilters
from execution_agents.search.sources.table_reader import RowStore, TableReader
from execution_agents.search.sources.table_scope import ScopeFinder
from foundation.contracts.errors import SourceFailed
from foundation.contracts.identity import Principal
from foundation.contracts.ports import SearchRequest, SearchResult
from foundation.contracts.work import Evidence, EvidenceItem, FieldValue, Slots, SourceKind
from foundation.domains.schema.pack import Pack, TableSource


class TableRows:
    """A pack's table source (implements `Source`)."""

    kind: SourceKind = "table"

    def __init__(self, declared: TableSource, pack: Pack, rows: RowStore) -> None:
        self.name = declared.name
        self._declared = declared
        self._pack = pack
        self._rows = rows
        self._filters = TableFilters(declared, pack)
        self._figures = TableFigures(declared, pack, self._filters)
        self._reader = TableReader(declared, pack.name, self._filters, rows)
        self._scopes = ScopeFinder(declared, self._filters, self._reader)

    async def search(self, request: SearchRequest) -> SearchResult:
        """Figures first, then rows up to the limit. Raises SourceFailed for a slot value that is not canonical."""
        # Read before the rows: a change in between makes the evidence look older than it is, never newer.
        version = await self.version(request.principal)
        limit = min(request.limit, self._declared.limit)
        writer = RowWriter(self._declared, self._pack, request.language)
        try:
            scope = await self._scopes.find(request)
            found = await self._reader.first(request.principal, scope.slots, limit + 1, request.order)
            rows = replace(self._reader.rows(scope.slots), question=request.question)
        except ValueError as problem:
            raise self._unreadable() from problem
        figures = await self._computed(request.principal, rows, scope.slots, writer) if found else ()
        left_out = self._scopes.not_applied(request, self._pack) if found else None
        notices = () if scope.replaced else scope.notices
        if not found and not scope.empty:
            notices = (*notices, await self._scopes.nothing(request, scope.slots, self._pack))
        notices = (*notices, left_out) if left_out else notices
        return SearchResult(
            items=(*figures, *(self._item(row, writer) for row in found[:limit])),
            source_version=version,
            complete=len(found) <= limit and not scope.replaced,
            aggregate=self._declared.is_aggregate,
            notice=" ".join(notices) or None,
            instead=" ".join(scope.notices) if scope.replaced else None,
        )

    async def version(self, principal: Principal) -> str:
        """The table's version: changes when a row is added, changed or removed."""
        return await self._rows.version(principal, self._pack.name, self.name)

    async def changed_items(self, principal: Principal, items: Sequence[EvidenceItem]) -> bool:
        """True if a row was changed or removed (figures follow from rows and are not looked up)."""
        hashes = {item.content_hash for item in items if not item.derived}
        if not hashes:
            return False
        return not hashes <= await self._rows.present(principal, self._pack.name, self.name, sorted(hashes))

    async def changed_within(self, principal: Principal, slots: Slots, since: datetime) -> bool:
        """True when a row within the slots was added, changed or removed since then."""
        try:
            return await self._reader.touched(principal, slots, since)
        except ValueError:
            # What cannot be looked up does not count as unchanged.
            return True

    async def narrow(
        self, principal: Principal, evidence: Evidence, slots: Slots, language: str = "ko"
    ) -> tuple[EvidenceItem, ...]:
        """This source's rows of the evidence that fit the narrower slots, and figures recomputed by SQL over exactly
        these rows: nothing is searched. Raises SourceFailed for a slot value that is not canonical."""
        held = [item for item in evidence.items if item.source == self.name and not item.derived]
        within = {name: tuple(values) for name, values in slots.items() if values}
        try:
            rows = self._held(held, within)
        except ValueError as problem:
            raise self._unreadable() from problem
        at = rows.origin.c["at"]
        chosen = select(at).select_from(rows.origin).where(*rows.conditions).order_by(at)
        kept = [held[int(row["at"])] for row in await self._reader.select(principal, chosen)]
        writer = RowWriter(self._declared, self._pack, language)
        figures = await self._computed(principal, rows, within, writer) if kept else ()
        return (*figures, *kept)

    def _held(self, items: Sequence[EvidenceItem], slots: Slots) -> RowSet:
        """The items' typed rows as a relation: one JSON parameter, read by the same conditions as stored rows."""
        parameter = literal([{"at": at, "data": item.fields} for at, item in enumerate(items)], JSONB)
        element = func.jsonb_array_elements(parameter).column_valued("element")
        origin = select(
            cast(func.jsonb_extract_path_text(element, "at"), Integer).label("at"),
            func.jsonb_extract_path(element, "data", type_=JSONB).label("data"),
        ).subquery("held")
        data = origin.c["data"]
        return RowSet(data, origin, self._filters.conditions(data, slots))

    async def _computed(
        self, principal: Principal, rows: RowSet, slots: Slots, writer: RowWriter
    ) -> tuple[EvidenceItem, ...]:
        if not self._figures.declared:
            return ()
        found = await self._reader.select(principal, self._figures.statement(rows, slots))
        return self._figures.items(found, slots, writer)

    def _item(self, row: Mapping[str, Any], writer: RowWriter) -> EvidenceItem:
        data: dict[str, FieldValue] = {column.name: row["data"].get(column.name) for column in self._declared.columns}
        return EvidenceItem(
            item_id=row["row_id"],
            content_hash=row["content_hash"],
            title=writer.title(data),
            text=writer.line(data),
            source=self.name,
            fields=data,
            as_of=_day(data.get(self._declared.as_of or "")),
            example=bool(data.get(self._declared.example_column or "")),
        )

    def _unreadable(self) -> SourceFailed:
        return SourceFailed(f"The source {self.name} was asked for a value it cannot read; name it in other words.")


def _day(value: FieldValue) -> date | None:
    """A date, or a month's first day."""
    if not isinstance(value, str):
        return None
    return date.fromisoformat(value if len(value) == len("2026-01-31") else f"{value}-01")
