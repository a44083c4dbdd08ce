"""A statute as PDF: a running head, page numbers, and lines broken by the width of the page."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from evaluations.folders.pieces import Piece, Statute
from foundation.contracts.errors import DataMissing

FONT = "HYSMyeongJo-Medium"
"""Every reader of PDF has it: no file of a typeface is needed."""
BODY = 10.5
MARGIN = 62.0
"""Points."""


@dataclass(frozen=True)
class Layout:
    """How an office prints its statutes."""

    by_letter: bool
    """Lines break between any two letters, as the official print does; else between words."""
    title_in_line: bool
    """제3조(대항력 등) ① … on one line; else the article's title has its own."""
    foot: tuple[str, str, str]
    """Left, middle, right; `{page}` is the page's number."""


OFFICIAL = Layout(by_letter=True, title_in_line=True, foot=("법제처", "{page}", "국가법령정보센터"))
ASSOCIATION = Layout(by_letter=False, title_in_line=False, foot=("", "- {page} -", ""))


def write_pdf(statute: Statute, path: Path, layout: Layout) -> None:
    """Writes the file. Raises DataMissing where reportlab, a library of the tests, is not installed."""
    platypus, metrics, fonts, pages = (
        _library(name) for name in ("platypus", "pdfbase.pdfmetrics", "pdfbase.cidfonts", "lib.pagesizes")
    )
    metrics.registerFont(fonts.UnicodeCIDFont(FONT))
    document = platypus.SimpleDocTemplate(
        str(path), pagesize=pages.A4, title=statute.name, invariant=1,
        leftMargin=MARGIN, rightMargin=MARGIN, topMargin=MARGIN + 12, bottomMargin=MARGIN + 12,
    )  # fmt: skip
    drawn = _around(statute.name, layout, pages.A4)
    document.build(list(_flowed(statute, layout, platypus.Paragraph)), onFirstPage=drawn, onLaterPages=drawn)


def _library(name: str) -> Any:
    try:
        return importlib.import_module(f"reportlab.{name}")
    except ModuleNotFoundError as problem:
        raise DataMissing(
            "The folders hold PDF, and reportlab is not installed (`make install-dev` brings it)."
        ) from problem


def _around(name: str, layout: Layout, size: tuple[float, float]) -> Callable[[Any, Any], None]:
    wide, high = size

    def draw(canvas: Any, document: Any) -> None:
        canvas.saveState()
        canvas.setFont(FONT, 9)
        canvas.drawRightString(wide - MARGIN, high - MARGIN + 14, name)
        left, middle, right = (part.format(page=document.page) for part in layout.foot)
        canvas.drawString(MARGIN, MARGIN - 18, left)
        canvas.drawCentredString(wide / 2, MARGIN - 18, middle)
        canvas.drawRightString(wide - MARGIN, MARGIN - 18, right)
        canvas.restoreState()

    return draw


def _flowed(statute: Statute, layout: Layout, paragraph: Callable[[str, Any], Any]) -> Iterator[Any]:
    make = _library("lib.styles").ParagraphStyle
    common = {
        "fontName": FONT,
        "fontSize": BODY,
        "leading": BODY * 1.6,
        "wordWrap": "CJK" if layout.by_letter else None,
    }
    # 1 centres, 4 justifies.
    body = make("body", alignment=4, spaceAfter=3, **common)
    items = [make(f"item{level}", leftIndent=14 * level, parent=body) for level in (1, 2)]
    title = make("title", parent=body, alignment=1, fontSize=18, leading=30)
    part = make("part", parent=body, alignment=1, fontSize=13, leading=24, spaceBefore=10)
    head = make("head", parent=body, alignment=1, spaceAfter=12)
    for piece in _in_lines(statute.pieces) if layout.title_in_line else statute.pieces:
        style = {"title": title, "part": part, "item": items[piece.level - 1]}.get(piece.kind, body)
        yield paragraph(escape(piece.words), style)
        if piece.kind == "title":
            yield paragraph(escape(statute.head), head)


def _in_lines(pieces: tuple[Piece, ...]) -> Iterator[Piece]:
    """Each article's title before its first paragraph, on one line."""
    held = ""
    for piece in pieces:
        if held and piece.kind != "paragraph":
            yield Piece("article", held)
            held = ""
        if piece.kind == "article":
            held = piece.words
        else:
            yield Piece(piece.kind, f"{held} {piece.words}".strip(), piece.level)
            held = ""
    if held:
        yield Piece("article", held)
