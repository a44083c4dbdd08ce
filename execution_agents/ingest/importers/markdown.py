"""Markdown documents: one document per file, passages at its headings, tables and lists kept together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import PurePosixPath

from markdown_it import MarkdownIt
from markdown_it.token import Token

from execution_agents.ingest.files import read_text
from execution_agents.ingest.front_matter import further_fields, iso_date, split_front_matter
from execution_agents.ingest.imported import BrokenPart, ImportedDocument, InputFile
from execution_agents.ingest.kinds import SUFFIXES
from execution_agents.ingest.outline import Block, BlockKind, Outline
from execution_agents.ingest.passages import heading_words, passages_of
from execution_agents.retrieval.chunking import plain
from foundation.contracts.errors import BrokenDocument

_KINDS: dict[str, BlockKind] = {
    "heading_open": "heading", "bullet_list_open": "list", "ordered_list_open": "list", "table_open": "table",
}  # fmt: skip
_PARTS = {"list": "list_item_open", "table": "tr_open"}


class MarkdownDocuments:
    """The importer `markdown`. Front matter it reads: title, as_of, uri, example; other short words are kept."""

    specific = False
    costly = False

    def sniff(self, file: InputFile) -> bool:
        """Any Markdown file: nothing in its content says which source it belongs to."""
        return file.kind == "text" and PurePosixPath(file.name).suffix.lower() in SUFFIXES["markdown"]

    def read(self, file: InputFile) -> Iterator[ImportedDocument | BrokenPart]:
        """The one document. Raises BrokenDocument when it holds no text or its front matter is broken."""
        front = split_front_matter(read_text(file), file.name)
        outline = Outline(front.body, tuple(markdown_blocks(front.body)))
        if not outline.blocks:
            raise BrokenDocument(f"{file.name} holds no text.")
        as_of = front.fields.get("as_of")
        if as_of is not None and iso_date(as_of) is None:
            raise BrokenDocument(f"{file.name}: as_of takes a date such as 2026-01-31, not {str(as_of)[:40]!r}.")
        title = _title(front.fields.get("title"), outline, file)
        yield ImportedDocument(
            document_id=file.name,
            title=title,
            text=front.body,
            passages=tuple(passages_of(outline, title)),
            uri=str(front.fields.get("uri") or file.name),
            as_of=iso_date(as_of),
            example=front.fields.get("example") is True,
            metadata=further_fields(front.fields),
        )


def _title(declared: object, outline: Outline, file: InputFile) -> str:
    if declared:
        return str(declared).strip()
    headings = (outline.text[one.start : one.end] for one in outline.blocks if one.kind == "heading")
    return next((words for words in map(plain, map(heading_words, headings)) if words), PurePosixPath(file.name).stem)


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
    # From the words: a block may be said to end behind the body, when its last line ends without a line break.
    start, end = block.start + len(words) - len(words.lstrip()), block.start + len(words.rstrip())
    head = (start, block.head[1]) if block.head else None
    return Block(block.kind, start, end, block.level, tuple(max(start, at) for at in block.parts), head)
