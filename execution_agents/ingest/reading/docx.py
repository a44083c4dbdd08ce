"""Word documents: headings by style, numbers as Word draws them, lists, tables; nothing deleted or hidden."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import docx
from docx.opc.exceptions import OpcError
from docx.oxml.ns import qn
from lxml import etree

from execution_agents.ingest.outline import Outliner
from execution_agents.ingest.reading.bounds import MAX_TEXT, Unreadable
from execution_agents.ingest.reading.docx_numbers import Numbering
from execution_agents.ingest.reading.grid import Grid
from execution_agents.ingest.reading.package import look_through

_HEADING = re.compile(r"(?:heading|제목)\s*([1-9])", re.I)
_ARTICLE = re.compile(r"제\s?\d+(?:편|장|절|관|조)")
_T, _TAB, _BR, _CR, _HYPHEN = (qn(f"w:{name}") for name in ("t", "tab", "br", "cr", "noBreakHyphen"))
_P, _TBL, _TR, _TC, _R = (qn(f"w:{name}") for name in ("p", "tbl", "tr", "tc", "r"))
_LEFT_OUT = frozenset(
    (qn("w:del"), qn("w:moveFrom"), qn("w:pPr"), qn("w:rPr"), "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback")
)  # fmt: skip
_INSIDE = frozenset((qn("w:sdt"), qn("w:sdtContent"), qn("w:customXml"), qn("w:ins"), qn("w:moveTo"), qn("w:smartTag")))


def read(path: Path) -> dict[str, Any]:
    """The outline's plain values. Raises Unreadable, TooMuchText."""
    look_through(path, trees=r"word/document\.xml")
    try:
        with path.open("rb") as file:
            found = _Reading(docx.Document(file)).written()
    except (OpcError, KeyError, ValueError, AttributeError, IndexError, etree.LxmlError, zipfile.BadZipFile) as problem:
        raise Unreadable("is no Word document that can be read; save it again as .docx") from problem
    if not found["text"]:
        raise Unreadable("holds no text; if it shows pictures of pages, run text recognition (OCR) over them")
    return found


class _Reading:
    def __init__(self, document: Any) -> None:
        self._out = Outliner(MAX_TEXT)
        self._out.title = " ".join(str(document.core_properties.title or "").split())[:200]
        self._styles = {str(style.style_id): style for style in document.styles}
        self._numbers = Numbering.of(document)
        self._items: list[str] = []
        for element in _blocks(document.element.body):
            if element.tag == _TBL:
                self._ends_list()
                self._table(element)
            else:
                self._paragraph(element)
        self._ends_list()

    def written(self) -> dict[str, Any]:
        return self._out.written()

    def _paragraph(self, element: Any) -> None:
        words = _words(element).strip()
        if not words:
            return
        style = self._styles.get(str(element.style)) if element.style else None
        level = _level(element, style)
        marker = self._numbers.marker(element, style)
        line = f"{marker} {words}" if marker else words
        if level:
            self._ends_list()
            self._out.heading(line, level)
        elif marker and not _ARTICLE.match(line):
            self._items.append(line)
        else:
            self._ends_list()
            self._out.paragraph(line)

    def _ends_list(self) -> None:
        self._out.items(self._items)
        self._items = []

    def _table(self, table: Any) -> None:
        grid = Grid()
        for row in _children(table, _TR):
            grid.row()
            for cell in _children(row, _TC):
                if _goes_on(cell):
                    grid.repeats()
                    continue
                grid.cell(_width(cell))
                grid.says(" ".join(_words(paragraph) for paragraph in cell.iter(_P)).strip())
        self._out.table(grid.rows)


def _blocks(container: Any) -> Iterator[Any]:
    for child in container.iterchildren():
        if child.tag in (_P, _TBL):
            yield child
        elif child.tag in _INSIDE:
            yield from _blocks(child)


def _children(container: Any, tag: str) -> Iterator[Any]:
    for child in container.iterchildren():
        if child.tag == tag:
            yield child
        elif child.tag in _INSIDE:
            yield from _children(child, tag)


def _words(paragraph: Any) -> str:
    pieces: list[str] = []
    walker = etree.iterwalk(paragraph, events=("start",))
    for _, element in walker:
        tag = element.tag
        if tag in _LEFT_OUT or (tag == _R and _is_hidden(element)):
            walker.skip_subtree()
        elif tag == _T:
            pieces.append(element.text or "")
        elif tag in (_TAB, _BR, _CR, _HYPHEN):
            pieces.append({_TAB: "\t", _HYPHEN: "-"}.get(tag, "\n"))
        elif tag == _P and element is not paragraph:
            pieces.append("\n")  # a text box
    return "".join(pieces)


def _is_hidden(run: Any) -> bool:
    vanish = run.find(f"{qn('w:rPr')}/{qn('w:vanish')}")
    return vanish is not None and vanish.get(qn("w:val")) not in ("0", "false")


def _level(element: Any, style: Any) -> int:
    """The heading's level by its style's name, or the outline level it or its style declares; 0: none."""
    name = str(style.name) if style is not None else ""
    found = _HEADING.fullmatch(name.strip())
    if found:
        return int(found[1])
    if name.lower() == "title":
        return 1
    for holder in (element, style.element if style is not None else None):
        declared = holder.find(f"{qn('w:pPr')}/{qn('w:outlineLvl')}") if holder is not None else None
        if declared is not None:
            value = str(declared.get(qn("w:val")))
            return int(value) + 1 if value.isdigit() and int(value) < 9 else 0
    return 0


def _width(cell: Any) -> int:
    span = cell.find(f"{qn('w:tcPr')}/{qn('w:gridSpan')}")
    written = str(span.get(qn("w:val"))) if span is not None else "1"
    return min(max(int(written), 1), 100) if written.isdigit() and len(written) < 6 else 1


def _goes_on(cell: Any) -> bool:
    merged = cell.find(f"{qn('w:tcPr')}/{qn('w:vMerge')}")
    return merged is not None and merged.get(qn("w:val")) in (None, "continue")
