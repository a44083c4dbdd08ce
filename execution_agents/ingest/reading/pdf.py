"""PDF: lines put together to paragraphs, headings by the size of their letters, tables by their gaps, page by page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from execution_agents.ingest.outline import Outliner
from execution_agents.ingest.reading.bounds import MAX_PAGES, MAX_TEXT, Unreadable
from execution_agents.ingest.reading.pdf_lines import Line, PdfProblem, lines_of, opened

LARGER = 1.15
"""Letters this many times the body's make a heading; printed books use 1.2 and more."""
HEADING_CHARS = 120
ALIKE = 0.12
"""Hangul, Latin letters and marks of one size differ by up to a tenth in height."""
FULL = 0.9
"""A line that reaches this share of the widest line's right edge continues in the next."""
LEADING = 1.9
"""Lines further apart than this many letter heights are two paragraphs (double spacing is 2.4 heights)."""
RUNNING = 0.6
"""A first or last line found on this share of the pages belongs to the page layout, not to the document."""
RUNNING_PAGES = 4
MOJIBAKE = 0.3
"""Above this share of meaningless characters the file maps its letters to shapes only."""
_ITEM = re.compile(r"(?:[•·○●◦▪■□※◆▶-]|\(?\d{1,3}[.)]|[가-하][.)]|[①-⑳])\s")
_DIGITS = re.compile(r"\d+")


def read(path: Path) -> dict[str, Any]:
    """The outline's plain values, and remarks on pages without text. Raises Unreadable, TooMuchText."""
    try:
        document = opened(path)
        pages = len(document)
        if pages > MAX_PAGES:
            raise Unreadable(f"has more than {MAX_PAGES:,} pages; split it")
        lines = [list(lines_of(document, at)) for at in range(pages)]
        title = str(document.get_metadata_value("Title") or "")
    except PdfProblem as problem:
        locked = "password" in str(problem).lower() or "security" in str(problem).lower()
        raise Unreadable(
            "is locked with a password; save it without one"
            if locked
            else "is a damaged PDF; save it again from its program"
        ) from problem
    _require_text(lines)
    found = _outlined(_without_running(lines))
    found["title"] = " ".join(title.split())[:200] if title.isprintable() else ""
    empty = [at for at, page in enumerate(lines, 1) if not page]
    found["remarks"] = [_remark(empty)] if empty else []
    return found


def _require_text(pages: Sequence[Sequence[Line]]) -> None:
    letters = Counter(letter for page in pages for line in page for letter in line.text if not letter.isspace())
    total = letters.total()
    if not total:
        raise Unreadable("holds pictures of pages and no text; run text recognition (OCR) over it first")
    unknown = sum(count for letter, count in letters.items() if letter == "\ufffd" or "\ue000" <= letter <= "\uf8ff")
    if unknown > total * MOJIBAKE:
        raise Unreadable(
            "names its letters by shape alone, so its words cannot be told; run text recognition (OCR) over it first"
        )


def _remark(empty: Sequence[int]) -> str:
    shown = ", ".join(map(str, empty[:10])) + (" …" if len(empty) > 10 else "")
    return f"page {shown}: no text there; if it shows writing, run text recognition (OCR) over it first"


def _without_running(pages: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """The pages without their running heads, feet and numbers."""
    if len(pages) < RUNNING_PAGES:
        return [list(page) for page in pages]
    seen = Counter(name for page in pages for name in {_running(line) for line in _edges(page)})
    running = {name for name, count in seen.items() if count >= max(RUNNING_PAGES, RUNNING * len(pages))}
    kept: list[list[Line]] = []
    for page in pages:
        dropped = {id(line) for line in _edges(page) if _running(line) in running}
        kept.append([line for line in page if id(line) not in dropped])
    return kept


def _edges(page: Sequence[Line]) -> list[Line]:
    """The two highest and the two lowest lines."""
    by_height = sorted(page, key=lambda line: line.bottom)
    return [*by_height[:2], *by_height[2:][-2:]]


def _running(line: Line) -> tuple[str, int]:
    return _DIGITS.sub("#", line.text), round(line.bottom)


def _outlined(pages: Sequence[Sequence[Line]]) -> dict[str, Any]:
    sizes: Counter[float] = Counter()
    for page in pages:
        for line in page:
            sizes[line.size] += len(line.text)
    body = sizes.most_common(1)[0][0] if sizes else 0.0
    levels = levels_of([one for one in sizes if one >= body * LARGER])
    out = Outliner(MAX_TEXT)
    for number, page in enumerate(pages, 1):
        out.place = {"page": number}
        right = max((line.right for line in page if line.size not in levels), default=0.0)
        for group in _groups(page, right, levels):
            _write(out, group, levels)
    return out.written()


def levels_of(sizes: Sequence[float]) -> dict[float, int]:
    """Size of letters -> level of the heading, the largest 1; sizes alike are one level (see ALIKE)."""
    levels: dict[float, int] = {}
    level, largest = 0, 0.0
    for size in sorted(sizes, reverse=True):
        if size < largest * (1 - ALIKE) or not level:
            level, largest = level + 1, size
        levels[size] = level
    return levels


def _write(out: Outliner, group: Sequence[Line], levels: dict[float, int]) -> None:
    first = group[0]
    if len(first.cells) > 1:
        out.table([line.cells for line in group], header=True)
    elif first.size in levels and sum(len(line.text) for line in group) <= HEADING_CHARS:
        out.heading(_flowing(group), levels[first.size])
    elif _ITEM.match(first.text):
        out.items(list(_items(group)))
    else:
        out.paragraph(_flowing(group))


def _groups(page: Sequence[Line], right: float, levels: dict[float, int]) -> Iterator[list[Line]]:
    """Lines that belong together: a table's rows, a heading's lines, a list, a paragraph."""
    held: list[Line] = []
    for line in page:
        if held and not _goes_on(held, line, right, levels):
            yield held
            held = []
        held.append(line)
    if held:
        yield held


def _goes_on(held: Sequence[Line], line: Line, right: float, levels: dict[float, int]) -> bool:
    before = held[-1]
    gap = before.bottom - line.bottom
    near = 0 <= gap <= LEADING * max(before.size, line.size)
    if len(line.cells) > 1 or len(before.cells) > 1:
        return len(line.cells) > 1 and len(before.cells) > 1 and 0 <= gap <= 2 * LEADING * max(before.size, line.size)
    alike = abs(line.size - before.size) <= ALIKE * max(line.size, before.size)
    if not (near and alike) or (line.size in levels) != (before.size in levels):
        return False
    if line.size in levels:
        return True
    if _ITEM.match(line.text):
        return _ITEM.match(held[0].text) is not None
    return before.right >= FULL * right


def _items(group: Sequence[Line]) -> Iterator[str]:
    held: list[Line] = []
    for line in group:
        if held and _ITEM.match(line.text):
            yield _flowing(held)
            held = []
        held.append(line)
    yield _flowing(held)


def _flowing(group: Sequence[Line]) -> str:
    """The lines as one: a hyphen at a line's end comes from the line break, and the next letters belong to the same
    word."""
    words = ""
    for line in group:
        joint = "" if not words or words.endswith("\u00ad") else " "
        words = words.removesuffix("\u00ad") + joint + line.text
    return words.rstrip("\u00ad")
