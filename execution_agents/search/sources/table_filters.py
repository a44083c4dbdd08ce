"""Slots to SQL conditions over a jsonb row: typed columns, bound parameters, nothing interpolated."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import BigInteger, ColumnElement, Double, case, cast, func, literal, or_
from sqlalchemy.dialects.postgresql import JSONB

from foundation.contracts.work import Slots
from foundation.domains.cells import cell_value
from foundation.domains.schema.pack import Column, Pack, SlotColumn, TableSource
from foundation.domains.slots.slots import display_value
from foundation.language.dates.periods import days, is_days, months
from foundation.language.figures.amounts import bounds

Data = ColumnElement[JSONB]
"""The jsonb row: `table_rows.data`, or an element of a JSON parameter."""


class TableFilters:
    """Compiles the declared slot columns of one table."""

    def __init__(self, source: TableSource, pack: Pack) -> None:
        self._slots = source.slots
        self.columns = {column.name: column for column in source.columns}
        self._places = next((slot for slot in pack.slots if slot.parser == "region"), None)
        self._calendars = {slot.name for slot in pack.slots if slot.of_calendar}
        nodes = self._places.regions if self._places else ()
        self._parents = {node.name: node.parent for node in nodes}

    def conditions(self, data: Data, slots: Slots, without: Iterable[str] = ()) -> list[ColumnElement[bool]]:
        """One condition per declared slot that is asked for. Raises ValueError for a value that is not canonical."""
        skipped = set(without)
        return [
            or_(*(self._condition(data, mapped, value) for value in slots[mapped.slot]))
            for mapped in self._slots
            if mapped.slot not in skipped and slots.get(mapped.slot)
        ]

    def matched(self, match: str) -> SlotColumn | None:
        """The first slot column of this kind."""
        return next((mapped for mapped in self._slots if mapped.match == match), None)

    def day_column(self, mapped: SlotColumn) -> Column | None:
        """The column with a row's day; None if rows only have months."""
        own = self.columns[mapped.column]
        return self.columns[mapped.day_column] if mapped.day_column else own if own.type == "date" else None

    def is_calendar(self, mapped: SlotColumn) -> bool:
        """True for a column of days that are known ahead: what is not in it does not take place."""
        return mapped.slot in self._calendars and self.day_column(mapped) is not None

    def below(self, region: str) -> list[str]:
        """Declared regions inside this one, at any depth."""
        return [name for name in self._parents if region in self._above(name)]

    def place_name(self, region: str, language: str) -> str:
        """What people call the region in their language."""
        return display_value(self._places, region, language) if self._places else region

    def lies_in(self, place: str, region: str) -> bool:
        """True for the region itself and for every place below it, also one the pack does not list."""
        return place == region or region in self._above(place) or place.startswith(f"{region} ")

    def wider(self, region: str) -> str | None:
        """The region around this one, unless that is a whole province or city (too wide to replace it)."""
        parent = self._parents.get(region) or (region.rpartition(" ")[0] or None)
        return parent if parent and " " in parent else None

    def _above(self, region: str) -> list[str]:
        found: list[str] = []
        parent = self._parents.get(region)
        while parent and parent not in found:
            found.append(parent)
            parent = self._parents.get(parent)
        return found

    def _condition(self, data: Data, mapped: SlotColumn, value: str) -> ColumnElement[bool]:
        column = self.columns[mapped.column]
        match mapped.match:
            case "equals":
                wanted = literal({column.name: cell_value(value, column.type)}, JSONB)
                return data.op("@>", is_comparison=True)(wanted)
            case "region":
                return self._in_region(text_of(data, column), value)
            case "month_range":
                by_day = self.day_column(mapped)
                if by_day is not None and is_days(value):
                    first_day, last_day = days(value)
                    return day_of(data, by_day).between(first_day.isoformat(), last_day.isoformat())
                first, last = months(value)
                return month_of(data, column).between(first, last)
            case "between":
                low, high = bounds(value)
                return number_of(data, column).between(max(low, 1) if mapped.zero_is_none else low, high)
            case "overlaps":
                low, high = bounds(value)
                end = self.columns[mapped.column_to or mapped.column]
                return (number_of(data, column) < high) & (number_of(data, end) >= low)
            case "at_most":
                limit = number_of(data, column)
                return or_(limit.is_(None), limit >= bounds(value)[0])
            case "at_least":
                limit = number_of(data, column)
                return or_(limit.is_(None), limit <= bounds(value)[1])

    def sides(self, data: Data, slots: Slots) -> list[tuple[Column, ColumnElement[str]]]:
        """For places and periods asked for side by side (two districts, July and August): the column, and which of them
        a row belongs to. Raises ValueError for a value that is not canonical."""
        found: list[tuple[Column, ColumnElement[str]]] = []
        for mapped in self._slots:
            values = slots.get(mapped.slot, ())
            if mapped.match in ("region", "month_range") and len(values) > 1:
                # The narrower place first: a row of a neighbourhood asked for beside its city forms its own group.
                ordered = sorted(values, key=len, reverse=True)
                which = case(*((self._condition(data, mapped, value), literal(value)) for value in ordered), else_=None)
                found.append((self.columns[mapped.column], which))
        return found

    def _in_region(self, column: ColumnElement[str], region: str) -> ColumnElement[bool]:
        # A canonical name is also its path, so rows of places the pack does not list are found too.
        return or_(column.in_([region, *self.below(region)]), column.startswith(f"{region} ", autoescape=True))


def text_of(data: Data, column: Column) -> ColumnElement[str]:
    """The column as text."""
    return func.jsonb_extract_path_text(data, column.name)


def number_of(data: Data, column: Column) -> ColumnElement[float]:
    """The column as a number (whole numbers stay exact)."""
    return cast(text_of(data, column), BigInteger if column.type == "integer" else Double)


def month_of(data: Data, column: Column) -> ColumnElement[str]:
    """The column's month as YYYY-MM: months and ISO dates begin with it and sort as text."""
    return func.substr(text_of(data, column), 1, 7)


def day_of(data: Data, column: Column) -> ColumnElement[str]:
    """The column's day as YYYY-MM-DD; NULL where a row has none."""
    return func.substr(text_of(data, column), 1, 10)
