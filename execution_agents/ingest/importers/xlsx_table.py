"""Workbooks whose sheet has a header that names the source's columns, by name or by label."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from execution_agents.ingest.imported import BrokenPart, InputFile, RowTarget, sheets_read
from execution_agents.ingest.reading.apart import read_apart
from execution_agents.ingest.rows import typed_row
from foundation.domains.schema.pack import TableSource
from foundation.storage.records import TableRow

_DAY = re.compile(r"(\d{4}-\d\d)-\d\d(?: \d\d:\d\d)?")


class XlsxTable:
    """The importer `xlsx` of a table source."""

    specific = True

    def sniff(self, file: InputFile, source: TableSource) -> bool:
        """A sheet with a row that names every key column and nothing the source lacks. Raises BrokenDocument."""
        return file.kind == "xlsx" and any(_header(rows, source) for _, rows in file.sheet_heads)

    def read(self, file: InputFile, target: RowTarget) -> Iterator[TableRow | BrokenPart]:
        """The rows of every sheet with such a header. Raises BrokenDocument."""
        seen: dict[str, str] = {}
        for name, rows in sheets_read(read_apart("xlsx_rows", file.path, file.name)):
            found = _header(rows[:20], target.source)
            if not found:
                continue
            at, columns = found
            for number, cells in rows[at + 1 :]:
                try:
                    yield _row(target.source, columns, cells, (f"{name}!{number}", seen))
                except ValueError as problem:
                    yield BrokenPart(file.name, f"sheet {name}: {problem}", number)


def _header(rows: Sequence[tuple[int, list[str]]], source: TableSource) -> tuple[int, list[str]] | None:
    """Which row is the header, and the columns it names in order ("" where a cell is empty)."""
    names = {_folded(column.name): column.name for column in source.columns}
    for column in source.columns:
        for label in column.label.values():
            names.setdefault(_folded(label), column.name)
    for at, (_, cells) in enumerate(rows):
        columns = [names.get(_folded(cell), "") for cell in cells]
        named = [one for one in columns if one]
        known = all(column or not cell for column, cell in zip(columns, cells, strict=True))
        if known and set(source.key) <= set(named) and len(set(named)) == len(named):
            return at, columns
    return None


def _row(source: TableSource, columns: Sequence[str], cells: Sequence[str], at: tuple[str, dict[str, str]]) -> TableRow:
    place, seen = at
    if any(cells[len(columns) :]):
        raise ValueError(f"a cell right of the header's {len(columns)} columns")
    row = typed_row(_fitted(dict(zip(columns, cells, strict=False)), source), source)
    if row.row_id in seen:
        raise ValueError(f"the key of {seen[row.row_id]} again; the first one is kept")
    seen[row.row_id] = place
    return row


def _fitted(cells: Mapping[str, str], source: TableSource) -> dict[str, object]:
    """A spreadsheet knows only days and times: a month is written as one of its days, a day as its first moment."""
    fitted: dict[str, object] = {name: cell for name, cell in cells.items() if name}
    for column in source.columns:
        day = _DAY.fullmatch(str(fitted.get(column.name, ""))) if column.type in ("month", "date") else None
        if day:
            fitted[column.name] = day[1] if column.type == "month" else day[0][:10]
    return fitted


def _folded(words: str) -> str:
    return "".join(words.split()).casefold()
