"""Workbooks as tables: every sheet's rows as words, for a table source to type."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

from execution_agents.ingest.outline import TooMuchText
from execution_agents.ingest.reading.bounds import MAX_TEXT
from execution_agents.ingest.reading.sheets import sheets_of

HEAD_ROWS = 20
"""Filled rows in which a header is looked for: titles and notes stand above it."""


def read(path: Path) -> list[dict[str, Any]]:
    """[{"name": …, "rows": [[number, [cell, …]], …]}, …]. Raises Unreadable, TooMuchText."""
    return _sheets(path, None)


def read_heads(path: Path) -> list[dict[str, Any]]:
    """The same, the first rows of each sheet: enough to tell whether it is a table of a source."""
    return _sheets(path, HEAD_ROWS)


def _sheets(path: Path, most: int | None) -> list[dict[str, Any]]:
    """A text that stands once in the file may be said in every cell: it counts as often, for so often the service that
    asked has to read it."""
    found: list[dict[str, Any]] = []
    length = 0
    for sheet in sheets_of(path, shown=False):
        rows: list[tuple[int, list[str]]] = []
        for row in islice(sheet.rows, most):
            rows.append(row)
            length += sum(map(len, row[1]))
            if length > MAX_TEXT:
                raise TooMuchText(MAX_TEXT)
        found.append({"name": sheet.name, "rows": rows})
    return found
