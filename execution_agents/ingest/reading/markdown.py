"""Markdown: its outermost blocks as CommonMark has them, and what its front matter declares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from execution_agents.ingest.front_matter import split_front_matter
from execution_agents.ingest.outline import Block, BlockKind, outline_values
from execution_agents.ingest.reading.words import text_of

_KINDS: dict[str, BlockKind] = {
    "heading_open": "heading", "bullet_list_open": "list", "ordered_list_open": "list", "table_open": "table",
}  # fmt: skip
_PARTS = {"list": "list_item_open", "table": "tr_open"}


def read(path: Path) -> dict[str, Any]:
    """The outline's plain values, and `declared`. Raises Unreadable."""
    front = split_front_matter(text_of(path))
    return {**outline_values(front.body, list(markdown_blocks(front.body))), "declared": front.fields}


def markdown_blocks(body: str) -> Iterator[Block]:
    """The outermost blocks, each up to the next one, so that no line is lost (a link's definition is no block)."""
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    lines = list(accumulate((len(line) + 1 for line in body.split("\n")), initial=0))
    tokens = parser.parse(body)
    opening = [at for at, token in enumerate(tokens) if token.level == 0 and token.map and token.nesting >= 0]
    starts = [lines[(tokens[at].map or [0])[0]] for at in opening]
    if starts and body[: starts[0]].strip():
        yield _stripped(Block("text", 0, starts[0]), body)
    if not starts:
        if body.strip():
            yield _stripped(Block("text", 0, len(body)), body)
        return
    for at, start, end, following in zip(
        opening, starts, [*starts[1:], len(body)], [*opening[1:], len(tokens)], strict=True
    ):
        block = _stripped(_block(tokens[at:following], (start, end), lines), body)
        yield block
        if body[block.end : end].strip():
            yield _stripped(Block("text", block.end, end), body)


def _block(tokens: Sequence[Token], span: tuple[int, int], lines: Sequence[int]) -> Block:
    kind = _KINDS.get(tokens[0].type, "text")
    start, end = span
    if kind == "heading":
        return Block(kind, start, lines[(tokens[0].map or [0, 1])[1]], int(tokens[0].tag[1:]))
    level = 1 if kind == "list" else 2
    found = [one for one in tokens if one.type == _PARTS.get(kind) and one.level == level and one.map]
    parts = tuple(lines[(one.map or [0])[0]] for one in found)
    if kind != "table":
        return Block(kind, start, end, parts=parts)
    header = (start, lines[(found[0].map or [0, 1])[1]] - 1) if len(parts) > 1 else None
    return Block(kind, start, end, parts=parts[1:], head=header)


def _stripped(block: Block, body: str) -> Block:
    words = body[block.start : block.end]
    # Computed from the words: a parser may report a block's end after the body if its last line has no line break.
    start, end = block.start + len(words) - len(words.lstrip()), block.start + len(words.rstrip())
    head = (start, block.head[1]) if block.head else None
    return Block(block.kind, start, end, block.level, tuple(max(start, at) for at in block.parts), head)
