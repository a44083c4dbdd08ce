"""HTML pages: headings, paragraphs, lists and tables of what a browser shows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

from lxml import etree

from execution_agents.ingest.outline import Outliner
from execution_agents.ingest.reading.bounds import MAX_MARKUP, MAX_TEXT, Unreadable
from execution_agents.ingest.reading.grid import Grid
from execution_agents.ingest.reading.published import published
from execution_agents.ingest.reading.words import Undecodable, decoded

_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([a-z0-9_:.-]{1,40})", re.I)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_LEFT_OUT = frozenset(
    ("script", "style", "noscript", "template", "nav", "svg", "math", "iframe", "object", "button", "select",
     "textarea", "head")
)  # fmt: skip
_BLOCKS = frozenset(
    ("p", "div", "section", "article", "main", "header", "footer", "aside", "blockquote", "pre", "figure", "figcaption",
     "address", "dl", "dt", "dd", "form", "fieldset", "hr", "body", "details", "summary", "caption", "center")
)  # fmt: skip
_MARKER = re.compile(r"-|\d+\.")
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_MENUS = frozenset(("navigation", "search", "menu", "menubar"))
"""Roles of elements for navigation, which are not content."""
_LAYOUT = etree.XPath("boolean(.//table | .//h1 | .//h2 | .//h3 | .//h4 | .//h5 | .//h6)")


def read(path: Path) -> dict[str, Any]:
    """The outline's plain values. Raises Unreadable, TooMuchText."""
    return _outlined(_tree(path))


def read_web_page(path: Path) -> dict[str, Any]:
    """The same of a page that was fetched, with the time it says it was published. Raises Unreadable, TooMuchText."""
    root = _tree(path)
    said = "" if root is None else published(root)  # Before the walk, which leaves the head out.
    return {**_outlined(root), "declared": {"published": said} if said else {}}


def _tree(path: Path) -> Any:
    """The root element; None for nothing at all. Raises Unreadable."""
    data = path.read_bytes()
    if len(data) > MAX_MARKUP:
        raise Unreadable(f"is larger than {MAX_MARKUP // 1_000_000} MB; split it")
    declared = _CHARSET.search(data[:4096])
    try:
        text = decoded(data, declared[1].decode("ascii") if declared else None)
    except Undecodable as problem:
        raise Unreadable(str(problem)) from problem
    # `no_network` and no custom entities: HTML has none, and nothing is fetched.
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True)
    try:
        return cast(Any, etree.fromstring(text.encode("utf-8", "replace"), parser))
    except etree.LxmlError as problem:
        raise Unreadable("is no HTML that can be read; save it again from a browser") from problem


def _outlined(root: Any) -> dict[str, Any]:
    page = _Page()
    if root is not None:
        page.walk(root)
    if not page.out.length:
        raise Unreadable("holds no text a browser would show without running programs; save the page as PDF")
    return page.out.written()


class _Page:
    """Walks the tree without recursion: untrusted pages may be nested arbitrarily deep."""

    def __init__(self) -> None:
        self.out = Outliner(MAX_TEXT)
        self._words: list[str] = []
        self._items: list[str] = []
        self._lists: list[tuple[str, int]] = []
        self._grid: Grid | None = None
        self._tables = 0
        self._pre = 0

    def walk(self, root: Any) -> None:
        """Every element in order."""
        title = root.find(".//head/title")
        self.out.title = " ".join("".join(title.itertext()).split())[:200] if title is not None else ""
        walker = etree.iterwalk(root, events=("start", "end"))
        skipped: Any = None
        for event, element in walker:
            if event == "start" and _is_left_out(element):
                walker.skip_subtree()
                skipped = element
            elif event == "start":
                self._opens(element, element.tag)
                self._say(element.text)
            else:
                if element is skipped:
                    skipped = None
                else:
                    self._closes(element.tag)
                self._say(element.tail)
        self._flush()

    def _say(self, text: str | None) -> None:
        if text:
            self._words.append(text if self._pre else re.sub(r"\s+", " ", text))

    def _opens(self, element: Any, tag: str) -> None:
        if tag == "br":
            self._words.append("\n")
        elif self._grid is not None:
            self._opens_in_table(element, tag)
        elif tag in ("ul", "ol"):
            self._flush()
            self._lists.append((tag, 0))
        elif tag == "li" and self._lists:
            self._flush()
            self._words = [self._marker()]
        elif tag == "table":
            self._flush()
            if not self._lists and not _LAYOUT(element):
                self._grid, self._tables = Grid(), 1
        elif tag in _BLOCKS or tag in _HEADINGS or tag in ("tr", "td", "th"):
            self._flush()
        self._pre += tag == "pre"

    def _opens_in_table(self, element: Any, tag: str) -> None:
        grid = cast(Grid, self._grid)
        if tag == "tr":
            self._cell_ends()
            grid.row()
        elif tag in ("td", "th"):
            self._cell_ends()
            grid.cell(_span(element, "colspan"), _span(element, "rowspan"), is_header=tag == "th")
        elif tag in _BLOCKS or tag == "li":
            self._words.append(" ")

    def _closes(self, tag: str) -> None:
        self._pre -= tag == "pre"
        if self._grid is not None:
            if tag in ("td", "th", "tr", "caption"):
                self._cell_ends()
            elif tag == "table":
                self._cell_ends()
                self.out.table(self._grid.rows, header=self._grid.has_header)
                self._grid = None
        elif tag in _HEADINGS:
            self.out.heading(self._taken(), _HEADINGS[tag])
        elif tag in ("ul", "ol") and self._lists:
            self._flush()
            self._words = []
            self._lists.pop()
            if not self._lists:
                self.out.items(self._items)
                self._items = []
        elif tag in _BLOCKS or tag in ("li", "tr", "td", "th", "table"):
            self._flush()

    def _marker(self) -> str:
        kind, count = self._lists[-1]
        self._lists[-1] = (kind, count + 1)
        return "- " if kind == "ul" else f"{count + 1}. "

    def _cell_ends(self) -> None:
        words = self._taken()
        if self._grid is not None:
            if words and not self._grid.says(words):
                self.out.paragraph(words)  # a caption
            self._grid.close()

    def _taken(self) -> str:
        words = re.sub(r"[ \xa0]*\n[ \xa0]*", "\n", "".join(self._words))
        self._words = []
        return words.strip()

    def _flush(self) -> None:
        words = self._taken()
        if not words:
            return
        if self._lists and _MARKER.fullmatch(words):
            self._words = [words + " "]  # its paragraph is still to come
        elif self._lists:
            self._items.append("  " * (len(self._lists) - 1) + words)
        else:
            self.out.paragraph(words)


def _is_left_out(element: Any) -> bool:
    return (
        element.tag in _LEFT_OUT
        or element.get("hidden") is not None
        or (element.get("role") or "").strip().lower() in _MENUS
        or _HIDDEN.search(element.get("style") or "") is not None
    )


def _span(element: Any, name: str) -> int:
    written = str(element.get(name) or "1")
    return min(max(int(written), 1), 100) if written.isascii() and written.isdigit() and len(written) < 6 else 1
