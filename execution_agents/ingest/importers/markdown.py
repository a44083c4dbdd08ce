"""Markdown documents: one document per file, passages at its headings, tables and lists kept together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from execution_agents.ingest.declared import Declared
from execution_agents.ingest.imported import BrokenPart, ImportedDocument, InputFile
from execution_agents.ingest.kinds import SUFFIXES
from execution_agents.ingest.outline import Outline
from execution_agents.ingest.passages import heading_words, is_heading, passages_of
from execution_agents.ingest.reading.apart import outline_of
from execution_agents.retrieval.chunking import plain
from foundation.contracts.errors import BrokenDocument
from foundation.domains.loading.addresses import relative_address


class MarkdownDocuments:
    """The importer `markdown`. Front matter it reads: title, as_of, uri, example; other short words are kept."""

    specific = False
    costly = True

    def sniff(self, file: InputFile) -> bool:
        """Any Markdown file: nothing in its content says which source it belongs to."""
        return file.kind == "text" and PurePosixPath(file.name).suffix.lower() in SUFFIXES["markdown"]

    def read(self, file: InputFile) -> Iterator[ImportedDocument | BrokenPart]:
        """The one document. Raises BrokenDocument when it holds no text or its front matter is broken."""
        outline = outline_of("markdown", file.path, file.name)
        if not outline.blocks:
            raise BrokenDocument(f"{file.name} holds no text.")
        declared = Declared(outline.declared, file.name)
        title = declared.text("title") or _title(outline, file)
        address = declared.address("uri")
        yield from declared.remarks
        yield ImportedDocument(
            document_id=file.name,
            title=title,
            text=outline.text,
            passages=tuple(passages_of(outline, title)),
            uri=address or relative_address(file.name),
            as_of=declared.day("as_of"),
            example=declared.flag("example"),
            metadata=declared.further(),
        )


def _title(outline: Outline, file: InputFile) -> str:
    headings = (outline.text[one.start : one.end] for one in outline.blocks if is_heading(one))
    return next((words for words in map(plain, map(heading_words, headings)) if words), PurePosixPath(file.name).stem)
