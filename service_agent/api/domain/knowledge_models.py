"""Bodies of the knowledge page."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from service_agent.api.domain.models import ColumnOut, PlaceOut
from service_agent.services.parts import IndexState

Origin = Literal["pack", "folder", "upload"]


class KnownSource(BaseModel):
    """One source with what it holds now."""

    name: str
    label: dict[str, str]
    kind: str
    documents: int
    """Documents, or of a graph its nodes."""
    parts: int
    """Passages, rows, or of a graph its relations."""
    columns: list[ColumnOut]
    """Of rows; empty for documents."""
    data_from: str | None
    """The oldest day or month its data speaks of."""
    data_until: str | None
    changed_at: datetime | None
    example: bool
    """Something of it is example data."""
    importers: list[str]
    """What it takes files with; empty where it takes none."""
    address: str | None
    """Of what is asked live: the host, for operators."""


class IngestReportOut(BaseModel):
    """What the newest ingest of one origin did."""

    origin: Origin
    name: str
    """The folder's path or the upload's name."""
    at: datetime
    sources: dict[str, dict[str, int]]
    """Source -> added, changed, removed, unchanged."""
    left_out: list[str]
    """One sentence each: what it was, and why."""


class KnowledgeOut(BaseModel):
    """What one pack knows."""

    pack: str
    title: dict[str, str]
    sources: list[KnownSource]
    reports: list[IngestReportOut]
    """For operators; empty for others."""
    reading: bool
    """A document is being read now, or waits."""
    index: IndexState
    """Whether the process that answers searches what the pack holds now, will with its next question, or cannot."""
    may_change: bool
    """Whether whoever asks may add and remove."""


class ShelvedDocument(BaseModel):
    """One document of a pack."""

    document_id: str
    source: str
    title: str
    uri: str
    origin: Origin
    file: str
    passages: int
    as_of: str | None
    example: bool
    changed_at: datetime
    removable: bool
    """It may be removed by whoever asks: what lies in the pack itself would come back."""


class ShelfOut(BaseModel):
    """A page of a pack's documents."""

    documents: list[ShelvedDocument]
    total: int
    """What the filters leave, over all pages."""
    next: str | None
    """`after` of the next page."""


class TableRowOut(BaseModel):
    """One row of a table."""

    row_id: str
    cells: dict[str, str | int | float | bool | None]


class TableRowsOut(BaseModel):
    """A page of a table's rows."""

    rows: list[TableRowOut]
    next: str | None


class FoundPassage(BaseModel):
    """One passage a search found."""

    chunk_id: str
    document_id: str
    source: str
    title: str
    text: str
    score: float
    """Comparable within this answer only."""
    example: bool
    place: PlaceOut | None


class FoundPassages(BaseModel):
    """What a search in a pack's documents found, best first."""

    passages: list[FoundPassage]
