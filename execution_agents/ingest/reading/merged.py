"""Cells of a sheet that span several rows: repeated in each row that holds something, so every row is complete by
itself."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from openpyxl.utils import column_index_from_string

from execution_agents.ingest.reading.bounds import Spent

_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]{0,200}?ref=\"([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})\"")
_PIECE = 1 << 20
_OVERLAP = 300
MOST = 100_000
"""Merged cells of one sheet that are looked at."""


@dataclass(frozen=True)
class Merged:
    """The merged cells of one sheet that span several rows."""

    below: dict[int, list[tuple[int, int]]]
    """Row they begin in -> (column from 0, last row)."""

    def filled(self, rows: Iterator[tuple[int, list[str]]], spent: Spent) -> Iterator[tuple[int, list[str]]]:
        """The rows, each with the values of the cells that span it. A row with nothing else is not a row. `spent` has
        counted the rows and counts what is added to them. Raises Unreadable beyond its bounds."""
        due: dict[int, tuple[int, str]] = {}
        for number, cells in rows:
            for column, (last, words) in list(due.items()):
                if last < number:
                    del due[column]
                elif column >= len(cells) or not cells[column]:
                    missing = max(0, column + 1 - len(cells))
                    spent.add(missing, len(words))  # before it is made
                    cells += [""] * missing
                    cells[column] = words
            for column, last in self.below.get(number, ()):
                if column < len(cells) and cells[column]:
                    due[column] = (last, cells[column])
            yield number, cells


def merged_below(path: Path, part: str) -> Merged:
    """Those of the sheet in this part of the package; none where the part is not there."""
    below: dict[int, list[tuple[int, int]]] = {}
    with zipfile.ZipFile(path) as package:
        name = part.lstrip("/")
        if name not in package.namelist():
            return Merged({})
        for count, (column, top, bottom) in enumerate(_references(package, name)):
            if count >= MOST:
                break
            if bottom > top:
                below.setdefault(top, []).append((column, bottom))
    return Merged(below)


def _references(package: zipfile.ZipFile, name: str) -> Iterator[tuple[int, int, int]]:
    kept = b""
    with package.open(name) as file:
        while piece := file.read(_PIECE):
            text, end = kept + piece, 0
            for found in _MERGED.finditer(text):
                end = found.end()
                yield column_index_from_string(found[1].decode()) - 1, int(found[2]), int(found[3])
            kept = text[max(end, len(text) - _OVERLAP) :]
