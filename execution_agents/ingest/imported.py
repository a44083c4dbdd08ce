"""What importers give to the pipeline, and what an importer is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from execution_agents.ingest.regions import RegionNames
from execution_agents.retrieval.chunking import Passage
from foundation.domains.pack import TableSource
from foundation.storage.records import TableRow


@dataclass(frozen=True)
class InputFile:
    """One file under the path that was given."""

    path: Path
    name: str
    """Path below the given folder, with forward slashes: what reports and ids say."""
    size: int
    head: str
    """Its first characters, for recognising it by content."""


@dataclass(frozen=True)
class BrokenPart:
    """Something that could not be read and was left out."""

    file: str
    reason: str
    line: int | None = None

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.reason}"


@dataclass(frozen=True)
class ImportedDocument:
    """One document, cut into passages."""

    document_id: str
    title: str
    text: str
    """The original text, as its file holds it."""
    passages: tuple[Passage, ...]
    uri: str
    as_of: str | None = None
    """ISO date the content speaks of."""
    example: bool = False
    metadata: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True)
class RowTarget:
    """The table that rows are read for."""

    source: TableSource
    regions: RegionNames


class DocumentImporter(Protocol):
    """Reads one kind of original into documents."""

    specific: bool
    """True when content alone shows that a file is of this kind; other kinds need to be told their source."""

    def sniff(self, file: InputFile) -> bool:
        """Whether this file is of this kind, by its content."""
        ...

    def read(self, file: InputFile) -> Iterator[ImportedDocument | BrokenPart]:
        """Its documents, and what of it is broken. Raises BrokenDocument when nothing of it can be read."""
        ...


class RowImporter(Protocol):
    """Reads one kind of original into rows of a table source."""

    specific: bool
    """As above."""

    def sniff(self, file: InputFile, source: TableSource) -> bool:
        """Whether this file is of this kind and fits the source, by its content."""
        ...

    def read(self, file: InputFile, target: RowTarget) -> Iterator[TableRow | BrokenPart]:
        """Its rows, and which lines are broken. Raises BrokenDocument when nothing of it can be read."""
        ...
