"""The checks inside a source: its key, slots, aggregates and titles use columns it has."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter

from foundation.contracts.work import WEB
from foundation.domains.loading.schema_mistakes import Parts, duplicates
from foundation.domains.loading.yaml_places import Marks, YamlPath
from foundation.domains.schema.pack import (
    ColumnType,
    DocumentsSource,
    GraphSource,
    HttpSource,
    McpSource,
    SlotColumn,
    TableSource,
    WebSource,
)

_NUMBERS = frozenset[ColumnType](("integer", "number"))
_DATES = frozenset[ColumnType](("date", "month"))
_FITTING: dict[str, frozenset[ColumnType]] = {
    "equals": frozenset(("text", "integer", "boolean")),
    "region": frozenset(("text",)),
    "month_range": _DATES,
    "between": _NUMBERS,
    "overlaps": _NUMBERS,
    "at_most": _NUMBERS,
    "at_least": _NUMBERS,
}
"""Match of a slot -> column types it can filter."""


def check_sources(parts: Parts, marks: Marks) -> None:
    """Notes every mistake inside the sources."""
    tables = {source.name for _, source in parts.sources if source.kind == "table"}
    for path, source in parts.sources:
        if (source.name == WEB) != (source.kind == "web"):
            marks.add(path, f"the {source.kind} source is called `{WEB}`", "that name is the web's; give it another")
        match source:
            case TableSource():
                _check_table(path, source, parts, marks)
                for index, name in enumerate(source.prefer_over):
                    if name not in tables or name == source.name:
                        place = (*path, "prefer_over", index)
                        marks.add(place, f"there is no other table `{name}`", "name a table source of this pack")
            case HttpSource():
                for name in source.slot_parameters:
                    _known_slot((*path, "slot_parameters", name), name, parts, marks)
            case McpSource():
                for name in source.slot_arguments:
                    _known_slot((*path, "slot_arguments", name), name, parts, marks)
            case DocumentsSource() | GraphSource() | WebSource():
                pass


def _check_table(path: YamlPath, table: TableSource, parts: Parts, marks: Marks) -> None:
    types: dict[str, ColumnType] = {column.name: column.type for column in table.columns}
    columns = [((*path, "columns", index, "name"), column.name) for index, column in enumerate(table.columns)]
    for place, name in duplicates(columns):
        marks.add(place, f"the column `{name}` stands here twice", "keep one")
    if not table.key:
        marks.add(path, f"the table `{table.name}` has no key", "name the columns that identify a row")
    for place, name in _used_columns(path, table):
        if name not in types:
            marks.add(place, f"there is no column `{name}`", f"use one of: {', '.join(types)}")
    for index, slot in enumerate(table.slots):
        _known_slot((*path, "slots", index, "slot"), slot.slot, parts, marks)
        _check_match((*path, "slots", index), slot, types, marks)
    _check_types(path, table, types, marks)
    _check_title(path, table, types, marks)


def _used_columns(path: YamlPath, table: TableSource) -> Iterator[tuple[YamlPath, str]]:
    yield from (((*path, "key", index), name) for index, name in enumerate(table.key))
    yield from (((*path, "slots", index, "column"), slot.column) for index, slot in enumerate(table.slots))
    ends = ((index, slot.column_to) for index, slot in enumerate(table.slots) if slot.column_to is not None)
    yield from (((*path, "slots", index, "column_to"), end) for index, end in ends)
    yield from (((*path, "aggregates", index, "column"), one.column) for index, one in enumerate(table.aggregates))
    kept = ((index, slot.day_column) for index, slot in enumerate(table.slots) if slot.day_column is not None)
    yield from (((*path, "slots", index, "day_column"), name) for index, name in kept)
    for key in ("order_by", "as_of", "example_column"):
        name: str | None = getattr(table, key)
        if name is not None:
            yield (*path, key), name


def _known_slot(path: YamlPath, name: str, parts: Parts, marks: Marks) -> None:
    known = sorted(parts.known("slots"))
    if name not in known:
        marks.add(path, f"there is no slot `{name}`", f"use one of: {', '.join(known)}")


def _check_match(path: YamlPath, slot: SlotColumn, types: dict[str, ColumnType], marks: Marks) -> None:
    if (slot.match == "overlaps") != (slot.column_to is not None):
        marks.add(path, "`column_to` and the match `overlaps` go together", "write both, or neither")
    if slot.day_column is not None and (
        slot.match != "month_range" or types.get(slot.day_column) not in (None, "date")
    ):
        marks.add(path, f"`day_column` is `{slot.day_column}`", "name a date column, for the match month_range alone")
    column_type, fitting = types.get(slot.column), _FITTING[slot.match]
    if column_type is not None and column_type not in fitting:
        wrong = f"the match `{slot.match}` cannot filter the {column_type} column `{slot.column}`"
        marks.add(path, wrong, f"match a column of type {' or '.join(sorted(fitting))}")


def _check_types(path: YamlPath, table: TableSource, types: dict[str, ColumnType], marks: Marks) -> None:
    wanted: list[tuple[str, str | None, frozenset[ColumnType]]] = [
        ("as_of", table.as_of, _DATES),
        ("example_column", table.example_column, frozenset(("boolean",))),
    ]
    for key, name, fitting in wanted:
        if name in types and types[name] not in fitting:
            wrong = f"`{key}` is the {types[name]} column `{name}`"
            marks.add((*path, key), wrong, f"name a column of type {' or '.join(sorted(fitting))}")
    for index, aggregate in enumerate(table.aggregates):
        column_type = types.get(aggregate.column)
        if column_type is not None and column_type not in _NUMBERS and set(aggregate.functions) != {"count"}:
            wrong = f"figures cannot be computed over the {column_type} column `{aggregate.column}`"
            marks.add((*path, "aggregates", index), wrong, "name a number, or only count")


def _check_title(path: YamlPath, table: TableSource, types: dict[str, ColumnType], marks: Marks) -> None:
    place = (*path, "row_title")
    try:
        fields = [name for _, name, _, _ in Formatter().parse(table.row_title) if name is not None]
    except ValueError as error:
        marks.add(place, f"`row_title` cannot be read ({error})", 'write it as "{complex} {area_m2}㎡"')
        return
    for name in fields:
        if name not in types:
            marks.add(place, f"`row_title` names no column with {{{name}}}", f"use one of: {', '.join(types)}")
