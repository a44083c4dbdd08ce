"""Originals of every format, made by the libraries people's programs are made of; nasty ones by hand."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import docx
import openpyxl
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from execution_agents.ingest.files import files_under
from execution_agents.ingest.imported import InputFile

FONT = "HYSMyeongJo-Medium"
cast(Any, pdfmetrics).registerFont(UnicodeCIDFont(FONT))

Draw = Callable[[Any], None]


def input_file(path: Path) -> InputFile:
    """The one file at a path, as an ingest sees it."""
    [file] = list(files_under(path))
    assert isinstance(file, InputFile), file
    return file


def pdf(path: Path, pages: Sequence[Draw], password: str | None = None) -> Path:
    """A PDF whose pages are drawn one by one."""
    canvas = cast(Any, Canvas(str(path), pagesize=A4, encrypt=StandardEncryption(password) if password else None))
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return path


def lines(at: float, *rows: tuple[float, str]) -> Draw:
    """Lines from the height `at` downwards: (size, words)."""

    def draw(canvas: Any) -> None:
        height = at
        for size, words in rows:
            canvas.setFont(FONT, size)
            canvas.drawString(60, height, words)
            height -= size * 1.5

    return draw


def cells(at: float, rows: Sequence[Sequence[str]]) -> Draw:
    """A table without rules: cells at fixed places, row by row."""

    def draw(canvas: Any) -> None:
        canvas.setFont(FONT, 10)
        for down, row in enumerate(rows):
            for across, words in enumerate(row):
                canvas.drawString(60 + across * 150, at - down * 15, words)

    return draw


def together(*drawn: Draw) -> Draw:
    """Several on one page."""

    def draw(canvas: Any) -> None:
        for one in drawn:
            one(canvas)

    return draw


def picture(canvas: Any) -> None:
    """A scanned page: a picture and no letter."""
    canvas.drawInlineImage(Image.new("RGB", (40, 40), "gray"), 60, 400, 300, 300)


def workbook(
    path: Path, sheets: Mapping[str, Sequence[Sequence[object]]], change: Callable[[Any], None] | None = None
) -> Path:
    """An XLSX of these sheets, row by row; `change` may do more with it."""
    book = cast(Any, openpyxl.Workbook())
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    if change is not None:
        change(book)
    book.save(path)
    return path


def word(path: Path, write: Callable[[Any], None]) -> Path:
    """A DOCX."""
    document = cast(Any, docx.Document())
    write(document)
    document.save(str(path))
    return path


def tracked(paragraph: Any, kind: str, words: str) -> None:
    """A run that somebody inserted (`ins`) or deleted (`del`) with changes tracked."""
    change, run = OxmlElement(f"w:{kind}"), OxmlElement("w:r")
    text = OxmlElement("w:t" if kind == "ins" else "w:delText")
    text.text = words
    run.append(text)
    change.append(run)
    paragraph._p.append(change)


def hidden(paragraph: Any, words: str) -> None:
    """A run Word does not show."""
    run = paragraph.add_run(words)
    properties = run._r.get_or_add_rPr()
    properties.append(OxmlElement("w:vanish"))


def numbered(document: Any, form: str, text: str) -> str:
    """A numbered list of that form; its number id."""
    root = document.part.numbering_part.element
    kind, level = OxmlElement("w:abstractNum"), OxmlElement("w:lvl")
    kind.set(qn("w:abstractNumId"), "77")
    level.set(qn("w:ilvl"), "0")
    for name, value in (("start", "1"), ("numFmt", form), ("lvlText", text)):
        one = OxmlElement(f"w:{name}")
        one.set(qn("w:val"), value)
        level.append(one)
    kind.append(level)
    root.insert(0, kind)
    number, of = OxmlElement("w:num"), OxmlElement("w:abstractNumId")
    number.set(qn("w:numId"), "77")
    of.set(qn("w:val"), "77")
    number.append(of)
    root.append(number)
    return "77"


def number(paragraph: Any, number_id: str) -> None:
    """Puts the paragraph into the numbered list."""
    properties = paragraph._p.get_or_add_pPr().get_or_add_numPr()
    properties.get_or_add_ilvl().val = 0
    properties.get_or_add_numId().val = int(number_id)


def with_part(path: Path, name: str, content: bytes) -> Path:
    """The package with one part added or replaced."""
    held = BytesIO(path.read_bytes())
    with zipfile.ZipFile(held) as before, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as after:
        for part in before.namelist():
            if part != name:
                after.writestr(part, before.read(part))
        after.writestr(name, content)
    return path
