"""`/api/documents/{id}`: documents drafted in a conversation; `/api/sessions/{id}/attachments`: files for it alone."""

from __future__ import annotations

from typing import Annotated, Literal
from urllib.parse import quote
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response, status

from foundation.contracts.errors import WrongUse
from foundation.storage.conversations.drafts import Attachment, KeptVersion
from service_agent.api.conversation.draft_models import (
    Approval,
    AttachmentList,
    AttachmentOut,
    VersionList,
    VersionOut,
    WrittenOut,
)
from service_agent.api.requests.access import PROBLEMS, Asking, Service
from service_agent.api.requests.bodies import BodyRoute
from service_agent.api.requests.connected import while_connected
from service_agent.services.drafts import VersionChange, draft_note

router = APIRouter(route_class=BodyRoute, tags=["documents"], responses=PROBLEMS)
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
ANY_FILE = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}
Version = Annotated[int | None, Query(ge=1, le=100_000)]


@router.get("/api/documents/{draft_id:uuid}", response_model=WrittenOut)
async def document(
    draft_id: UUID,
    asking: Asking,
    services: Service,
    format: Annotated[Literal["json", "md", "docx"], Query()] = "json",
    version: Version = None,
) -> WrittenOut | Response:
    """A document drafted in your conversation, in its newest version or the one named; `format=md` or `docx` for a file
    to keep. A version you have not approved says that it is a draft."""
    kept = await services.drafts.version(asking, str(draft_id), version)
    if format == "json":
        return _out(kept)
    if format == "docx":
        return _file(kept, await services.drafts.docx(kept), "docx", WORD)
    note = "" if kept.approved_at else f"{draft_note(kept)}\n\n"
    return _file(kept, (note + kept.document.markdown).encode(), "md", "text/markdown; charset=utf-8")


@router.get("/api/documents/{draft_id:uuid}/versions")
async def versions(draft_id: UUID, asking: Asking, services: Service) -> VersionList:
    """All versions of a document, oldest first, each with the lines it changed."""
    found = await services.drafts.versions(asking, str(draft_id))
    return VersionList(document_id=str(draft_id), versions=[_version(one) for one in found])


@router.post("/api/documents/{draft_id:uuid}/approve")
async def approve(draft_id: UUID, body: Approval, asking: Asking, services: Service) -> WrittenOut:
    """Approve one version: from then on it is given out without the note that it is a draft."""
    return _out(await services.drafts.approve(asking, str(draft_id), body.version))


@router.post("/api/sessions/{session_id}/attachments", status_code=status.HTTP_201_CREATED, openapi_extra=ANY_FILE)
async def attach(
    session_id: str,
    request: Request,
    asking: Asking,
    services: Service,
    name: Annotated[str, Query(min_length=1, max_length=255)],
) -> AttachmentOut:
    """Attach a file to a conversation: the body is the file (PDF, DOCX, HWPX, XLSX, CSV, Markdown, text, HTML), `name`
    its file name. Its questions are answered from it too; it is of this conversation alone and goes with it."""
    itself = "body: send the file itself as the body (curl --data-binary @FILE)"
    if request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        raise WrongUse(f"{itself}, not in a form.", field="body")
    content = bytearray()
    async for piece in request.stream():
        content += piece
    if not content:
        raise WrongUse(f"{itself}.", field="body")
    work = services.drafts.attach(asking, session_id, name, bytes(content))
    return _attachment(await while_connected(request, work))


@router.get("/api/sessions/{session_id}/attachments")
async def attachments(session_id: str, asking: Asking, services: Service) -> AttachmentList:
    """What is attached to a conversation, newest first."""
    found = await services.drafts.attached(asking, session_id)
    return AttachmentList(attachments=[_attachment(one) for one in found])


@router.delete("/api/sessions/{session_id}/attachments/{attachment_id}", status_code=status.HTTP_204_NO_CONTENT)
async def detach(session_id: str, attachment_id: str, asking: Asking, services: Service) -> None:
    """Take a file off a conversation."""
    await services.drafts.detach(asking, session_id, attachment_id)


def _file(kept: KeptVersion, content: bytes, ending: str, media: str) -> Response:
    name = quote(f"{kept.document.title}-v{kept.document.version}.{ending}")
    disposition = f"attachment; filename=\"document.{ending}\"; filename*=UTF-8''{name}"
    headers = {
        "Content-Disposition": disposition,
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, no-store",
    }
    return Response(content, media_type=media, headers=headers)


def _out(kept: KeptVersion) -> WrittenOut:
    document = kept.document
    return WrittenOut(
        document_id=document.document_id,
        session_id=kept.session_id,
        title=document.title,
        template=document.template,
        language=document.language,
        version=document.version,
        fields=document.fields,
        markdown=document.markdown,
        created_at=kept.created_at,
        approved_at=kept.approved_at,
    )


def _version(one: VersionChange) -> VersionOut:
    return VersionOut(
        version=one.kept.document.version,
        created_at=one.kept.created_at,
        approved_at=one.kept.approved_at,
        changes=list(one.changes),
    )


def _attachment(one: Attachment) -> AttachmentOut:
    return AttachmentOut(
        attachment_id=one.attachment_id, name=one.name, characters=len(one.text), created_at=one.created_at
    )
