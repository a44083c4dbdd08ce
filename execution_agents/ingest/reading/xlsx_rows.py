"""Workbooks as tables: every sheet's rows as words, for a table source to type."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

from execution_agents.ingest.reading.sheets import sheets_of

HEAD_ROWS = 20
"""Filled rows in which a header is looked for: titles and notes stand above it."""


def read(path: Path) -> list[dict[str, Any]]:
    """[{"name": …, "rows": [[number, [cell, …]], …]}, …]. Raises Unreadable."""
    return [{"name": sheet.name, "rows": list(sheet.rows)} for sheet in sheets_of(path, shown=False)]


def read_heads(path: Path) -> list[dict[str, Any]]:
    """The same, the first rows of each sheet: enough to tell whether it is a table of a source. Raises Unreadable."""
    return [{"name": sheet.name, "rows": list(islice(sheet.rows, HEAD_ROWS))} for sheet in sheets_of(path, shown=False)]
