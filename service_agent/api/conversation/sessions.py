"""`/api/sessions` and `/api/messages`: conversations, their transcript, feedback on answers."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, status

from foundation.storage.records import RunStatus, Session
from service_agent.api.conversation.models import (
    FeedbackRequest,
    MessageList,
    MessageOut,
    RatingList,
    SessionChanges,
    SessionList,
    SessionOut,
    SessionRequest,
)
from service_agent.api.requests.access import PROBLEMS, Asking, Service
from service_agent.api.requests.bodies import BodyRoute
from service_agent.services.parts import Changes

router = APIRouter(route_class=BodyRoute, tags=["sessions"], responses=PROBLEMS)
Limit = Annotated[int, Query(ge=1, le=500)]


@router.post("/api/sessions", status_code=status.HTTP_201_CREATED)
async def create(asking: Asking, services: Service, body: SessionRequest | None = None) -> SessionOut:
    """A new conversation."""
    made = await services.create_session(asking, body.pack if body else None)
    if body is not None and not body.remembers:
        made = await services.change_session(asking, made.session_id, Changes(remembers=False))
    return _out(made)


@router.get("/api/sessions")
async def listing(
    asking: Asking,
    services: Service,
    limit: Limit = 50,
    before: Annotated[str | None, Query()] = None,
    title: Annotated[str | None, Query(max_length=200)] = None,
    archived: Annotated[Literal["no", "yes", "any"], Query()] = "no",
) -> SessionList:
    """Your conversations, pinned ones first, then newest first; `before` is the last id of the page before, `title` a
    part of their titles."""
    found = await services.sessions(asking, limit, before, title, archived={"no": False, "yes": True}.get(archived))
    states = await services.session_states(asking, [session.session_id for session in found])
    return SessionList(sessions=[_out(session, states.get(session.session_id)) for session in found])


@router.get("/api/sessions/{session_id}")
async def one(session_id: str, asking: Asking, services: Service) -> SessionOut:
    """One conversation."""
    found = await services.session(asking, session_id)
    return _out(found, (await services.session_states(asking, [session_id])).get(session_id))


@router.patch("/api/sessions/{session_id}")
async def change(session_id: str, body: SessionChanges, asking: Asking, services: Service) -> SessionOut:
    """Give a conversation a title, pin or archive it, or say whether it remembers."""
    changes = Changes(body.title, body.remembers, body.pinned, body.archived)
    found = await services.change_session(asking, session_id, changes)
    return _out(found, (await services.session_states(asking, [session_id])).get(session_id))


@router.delete("/api/sessions/{session_id}", status_code=status.HTTP_204_NO_CONTENT)
async def delete(session_id: str, asking: Asking, services: Service) -> None:
    """Erase a conversation and everything of it."""
    await services.delete_session(asking, session_id)


@router.get("/api/sessions/{session_id}/messages")
async def messages(
    session_id: str,
    asking: Asking,
    services: Service,
    limit: Limit = 200,
    after: Annotated[str | None, Query()] = None,
) -> MessageList:
    """The transcript, oldest first; `after` is the last message_id of the page before."""
    found = await services.messages(asking, session_id, limit, after)
    return MessageList(
        messages=[
            MessageOut(
                message_id=message.message_id,
                run_id=message.run_id,
                role=message.role,
                content=message.content,
                answer=message.body,
                created_at=message.created_at,
            )
            for message in found
        ]
    )


@router.get("/api/sessions/{session_id}/ratings")
async def ratings(session_id: str, asking: Asking, services: Service) -> RatingList:
    """Your own thumbs on the answers of a conversation."""
    found = await services.ratings(asking, session_id)
    return RatingList(ratings={answer_id: _thumb(rating) for answer_id, rating in found.items()})


@router.post("/api/messages/{message_id}/feedback", status_code=status.HTTP_204_NO_CONTENT)
async def feedback(message_id: str, body: FeedbackRequest, asking: Asking, services: Service) -> None:
    """What you think of an answer (`message_id` is its answer_id)."""
    await services.rate(asking, message_id, body.rating, body.reason, body.kind)


def _thumb(rating: int) -> Literal[-1, 0, 1]:
    return 1 if rating > 0 else -1 if rating < 0 else 0


def _out(session: Session, status: RunStatus | None = None) -> SessionOut:
    return SessionOut(
        session_id=session.session_id,
        pack=session.pack,
        variant=session.variant,
        title=session.title,
        last_seq=session.last_seq,
        remembers=session.remembers,
        pinned=session.pinned,
        archived=session.archived,
        state="idle" if status is None else "waiting" if status == "waiting" else "working",
        created_at=session.created_at,
        updated_at=session.updated_at,
    )
