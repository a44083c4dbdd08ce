"""Workbooks as documents: a heading per sheet, its tables with their headers, rows known by number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from execution_agents.ingest.outline import Outliner
from execution_agents.ingest.reading.bounds import MAX_TEXT, Unreadable
from execution_agents.ingest.reading.sheets import Sheet, sheets_of


def read(path: Path) -> dict[str, Any]:
    """The outline's plain values. Raises Unreadable, TooMuchText."""
    out = Outliner(MAX_TEXT)
    for sheet in sheets_of(path, shown=True):
        out.place = {"sheet": sheet.name}
        out.heading(sheet.name, 1)
        _tables(out, sheet)
    found = out.written()
    if not any(kind != "heading" for kind, *_ in found["blocks"]):
        raise Unreadable("holds no filled cell in a sheet that is shown")
    return found


def _tables(out: Outliner, sheet: Sheet) -> None:
    """Rows that follow each other are a table; a row of one cell above it is a line about it."""
    held: list[tuple[int, list[str]]] = []
    for number, cells in sheet.rows:
        if held and number != held[-1][0] + 1:
            _table(out, held)
            held = []
        if not held and sum(map(bool, cells)) == 1:
            out.place |= {"row": number, "row_to": number}
            out.paragraph(next(cell for cell in cells if cell))
            out.place = {"sheet": sheet.name}
        else:
            held.append((number, cells))
    _table(out, held)


def _table(out: Outliner, held: list[tuple[int, list[str]]]) -> None:
    width = max((len(cells) for _, cells in held), default=0)
    first = min((at for _, cells in held for at, cell in enumerate(cells) if cell), default=0)
    rows = [[*cells, *[""] * (width - len(cells))][first:] for _, cells in held]
    out.table(rows, numbers=[number for number, _ in held])
