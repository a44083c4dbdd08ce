"""Plain text: paragraphs at empty lines, articles (제3조 …) and sections as headings, lists kept together; or rows of
cells (CSV) as one table."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from execution_agents.ingest.outline import Block, Outliner, opened_by, outline_values
from execution_agents.ingest.reading.bounds import MAX_COLUMNS, MAX_TEXT, Unreadable
from execution_agents.ingest.reading.delimited import delimiter_of
from execution_agents.ingest.reading.words import text_of

_OPENS = re.compile(r"(?:\d{1,2}[.)]|[IVX]{1,4}\.|안건\s?\d{1,2}\.?|[■□◆▶※])\s+\S.{0,40}")
_ENDED = re.compile(r"(?:[.?!。:;,…]|[다요까음함됨])$")
LONGEST_TITLE = 40
"""Characters of a first line that stands alone and may be the document's title."""
_SECTION_LEVEL = 2
_ITEM = re.compile(r"\s*(?:[-*•·○●▪■□※◆▶]|\(?\d{1,3}[.)]|[가-하][.)]|[①-⑳])\s")


def read(path: Path) -> dict[str, Any]:
    """The outline's plain values. Raises Unreadable."""
    text = text_of(path)
    if not text.strip():
        raise Unreadable("holds no text")
    return outline_values(text, list(_titled(text, tuple(text_blocks(text)))))


def read_rows(path: Path) -> dict[str, Any]:
    """The same of rows of cells, the first of which names the columns. Raises Unreadable, TooMuchText."""
    text, out = text_of(path), Outliner(MAX_TEXT)
    rows, numbers = list[list[str]](), list[int]()
    reader = csv.reader(io.StringIO(text), delimiter=delimiter_of(text), strict=True)
    try:
        for cells in reader:
            if len(cells) > MAX_COLUMNS:
                raise Unreadable(f"has more than {MAX_COLUMNS} columns; split it", reader.line_num)
            if any(cell.strip() for cell in cells):
                rows.append(cells)
                numbers.append(reader.line_num)
    except csv.Error as problem:
        raise Unreadable(f"is not valid CSV ({problem})", reader.line_num) from problem
    if not rows:
        raise Unreadable("holds no text")
    out.table(rows, numbers=numbers)
    return out.written()


def _titled(text: str, blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks; a short first line that is alone and does not end like a sentence becomes the title of what
    follows."""
    first = text[blocks[0].start : blocks[0].end]
    alone = blocks[0].kind == "text" and "\n" not in first and len(first) <= LONGEST_TITLE
    if len(blocks) > 1 and alone and not _ENDED.search(first) and not _ITEM.match(first):
        yield Block("heading", blocks[0].start, blocks[0].end, 1)
        yield from blocks[1:]
    else:
        yield from blocks


def text_blocks(text: str) -> Iterator[Block]:
    """Paragraphs parted by empty lines, and lines that open a part or an article."""
    held: list[tuple[int, str]] = []
    at = 0
    for line in text.split("\n"):
        opens = line.strip() and next(opened_by(line.strip(), 0)).kind == "heading"
        if opens or not line.strip():
            yield from _paragraph(held)
            held = []
        if line.strip():
            held.append((at, line))
        at += len(line) + 1
    yield from _paragraph(held)


def _opens_section(line: str, below: str) -> bool:
    """A numbered or marked line that is no sentence, above one that is no item: 3. 근무 시간."""
    return bool(_OPENS.fullmatch(line)) and not _ENDED.search(line) and not _ITEM.match(below)


def _paragraph(lines: Sequence[tuple[int, str]]) -> Iterator[Block]:
    if not lines:
        return
    first, last = lines[0], lines[-1]
    start = first[0] + len(first[1]) - len(first[1].lstrip())
    end = last[0] + len(last[1].rstrip())
    opened = list(opened_by(first[1].strip(), start))
    if opened[0].kind == "heading":
        yield opened[0]
        if len(opened) > 1 or len(lines) > 1:
            begins = opened[1].start if len(opened) > 1 else lines[1][0] + len(lines[1][1]) - len(lines[1][1].lstrip())
            yield Block("text", begins, end)
        return
    if len(lines) > 1 and _opens_section(first[1].strip(), lines[1][1]):
        yield Block("heading", start, first[0] + len(first[1].rstrip()), _SECTION_LEVEL)
        yield Block("text", lines[1][0] + len(lines[1][1]) - len(lines[1][1].lstrip()), end)
        return
    items = tuple(at for at, line in lines if _ITEM.match(line))
    if len(items) > 1 and items[0] == first[0]:
        yield Block("list", start, end, parts=(start, *items[1:]))
    else:
        yield Block("text", start, end)
