"""The files a pack's sources name: present, inside the pack, and with the content the columns declare."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from foundation.domains.cells import TAKES, cell_value
from foundation.domains.loading.graph_checks import check_graph_files
from foundation.domains.loading.mistakes import Mistake
from foundation.domains.loading.schema_mistakes import Parts, named
from foundation.domains.loading.yaml_places import Marks, YamlPath
from foundation.domains.schema.pack import ItemsSource, Slot, TableSource, WebSource

MOST_PER_TABLE = 50
"""Mistakes listed per table; a wrong column would otherwise repeat itself on every row."""
LARGEST_CELL = 100_000


def check_files(folder: Path, parts: Parts, marks: Marks) -> None:
    """Notes missing files, empty folders and every wrong cell of the tables."""
    for path, source in parts.sources:
        if isinstance(source, ItemsSource | WebSource) or source.path is None:
            continue
        place = (*path, "path")
        target = _inside(folder, source.path)
        if target is None:
            marks.add(place, f"`{source.path}` leads out of the pack", "name a path below the pack's folder")
        elif source.kind == "table":
            _check_table_file(folder, place, source, parts, marks)
        elif source.kind == "graph":
            check_graph_files(folder, path, source, marks)
        elif not target.is_dir() or not any(entry.is_file() for entry in target.rglob("*")):
            marks.add(place, f"there are no documents in `{source.path}`", "put some there, or leave `path` out")


def _inside(folder: Path, path: str) -> Path | None:
    target = (folder / path).resolve()
    return target if target.is_relative_to(folder.resolve()) else None


def _check_table_file(folder: Path, place: YamlPath, table: TableSource, parts: Parts, marks: Marks) -> None:
    assert table.path is not None
    file = folder / table.path
    if not file.is_file():
        marks.add(place, f"the table `{table.path}` is missing", "write the file, or leave `path` out")
        return
    try:
        with file.open(encoding="utf-8-sig", newline="") as text:
            found = list(_Table(table, parts).mistakes(text))
    except UnicodeDecodeError:
        found = [Mistake(table.path, 1, "the file is not UTF-8 text", "save it as UTF-8")]
    except csv.Error as error:
        found = [Mistake(table.path, 1, f"this is not CSV ({error})", "check the quotes")]
    if len(found) > MOST_PER_TABLE:
        more = f"there are {len(found) - MOST_PER_TABLE} more mistakes in this table"
        found = [
            *found[:MOST_PER_TABLE],
            Mistake(table.path, found[MOST_PER_TABLE].line, more, "mend those above first"),
        ]
    marks.mistakes += found


@dataclass(frozen=True)
class _Row:
    """One record of a CSV file, and the line it ends on."""

    line: int
    cells: list[str]


class _Table:
    """One CSV file against its declaration."""

    def __init__(self, table: TableSource, parts: Parts) -> None:
        self._table = table
        self._file = table.path or ""
        self._columns = {column.name: column for column in table.columns}
        self._allowed = dict(self._allowed_values(parts))

    def _allowed_values(self, parts: Parts) -> Iterator[tuple[str, tuple[str, frozenset[str]]]]:
        for slot_column in self._table.slots:
            slot = named(parts.slots, slot_column.slot)
            if slot is not None and slot_column.match in ("equals", "region"):
                values = _values(slot)
                if values:
                    yield slot_column.column, (slot.name, values)

    def mistakes(self, text: Iterator[str]) -> Iterator[Mistake]:
        """Every mistake, from the header down."""
        csv.field_size_limit(LARGEST_CELL)
        reader = csv.reader(text, strict=True)
        header = next(reader, list[str]())
        wrong_header = list(self._header_mistakes(header))
        if wrong_header:
            yield from wrong_header
            return
        seen: dict[tuple[str, ...], int] = {}
        for cells in reader:
            if cells:
                yield from self._row_mistakes(header, _Row(reader.line_num, cells), seen)

    def _header_mistakes(self, header: list[str]) -> Iterator[Mistake]:
        missing = [name for name in self._columns if name not in header]
        extra = [name for name in header if name not in self._columns]
        if missing:
            yield self._mistake(1, f"the header lacks {', '.join(missing)}", "add the column to every row")
        if extra:
            wrong = f"the header has {', '.join(extra)}, which the source does not declare"
            yield self._mistake(1, wrong, "declare it under `columns` or remove it")
        if len(set(header)) < len(header):
            yield self._mistake(1, "the header names a column twice", "keep one")

    def _row_mistakes(self, header: list[str], row: _Row, seen: dict[tuple[str, ...], int]) -> Iterator[Mistake]:
        if len(row.cells) != len(header):
            wrong = f"the row has {len(row.cells)} cells and the header {len(header)}"
            yield self._mistake(row.line, wrong, "write one cell per column; quote cells that hold commas")
            return
        record = dict(zip(header, row.cells, strict=True))
        for name, text in record.items():
            yield from self._cell_mistakes(row.line, name, text)
        key = tuple(record[name].strip() for name in self._table.key if name in record)
        if key in seen:
            wrong = f"the key {', '.join(key)} stands in line {seen[key]} too"
            yield self._mistake(row.line, wrong, "remove one row or widen `key`")
        seen.setdefault(key, row.line)

    def _cell_mistakes(self, line: int, name: str, text: str) -> Iterator[Mistake]:
        column = self._columns[name]
        if not text.strip():
            if name in self._table.key:
                yield self._mistake(line, f"`{name}` is empty, and it is part of the key", "fill it in")
            return
        try:
            cell_value(text, column.type)
        except ValueError:
            yield self._mistake(line, f"`{name}` is `{text}`", f"write {TAKES[column.type]}")
            return
        slot, values = self._allowed.get(name, ("", frozenset[str]()))
        if values and text.strip() not in values:
            yield self._mistake(
                line, f"`{name}` is `{text}`, which the slot `{slot}` does not know", "declare or mend it"
            )

    def _mistake(self, line: int, wrong: str, remedy: str) -> Mistake:
        return Mistake(self._file, line, wrong, remedy)


def _values(slot: Slot) -> frozenset[str]:
    """The canonical values of a slot that has a closed set of them."""
    return frozenset((*(choice.value for choice in slot.choices), *(region.name for region in slot.regions)))
