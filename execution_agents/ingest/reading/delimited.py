"""Rows of cells (CSV, TSV): which mark parts the cells of a file, decided by reading its first rows with each of them.

Quotes are respected, so a mark inside quoted cells (`"pipes; fittings",30`) parts nothing. `csv.Sniffer` is not used:
it counts letters that stand equally often in each line, quoted or not.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import islice

BETWEEN_CELLS = ",;\t|"
"""In this order where nothing tells them apart."""
ROWS_TRIED = 50


def delimiter_of(text: str) -> str:
    """The mark by which most of the first rows have as many cells as the first one, of several such marks the one that
    gives the most columns; a comma where no mark parts the first row."""
    found = [(*_fitting(text, mark), -place) for place, mark in enumerate(BETWEEN_CELLS)]
    return BETWEEN_CELLS[-max(found)[-1]]


def whole_lines(head: str) -> str:
    """The beginning of a file without its last line, which may be cut; all of it where it has one line."""
    return head[: head.rfind("\n") + 1] or head


def cells_of(text: str, delimiter: str) -> Iterator[list[str]]:
    """The rows that hold anything. Raises csv.Error."""
    # Only line feeds end a line: str.splitlines would also part rows at form feeds and U+2028.
    rows = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    return filter(holds_anything, rows)


def holds_anything(cells: Sequence[str]) -> bool:
    """True if a row is more than a blank line, or marks with nothing between them."""
    return any(cell.strip() for cell in cells)


def _fitting(text: str, mark: str) -> tuple[float, int]:
    """The share of the first rows that have as many cells as the first, and how many that is; nothing for one cell."""
    counts: list[int] = []
    try:
        for cells in islice(cells_of(text, mark), ROWS_TRIED):
            counts.append(len(cells))
    except csv.Error:
        counts.append(0)
    if not counts or counts[0] < 2:
        return 0.0, 0
    return counts.count(counts[0]) / len(counts), counts[0]
