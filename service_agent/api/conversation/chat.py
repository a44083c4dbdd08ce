"""`POST /api/chat`: one question, its final message; or, when the client takes it, the same events as a stream."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Any

from fastapi import APIRouter, Header
from fastapi.responses import StreamingResponse

from foundation.contracts.errors import SufficeError, WrongUse
from foundation.contracts.identity import Principal
from foundation.storage.database.engine import AWAY
from foundation.storage.records import Session, StoredEvent
from service_agent.api.conversation.models import ChatRequest
from service_agent.api.requests.access import PROBLEMS, Asking, Service
from service_agent.api.requests.bodies import BodyRoute
from service_agent.events.pauses import with_pauses
from service_agent.events.unstored_frames import frame_text, now_text
from service_agent.protocol.final import FinalMessage
from service_agent.protocol.frames import ErrorFrame
from service_agent.services.choices import as_asked, may_be_a_choice
from service_agent.services.services import Services
from service_agent.services.turns import Asked, Question, new_id

router = APIRouter(route_class=BodyRoute, tags=["chat"])
EVENT_STREAM = "text/event-stream"
KEEP_ALIVE_S = 15.0
"""A comment line goes out after this much silence, so that proxies keep the line open."""


@router.post(
    "/api/chat",
    response_model=FinalMessage,
    responses={**PROBLEMS, 200: {"content": {EVENT_STREAM: {"schema": {"type": "string"}}}}},
)
async def chat(body: ChatRequest, asking: Asking, services: Service, accept: Annotated[str, Header()] = "") -> Any:
    """Ask. A confirmation is not waited for here: its safe default applies at once."""
    session = await _session(services, asking, body)
    question = Question(
        content=await _meant(services, asking, body),
        message_id=body.message_id or new_id(),
        history=tuple((line.role, line.content) for line in body.history),
        reuse=body.reuse,
        use_memories=body.use_memories,
        form_id=body.form_response.form_id if body.form_response else None,
        form_values=body.form_response.values if body.form_response else None,
        alone=body.alone,
        without=tuple(body.without),
        asks_back=True,
    )
    try:
        asked = await services.turns.ask(asking, session, question)
    except SufficeError:
        if _is_of_its_own(body):  # nobody knows its id: it would be an empty conversation in their list
            await services.delete_session(asking, session.session_id)
        raise
    if EVENT_STREAM in accept:
        return StreamingResponse(
            _stream(services, asking, asked, bool(body.history)),
            media_type=EVENT_STREAM,
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )
    try:
        return await services.turns.answer_of(asking, asked)
    finally:
        await _forget(services, asking, asked, bool(body.history))


async def _meant(services: Services, asking: Principal, body: ChatRequest) -> str:
    """The question; the number or label of what the conversation's last answer offered is that choice. A message with
    an id of its own stays as it is: sent again, it must be the same."""
    is_fixed = body.message_id is not None or body.form_response is not None
    if body.session_id is None or is_fixed or not may_be_a_choice(body.content):
        return body.content
    return as_asked(body.content, await services.turns.last_answer(asking, body.session_id))


def _is_of_its_own(body: ChatRequest) -> bool:
    """True when the question gets a conversation that was not there before it. (One found by a message's id is found
    again by the same message.)"""
    return body.session_id is None and (body.message_id is None or bool(body.history))


async def _session(services: Services, asking: Principal, body: ChatRequest) -> Session:
    if body.session_id is None:
        if body.message_id is None or body.history:
            return await services.create_session(asking, body.pack, stateless=bool(body.history))
        return await services.session_of_message(asking, body.message_id, body.pack)
    if body.history:
        raise WrongUse("history: a question with a history is stateless; leave session_id out.", field="history")
    session = await services.session(asking, body.session_id)
    if body.pack is not None and body.pack != session.pack:
        raise WrongUse(f"pack: this session uses {session.pack}; leave pack out or make a new session.", field="pack")
    return session


async def _stream(services: Services, asking: Principal, asked: Asked, stateless: bool) -> AsyncGenerator[str]:
    try:
        async with aclosing(with_pauses(services.turns.frames_of(asking, asked), KEEP_ALIVE_S)) as items:
            async for item in items:
                if item is None:
                    yield ": still here\n\n"
                    continue
                seq = f"id: {item.seq}\n" if isinstance(item, StoredEvent) else ""
                yield f"{seq}data: {frame_text(item, asked.session_id)}\n\n"
    except SufficeError as error:
        frame = ErrorFrame(session_id=asked.session_id, ts=now_text(), code=error.code, message=error.message)
        yield f"data: {frame.model_dump_json()}\n\n"
    finally:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.shield(_forget(services, asking, asked, stateless))


async def _forget(services: Services, asking: Principal, asked: Asked, stateless: bool) -> None:
    if stateless:
        # A database that is away just then must not cost the answer; what stays behind is removed by retention.
        with contextlib.suppress(*AWAY):
            await services.delete_session(asking, asked.session_id)
