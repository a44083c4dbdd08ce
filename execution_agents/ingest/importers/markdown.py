"""Markdown documents: one document per file, passages at its headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from execution_agents.ingest.files import read_text
from execution_agents.ingest.front_matter import iso_date, split_front_matter
from execution_agents.ingest.imported import BrokenPart, ImportedDocument, InputFile
from execution_agents.retrieval.chunking import MAX_CHARS, Passage, cut, plain
from foundation.contracts.errors import BrokenDocument

_HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*#*$")
_FENCE = re.compile(r"^\s*(```|~~~)")
_PARAGRAPH = re.compile(r"(?<=\n)\n+(?=\S)")
_SUFFIXES = (".md", ".markdown")


@dataclass(frozen=True)
class _Section:
    """What stands under one heading; offsets into the body."""

    headings: tuple[str, ...]
    start: int
    end: int


class MarkdownDocuments:
    """The importer `markdown`. Front matter it reads: title, as_of, uri, example."""

    specific = False

    def sniff(self, file: InputFile) -> bool:
        """Any Markdown file: nothing in its content says which source it belongs to."""
        return PurePosixPath(file.name).suffix.lower() in _SUFFIXES

    def read(self, file: InputFile) -> Iterator[ImportedDocument | BrokenPart]:
        """The one document. Raises BrokenDocument when it holds no text or its front matter is broken."""
        front = split_front_matter(read_text(file), file.name)
        sections = [section for section in _sections(front.body) if front.body[section.start : section.end].strip()]
        if not sections:
            raise BrokenDocument(f"{file.name} holds no text.")
        as_of = front.fields.get("as_of")
        if as_of is not None and iso_date(as_of) is None:
            raise BrokenDocument(f"{file.name}: as_of takes a date such as 2026-01-31, not {str(as_of)[:40]!r}.")
        title = _title(front.fields.get("title"), front.body, file)
        yield ImportedDocument(
            document_id=file.name,
            title=title,
            text=front.body,
            passages=tuple(_passages(title, front.body, sections)),
            uri=str(front.fields.get("uri") or file.name),
            as_of=iso_date(as_of),
            example=front.fields.get("example") is True,
        )


def _title(declared: object, body: str, file: InputFile) -> str:
    if declared:
        return str(declared).strip()
    first = next((section.headings[0] for section in _sections(body) if section.headings), None)
    return first or PurePosixPath(file.name).stem


def _sections(body: str) -> Iterator[_Section]:
    """Sections in order; the text before the first heading is one without headings. Fenced code has no headings."""
    path: list[tuple[int, str]] = []
    start = at = 0
    fenced = False
    for line in body.splitlines(keepends=True):
        fenced ^= _FENCE.match(line) is not None
        found = None if fenced else _HEADING.match(line.rstrip("\n"))
        if found:
            yield _Section(tuple(name for _, name in path), start, at)
            path = [one for one in path if one[0] < len(found[1])] + [(len(found[1]), plain(found[2]))]
            start = at + len(line)
        at += len(line)
    yield _Section(tuple(name for _, name in path), start, at)


def _passages(title: str, body: str, sections: list[_Section]) -> Iterator[Passage]:
    for section in sections:
        below = [name for name in section.headings if name != title]
        text = body[section.start : section.end]
        spans = cut(text, _PARAGRAPH) if len(text) > MAX_CHARS else [(0, len(text))]
        for low, high in spans:
            full = " > ".join([title, *below])
            yield Passage(full, plain(text[low:high]), section.start + low, section.start + high)
