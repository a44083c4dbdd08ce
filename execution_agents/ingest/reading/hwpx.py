"""HWPX (OWPML, KS X 6101), a ZIP of XML: headings by outline level, paragraphs, the numbers Hancom draws before them,
tables; nothing hidden or deleted."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

from lxml import etree

from execution_agents.ingest.outline import Outliner
from execution_agents.ingest.reading.bounds import MAX_TEXT, Unreadable
from execution_agents.ingest.reading.docx_numbers import Counts, Level
from execution_agents.ingest.reading.grid import Grid
from execution_agents.ingest.reading.package import look_through

SECTION = re.compile(r"Contents/section(\d+)\.xml")
HEAD = "Contents/header.xml"
PACKAGE = "Contents/content.hpf"
_STYLE = re.compile(r"(?:개요|outline)\s*(\d+)", re.I)
_LEFT_OUT = frozenset(("header", "footer", "footNote", "endNote", "hiddenComment", "deleteBegin", "ctrl", "secPr"))
"""What is drawn around the text, or not drawn at all."""
_FORMS = MappingProxyType(
    {
        "DIGIT": "decimal", "CIRCLED_DIGIT": "decimalEnclosedCircle", "HANGUL_SYLLABLE": "ganada",
        "HANGUL_JAMO": "chosung", "ROMAN_CAPITAL": "upperRoman", "ROMAN_SMALL": "lowerRoman",
        "LATIN_CAPITAL": "upperLetter", "LATIN_SMALL": "lowerLetter",
    }
)  # fmt: skip
"""Hancom's forms of a number, as Word names them."""


def read(path: Path) -> dict[str, Any]:
    """The outline's plain values. Raises Unreadable, TooMuchText."""
    look_through(path, trees=rf"{SECTION.pattern}|{re.escape(HEAD)}|{re.escape(PACKAGE)}")
    try:
        with zipfile.ZipFile(path) as package:
            found = _Reading(package).written()
    except (KeyError, ValueError, etree.LxmlError, zipfile.BadZipFile, NotImplementedError) as problem:
        raise Unreadable("is no HWPX document that can be read; save it again as .hwpx or .docx") from problem
    if not found["text"]:
        raise Unreadable("holds no text; if it shows pictures of pages, run text recognition (OCR) over them")
    return found


class _Reading:
    def __init__(self, package: zipfile.ZipFile) -> None:
        self._out = Outliner(MAX_TEXT)
        names = set(package.namelist())
        self._out.title = _title(_tree(package, PACKAGE)) if PACKAGE in names else ""
        head = _tree(package, HEAD) if HEAD in names else None
        self._levels: Mapping[tuple[str, str], int] = {} if head is None else _levels(head)
        self._numbers = _Numbers.of(head)
        self._items: list[str] = []
        numbered = sorted((int(found[1]), found[0]) for name in names if (found := SECTION.fullmatch(name)))
        for _, name in numbered:
            section = _tree(package, name)
            self._numbers.outline = next(
                (str(one.get("outlineShapeIDRef")) for one in section.iter() if _is_element(one, "secPr")), ""
            )
            for paragraph in _children(section, "p"):
                self._paragraph(paragraph)
        self._ends_list()

    def written(self) -> dict[str, Any]:
        return self._out.written()

    def _paragraph(self, paragraph: Any) -> None:
        words = " ".join(_words(paragraph).split())
        if words:
            level = self._levels.get(("para", paragraph.get("paraPrIDRef", ""))) or self._levels.get(
                ("style", paragraph.get("styleIDRef", ""))
            )
            marker = self._numbers.marker(paragraph.get("paraPrIDRef", ""))
            words = f"{marker} {words}" if marker else words
            if level:
                self._ends_list()
                self._out.heading(words, level)
            elif marker:
                self._items.append(words)
            else:
                self._ends_list()
                self._out.paragraph(words)
        for table in _tables(paragraph):
            self._ends_list()
            self._table(table)

    def _ends_list(self) -> None:
        self._out.items(self._items)
        self._items = []

    def _table(self, table: Any) -> None:
        grid = Grid()
        for row in _children(table, "tr"):
            grid.row()
            for cell in _children(row, "tc"):
                span = next(_children(cell, "cellSpan"), None)
                wide, high = (int(span.get(name, "1")) if span is not None else 1 for name in ("colSpan", "rowSpan"))
                grid.cell(max(1, wide), max(1, high))
                grid.says(" ".join(" ".join(_words(one, inside=True).split()) for one in _paragraphs(cell)).strip())
        self._out.table(grid.rows)


