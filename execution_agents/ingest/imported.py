"""The output of importers, and the importer interface."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, Self, cast

from execution_agents.ingest.kinds import FileKind
from execution_agents.ingest.reading.apart import read_apart
from execution_agents.ingest.regions import RegionNames
from execution_agents.retrieval.chunking import Passage
from foundation.contracts.errors import BrokenDocument
from foundation.domains.schema.pack import TableSource
from foundation.storage.records import TableRow


@dataclass(frozen=True)
class InputFile:
    """One file under the path that was given."""

    path: Path
    name: str
    """Path below the given folder, with forward slashes: used in reports and ids."""
    size: int
    head: str
    """Its first characters, for recognising it by content; "" for a file that is not text."""
    kind: FileKind = "text"

    @cached_property
    def sheet_heads(self) -> list[tuple[str, list[tuple[int, list[str]]]]]:
        """(name, first filled rows with their numbers) of a workbook's sheets. Raises BrokenDocument."""
        return sheets_read(read_apart("xlsx_heads", self.path, self.name)) if self.kind == "xlsx" else []


@dataclass(frozen=True)
class BrokenPart:
    """Something that could not be read and was left out."""

    file: str
    reason: str
    line: int | None = None
    note: bool = False
    """True if everything else of its source is valid: a page that is an image, a locked file."""

    @classmethod
    def of(cls, file: str, problem: BrokenDocument, *, note: bool = False) -> Self:
        """The same as a line of the report, whose place the report says itself."""
        line = problem.data.get("line")
        words = re.sub(rf"\A{re.escape(file)}(?::\d+)?:?\s*(?:is )?", "", problem.message).removesuffix(".")
        return cls(file, words, line if isinstance(line, int) else None, note)

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
    """ISO date the content refers to."""
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
    """True if content alone shows that a file is of this kind; for other kinds the caller must name the source."""
    costly: bool
    """True if reading takes a process of its own: a file with unchanged bytes is then not read again."""

    def sniff(self, file: InputFile) -> bool:
        """True if this file is of this kind, by its content."""
        ...

    def read(self, file: InputFile) -> Iterator[ImportedDocument | BrokenPart]:
        """Its documents, and its broken parts. Raises BrokenDocument if nothing of it can be read."""
        ...


class RowImporter(Protocol):
    """Reads one kind of original into rows of a table source."""

    specific: bool
    """As above."""

    def sniff(self, file: InputFile, source: TableSource) -> bool:
        """True if this file is of this kind and fits the source, by its content."""
        ...

    def read(self, file: InputFile, target: RowTarget) -> Iterator[TableRow | BrokenPart]:
        """Its rows, and its broken lines. Raises BrokenDocument if nothing of it can be read."""
        ...


def sheets_read(found: Any) -> list[tuple[str, list[tuple[int, list[str]]]]]:
    """The reading process's output for sheets, each value converted to its type; output of another form gives
    nothing."""
    sheets = [cast(dict[str, Any], one) for one in cast(list[Any], found) if isinstance(one, dict)]
    return [
        (
            str(sheet.get("name")),
            [(int(number), [str(cell) for cell in cells]) for number, cells in sheet.get("rows", [])],
        )
        for sheet in sheets
    ]
