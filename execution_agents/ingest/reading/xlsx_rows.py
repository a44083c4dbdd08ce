"""Workbooks as tables: every sheet's rows as words, for a table source to type."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from execution_agents.ingest.reading.sheets import sheets_of


def read(path: Path) -> list[dict[str, Any]]:
    """[{"name": …, "rows": [[number, [cell, …]], …]}, …]. Raises Unreadable."""
    return [{"name": sheet.name, "rows": list(sheet.rows)} for sheet in sheets_of(path, shown=False)]
