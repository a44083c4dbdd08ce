"""A document's Markdown as a Word file: headings, paragraphs, numbered lists and tables, and nothing else."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from typing import Any

import docx
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml.ns import qn
from docx.shared import Pt

from foundation.language.printable import writable

FONT = "Malgun Gothic"
_EPOCH = (1980, 1, 1, 0, 0, 0)
_HEADING = re.compile(r"^(#{1,4})\s+(.*)$")
_NUMBERED = re.compile(r"^(\d{1,3}\.)\s+(.*)$")
_ROW = re.compile(r"^\|(.*)\|\s*$")
_RULE = re.compile(r"^[\s|:-]+$")
_BOLD = re.compile(r"\*\*(.+?)\*\*")


def as_docx(markdown: str, title: str, note: str) -> bytes:
    """The whole file. `note`: text above the document, such as that it is a draft."""
    document = docx.Document()
    _fonts(document)
    document.core_properties.title = writable(title)
    if note:
        shown = document.add_paragraph()
        shown.alignment = WD_ALIGN_PARAGRAPH.RIGHT
        shown.add_run(writable(note).lstrip("> ")).italic = True
    for kind, lines in blocks(writable(markdown)):
        match kind:
            case "heading":
                level, text = lines[0], lines[1]
                heading = document.add_heading(text, level=min(int(level), 4) - 1)
                if level == "1":
                    heading.alignment = WD_ALIGN_PARAGRAPH.CENTER
            case "table":
                _table(document, lines)
            case _:
                for line in lines:
                    _written(document.add_paragraph(), line)
    held = io.BytesIO()
    document.save(held)
    return _without_times(held)


def _without_times(held: io.BytesIO) -> bytes:
    """The same package with one fixed date for all its parts: the same version gives the same file, whenever it is
    read."""
    packed = io.BytesIO()
    with zipfile.ZipFile(held) as written, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as kept:
        for part in written.infolist():
            kept.writestr(zipfile.ZipInfo(part.filename, _EPOCH), written.read(part), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def blocks(markdown: str) -> Iterator[tuple[str, list[str]]]:
    """The Markdown's blocks in order: ("heading", [level, text]), ("table", rows), ("text", lines)."""
    rows: list[str] = []
    for line in [*markdown.splitlines(), ""]:
        if _ROW.match(line):
            rows.append(line)
            continue
        if rows:
            yield "table", [row for row in rows if not _RULE.match(row)]
            rows = []
        if heading := _HEADING.match(line):
            yield "heading", [str(len(heading[1])), heading[2].strip()]
        elif line.strip():
            yield "text", [line.strip()]
    del rows


def _table(document: Any, lines: list[str]) -> None:
    cells = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    width = max(len(row) for row in cells)
    table = document.add_table(rows=0, cols=width)
    table.style = "Table Grid"
    for at, row in enumerate(cells):
        placed = table.add_row().cells
        for place in range(width):
            text = row[place] if place < len(row) else ""
            _written(placed[place].paragraphs[0], f"**{text}**" if at == 0 and text else text)
    document.add_paragraph()


def _written(paragraph: Any, text: str) -> None:
    if numbered := _NUMBERED.match(text):
        paragraph.paragraph_format.left_indent = Pt(18)
        paragraph.paragraph_format.first_line_indent = Pt(-18)
        text = f"{numbered[1]} {numbered[2]}"
    at = 0
    for bold in _BOLD.finditer(text):
        paragraph.add_run(text[at : bold.start()])
        paragraph.add_run(bold[1]).bold = True
        at = bold.end()
    paragraph.add_run(text[at:])


def _fonts(document: Any) -> None:
    """A font with Hangul for every style, so that no reader shows boxes instead."""
    for name in ("Normal", "Title", "Heading 1", "Heading 2", "Heading 3"):
        style = document.styles[name]
        style.font.name = FONT
        style.element.get_or_add_rPr().get_or_add_rFonts().set(qn("w:eastAsia"), FONT)
    document.styles["Normal"].font.size = Pt(10.5)
