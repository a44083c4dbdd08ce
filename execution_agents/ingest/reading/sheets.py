"""The sheets of a workbook, row by row: the values that were last computed, as words."""

from __future__ import annotations

import warnings
import zipfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import islice
from pathlib import Path
from typing import Any, cast
from xml.etree.ElementTree import ParseError

import openpyxl
from openpyxl.utils import get_column_letter

from execution_agents.ingest.reading.bounds import MAX_COLUMNS, MAX_ROWS, Spent, Unreadable
from execution_agents.ingest.reading.merged import merged_below
from execution_agents.ingest.reading.number_formats import shown_figure, shown_length
from execution_agents.ingest.reading.package import look_through

_MIDNIGHT = time(0, 0)


@dataclass(frozen=True)
class Sheet:
    """One sheet that is shown; `rows` gives (row number, cells) of rows that hold something."""

    name: str
    rows: Iterator[tuple[int, list[str]]]


def sheets_of(path: Path, *, shown: bool) -> Iterator[Sheet]:
    """The visible sheets. With `shown` figures are written as the sheet shows them (3.5%), else as a table's cell takes
    them (3.5). Raises Unreadable."""
    look_through(path, trees=r"xl/sharedStrings\.xml")
    with _refusing():
        yield from _sheets(path, shown=shown)


@contextmanager
def _refusing() -> Generator[None]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and extensions, which are no words
            yield
    except (KeyError, ValueError, TypeError, AttributeError, IndexError, ParseError, zipfile.BadZipFile) as problem:
        raise Unreadable("is no workbook that can be read; save it again as .xlsx") from problem


def _sheets(path: Path, *, shown: bool) -> Iterator[Sheet]:
    formulas = _formulas(path)
    spent = Spent()
    # Opened here: given a path, the library would judge the file by its name.
    with path.open("rb") as file:
        book = cast(Any, openpyxl.load_workbook(file, read_only=True, data_only=True, keep_links=False))
        for sheet in book.worksheets:
            if sheet.sheet_state == "visible":
                sheet.reset_dimensions()  # what it says of its size is a stranger's word
                merged = merged_below(path, str(getattr(sheet, "_worksheet_path", "")))
                rows = _rows(sheet, spent, shown=shown, formulas=formulas.get(sheet.title, set()))
                yield Sheet(str(sheet.title), merged.filled(rows, spent))


def _formulas(path: Path) -> dict[str, set[tuple[int, int]]]:
    """Sheet -> cells with a formula: one without a computed value would look empty."""
    with zipfile.ZipFile(path) as package:
        parts = [part for part in package.namelist() if part.startswith("xl/worksheets/") and part.endswith(".xml")]
        if not any(_holds(package, part, b"<f") for part in parts):
            return {}
    found: dict[str, set[tuple[int, int]]] = {}
    with path.open("rb") as file:
        book = cast(Any, openpyxl.load_workbook(file, read_only=True, keep_links=False))
        for sheet in book.worksheets:
            sheet.reset_dimensions()
            found[sheet.title] = {
                (cell.row, cell.column)
                for row in islice(sheet.iter_rows(), MAX_ROWS)
                for cell in row
                if getattr(cell, "data_type", "") == "f"
            }
    return found


def _holds(package: zipfile.ZipFile, part: str, words: bytes) -> bool:
    kept = b""
    with package.open(part) as file:
        while piece := file.read(1 << 20):
            if words in kept + piece:
                return True
            kept = piece[-len(words) :]
    return False


def _rows(sheet: Any, spent: Spent, *, shown: bool, formulas: set[tuple[int, int]]) -> Iterator[tuple[int, list[str]]]:
    with _refusing():
        # With no width given, a missing row costs nothing: a sheet may number its second row a million.
        for number, row in enumerate(sheet.iter_rows(), 1):
            cells = [_words(cell, shown=shown) for cell in row]
            while cells and not cells[-1]:
                cells.pop()
            _require_bounded(sheet.title, number, len(cells))
            spent.add(len(cells))
            _require_computed(sheet.title, number, [at for at, cell in enumerate(row) if cell.value is None], formulas)
            if cells:
                yield number, cells


def _require_bounded(sheet: str, rows: int, columns: int) -> None:
    if rows > MAX_ROWS:
        raise Unreadable(f"has more than {MAX_ROWS:,} rows in its sheet {sheet!r}; split it")
    if columns > MAX_COLUMNS:
        raise Unreadable(f"has more than {MAX_COLUMNS} columns in its sheet {sheet!r}; split it")


def _require_computed(sheet: str, number: int, empty: list[int], formulas: set[tuple[int, int]]) -> None:
    missing = next((at + 1 for at in empty if formulas and (number, at + 1) in formulas), None)
    if missing is not None:
        raise Unreadable(
            f"has a formula without a computed value in {get_column_letter(missing)}{number} of its sheet {sheet!r}; "
            "open it in a spreadsheet program and save it there"
        )


def _words(cell: Any, *, shown: bool) -> str:
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return shown_figure(value, str(getattr(cell, "number_format", "") or ""), shown=shown)
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == _MIDNIGHT else value.isoformat(" ", "minutes")
    if isinstance(value, time):
        return value.isoformat("minutes" if not (value.second or value.microsecond) else "seconds")
    if isinstance(value, timedelta):
        return shown_length(value)
    return value.isoformat() if isinstance(value, date) else str(value).strip()
