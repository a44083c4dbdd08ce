"""HWPX (OWPML, KS X 6101), a ZIP of XML: headings by outline level, paragraphs, tables; nothing hidden or deleted."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lxml import etree

from execution_agents.ingest.outline import Outliner
from execution_agents.ingest.reading.bounds import MAX_TEXT, Unreadable
from execution_agents.ingest.reading.grid import Grid
from execution_agents.ingest.reading.package import look_through

SECTION = re.compile(r"Contents/section(\d+)\.xml")
HEAD = "Contents/header.xml"
PACKAGE = "Contents/content.hpf"
_STYLE = re.compile(r"(?:개요|outline)\s*(\d+)", re.I)
_LEFT_OUT = frozenset(("header", "footer", "footNote", "endNote", "hiddenComment", "deleteBegin", "ctrl", "secPr"))
"""What is drawn around the text, or not drawn at all."""


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
        self._levels: Mapping[tuple[str, str], int] = _levels(_tree(package, HEAD)) if HEAD in names else {}
        numbered = sorted((int(found[1]), found[0]) for name in names if (found := SECTION.fullmatch(name)))
        for _, name in numbered:
            for paragraph in _children(_tree(package, name), "p"):
                self._paragraph(paragraph)

    def written(self) -> dict[str, Any]:
        return self._out.written()

    def _paragraph(self, paragraph: Any) -> None:
        words = " ".join(_words(paragraph).split())
        if words:
            level = self._levels.get(("para", paragraph.get("paraPrIDRef", ""))) or self._levels.get(
                ("style", paragraph.get("styleIDRef", ""))
            )
            if level:
                self._out.heading(words, level)
            else:
                self._out.paragraph(words)
        for table in _tables(paragraph):
            self._table(table)

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


def _tree(package: zipfile.ZipFile, name: str) -> Any:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
    return etree.fromstring(package.read(name), parser)


def _name(element: Any) -> str:
    """The name without its namespace: Hancom's and the standard's differ by year."""
    return str(element.tag).rpartition("}")[2]


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
