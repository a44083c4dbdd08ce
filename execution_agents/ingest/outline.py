"""A document as its blocks: the positions of its headings, paragraphs, lists and tables in the stored text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast

BlockKind = Literal["heading", "text", "list", "table"]
KINDS: tuple[BlockKind, ...] = ("heading", "text", "list", "table")
Place = Mapping[str, int | str]
"""Where the original shows it: {"page": 3} of a PDF, {"sheet": "Rates"} of a workbook; empty elsewhere."""

MAX_HEADING = 300
"""Characters of a title or heading."""
DEEPEST = 6
"""Levels of headings a format itself knows; what a statute or rule calls its parts lies below them."""
_PARTS = {"편": 7, "장": 8, "절": 9, "관": 10}
_ARTICLE_LEVEL = 11
_ADDENDA = re.compile(r"부\s?칙(?:\s?\([^()\n]{1,100}\))?(?:\s?<제[^<>\n]{1,60}>)?")
"""부칙 <제19356호, 2023.4.18>: its articles begin at 제1조 again."""
_PART = re.compile(r"제\s?\d+(편|장|절|관)(?:의\d+)?(?:\s+\S.{0,60})?")
_ARTICLE = re.compile(
    r"제\s?\d+조(?:의\s?\d+)*\s?(?:\([^()\n]{1,60}\)|\[[^\[\]\n]{1,60}\]|【[^【】\n]{1,60}】)?(?=\s|$|[①②③:])"
)


@dataclass(frozen=True)
class Block:
    """One piece of the text; `start` and `end` are offsets into it."""

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    """Of a heading, 1 the highest."""
    parts: tuple[int, ...] = ()
    """Offsets where a list or table that is too long may be cut: its items, its rows after the header."""
    head: tuple[int, int] | None = None
    """The header of a table, repeated over each piece it is cut into."""
    place: Place = field(default_factory=dict[str, int | str])
    rows: tuple[int, ...] = ()
    """Row numbers of `parts` in the sheet they come from."""


@dataclass(frozen=True)
class Outline:
    """The stored text and its blocks, in order and apart."""

    text: str
    blocks: tuple[Block, ...]
    title: str = ""
    """What the document calls itself; "" when it says nothing."""
    remarks: tuple[str, ...] = ()
    """What could not be read, and what to do about it."""
    declared: Mapping[str, object] = field(default_factory=dict[str, object])
    """What its front matter says: plain values, unchecked."""


def outline_values(text: str, blocks: Sequence[Block], title: str = "") -> dict[str, Any]:
    """An outline as plain values, for `outline_from`."""
    written = [[one.kind, one.start, one.end, one.level, one.parts, one.head, one.place, one.rows] for one in blocks]
    return {"text": text, "title": title, "blocks": written}


def outline_from(found: Mapping[str, Any]) -> Outline:
    """What a reading process wrote down (see `outline_values`). Raises ValueError when it is of another form."""
    text, title, blocks, remarks = (found.get(name) for name in ("text", "title", "blocks", "remarks"))
    if not (isinstance(text, str) and isinstance(title, str) and isinstance(blocks, list)):
        raise ValueError("not an outline")
    said = tuple(str(one)[:400] for one in cast(list[Any], remarks)) if isinstance(remarks, list) else ()
    read = tuple(_block(one, len(text)) for one in cast(list[Any], blocks))
    if any(one.end > other.start for one, other in zip(read, read[1:], strict=False)):
        raise ValueError("blocks that overlap")
    declared = found.get("declared")
    fields = cast(dict[str, object], declared) if isinstance(declared, dict) else {}
    return Outline(text, read, title[:MAX_HEADING], said, fields)


def _block(written: Any, length: int) -> Block:
    try:
        kind, start, end, level, parts, head, place, rows = written
        block = Block(
            KINDS[KINDS.index(kind)], int(start), int(end), int(level), tuple(int(at) for at in parts),
            (int(head[0]), int(head[1])) if head else None,
            {str(name): value for name, value in place.items() if isinstance(value, int | str)},
            tuple(int(row) for row in rows),
        )  # fmt: skip
    except (TypeError, ValueError, AttributeError, IndexError) as problem:
        raise ValueError("not a block") from problem
    edges = [block.start, *(block.head or ()), *block.parts, block.end]
    if not 0 <= block.start < block.end <= length or edges != sorted(edges) or len(block.rows) > len(block.parts):
        raise ValueError("a block outside its text")
    return block


class Outliner:
    """Writes a document's text and records the blocks on the way. Its input is words, not markup."""

    def __init__(self, limit: int) -> None:
        self._pieces: list[str] = []
        self._length = 0
        self._limit = limit
        self._blocks: list[Block] = []
        self.title = ""
        self.place: dict[str, int | str] = {}
        """Of what is written from here on."""

    @property
    def length(self) -> int:
        """Characters written so far."""
        return self._length

    def heading(self, text: str, level: int) -> None:
        """A heading of the format itself."""
        words = " ".join(text.split())
        if words:
            start = self._opened()
            self._put(words)
            self._add(Block("heading", start, self._length, min(max(level, 1), DEEPEST)))

    def paragraph(self, text: str) -> None:
        """A paragraph. One that opens a part or an article (제3조(목적) …) becomes a heading and its text."""
        words = text.strip()
        if not words:
            return
        start = self._opened()
        self._put(words)
        for block in opened_by(words, start):
            self._add(block)

    def items(self, items: Sequence[str]) -> None:
        """A list, each item as it is to be read, marker included, and indented if it is nested."""
        kept = [item.rstrip() for item in items if item.strip()]
        kept[:1] = [item.lstrip() for item in kept[:1]]
        if kept:
            self._lines("list", kept, head=0)

    def table(self, rows: Sequence[Sequence[str]], *, header: bool = True, numbers: Sequence[int] = ()) -> None:
        """A table, each row one line, empty rows left out; with `header` the first row names the columns."""
        kept = [at for at, row in enumerate(rows) if any(cell.strip() for cell in row)]
        if kept:
            lines = [row_line(rows[at]) for at in kept]
            found = [numbers[at] for at in kept] if numbers else []
            self._lines("table", lines, head=1 if header and len(lines) > 1 else 0, numbers=found)

    def written(self) -> dict[str, Any]:
        """Everything as plain values, for `outline_from`."""
        return outline_values("".join(self._pieces), self._blocks, self.title)

    def _lines(self, kind: BlockKind, lines: Sequence[str], head: int, numbers: Sequence[int] = ()) -> None:
        start = self._opened()
        starts: list[int] = []
        for at, line in enumerate(lines):
            self._put("\n" if at else "")
            starts.append(self._length)
            self._put(line)
        header = (starts[0], starts[1] - 1) if head else None
        place = dict(self.place)
        if numbers:
            place |= {"row": numbers[0], "row_to": numbers[-1]}
        self._add(Block(kind, start, self._length, 0, tuple(starts[head:]), header, place, tuple(numbers[head:])))

    def _opened(self) -> int:
        self._put("\n\n" if self._length else "")
        return self._length

    def _put(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)
        if self._length > self._limit:
            raise TooMuchText(self._limit)

    def _add(self, block: Block) -> None:
        self._blocks.append(block if block.place else replace(block, place=dict(self.place)))


class TooMuchText(Exception):
    """A document holds more than `limit` characters."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


def row_line(cells: Sequence[str]) -> str:
    """One row of a table as a line, the cells between upright strokes."""
    return "| " + " | ".join(" ".join(cell.split()) for cell in cells) + " |"


def opened_by(words: str, start: int) -> Iterator[Block]:
    """The blocks of a paragraph that begins at `start`: a part's or article's heading where it opens with one."""
    end = start + len(words)
    part = _PART.fullmatch(words)
    if part or _ADDENDA.fullmatch(words):
        yield Block("heading", start, end, _PARTS[part[1] if part else "편"])
        return
    article = _ARTICLE.match(words)
    if not article:
        yield Block("text", start, end)
        return
    yield Block("heading", start, start + article.end(), _ARTICLE_LEVEL)
    rest = words[article.end() :]
    if rest.strip():
        yield Block("text", end - len(rest.lstrip()), end)
