"""Converts written cells to typed rows of a table source."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from foundation.contracts.work import FieldValue
from foundation.domains.cells import TAKES, cell_value
from foundation.domains.schema.pack import Column, TableSource
from foundation.storage.records import TableRow

MAX_CELL = 4_000
"""Characters of one cell; a longer one is broken, not cut."""
MAX_FIGURE = 10**15
"""A larger figure is an error; a single one would overflow the sums of all others."""


def typed_row(cells: Mapping[str, object], source: TableSource) -> TableRow:
    """The declared columns as typed values, the key joined, the hash. Raises ValueError naming the column."""
    data = {column.name: _typed(cells.get(column.name), column) for column in source.columns}
    empty = [name for name in source.key if data[name] is None]
    if empty:
        raise ValueError(f"the key column {empty[0]} is empty")
    key = "|".join(str(data[name]) for name in source.key)
    return TableRow(row_id=key, content_hash=row_hash(source.name, data), data=data)


def row_hash(table: str, data: Mapping[str, FieldValue]) -> str:
    """SHA-256 of the table's name and the row's values."""
    written = json.dumps([table, dict(data)], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()


def _typed(cell: object, column: Column) -> FieldValue:
    text = "" if cell is None else str(cell)
    if len(text) > MAX_CELL or "\x00" in text:
        raise ValueError(f"{column.name} holds a NUL or more than {MAX_CELL} characters")
    try:
        value = cell_value(text, column.type)
    except ValueError:
        raise ValueError(f"{column.name} takes {TAKES[column.type]}, not {text[:40]!r}") from None
    if isinstance(value, int | float) and abs(value) > MAX_FIGURE:
        raise ValueError(f"{column.name} takes figures up to {MAX_FIGURE:,}, not {text[:40]!r}")
    return value
