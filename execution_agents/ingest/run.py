"""The state of one running ingest: where it reads, its progress, what it left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from execution_agents.ingest.imported import BrokenPart, ImportedDocument, RowTarget
from execution_agents.ingest.importers import DOCUMENT_IMPORTERS, ROW_IMPORTERS
from execution_agents.ingest.reading.apart import in_reading_thread
from execution_agents.ingest.recognise import Recognised
from execution_agents.ingest.regions import RegionNames
from execution_agents.ingest.report import IngestReport, Progress
from foundation.contracts.errors import BrokenDocument
from foundation.contracts.identity import Principal
from foundation.domains.schema.pack import DocumentsSource, Pack
from foundation.storage.records import TableRow

MAX_PARTS = 500_000
"""Rows or articles of one file: a million rows take a gigabyte until they are written."""
MAX_BROKEN = 10_000
"""Most unreadable lines of one file: a file with more is of another kind than assumed."""
NAMED = 100
"""Most of them that are named one by one."""


Part = TypeVar("Part", ImportedDocument, TableRow)


@dataclass
class Run:
    """The state that the steps of one ingest share."""

    pack: Pack
    principal: Principal
    progress: Progress
    report: IngestReport
    total: int = 0
    """Bytes of the recognised files."""
    done: int = 0
    broken_sources: set[str] = field(default_factory=set[str])
    """Sources with something unreadable: none of their documents counts as vanished."""

    def broke(self, source: str, part: BrokenPart) -> None:
        """Records what was left out."""
        self.report.broken.append(part)
        if not part.note:
            self.broken_sources.add(source)

    def moved(self, size: int, label: str) -> None:
        """Adds to the bytes that are done."""
        self.done += size
        self.progress(min(self.done, self.total), self.total, label)

    async def documents(self, one: Recognised) -> list[ImportedDocument]:
        """The documents of a file."""
        parts = await in_reading_thread(partial(_document_parts, one))
        return [part for part in self._sound(one, parts) if isinstance(part, ImportedDocument)]

    async def rows(self, one: Recognised, regions: RegionNames) -> list[TableRow]:
        """The rows of a file."""
        parts = await in_reading_thread(partial(_row_parts, one, regions))
        return [part for part in self._sound(one, parts) if isinstance(part, TableRow)]

    def _sound(
        self, one: Recognised, parts: Sequence[ImportedDocument | TableRow | BrokenPart]
    ) -> list[ImportedDocument | TableRow]:
        for part in parts:
            if isinstance(part, BrokenPart):
                self.broke(one.source.name, part)
        return [part for part in parts if not isinstance(part, BrokenPart)]


def _document_parts(one: Recognised) -> list[ImportedDocument | BrokenPart]:
    try:
        return _bounded(one, DOCUMENT_IMPORTERS[one.importer].read(one.file))
    except BrokenDocument as problem:
        return [_broken(one, problem)]


def _row_parts(one: Recognised, regions: RegionNames) -> list[TableRow | BrokenPart]:
    if isinstance(one.source, DocumentsSource):
        return []
    try:
        return _bounded(one, ROW_IMPORTERS[one.importer].read(one.file, RowTarget(one.source, regions)))
    except BrokenDocument as problem:
        return [_broken(one, problem)]


def _bounded(one: Recognised, parts: Iterable[Part | BrokenPart]) -> list[Part | BrokenPart]:
    """An importer's output, up to a limit. Raises BrokenDocument beyond it."""
    name, sound, broken = one.file.name, list[Part | BrokenPart](), list[BrokenPart]()
    for part in parts:
        if isinstance(part, BrokenPart):
            broken.append(part)
        else:
            sound.append(part)
        if len(sound) > MAX_PARTS:
            raise BrokenDocument(f"{name} holds more than {MAX_PARTS:,} rows or articles; split it.")
        if len(broken) > MAX_BROKEN:
            many = f"{name} has more than {MAX_BROKEN:,} lines that cannot be read"
            raise BrokenDocument(f"{many}, the first one because: {broken[0].reason}; mend it.")
    if len(broken) > NAMED:
        broken[NAMED:] = [BrokenPart(name, f"{len(broken) - NAMED:,} more lines cannot be read")]
    return [*sound, *broken]


def _broken(one: Recognised, problem: BrokenDocument) -> BrokenPart:
    return BrokenPart.of(one.file.name, problem)
