"""The lines of a PDF page with their positions: the file has positioned letters and no lines."""

from __future__ import annotations

import ctypes
import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import dropwhile, takewhile
from pathlib import Path
from typing import Any, cast

GAP = 1.6
"""A gap of this many letter heights separates two cells: justified text stays below one."""
# The bindings are made from C headers and carry no types.
_pdfium = cast(Any, importlib.import_module("pypdfium2"))
_raw = cast(Any, importlib.import_module("pypdfium2.raw"))
PdfProblem = cast(type[RuntimeError], _pdfium.PdfiumError)
"""What PDFium raises for a file it cannot open."""
_BREAK = 2
"""What PDFium writes for a hyphen at the end of a line."""


@dataclass(frozen=True)
class Line:
    """One line; lengths in points, `bottom` counted from the page's lower edge."""

    cells: tuple[str, ...]
    """One, or several where wide gaps part them."""
    left: float
    right: float
    bottom: float
    size: float
    """Height of its letters, to half a point."""
    opening: float = 0.0
    """Width of its first word."""
    page: int = 1

    @property
    def text(self) -> str:
        """Its words."""
        return " ".join(self.cells)


@dataclass
class _Letter:
    mark: str
    left: float
    right: float
    bottom: float
    size: float


def opened(path: Path) -> Any:
    """The document: `len` gives its pages. Raises PdfProblem."""
    return _pdfium.PdfDocument(str(path))


def lines_of(document: Any, at: int) -> Iterator[Line]:
    """The lines of a page in the file's order; pieces on one height side by side are one line."""
    page = document[at]
    text = page.get_textpage()
    try:
        held: list[_Letter] = []
        for run in _runs(text.raw):
            if held and not _beside(held, run):
                yield _line(held, at + 1)
                held = []
            held += run
        if held:
            yield _line(held, at + 1)
    finally:
        text.close()
        page.close()


def _runs(text: Any) -> Iterator[list[_Letter]]:
    """Letters up to each line break PDFium sees; runs of blanks alone are left out."""
    box = _raw.FS_RECTF()
    run: list[_Letter] = []
    for at in range(_raw.FPDFText_CountChars(text)):
        code = _raw.FPDFText_GetUnicode(text, at)
        if code in (10, 13):
            if any(not letter.mark.isspace() for letter in run):
                yield run
            run = []
        elif code >= 32 or code in (9, _BREAK):
            mark = (
                "\u00ad"
                if code == _BREAK
                else chr(code)
                if code < 0x110000 and not 0xD800 <= code < 0xE000
                else "\ufffd"
            )
            _raw.FPDFText_GetLooseCharBox(text, at, ctypes.byref(box))
            run.append(_Letter(mark, box.left, box.right, box.bottom, box.top - box.bottom))
    if any(not letter.mark.isspace() for letter in run):
        yield run


def _beside(held: list[_Letter], run: list[_Letter]) -> bool:
    before, after = _solid(held)[-1], _solid(run)[0]
    return abs(before.bottom - after.bottom) < 0.3 * max(after.size, 1) and after.left > before.right


def _solid(run: list[_Letter]) -> list[_Letter]:
    return list(filter(_is_solid, run))


def _line(run: list[_Letter], page: int) -> Line:
    solid = _solid(run)
    size = sorted(letter.size for letter in solid)[len(solid) // 2]
    cells: list[str] = [""]
    before: _Letter | None = None
    for letter in run:
        if letter.mark.isspace():
            cells[-1] += " "
            continue
        if before is not None and letter.left - before.right > GAP * max(size, 1):
            cells.append("")
        cells[-1] += letter.mark
        before = letter
    words = tuple(" ".join(cell.split()) for cell in cells)
    first = list(takewhile(_is_solid, dropwhile(lambda letter: not _is_solid(letter), run)))
    return Line(
        words,
        solid[0].left,
        max(letter.right for letter in solid),
        solid[0].bottom,
        round(size * 2) / 2,
        first[-1].right - first[0].left,
        page,
    )


def _is_solid(letter: _Letter) -> bool:
    return not letter.mark.isspace()
