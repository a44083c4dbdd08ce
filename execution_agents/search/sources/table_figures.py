"""Figures over rows, computed by the database: never by a model, never in Python.

Rows of different choices (sale, jeonse, monthly rent) are never averaged together: each combination of the choice
columns a question leaves open has figures of its own, and so has each of several places or periods it asks for. A
column that its pack calls `together` is left out of that unless the question asks by it (구별, the highest kind).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Double, Float, Select, cast, func, literal_column, select
from sqlalchemy.sql.selectable import FromClause

from execution_agents.search.sources.notices import span
from execution_agents.search.sources.rendering import RowWriter, label_of
from execution_agents.search.sources.table_filters import Data, TableFilters, day_of, month_of, number_of, text_of
from foundation.contracts.work import EvidenceItem, FieldValue, Slots
from foundation.domains.schema.pack import Column, Pack, SlotColumn, TableSource
from foundation.language.dates.periods import is_days
from foundation.language.figures.money import shown_digits

MAX_GROUPS = 12
"""Combinations of choices that get figures; the ones with most rows first."""
_WORDS = {
    "ko": {"figures": "집계", "rows": "{count:,}건 집계", "period": "기간", "everywhere": "전체"},
    "en": {"figures": "figures", "rows": "figures over {count:,} rows", "period": "period", "everywhere": "all"},
}


@dataclass(frozen=True)
class RowSet:
    """Where the rows come from, and which of them count."""

    data: Data
    origin: FromClause
    conditions: Sequence[ColumnElement[bool]]
    question: str = ""
    """The question, which may ask by a column."""


class TableFigures:
    """The aggregates of one table source."""

    def __init__(self, source: TableSource, pack: Pack, filters: TableFilters) -> None:
        self._source = source
        self._filters = filters
        choices = {slot.name for slot in pack.slots if slot.parser == "choice"}
        self._none_at_zero = {mapped.column for mapped in source.slots if mapped.zero_is_none}
        self._choices = [m for m in source.slots if m.match == "equals" and m.slot in choices]
        labels = {column.name: column.label for column in source.columns}
        self._asks_by = {m.column: _asking_by(labels[m.column].values()) for m in self._choices if m.together}

    @property
    def declared(self) -> bool:
        """False for a table without aggregates."""
        return bool(self._source.aggregates)

    def statement(self, rows: RowSet, slots: Slots) -> Select[Any]:
        """One row per group: group values, row count, first and last time, the declared figures."""
        by = [(column, text_of(rows.data, column)) for column in self._grouped(slots, rows.question)]
        by += self._filters.sides(rows.data, slots)
        groups = [value.label(f"by_{column.name}") for column, value in by]
        figures = [
            self._figure(rows.data, self._filters.columns[aggregate.column], function)
            for aggregate in self._source.aggregates
            for function in aggregate.functions
        ]
        chosen = select(*groups, func.count().label("rows"), *self._times(rows.data, slots), *figures)
        statement = chosen.select_from(rows.origin).where(*rows.conditions).having(func.count() > 0)
        if groups:
            statement = statement.group_by(*(literal_column(str(at)) for at in range(1, len(groups) + 1)))
        return statement.order_by(literal_column("rows").desc(), *groups).limit(MAX_GROUPS)

    def items(self, found: Sequence[Mapping[str, Any]], slots: Slots, writer: RowWriter) -> tuple[EvidenceItem, ...]:
        """The figures as derived evidence."""
        return tuple(self._item(row, slots, writer) for row in found)

    def _grouped(self, slots: Slots, question: str) -> list[Column]:
        """Choice columns that the question leaves open; `together` columns only if it asks by them."""
        left_open = [
            mapped
            for mapped in self._choices
            if len(slots.get(mapped.slot, ())) != 1 and (slots.get(mapped.slot) or not self._tells_rows_apart(mapped))
        ]
        apart = [
            m for m in left_open if not m.together or slots.get(m.slot) or self._asks_by[m.column].search(question)
        ]
        return [self._filters.columns[mapped.column] for mapped in apart]

    def _tells_rows_apart(self, mapped: SlotColumn) -> bool:
        """True for a number of each row's own (an order's): figures over one row are the row itself."""
        return self._source.key == (mapped.column,)

    def _times(self, data: Data, slots: Slots) -> list[ColumnElement[Any]]:
        """The first and last month of the rows; the days where days are asked for."""
        mapped = self._filters.matched("month_range")
        if mapped is None:
            return []
        asked, by_day = slots.get(mapped.slot, ()), self._filters.day_column(mapped)
        if by_day is not None and asked and all(is_days(value) for value in asked):
            time = day_of(data, by_day)
        else:
            time = month_of(data, self._filters.columns[mapped.column])
        return [func.min(time).label("first_time"), func.max(time).label("last_time")]

    def _figure(self, data: Data, column: Column, function: str) -> ColumnElement[Any]:
        number = number_of(data, column)
        if column.name in self._none_at_zero:
            number = func.nullif(number, 0)
        match function:
            case "count":
                figure = cast(func.count(number), BigInteger)
            case "mean":
                figure = cast(func.avg(number), Float(53))
            case "median":
                figure = func.percentile_cont(0.5).within_group(cast(number, Double))
            case "min":
                figure = func.min(number)
            case _:
                figure = func.max(number)
        return figure.label(f"{column.name}_{function}")

    def _item(self, row: Mapping[str, Any], slots: Slots, writer: RowWriter) -> EvidenceItem:
        fields = self._fields(row, slots)
        title = f"{self._about(fields, writer)} {_WORDS[writer.language]['figures']}"
        written = json.dumps([self._source.name, fields], ensure_ascii=False, sort_keys=True)
        group = [str(value) for name, value in row.items() if name.startswith("by_")]
        return EvidenceItem(
            item_id=":".join([self._source.name, "figures", *group]),
            content_hash=hashlib.sha256(written.encode()).hexdigest(),
            title=title,
            text=self._text(fields, writer),
            source=self._source.name,
            fields=fields,
            derived=True,
        )

    def _fields(self, row: Mapping[str, Any], slots: Slots) -> dict[str, FieldValue]:
        """The requested values, the group's values, and the figures, each under its own name."""
        asked = {mapped.column: " ".join(slots.get(mapped.slot, ())) for mapped in self._source.slots}
        fields: dict[str, FieldValue] = {
            mapped.column: asked[mapped.column]
            for mapped in self._source.slots
            if mapped.match in ("equals", "region") and asked[mapped.column]
        }
        grouped = {name.removeprefix("by_"): value for name, value in row.items() if name.startswith("by_")}
        fields |= {name: value for name, value in grouped.items() if value is not None}
        fields["rows"] = int(row["rows"])
        fields |= {name: row[name] for name in ("first_time", "last_time") if row.get(name) is not None}
        for aggregate in self._source.aggregates:
            for function in aggregate.functions:
                name = f"{aggregate.column}_{function}"
                if row[name] is not None:
                    fields[name] = _rounded(row[name], self._filters.columns[aggregate.column])
        return fields

    def _about(self, fields: Mapping[str, FieldValue], writer: RowWriter) -> str:
        columns = [mapped.column for mapped in self._source.slots if mapped.match == "region"]
        columns += [mapped.column for mapped in self._choices]
        words = [writer.choice(name, str(fields[name])) for name in columns if fields.get(name)]
        return " ".join(words) or _WORDS[writer.language]["everywhere"]

    def _text(self, fields: Mapping[str, FieldValue], writer: RowWriter) -> str:
        words = _WORDS[writer.language]
        parts = [f"{self._about(fields, writer)}, {words['rows'].format(count=fields['rows'])}"]
        if fields.get("first_time"):
            times = (str(fields["first_time"]), str(fields["last_time"]))
            parts.append(f"{words['period']} {span(times, writer.language)}")
        for aggregate in self._source.aggregates:
            column = self._filters.columns[aggregate.column]
            label = label_of(column.label, writer.language)
            shown = [(function, fields.get(f"{column.name}_{function}")) for function in aggregate.functions]
            figures = [
                f"{writer.function(function)} {writer.value(column, figure)}"
                for function, figure in shown
                if figure is not None and function != "count"
            ]
            if figures:
                parts.append(f"{label}: {', '.join(figures)}")
        return "; ".join(parts)


def _rounded(value: Any, column: Column) -> FieldValue:
    """Whole numbers for whole-number columns; for others the digits that are shown."""
    exact = Decimal(str(value))
    if column.type == "integer" or exact == exact.to_integral_value():
        return int(exact.quantize(Decimal(1), ROUND_HALF_UP))
    return float(shown_digits(exact))


def _asking_by(labels: Iterable[str]) -> re.Pattern[str]:
    """A column's label as a word of its own: 구별, 어느 구가, each kind, kinds."""
    words = "|".join(sorted({re.escape(label) for label in labels if label}, key=len, reverse=True))
    return re.compile(
        rf"(?<!\w)(?:{words})(?:s|별|마다|끼리|은|는|이|가|을|를|의|에|에서|로|으로|와|과|도)?(?!\w)", re.IGNORECASE
    )
