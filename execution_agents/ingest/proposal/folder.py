"""The content of a folder: documents with their headings, tables with their columns, and what is left out and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from execution_agents.ingest.files import SkippedFile, files_under
from execution_agents.ingest.imported import BrokenPart, ImportedDocument, InputFile
from execution_agents.ingest.importers import DOCUMENT_IMPORTERS
from execution_agents.ingest.proposal.cells import said
from execution_agents.ingest.proposal.tables import TableSeen, is_csv, tables_of
from execution_agents.ingest.report import Progress
from foundation.contracts.errors import BrokenDocument, NothingToIngest
from foundation.language.script import Language, letters_by_language, mostly

KINDS = ("markdown", "text", "html", "pdf", "docx", "hwpx", "xlsx")
"""Importers that take any document of their kind. Others know their originals by content and belong to other packs."""
_SAMPLE = 2_000
"""Characters of each document that tell its language."""


@dataclass(frozen=True)
class DocumentSeen:
    """One document as the importer reads it."""

    file: str
    title: str
    headings: tuple[str, ...]
    """Without the title, in order, each once."""
    passages: int
    sample: str
    importer: str

    @property
    def language(self) -> Language:
        """Of most of its letters."""
        return mostly(self.sample)


@dataclass
class FolderSeen:
    """Everything below one folder."""

    root: Path
    documents: list[DocumentSeen] = field(default_factory=list[DocumentSeen])
    tables: list[TableSeen] = field(default_factory=list[TableSeen])
    left_out: list[BrokenPart] = field(default_factory=list[BrokenPart])

    @property
    def language(self) -> Language:
        """The language that most letters of the documents are in, each document being of one; of tables alone, of the
        tables."""
        letters: Counter[Language] = Counter()
        for one in self.documents or self.tables:
            letters[one.language] += sum(letters_by_language(one.sample).values())
        return "ko" if letters["ko"] > letters["en"] else "en"


def folder_seen(root: Path, progress: Progress) -> FolderSeen:
    """Reads everything once, in the reading process. Raises NothingToIngest when nothing in it can be read."""
    seen = FolderSeen(root)
    files = [one for one in files_under(root) if _is_wanted(one, seen)]
    wanted = [one for one in files if isinstance(one, InputFile)]
    total, done = sum(one.size for one in wanted), 0
    for file in wanted:
        progress(done, total, file.name)
        _look_at(file, seen)
        done += file.size
    progress(total, total, "")
    if not seen.documents and not seen.tables:
        raise NothingToIngest(_nothing(root, seen))
    return seen


def _is_wanted(file: InputFile | SkippedFile, seen: FolderSeen) -> bool:
    if isinstance(file, SkippedFile):
        seen.left_out.append(BrokenPart(file.name, file.reason, note=True))
        return False
    return True


def _look_at(file: InputFile, seen: FolderSeen) -> None:
    try:
        if is_csv(file) or file.kind == "xlsx":
            found = tables_of(file)
            seen.tables += found.tables
            seen.left_out += found.left_out
            if found.tables or is_csv(file):
                return
        document = _document(file)
    except BrokenDocument as problem:
        seen.left_out.append(BrokenPart.of(file.name, problem))
        return
    if document is None:
        suffix = PurePosixPath(file.name).suffix or "no suffix"
        seen.left_out.append(BrokenPart(file.name, f"no document or table ({suffix})", note=True))
    else:
        seen.documents.append(document)


def _document(file: InputFile) -> DocumentSeen | None:
    name = next((name for name in KINDS if DOCUMENT_IMPORTERS[name].sniff(file)), None)
    if name is None:
        return None
    parts = list(DOCUMENT_IMPORTERS[name].read(file))
    documents = [part for part in parts if isinstance(part, ImportedDocument)]
    if not documents:
        raise BrokenDocument(f"{file.name} holds no text.")
    first = documents[0]
    headings = dict.fromkeys(heading for one in documents for heading in _headings(one))
    return DocumentSeen(
        file=file.name,
        title=said(first.title),
        headings=tuple(headings),
        passages=sum(len(one.passages) for one in documents),
        sample=first.text[:_SAMPLE],
        importer=name,
    )


def _headings(document: ImportedDocument) -> Iterator[str]:
    for passage in document.passages:
        names: Sequence[str] = passage.title.split(" > ")
        yield from (said(name) for name in names[1:] if said(name))


def _nothing(root: Path, seen: FolderSeen) -> str:
    reasons = "; ".join(str(one) for one in seen.left_out[:3])
    return (
        f"Nothing under {root} can be read{f' ({reasons})' if reasons else ''}; "
        "put Markdown, text, HTML, PDF, Word or Excel files or CSV tables there."
    )