@dataclass
class _Numbers:
    """The numbered lists the head declares, counted as paragraphs are read in order."""

    lists: dict[str, dict[int, Level]] = field(default_factory=dict[str, dict[int, Level]])
    """Numbering id -> level from 0 -> how it is drawn."""
    of_paragraphs: dict[str, tuple[str, str, int]] = field(default_factory=dict[str, tuple[str, str, int]])
    """Id of paragraph properties -> (NUMBER, OUTLINE or BULLET, numbering id, level from 0)."""
    outline: str = ""
    """The numbering of the section's outline."""
    counts: Counts = field(default_factory=Counts)

    @classmethod
    def of(cls, head: Any) -> Self:
        """Nothing where there is no head."""
        found = cls()
        for element in () if head is None else head.iter():
            if _is_element(element, "numbering"):
                levels = {int(one.get("level", "1")) - 1: _level(one) for one in _children(element, "paraHead")}
                found.lists[element.get("id", "")] = levels
            elif _is_element(element, "paraPr"):
                heading = next((one for one in element.iter() if _is_element(one, "heading")), None)
                if heading is not None and heading.get("type") in ("NUMBER", "OUTLINE", "BULLET"):
                    said = (heading.get("type"), heading.get("idRef", ""), int(heading.get("level", "0")))
                    found.of_paragraphs[element.get("id", "")] = said
        return found

    def marker(self, properties: str) -> str:
        """What Hancom draws before a paragraph of these properties; "" before most."""
        kind, numbering, at = self.of_paragraphs.get(properties, ("", "", 0))
        if kind == "BULLET":
            return "-"
        numbering = self.outline if kind == "OUTLINE" else numbering
        levels = self.lists.get(numbering, {})
        return self.counts.drawn(numbering, levels, at) if kind and at in levels else ""


def _level(head: Any) -> Level:
    text = "".join(head.itertext()).replace("^", "%")
    start = head.get("start", "1")
    return Level(_FORMS.get(head.get("numFormat", ""), "decimal"), text, int(start) if start.isdigit() else 1)


def _tree(package: zipfile.ZipFile, name: str) -> Any:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
    return etree.fromstring(package.read(name), parser)


def _name(element: Any) -> str:
    """The name without its namespace: Hancom's and the standard's differ by year."""
    return str(element.tag).rpartition("}")[2]


def _is_element(element: Any, name: str) -> bool:
    """Not a processing instruction, whose tag is no text."""
    return isinstance(element.tag, str) and _name(element) == name


def _children(element: Any, name: str) -> Iterator[Any]:
    return (child for child in element.iterchildren() if _name(child) == name)


def _paragraphs(cell: Any) -> Iterator[Any]:
    return (paragraph for inner in _children(cell, "subList") for paragraph in _children(inner, "p"))


def _tables(paragraph: Any) -> Iterator[Any]:
    return (table for run in _children(paragraph, "run") for table in _children(run, "tbl"))


def _words(paragraph: Any, *, inside: bool = False) -> str:
    """The words of a paragraph; `inside` a cell also those of nested tables, which become part of the cell's line."""
    pieces: list[str] = []
    walker = etree.iterwalk(paragraph, events=("start",))
    for _, element in walker:
        name = _name(element)
        if name in _LEFT_OUT or (name == "tbl" and not inside):
            walker.skip_subtree()
        elif name == "t":
            pieces.append(element.text or "")
            pieces += [f"{_mark(child)}{child.tail or ''}" for child in element.iterchildren()]
            walker.skip_subtree()
        elif name == "p" and element is not paragraph:
            pieces.append(" ")
    return "".join(pieces)


def _mark(child: Any) -> str:
    """The text for a mark: a space for a tab or a line break; nothing for a title mark."""
    return " " if _name(child) in ("tab", "lineBreak", "nbSpace", "fwSpace") else ""


def _levels(head: Any) -> Mapping[tuple[str, str], int]:
    """Paragraph properties and styles that make a heading -> its level, from 1."""
    found: dict[tuple[str, str], int] = {}
    for element in head.iter():
        if not isinstance(element.tag, str):
            continue
        name = _name(element)
        if name == "paraPr":
            outline = next(_children(element, "heading"), None)
            if outline is not None and outline.get("type") == "OUTLINE":
                found["para", element.get("id", "")] = int(outline.get("level", "0")) + 1
        elif name == "style":
            said = _STYLE.search(f"{element.get('name', '')} {element.get('engName', '')}")
            if said:
                found["style", element.get("id", "")] = max(1, int(said[1]))
    return found


def _title(package: Any) -> str:
    title = next((one for one in package.iter() if isinstance(one.tag, str) and _name(one) == "title"), None)
    return "" if title is None else " ".join("".join(title.itertext()).split())[:200]
