"""`/api/knowledge`: what a pack holds, looked at, searched, and by operators changed."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Query, Request, status

from execution_agents.ingest.pipeline import SHIPPED
from foundation.contracts.identity import Principal, Role
from foundation.domains.schema.pack import DocumentsSource, HttpSource, McpSource, Pack, PackSource, TableSource
from foundation.storage.corpus.ingest_reports import KeptReport
from foundation.storage.corpus.shelves import ShelfAsk, ShelfLine
from foundation.storage.corpus.uploads import UPLOADED
from service_agent.api.admin.acts import note_of
from service_agent.api.domain.knowledge_models import (
    FoundPassage,
    FoundPassages,
    IngestReportOut,
    KnowledgeOut,
    KnownSource,
    Origin,
    ShelfOut,
    ShelvedDocument,
    TableRowOut,
    TableRowsOut,
)
from service_agent.api.domain.packs import columns_of, place_of
from service_agent.api.requests.access import PROBLEMS, Asking, Service
from service_agent.api.requests.bodies import BodyRoute
from service_agent.services.knowledge import SourceKnown

router = APIRouter(route_class=BodyRoute, tags=["knowledge"], responses=PROBLEMS)
MOST_WORDS = 200
"""Characters of what is looked for."""
MOST = 200
"""Lines of one page."""


@router.get("/api/knowledge/{pack}")
async def knowledge(pack: str, asking: Asking, services: Service) -> KnowledgeOut:
    """Every source of a pack with what it holds now; for operators also what the newest ingests did and left out."""
    chosen = services.pack(pack)
    known = await services.knowledge.sources(asking, chosen)
    changes = Role.OPERATOR in asking.roles
    reports = await services.knowledge.reports(asking, chosen) if changes else []
    return KnowledgeOut(
        pack=chosen.name,
        title=chosen.title,
        sources=[_source(one, chosen, asking) for one in known],
        reports=[_report(one) for one in reports],
        reading=services.is_reading(asking),
        index=await services.knowledge.index_state(asking, chosen),
        may_change=changes,
    )


def wanted_of(
    pack: str,
    source: Annotated[str | None, Query(max_length=40)] = None,
    q: Annotated[str, Query(max_length=MOST_WORDS)] = "",
    after: Annotated[str, Query(max_length=1000)] = "",
    limit: Annotated[int, Query(ge=1, le=MOST)] = 50,
) -> ShelfAsk:
    """The page of documents a request asks for."""
    return ShelfAsk(pack, source, q.strip(), after, limit)


@router.get("/api/knowledge/{pack}/documents")
async def documents(wanted: Annotated[ShelfAsk, Depends(wanted_of)], asking: Asking, services: Service) -> ShelfOut:
    """A pack's documents by source and title, those whose title or file holds `q`."""
    services.pack(wanted.pack)
    lines, total = await services.knowledge.documents(asking, wanted)
    following = lines[-1].document_id if len(lines) == wanted.limit else None
    return ShelfOut(documents=[_document(one, asking) for one in lines], total=total, next=following)


@router.delete("/api/knowledge/{pack}/documents/{document_id:path}", status_code=status.HTTP_204_NO_CONTENT)
async def remove(pack: str, document_id: str, request: Request, asking: Asking, services: Service) -> None:
    """Remove one document with its passages. What lies in the pack itself is refused: it would come back. Operators
    only."""
    note_of(request).detail["document"] = document_id
    await services.knowledge.remove(asking, services.pack(pack), document_id)


@router.get("/api/knowledge/{pack}/rows")
async def rows(
    pack: str,
    asking: Asking,
    services: Service,
    source: Annotated[str, Query(min_length=1, max_length=40)],
    after: Annotated[str, Query(max_length=1000)] = "",
    limit: Annotated[int, Query(ge=1, le=MOST)] = 50,
) -> TableRowsOut:
    """Rows of a table, in the order of their ids."""
    found = await services.knowledge.rows(asking, services.pack(pack), source, after, limit)
    following = found[-1][0] if len(found) == limit else None
    return TableRowsOut(rows=[TableRowOut(row_id=row_id, cells=cells) for row_id, cells in found], next=following)


@router.get("/api/knowledge/{pack}/search")
async def search(
    pack: str,
    asking: Asking,
    services: Service,
    q: Annotated[str, Query(min_length=1, max_length=MOST_WORDS)],
    limit: Annotated[int, Query(ge=1, le=50)] = 10,
) -> FoundPassages:
    """The passages a question would be answered from, best first."""
    found = await services.knowledge.search(asking, services.pack(pack), q, limit)
    passages: list[FoundPassage] = []
    for item in found:
        chunk = await services.chunk(asking, item.item_id)
        passages.append(
            FoundPassage(
                chunk_id=chunk.chunk_id,
                document_id=chunk.document_id,
                source=chunk.source,
                title=chunk.title,
                text=chunk.text,
                score=item.score,
                example=chunk.example,
                place=place_of(chunk),
            )
        )
    return FoundPassages(passages=passages)


@router.post("/api/knowledge/{pack}/reindex", status_code=status.HTTP_204_NO_CONTENT)
async def reindex(pack: str, asking: Asking, services: Service) -> None:
    """Bring the index and the names up to date now; they do so by themselves before the next question. Operators
    only."""
    await services.knowledge.reindex(asking, services.pack(pack))


def _source(known: SourceKnown, pack: Pack, asking: Principal) -> KnownSource:
    source, held = known.source, known.held
    takes = isinstance(source, DocumentsSource | TableSource)
    return KnownSource(
        name=source.name,
        label=source.label,
        kind=source.kind,
        documents=known.documents,
        parts=held.parts,
        columns=columns_of(source, pack),
        data_from=held.first,
        data_until=held.last,
        changed_at=held.changed_at,
        example=held.example,
        importers=list(source.importers) if takes else [],
        address=_address(source) if Role.OPERATOR in asking.roles else None,
    )


def _address(source: PackSource) -> str | None:
    if isinstance(source, HttpSource):
        return urlsplit(source.url).netloc.rpartition("@")[2]
    return source.server if isinstance(source, McpSource) else None


def _report(kept: KeptReport) -> IngestReportOut:
    assert kept.updated_at is not None
    return IngestReportOut(
        origin=_origin(kept.origin),
        name=kept.origin.removeprefix(UPLOADED),
        at=kept.updated_at,
        sources={name: dict(counts) for name, counts in kept.sources.items()},
        left_out=list(kept.left_out),
    )


def _origin(origin: str) -> Origin:
    return "pack" if origin == SHIPPED else "upload" if origin.startswith(UPLOADED) else "folder"


def _document(line: ShelfLine, asking: Principal) -> ShelvedDocument:
    origin = _origin(line.origin)
    return ShelvedDocument(
        document_id=line.document_id,
        source=line.source,
        title=line.title,
        uri=line.uri,
        origin=origin,
        file=line.file,
        passages=line.passages,
        as_of=line.as_of,
        example=line.example,
        changed_at=line.updated_at,
        removable=origin != "pack" and Role.OPERATOR in asking.roles,
    )
