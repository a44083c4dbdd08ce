"""Bodies about packs and what they know."""

from __future__ import annotations

from pydantic import BaseModel


class ExampleOut(BaseModel):
    """A question to start with."""

    text: str
    language: str


class ColumnOut(BaseModel):
    """One column of a source's rows: what it is called where a citation's `fields` are shown."""

    name: str
    label: dict[str, str]
    unit: str | None
    """won, m2, percent, count …"""
    choices: dict[str, dict[str, str]]
    """Value -> its words, where the values are a closed list."""


class SourceOut(BaseModel):
    """One source of a pack."""

    name: str
    label: dict[str, str]
    kind: str
    documents: int
    parts: int
    """Passages or rows."""
    columns: list[ColumnOut] = []
    """Of rows; empty for documents."""


class DataTypeOut(BaseModel):
    """One kind of evidence of a pack."""

    name: str
    label: dict[str, str]
    warn_after_s: int | None
    """Age from which the person is asked first; null: no such age."""
    stale_after_s: int | None
    """Age from which it is searched again; null: no such age."""


class KindOut(BaseModel):
    """What a question may name or pin down: a region, a deal, a law."""

    label: dict[str, str]
    choices: dict[str, dict[str, str]]
    """Value -> its words, where the values are a closed list."""


class PackOut(BaseModel):
    """One domain."""

    name: str
    version: str
    title: dict[str, str]
    languages: list[str]
    default: bool
    examples: list[ExampleOut]
    sources: list[SourceOut]
    data_types: list[DataTypeOut]
    intents: dict[str, dict[str, str]] = {}
    """Intent of `plan_ready` -> its words."""
    kinds: dict[str, KindOut] = {}
    """Slot of a decision, or type of an entity -> what it is called."""
    time_zone: str


class PackList(BaseModel):
    """The default pack first."""

    packs: list[PackOut]


class PlaceOut(BaseModel):
    """Where the original shows a passage."""

    page: int | None = None
    """Of a PDF, from 1; the first one of a passage that goes on over a page."""
    page_to: int | None = None
    """The last page of such a passage."""
    sheet: str | None = None
    """Of a workbook."""
    row: int | None = None
    row_to: int | None = None
    """First and last row of the sheet, as it numbers them; the repeated header is not counted."""


class ChunkOut(BaseModel):
    """One passage, with its place in its document."""

    chunk_id: str
    document_id: str
    pack: str
    source: str
    title: str
    text: str
    uri: str
    start: int
    end: int
    as_of: str | None
    example: bool
    position: int
    """Which passage of its document, from 0."""
    place: PlaceOut | None = None


class PassageOut(BaseModel):
    """One passage of a document."""

    chunk_id: str
    title: str
    text: str
    """As it is searched and quoted: without Markdown's marks, a table's header before each of its pieces."""
    start: int
    end: int
    """Offsets in the stored document; in `text` of the answer after subtracting its `text_start`."""
    place: PlaceOut | None = None


class DocumentOut(BaseModel):
    """A document in reading order."""

    document_id: str
    pack: str
    source: str
    uri: str
    as_of: str | None
    example: bool
    text: str
    """The stored text that these passages are spans of, from `text_start` on."""
    text_start: int = 0
    passage_count: int
    """Of the whole document: more than there are here when only a part of a long one was sent."""
    passages: list[PassageOut]


class IngestOut(BaseModel):
    """What an upload changed."""

    sources: dict[str, dict[str, int]]
    """Source -> added, changed, removed, unchanged."""
    remarks: list[str]
