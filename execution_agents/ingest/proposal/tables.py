"""Tables of a folder as a pack would declare them: typed columns, the key that identifies rows, rows in plain form.

A person's CSV has 1,200 and 2026.1.5; a pack's table has 1200 and 2026-01-05. So the rows are written again, into the
pack, and the original is left unchanged.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import PurePosixPath

from execution_agents.ingest.files import read_text
from execution_agents.ingest.imported import BrokenPart, InputFile, sheets_read
from execution_agents.ingest.proposal.cells import YEAR, column_type, plain_cell, said, unit_of
from execution_agents.ingest.proposal.names import Names
from execution_agents.ingest.reading.apart import read_apart
from execution_agents.ingest.reading.delimited import delimiter_of
from execution_agents.ingest.rows import MAX_CELL
from foundation.contracts.errors import BrokenDocument
from foundation.domains.schema.pack import ColumnType
from foundation.language.script import Language, mostly

MOST_COLUMNS = 60
MOST_CHOICES = 700
"""Values a column may have to be a closed list that questions name: a source's rows are limited to 500, so that what is
asked of one must find its rows."""
LONGEST_CHOICE = 40
MOST_KEYS = 3
"""Columns of a key; rows that take more are numbered."""
ROW_NUMBER = "row_number"
_FEW = 20
"""Up to this many values may all be distinct and still be named in questions."""
_BRACKETS = re.compile(r"\s*[(\[【<].*$")
_WITHIN = 20
"""A header is within this many first rows."""


@dataclass(frozen=True)
class ColumnSeen:
    """One column."""

    name: str
    """As the pack calls it."""
    label: str
    """As the header calls it."""
    type: ColumnType
    unit: str | None
    values: tuple[str, ...]
    """Different values in order of appearance, of text that repeats itself or is short."""
    different: int = 0
    """How many different values there are."""

    @property
    def is_choice(self) -> bool:
        """Whether its values are few and short enough to be named in questions."""
        few = 2 <= len(self.values) <= MOST_CHOICES
        return self.type == "text" and few and all(len(value) <= LONGEST_CHOICE for value in self.values)

    @property
    def is_figure(self) -> bool:
        """True if it is computed with: a year is a name."""
        return self.type in ("integer", "number") and self.name != ROW_NUMBER and self.unit != YEAR


@dataclass(frozen=True)
class TableSeen:
    """One sheet or CSV file."""

    file: str
    name: str
    label: str
    columns: tuple[ColumnSeen, ...]
    key: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """Cells as the pack's table takes them, in the order of the columns."""

    @property
    def title(self) -> ColumnSeen | None:
        """The column that says what a row is: of the key, else the text column with most different values."""
        texts = [column for column in self.columns if column.type == "text"]
        named = [column for column in texts if column.name in self.key]
        return max(named or texts, key=lambda column: column.different, default=None)

    def first_of(self, column: ColumnSeen) -> str:
        """The first filled cell of the column; "" where there is none."""
        at = self.columns.index(column)
        return next((row[at] for row in self.rows if row[at]), "")

    @property
    def is_list(self) -> bool:
        """True if each row is one named thing, so that rows are never summed up unless asked."""
        return self.title is not None and self.key == (self.title.name,)

    @property
    def sample(self) -> str:
        """What tells its language."""
        cells = [cell for row in self.rows[:20] for cell in row]
        return " ".join([*(column.label for column in self.columns), *cells])

    @property
    def language(self) -> Language:
        """Of most of its letters."""
        return mostly(self.sample)

    def written(self) -> str:
        """The CSV of the pack."""
        into = io.StringIO()
        writer = csv.writer(into, lineterminator="\n")
        writer.writerow([column.name for column in self.columns])
        writer.writerows(self.rows)
        return into.getvalue()


@dataclass
class Found:
    """What one file holds."""

    tables: list[TableSeen] = field(default_factory=list[TableSeen])
    left_out: list[BrokenPart] = field(default_factory=list[BrokenPart])


def is_csv(file: InputFile) -> bool:
    """By its name; its content is checked when it is read."""
    return file.kind == "text" and PurePosixPath(file.name).suffix.lower() in (".csv", ".tsv")


