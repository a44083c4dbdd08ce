"""PDF: lines put together to paragraphs, headings by the size of their letters, tables by their gaps, page by page."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise, starmap
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
"""A line whose sentence is over continues in the next only beyond this share of the widest line's right edge."""
BLANK = 0.25
"""Width of a blank, in letter heights."""
LEADING = 1.9
"""Lines further apart than this many letter heights are two paragraphs (double spacing is 2.4 heights)."""
PARTED = 1.12
"""So are lines further apart than this many times the document's usual distance: many set paragraphs a little apart."""
COUNTED = 10
"""Distances at least, of which half must agree, for a usual one."""
RUNNING = 0.6
"""A first or last line found on this share of the pages belongs to the page layout, not to the document."""
RUNNING_PAGES = 4
"""In a shorter document it must be on every page, and apart from the text."""
BY_LETTER = 0.1
"""Share of line breaks that part a word the document has whole: above it lines break between any two letters."""
MOJIBAKE = 0.3
"""Above this share of meaningless characters the file maps its letters to shapes only."""
_ITEM = re.compile(r"(?:[•·○●◦▪■□※◆▶-]|\(?\d{1,3}[.)]|[가-하][.)]|[①-⑳])\s")
_DIGITS = re.compile(r"\d+")
_OPENS_ARTICLE = re.compile(r"제\s?\d+조(?:의\s?\d+)*\s?[(\[【][^()\[\]【】]{1,60}[)\]】](?=\s|$|[①②③:])")
"""Only with its title: a sentence may have 제3조 at the beginning of any of its lines."""
_ENDED = re.compile(r"[.?!。:;>]$")
_WORD = re.compile(r"\w+")
_WORD_ENDS = re.compile(r"\w+$")
_LETTERS = re.compile(r"(?=(\S ?\S))")
_OPENING, _CLOSING = "([{「『<", ")]}」』>,.ㆍ"


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
    body = _body(lines)
    found = _outlined(_without_running(lines, body), body)
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


def _without_running(pages: Sequence[Sequence[Line]], body: float) -> list[list[Line]]:
    """The pages without their running heads, feet and numbers; `body` is the height of the text's letters."""
    seen = Counter(name for page in pages for name in {_running(line) for line in _edges(page, pages, body)})
    needed = max(RUNNING_PAGES, RUNNING * len(pages)) if len(pages) >= RUNNING_PAGES else max(2, len(pages))
    running = {name for name, count in seen.items() if count >= needed}
    kept: list[list[Line]] = []
    for page in pages:
        dropped = {id(line) for line in _edges(page, pages, body) if _running(line) in running}
        kept.append([line for line in page if id(line) not in dropped])
    return kept


def _edges(page: Sequence[Line], pages: Sequence[object], body: float) -> list[Line]:
    """The two highest and the two lowest lines; of few pages those that stand apart and are no headings."""
    by_height = sorted(page, key=lambda line: line.bottom)
    if len(pages) >= RUNNING_PAGES:
        return [*by_height[:2], *by_height[2:][-2:]]
    ends = ((by_height[0], by_height[1]), (by_height[-1], by_height[-2])) if len(page) > 1 else ()
    return [
        last
        for last, next_to in ends
        if last.size < body * LARGER and abs(last.bottom - next_to.bottom) > LEADING * body
    ]


def _running(line: Line) -> tuple[str, int]:
    return _DIGITS.sub("#", line.text), round(line.bottom)


@dataclass(frozen=True)
class _Setting:
    """How the document sets its text; lengths in points."""

    levels: dict[float, int]
    """Size of a heading's letters -> its level."""
    usual: float
    """Distance of two lines of a paragraph, where paragraphs are set further apart; else infinite."""
    joins: Callable[[str, str], bool]
    """Whether a line's end and the next one's beginning are one word."""


def _body(pages: Sequence[Sequence[Line]]) -> float:
    """Height of most letters."""
    sizes: Counter[float] = Counter()
    for line in chain.from_iterable(pages):
        sizes[line.size] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _outlined(pages: Sequence[Sequence[Line]], body: float) -> dict[str, Any]:
    levels = levels_of([*{line.size for line in chain.from_iterable(pages) if line.size >= body * LARGER}])
    setting = _Setting(levels, _usual_distance(pages, body), _joining(pages))
    out = Outliner(MAX_TEXT)
    for page in _carried(pages, setting):
        for group in _groups(page, setting):
            first, last = group[0].page, group[-1].page
            out.place = {"page": first} if first == last else {"page": first, "page_to": last}
            _write(out, group, setting)
    return out.written()


def _usual_distance(pages: Sequence[Sequence[Line]], body: float) -> float:
    gaps = Counter(
        round((before.bottom - line.bottom) * 2) / 2
        for page in pages
        for before, line in pairwise(page)
        if before.size == line.size == body and 0 < before.bottom - line.bottom <= LEADING * body
    )
    common, count = gaps.most_common(1)[0] if gaps else (0.0, 0)
    return common if gaps.total() >= COUNTED and count * 2 >= gaps.total() else math.inf


