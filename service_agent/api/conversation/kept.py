"""Whole conversations: searched, exported, shown to others by a link."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Request, Response, status

from foundation.storage.conversations.records import Share
from service_agent.api.conversation.kept_models import (
    FoundList,
    FoundOut,
    HitOut,
    SharedExchange,
    SharedOut,
    ShareOut,
    ShareRequest,
)
from service_agent.api.requests.access import PROBLEMS, Asking, Service
from service_agent.api.requests.bodies import BodyRoute
from service_agent.services.exports import Format
from service_agent.services.finding import Hit
from service_agent.services.services import Services

router = APIRouter(route_class=BodyRoute, tags=["sessions"], responses=PROBLEMS)
TYPES = {"md": "text/markdown; charset=utf-8", "json": "application/json"}
UNSEEN = {"X-Robots-Tag": "noindex, nofollow, noarchive", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store"}
"""No search engine keeps what is behind a link, and no other site learns the link."""


@router.get("/api/search/sessions")
async def search(
    asking: Asking,
    services: Service,
    q: Annotated[str, Query(min_length=1, max_length=200)],
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> FoundList:
    """Messages of your conversations that hold all of these words, newest first."""
    return FoundList(found=[_found(hit) for hit in await services.finding.find(asking, q, limit)])


@router.get("/api/sessions/{session_id}/export", response_class=Response)
async def export(
    session_id: str, asking: Asking, services: Service, format: Annotated[Format, Query()] = "md"
) -> Response:
    """The conversation as a file: questions, answers, sources with their places."""
    name, text = await services.exports.file(asking, session_id, format)
    plain = name.encode("ascii", "ignore").decode().strip("-")
    disposition = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name)}"
    return Response(text, media_type=TYPES[format], headers={"Content-Disposition": disposition})


@router.get("/api/sessions/{session_id}/share")
async def shared(session_id: str, asking: Asking, services: Service) -> ShareOut:
    """Whether the conversation is shown to others. The link itself is not kept, so it cannot be given again."""
    return _share(services, await services.sharing.standing(asking, session_id))


@router.post("/api/sessions/{session_id}/share", status_code=status.HTTP_201_CREATED)
async def share(session_id: str, asking: Asking, services: Service, body: ShareRequest | None = None) -> ShareOut:
    """Show the conversation, as it stands now, to whoever has the link. A link made before ends."""
    asked = body or ShareRequest()
    token, made = await services.sharing.share(asking, session_id, with_sources=asked.with_sources)
    return _share(services, made).model_copy(update={"token": token})


@router.delete("/api/sessions/{session_id}/share", status_code=status.HTTP_204_NO_CONTENT)
async def unshare(session_id: str, asking: Asking, services: Service) -> None:
    """The link leads nowhere from now on."""
    await services.sharing.revoke(asking, session_id)


@router.get("/api/shared/{token}")
async def behind(
    token: Annotated[str, Path(max_length=200)], request: Request, response: Response, services: Service
) -> SharedOut:
    """What a link shows, to anybody. A link that never was and one that ended give the same answer."""
    address = request.client.host if request.client else ""
    found = await services.sharing.behind(token, services.access.paces, address)
    response.headers.update(UNSEEN)
    return SharedOut(
        title=found.snapshot["title"],
        shared_at=found.created_at,
        with_sources=found.with_sources,
        left_out=found.snapshot["left_out"],
        exchanges=[SharedExchange.model_validate(one) for one in found.snapshot["exchanges"]],
    )


def _found(hit: Hit) -> FoundOut:
    message = hit.message
    return FoundOut(
        session_id=message.session_id,
        title=message.title,
        archived=message.archived,
        message_id=message.message_id,
        run_id=message.run_id,
        role=message.role,
        snippet=hit.snippet,
        marks=[HitOut(start=start, end=end) for start, end in hit.marks],
        created_at=message.created_at,
    )


def _share(services: Services, share: Share | None) -> ShareOut:
    if share is None:
        return ShareOut(allowed=services.sharing.on, shared=False)
    return ShareOut(
        allowed=services.sharing.on,
        shared=True,
        with_sources=share.with_sources,
        shared_at=share.created_at,
        exchanges=len(share.snapshot["exchanges"]),
        left_out=share.snapshot["left_out"],
    )
