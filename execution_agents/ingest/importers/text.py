"""Plain text: one document per file, passages at articles (제3조 …) and empty lines, lists kept together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from execution_agents.ingest.files import read_text
from execution_agents.ingest.imported import BrokenPart, ImportedDocument, InputFile
from execution_agents.ingest.kinds import SUFFIXES
from execution_agents.ingest.outline import Block, Outline, opened_by
from execution_agents.ingest.passages import passages_of
from foundation.contracts.errors import BrokenDocument

_ITEM = re.compile(r"\s*(?:[-*•·○●▪■□※◆▶]|\(?\d{1,3}[.)]|[가-하][.)]|[①-⑳])\s")


class TextDocuments:
    """The importer `text`."""

    specific = False
    costly = False

    def sniff(self, file: InputFile) -> bool:
        """Any text file: nothing in its content says which source it belongs to."""
        return file.kind == "text" and PurePosixPath(file.name).suffix.lower() in SUFFIXES["text"]

    def read(self, file: InputFile) -> Iterator[ImportedDocument | BrokenPart]:
        """The one document. Raises BrokenDocument when it is empty."""
        text = read_text(file)
        if not text.strip():
            raise BrokenDocument(f"{file.name} holds no text.")
        title = PurePosixPath(file.name).stem
        outline = Outline(text, tuple(text_blocks(text)))
        yield ImportedDocument(file.name, title, text, tuple(passages_of(outline, title, reads=str.strip)), file.name)


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
    items = tuple(at for at, line in lines if _ITEM.match(line))
    if len(items) > 1 and items[0] == first[0]:
        yield Block("list", start, end, parts=(start, *items[1:]))
    else:
        yield Block("text", start, end)