def tables_of(file: InputFile) -> Found:
    """The tables of a CSV file or a workbook. Raises BrokenDocument."""
    found = Found()
    stem = PurePosixPath(file.name).stem
    if is_csv(file):
        sheets = [(stem, _csv_rows(file))]
    else:
        read = sheets_read(read_apart("xlsx_rows", file.path, file.name))
        sheets = [(stem if len(read) == 1 else f"{stem} {name}", [cells for _, cells in rows]) for name, rows in read]
    for label, rows in sheets:
        table = _table(file.name, label, rows)
        if table is None:
            found.left_out.append(BrokenPart(file.name, f"{label}: no header row over rows of cells", note=True))
        else:
            found.tables.append(table)
    return found


def _csv_rows(file: InputFile) -> list[list[str]]:
    text = read_text(file)
    try:
        return [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text), delimiter=delimiter_of(text))]
    except csv.Error as problem:
        raise BrokenDocument(f"{file.name} is no CSV ({problem}).") from problem


def _table(file: str, label: str, rows: Sequence[Sequence[str]]) -> TableSeen | None:
    at = _header(rows)
    if at is None:
        return None
    used = [index for index, cell in enumerate(rows[at]) if said(cell)][:MOST_COLUMNS]
    body = [_cells(row, used) for row in rows[at + 1 :]]
    body = [row for row in body if any(row)]
    if not body:
        return None
    names = Names()
    columns = [_column(names, rows[at][index], [row[place] for row in body]) for place, index in enumerate(used)]
    written = [tuple(_written(cell, column) for cell, column in zip(row, columns, strict=True)) for row in body]
    key = _key(columns, written)
    if key is None:
        columns = [ColumnSeen(ROW_NUMBER, "No.", "integer", None, ()), *columns]
        written = [(str(number), *row) for number, row in enumerate(written, 1)]
        key = (ROW_NUMBER,)
    return TableSeen(file, Names.of(label), label, tuple(columns), key, tuple(written))


def _header(rows: Sequence[Sequence[str]]) -> int | None:
    """The first row of words alone, each once, over a row that is as wide."""
    for at, row in enumerate(rows[:_WITHIN]):
        cells = [said(cell) for cell in row if said(cell)]
        below: Sequence[str] = next((other for other in rows[at + 1 :] if any(other)), ())
        is_wide = len(cells) > 1 and sum(bool(cell.strip()) for cell in below) > 1
        if is_wide and len(set(cells)) == len(cells) and all(column_type([cell]) == "text" for cell in cells):
            return at
    return None


def _cells(row: Sequence[str], used: Sequence[int]) -> list[str]:
    return [said(row[index])[:MAX_CELL] if index < len(row) else "" for index in used]


def _column(names: Names, label: str, cells: Sequence[str]) -> ColumnSeen:
    label = said(label) or "?"
    kind = column_type(cells)
    values = tuple(dict.fromkeys(cell for cell in cells if cell)) if kind == "text" else ()
    repeats = len(values) < sum(bool(cell) for cell in cells)
    listed = values if repeats or len(values) <= _FEW else ()
    return ColumnSeen(names.take(label), label, kind, unit_of(label), listed, len(set(cells)))


def _written(cell: str, column: ColumnSeen) -> str:
    return plain_cell(cell, column.type)


def _key(columns: Sequence[ColumnSeen], rows: Sequence[Sequence[str]]) -> tuple[str, ...] | None:
    """The fewest columns that identify every row, names and times before figures; None if no small set does."""
    named = [at for at, column in enumerate(columns) if column.type in ("text", "date", "month")]
    others = [at for at, column in enumerate(columns) if column.type == "integer"]
    for count in range(1, MOST_KEYS + 1):
        for chosen in (*combinations(named[:8], count), *(combinations(others[:2], count) if count == 1 else ())):
            if _tells_apart(chosen, rows):
                return tuple(columns[at].name for at in chosen)
    return None


def _tells_apart(chosen: Iterable[int], rows: Sequence[Sequence[str]]) -> bool:
    places = tuple(chosen)
    keys = [tuple(row[at] for at in places) for row in rows]
    return all(all(key) for key in keys) and len(set(keys)) == len(keys)


def figures_of(table: TableSeen) -> Iterator[ColumnSeen]:
    """The columns that are counted with."""
    return (column for column in table.columns if column.is_figure)


def said_of(label: str) -> str:
    """A header as people say it: 거래금액(원) -> 거래금액."""
    return _BRACKETS.sub("", label).replace("_", " ").strip() or label