def _joining(pages: Sequence[Sequence[Line]]) -> Callable[[str, str], bool]:
    """Whether a line's end and the next one's beginning are one word. The document's own lines tell: only where lines
    break between any two letters, and there if it has the word whole, or the two letters rather within words."""
    lines = [line.text for page in pages for line in page]
    whole = {word for line in lines for word in _WORD.findall(line)[1:-1]}
    pairs = Counter(pair for line in lines for pair in _LETTERS.findall(line))
    breaks = list(filter(None, starmap(_pieces, pairwise(lines))))
    torn = sum(end + begin in whole and not (end in whole and begin in whole) for end, begin in breaks)
    by_letter = len(breaks) >= COUNTED and torn > BY_LETTER * len(breaks)

    def joins(before: str, after: str) -> bool:
        if not by_letter:
            return False
        within, apart = pairs[before[-1] + after[0]], pairs[f"{before[-1]} {after[0]}"]
        pieces = _pieces(before, after)
        if pieces is None:
            return within > apart or (within == apart and (before[-1] in _OPENING or after[0] in _CLOSING))
        return "".join(pieces) in whole or within > apart or (within == apart and pieces[1] not in whole)

    return joins


def _pieces(before: str, after: str) -> tuple[str, str] | None:
    """The letters on both sides of a line break up to the next mark or blank; None where one side has none."""
    end, begin = _WORD_ENDS.search(before), _WORD.match(after)
    return (end[0], begin[0]) if end and begin else None


def _carried(pages: Sequence[Sequence[Line]], setting: _Setting) -> list[list[Line]]:
    """The pages; the lines in which a page's last sentence goes on stand at its end, under its last line."""
    found: list[list[Line]] = []
    for page in pages:
        rest = list(page)
        before = found[-1] if found else []
        right = _right([*before, *rest], setting)
        while before and rest and not _ENDED.search(before[-1].text):
            last = before[-1]
            under = replace(rest[0], bottom=last.bottom - min(setting.usual, last.size * 1.5))
            if len(under.cells) > 1 or under.size in setting.levels or not _goes_on([last], under, right, setting):
                break
            before.append(under)
            rest.pop(0)
        found.append(rest)
    return found


def _right(page: Sequence[Line], setting: _Setting) -> float:
    return max((line.right for line in page if line.size not in setting.levels), default=0.0)


def levels_of(sizes: Sequence[float]) -> dict[float, int]:
    """Size of letters -> level of the heading, the largest 1; sizes alike are one level (see ALIKE)."""
    levels: dict[float, int] = {}
    level, largest = 0, 0.0
    for size in sorted(sizes, reverse=True):
        if size < largest * (1 - ALIKE) or not level:
            level, largest = level + 1, size
        levels[size] = level
    return levels


def _write(out: Outliner, group: Sequence[Line], setting: _Setting) -> None:
    first = group[0]
    if len(first.cells) > 1:
        out.table([line.cells for line in group], header=True)
    elif first.size in setting.levels and sum(len(line.text) for line in group) <= HEADING_CHARS:
        out.heading(_flowing(group, setting), setting.levels[first.size])
    elif _ITEM.match(first.text):
        out.items(list(_items(group, setting)))
    else:
        out.paragraph(_flowing(group, setting))


def _groups(page: Sequence[Line], setting: _Setting) -> Iterator[list[Line]]:
    """Lines that belong together: a table's rows, a heading's lines, a list, a paragraph."""
    right = _right(page, setting)
    held: list[Line] = []
    for line in page:
        if held and not _goes_on(held, line, right, setting):
            yield held
            held = []
        held.append(line)
    if held:
        yield held


def _goes_on(held: Sequence[Line], line: Line, right: float, setting: _Setting) -> bool:
    before = held[-1]
    gap = before.bottom - line.bottom
    near = 0 <= gap <= LEADING * max(before.size, line.size)
    if len(line.cells) > 1 or len(before.cells) > 1:
        return len(line.cells) > 1 and len(before.cells) > 1 and 0 <= gap <= 2 * LEADING * max(before.size, line.size)
    alike = abs(line.size - before.size) <= ALIKE * max(line.size, before.size)
    if not (near and alike) or (line.size in setting.levels) != (before.size in setting.levels):
        return False
    if line.size in setting.levels:
        return True
    if _ITEM.match(line.text):
        return _ITEM.match(held[0].text) is not None
    if _OPENS_ARTICLE.match(line.text) or gap > PARTED * setting.usual:
        return False
    return _is_full(before, line, right)


def _is_full(before: Line, line: Line, right: float) -> bool:
    """The next line's first word had no room in the line before it."""
    if before.text.endswith("\u00ad"):
        return True
    had_room = before.right + BLANK * before.size + line.opening <= right
    return not had_room and (before.right >= FULL * right or not _ENDED.search(before.text))


def _items(group: Sequence[Line], setting: _Setting) -> Iterator[str]:
    held: list[Line] = []
    for line in group:
        if held and _ITEM.match(line.text):
            yield _flowing(held, setting)
            held = []
        held.append(line)
    yield _flowing(held, setting)


def _flowing(group: Sequence[Line], setting: _Setting) -> str:
    """The lines as one: a hyphen at a line's end comes from the line break, and the next letters belong to the same
    word."""
    words = ""
    for line in group:
        is_one = not words or words.endswith("\u00ad") or setting.joins(words, line.text)
        words = words.removesuffix("\u00ad") + ("" if is_one else " ") + line.text
    return words.rstrip("\u00ad")
