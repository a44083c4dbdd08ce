"""Splits blocks into passages: a passage stays under one heading, and splits no table, list or paragraph that fits into
one.

Every passage is a span of the stored text, so a citation opens the document at that span; the spans are in order, do
not overlap, and together hold every word that is not in a heading. Only a table's header is repeated, over each further
piece.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from execution_agents.ingest.outline import MAX_HEADING, Block, Outline, Place
from execution_agents.retrieval.chunking import MAX_CHARS, Passage, cut, plain

LEAD_IN = 240
"""A paragraph up to this length right before a list or table introduces it, and goes with it (a sentence or two)."""
MAX_HEADER = 600
"""Characters of a header that is repeated: half a passage; a wider one is cut at a cell."""
_LINE = re.compile(r"(?<=\n)(?=\S)")


@dataclass(frozen=True)
class _Span:
    start: int
    end: int
    place: Place
    head: tuple[int, int] | None = None


def passages_of(
    outline: Outline,
    title: str,
    limit: int = MAX_CHARS,
    reads: Callable[[str], str] = plain,
    *,
    by_page: bool = False,
) -> Iterator[Passage]:
    """The passages in reading order; `reads` turns a span of the text into what a person reads (Markdown's marks).
    `by_page`: none goes over two pages, so that each is cited by its own; only a sentence does."""
    for headings, blocks in _sections(outline, reads):
        below = [name for name in headings if name != title]
        full = " > ".join([title, *below])
        for span in (span for run in _pages(blocks, by_page) for span in _spans(outline.text, run, limit)):
            raw = outline.text[span.start : span.end]
            start, end = span.end - len(raw.lstrip()), span.start + len(raw.rstrip())
            alone = is_heading(blocks[0])
            words = reads(heading_words(raw) if alone else raw).strip()
            # The document's own title adds nothing: it is shown above each of its passages.
            if words and not (alone and words == title and len(outline.blocks) > 1):
                lead = "" if span.head is None else reads(_header(outline.text[slice(*span.head)])) + "\n"
                yield Passage(full, lead + words, start, end, span.place)


def _sections(outline: Outline, reads: Callable[[str], str]) -> Iterator[tuple[tuple[str, ...], list[Block]]]:
    """The blocks under each heading. A heading with nothing under it, not even a deeper one, becomes a passage
    itself."""
    path: list[Block] = []
    held: list[Block] = []
    for block in (*outline.blocks, None):
        if block is not None and not is_heading(block):
            held.append(block)
            continue
        if held:
            yield _names(outline, path, reads), held
        elif path and (block is None or block.level <= path[-1].level):
            yield _names(outline, path[:-1], reads), [path[-1]]
        held = []
        if block is not None:
            path = [*(one for one in path if one.level < block.level), block]


def _names(outline: Outline, path: Sequence[Block], reads: Callable[[str], str]) -> tuple[str, ...]:
    names = [" ".join(reads(heading_words(outline.text[one.start : one.end])).split()) for one in path]
    return tuple(name for name in names if name)


def is_heading(block: Block) -> bool:
    """True for a heading shown over each passage below it. A longer one is treated as text: a heading of a megabyte
    would be stored with every passage."""
    return block.kind == "heading" and block.end - block.start <= MAX_HEADING


def heading_words(line: str) -> str:
    """A heading without Markdown's marks around it."""
    first = line.strip().split("\n", 1)[0]
    behind = first.lstrip("#")
    if not 1 <= len(first) - len(behind) <= 6 or not (behind[:1] or " ").isspace():
        return first
    words = behind.strip()
    closed = words.rstrip("#")
    return closed.rstrip() if closed != words and closed[-1:].isspace() else words


def _pages(blocks: Sequence[Block], by_page: bool) -> Iterator[Sequence[Block]]:
    """The blocks of each page where pages are told apart, else all of them."""
    if not by_page:
        yield blocks
        return
    for _, run in groupby(blocks, key=lambda block: block.place.get("page")):
        yield list(run)


def _spans(text: str, blocks: Sequence[Block], limit: int) -> Iterator[_Span]:
    held: list[Block] = []
    for block in blocks:
        if held and block.end - held[0].start > limit:
            carried = held[-1:] if len(held) > 1 and _introduces(held[-1], block, limit) else []
            kept = held[: len(held) - len(carried)]
            yield _joined(kept)
            held = carried
        if block.end - block.start > limit:
            if held:
                yield _joined(held)
            held = []
            yield from _torn(text, block, limit)
        else:
            held.append(block)
    if held:
        yield _joined(held)


def _introduces(before: Block, block: Block, limit: int) -> bool:
    short = before.kind == "text" and before.end - before.start <= LEAD_IN
    return short and block.kind in ("list", "table") and block.end - before.start <= limit


def _joined(blocks: Sequence[Block]) -> _Span:
    return _Span(blocks[0].start, blocks[-1].end, _together(blocks[0].place, blocks[-1].place))


def _together(first: Place, last: Place) -> Place:
    if "page" in first and "page" in last and (end := last.get("page_to", last["page"])) != first["page"]:
        return {"page": first["page"], "page_to": end}
    if "row" in first and "row_to" in last and first.get("sheet") == last.get("sheet"):
        return {**first, "row_to": last["row_to"]}
    return first


def _torn(text: str, block: Block, limit: int) -> Iterator[_Span]:
    """A block that is too long, split at its items or rows, else at lines and sentences."""
    if not block.parts:
        for start, end in cut(text[block.start : block.end], _LINE, limit):
            yield _Span(block.start + start, block.start + end, block.place)
        return
    head = block.head
    room = limit if head is None else max(limit // 2, limit - min(head[1] - head[0], MAX_HEADER) - 1)
    edges = [*block.parts, block.end]
    start, first = block.start, 0
    for at, begins in enumerate(block.parts):
        if at > first and edges[at + 1] - start > (limit if start == block.start else room):
            yield from _pieces(text, block, (start, begins), (first, at - 1), limit)
            start, first = begins, at
    yield from _pieces(text, block, (start, block.end), (first, len(block.parts) - 1), limit)


def _pieces(text: str, block: Block, span: tuple[int, int], parts: tuple[int, int], limit: int) -> Iterator[_Span]:
    start, end = span
    place = dict(block.place)
    if block.rows:
        place |= {"row": block.rows[parts[0]], "row_to": block.rows[parts[1]]}
    head = block.head if start > block.start else None
    for low, high in cut(text[start:end], _LINE, limit):
        yield _Span(start + low, start + high, place, head)


def _header(line: str) -> str:
    if len(line) <= MAX_HEADER:
        return line.strip("\n")
    at = line.rfind(" | ", 0, MAX_HEADER)
    return line[: at if at > 0 else MAX_HEADER] + " | … |"
