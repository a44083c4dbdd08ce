"""Plain text, HTML, PDF, Word, HWPX and Excel as documents: read in a separate process, then split like other
documents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from execution_agents.ingest.imported import BrokenPart, ImportedDocument, InputFile
from execution_agents.ingest.kinds import SUFFIXES, FileKind
from execution_agents.ingest.outline import DEEPEST, Outline
from execution_agents.ingest.passages import is_heading, passages_of
from execution_agents.ingest.reading.apart import outline_of
from foundation.contracts.errors import BrokenDocument
from foundation.domains.loading.addresses import relative_address


class ConvertedDocuments:
    """The importers `text`, `html`, `pdf`, `docx`, `hwpx` and `xlsx`."""

    specific = False
    costly = True

    def __init__(self, kind: FileKind) -> None:
        self._kind: FileKind = kind

    def sniff(self, file: InputFile) -> bool:
        """True for any file of the kind: nothing in its content shows which source it belongs to. Text is recognised by
        its name."""
        named = self._kind != "text" or PurePosixPath(file.name).suffix.lower() in SUFFIXES["text"]
        return file.kind == self._kind and named

    def read(self, file: InputFile) -> Iterator[ImportedDocument | BrokenPart]:
        """The one document, and which pages of it hold no text. Raises BrokenDocument."""
        outline = outline_of(self._kind, file.path, file.name)
        title = self._title(outline, PurePosixPath(file.name).stem)
        passages = tuple(passages_of(outline, title, reads=str.strip, by_page=True))
        if not passages:
            raise BrokenDocument(f"{file.name} holds no text.")
        for remark in outline.remarks:
            yield BrokenPart(file.name, remark, note=True)
        address = relative_address(file.name)
        yield ImportedDocument(file.name, title, outline.text, passages, address, metadata={"format": self._kind})

    def _title(self, outline: Outline, stem: str) -> str:
        """A page's declared title, a document's first heading, else the file's name: programs fill in the other
        fields. A part or an article is no title."""
        first = outline.blocks[0] if outline.blocks else None
        is_title = first is not None and is_heading(first) and first.level <= DEEPEST
        leading = outline.text[first.start : first.end] if first is not None and is_title else ""
        match self._kind:
            case "html":
                return outline.title or leading or stem
            case "docx" | "hwpx":
                return leading or outline.title or stem
            case "xlsx" | "text":
                return stem
            case _:
                return leading or stem
