"""A file that somebody attaches to a conversation: read apart like every stranger's file, and cut into passages under
its own name, each with its page, heading or rows."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from execution_agents.ingest.kinds import SUFFIXES, Unfit, kind_of
from execution_agents.ingest.passages import passages_of
from execution_agents.ingest.reading.apart import outline_of
from execution_agents.retrieval.chunking import Origin, Passage, chunks_of, plain
from foundation.contracts.errors import BrokenDocument
from foundation.contracts.work import UPLOAD
from foundation.domains.loading.addresses import relative_address
from foundation.storage.conversations.drafts import AttachedPassages
from foundation.storage.records import Chunk

HEAD = 4_096
ROWS = (".csv", ".tsv")


@dataclass(frozen=True)
class ReadFile:
    """What a file says."""

    text: str
    passages: tuple[Passage, ...]


def read_attached(name: str, content: bytes) -> ReadFile:
    """A file's words and passages, read in a process of its own. Raises BrokenDocument."""
    with TemporaryDirectory(prefix="suffice-attached-") as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        try:
            reader = _reader(path, kind_of(path, content[:HEAD]))
        except Unfit as unfit:
            raise BrokenDocument(f"{name} is {unfit}.") from unfit
        outline = outline_of(reader, path, name)
        reads = plain if reader == "markdown" else str.strip
        return ReadFile(outline.text, tuple(passages_of(outline, name, reads=reads, by_page=True)))


def chunks_attached(files: list[AttachedPassages]) -> list[Chunk]:
    """The passages of a conversation's files, as they are searched and cited."""
    return [chunk for file in files for chunk in _chunks(file)]


def _chunks(file: AttachedPassages) -> list[Chunk]:
    origin = Origin(file.attachment_id, "", UPLOAD, relative_address(file.name))
    return list(chunks_of(origin, [Passage(*one) for one in file.passages]))


def _reader(path: Path, kind: str) -> str:
    """Only text is told apart by its name: nothing in it shows that its marks or its commas mean anything."""
    suffix = path.suffix.lower()
    if kind == "text" and suffix in SUFFIXES["markdown"]:
        return "markdown"
    return "rows" if kind == "text" and suffix in ROWS else kind
