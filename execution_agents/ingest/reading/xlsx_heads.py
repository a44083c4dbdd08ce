"""The beginning of each sheet: enough to tell whether it is a table of a source."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

from execution_agents.ingest.reading.sheets import sheets_of

ROWS = 20
"""Filled rows in which a header is looked for: titles and notes stand above it."""


def read(path: Path) -> list[dict[str, Any]]:
    """As `xlsx_rows`, the first ROWS of each sheet. Raises Unreadable."""
    return [{"name": sheet.name, "rows": list(islice(sheet.rows, ROWS))} for sheet in sheets_of(path, shown=False)]
