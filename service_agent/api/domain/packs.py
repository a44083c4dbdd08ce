"""`/api/packs`, `/api/chunks`, `/api/corpora`: what the service knows, and adding to it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from foundation.contracts.errors import WrongUse
from foundation.contracts.identity import Principal
from foundation.domains.schema.pack import Column, ItemsSource, Pack, PackSource, Slot, TableSource
from foundation.storage.records import Chunk
from service_agent.api.domain.models import (
    ChunkOut,
    ColumnOut,
    DataTypeOut,
    DocumentOut,
    ExampleOut,
    IngestOut,
    KindOut,
    PackList,
    PackOut,
    PassageOut,
    PlaceOut,
    SourceOut,
)
from service_agent.api.requests.access import PROBLEMS, Asking, Service
from service_agent.api.requests.bodies import BodyRoute
from service_agent.api.requests.connected import while_connected
from service_agent.services.knowledge import remarks_of
from service_agent.services.services import Services
from service_agent.services.uploads import Upload

ITSELF = "body: send the document itself as the body (curl --data-binary @FILE)"
router = APIRouter(route_class=BodyRoute, tags=["packs"], responses=PROBLEMS)
ANY_FILE = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


@router.get("/api/packs")
async def packs(asking: Asking, services: Service) -> PackList:
    """Every domain, the default one first."""
    ordered = sorted(services.packs.values(), key=lambda pack: (pack.name != services.default_pack, pack.name))
    return PackList(packs=[await _out(services, asking, pack) for pack in ordered])


@router.get("/api/chunks/{chunk_id:path}")
async def chunk(chunk_id: str, asking: Asking, services: Service) -> ChunkOut:
    """One passage an answer cites."""
    found = await services.chunk(asking, chunk_id)
    return ChunkOut(
        chunk_id=found.chunk_id,
        document_id=found.document_id,
        pack=found.pack,
        source=found.source,
        title=found.title,
        text=found.text,
        uri=found.uri,
        start=found.start,
        end=found.end,
        as_of=found.as_of,
        example=found.example,
        position=found.position,
        place=place_of(found),
    )


@router.get("/api/documents/{document_id:path}")
async def document(
    document_id: str,
    asking: Asking,
    services: Service,
    around: Annotated[str | None, Query(max_length=1000)] = None,
) -> DocumentOut:
    """A document an answer cites from: its text, and its passages as spans of it. Of a very long one the passages about
    `around` (a chunk id), else its beginning."""
    found = await services.document(asking, document_id, around)
    first = found.passages[0]
    return DocumentOut(
        document_id=document_id,
        pack=first.pack,
        source=first.source,
        uri=first.uri,
        as_of=first.as_of,
        example=first.example,
        text=found.text,
        text_start=found.start,
        passage_count=found.passage_count,
        passages=[
            PassageOut(
                chunk_id=one.chunk_id, title=one.title, text=one.text, start=one.start, end=one.end, place=place_of(one)
            )
            for one in found.passages
        ],
    )


@router.post("/api/corpora/{pack}/documents", openapi_extra=ANY_FILE)
async def upload(
    pack: str,
    request: Request,
    asking: Asking,
    services: Service,
    name: Annotated[str, Query(min_length=1, max_length=255)],
    source: Annotated[str | None, Query(max_length=40)] = None,
) -> IngestOut:
    """Take one document into a pack: the body is the file (Markdown, text, HTML, PDF, DOCX, XLSX, or a table's CSV or
    XLSX), `name` its file name. Operators only."""
    begun = await services.now()
    content = await _body(request)
    work = services.upload(asking, pack, source, Upload(name, content, begun))
    report = await while_connected(request, work)
    return IngestOut(
        sources={
            found: {
                "added": counts.added,
                "changed": counts.changed,
                "removed": counts.removed,
                "unchanged": counts.unchanged,
            }
            for found, counts in report.sources.items()
        },
        remarks=remarks_of(report),
    )


async def _body(request: Request) -> bytes:
    """The document; the door counts its bytes while they come."""
    if request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        raise WrongUse(f"{ITSELF}, not in a form.", field="body")
    content = bytearray()
    async for piece in request.stream():
        content += piece
    if not content:
        raise WrongUse(f"{ITSELF}.", field="body")
    return bytes(content)


def place_of(chunk: Chunk) -> PlaceOut | None:
    """Where in its file a passage stands."""
    return None if chunk.place is None else PlaceOut.model_validate(chunk.place)


async def _out(services: Services, asking: Principal, pack: Pack) -> PackOut:
    counts = await services.source_counts(asking, pack)
    return PackOut(
        name=pack.name,
        version=pack.version,
        title=pack.title,
        languages=list(pack.languages),
        default=pack.name == services.default_pack,
        examples=[ExampleOut(text=example.text, language=example.language) for example in pack.examples],
        sources=[
            SourceOut(
                name=source.name,
                label=source.label,
                kind=source.kind,
                documents=counts.get(source.name, (0, 0))[0],
                parts=counts.get(source.name, (0, 0))[1],
                columns=columns_of(source, pack),
            )
            for source in pack.sources
        ],
        data_types=[
            DataTypeOut(
                name=data_type.name,
                label=data_type.label,
                warn_after_s=data_type.freshness.warn_after_s,
                stale_after_s=data_type.freshness.stale_after_s,
            )
            for data_type in pack.data_types
        ],
        intents={intent.name: intent.label for intent in pack.intents},
        kinds=kinds_of(pack),
        time_zone=pack.time_zone,
    )


def kinds_of(pack: Pack) -> dict[str, KindOut]:
    """What slots and kinds of named things are called; of two of one name the slot, which has the values."""
    named = {kind.name: KindOut(label=kind.label, choices={}) for kind in pack.entities}
    slots = {slot.name: KindOut(label=slot.label, choices=_words(slot)) for slot in pack.slots}
    return named | slots


def _words(slot: Slot) -> dict[str, dict[str, str]]:
    return {one.value: one.label for one in slot.choices}


def columns_of(source: PackSource, pack: Pack) -> list[ColumnOut]:
    """What the columns of a source's rows are called."""
    if isinstance(source, TableSource):
        choices = {slot.name: _words(slot) for slot in pack.slots}
        values = {mapped.column: choices.get(mapped.slot, {}) for mapped in source.slots}
        return [_column(column, values.get(column.name, {})) for column in source.columns]
    return [_column(field.column, {}) for field in source.fields] if isinstance(source, ItemsSource) else []


def _column(column: Column, choices: dict[str, dict[str, str]]) -> ColumnOut:
    return ColumnOut(name=column.name, label=column.label, unit=column.unit, choices=choices)
