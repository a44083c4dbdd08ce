"""`POST /v1/chat/completions`, `GET /v1/models`: the service as OpenAI's clients know one.

Each pack is a model. A stream cannot take back what it sent, and a draft is believed only after its checks, so what is
streamed is the checked answer.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from fastapi.responses import JSONResponse, StreamingResponse

from foundation.contracts.errors import SufficeError, UnknownPack
from foundation.contracts.identity import Principal
from service_agent.adapters.as_text import shown
from service_agent.adapters.asking import Wanted, answer_or_pauses, asked
from service_agent.adapters.openai.chat_models import (
    MODEL,
    ChatCompletionRequest,
    pack_of,
    question_of,
    require_possible,
)
from service_agent.adapters.openai.completions import DONE, Head, event
from service_agent.adapters.place import base_of
from service_agent.api.access import Asking, Service
from service_agent.api.bodies import BodyRoute
from service_agent.api.connected import while_connected
from service_agent.protocol.failures import failure_of
from service_agent.services.services import Services
from service_agent.services.turns import derived_id, new_id

router = APIRouter(route_class=BodyRoute, tags=["openai"])
EVENT_STREAM = "text/event-stream"
NO_STORE = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
SessionHeader = Annotated[str | None, Header(alias="X-Session-Id", max_length=64)]


@router.get("/v1/models")
async def models(asking: Asking, services: Service) -> dict[str, Any]:
    """Every pack as a model, the default one first."""
    del asking
    ordered = sorted(services.packs, key=lambda name: (name != services.default_pack, name))
    return {"object": "list", "data": [_model(services, name) for name in ordered]}


@router.get("/v1/models/{model:path}")
async def model(model: str, asking: Asking, services: Service) -> dict[str, Any]:
    """One of them."""
    del asking
    return _model(services, pack_name(services, model))


@router.post("/v1/chat/completions", response_model=None)
async def chat_completions(
    body: ChatCompletionRequest, request: Request, asking: Asking, services: Service, session: SessionHeader = None
) -> JSONResponse | StreamingResponse:
    """Ask. Without a session the messages sent are all that is known, and nothing is kept."""
    require_possible(body)
    content, history = question_of(body.messages)
    notes = body.metadata
    session_id = (notes.session_id if notes else None) or session
    wanted = Wanted(
        content=content,
        pack=pack_name(services, body.model),
        session_id=session_id,
        history=() if session_id else history,
        message_id=_message_id(request, session_id),
        reuse=notes.reuse if notes else None,
    )
    head = Head(f"chatcmpl-{new_id()}", int(time.time()), body.model)
    headers = {"X-Session-Id": session_id} if session_id else {}
    if not body.stream:
        return JSONResponse(
            await while_connected(request, _whole(services, asking, wanted, head, base_of(request))), headers=headers
        )
    with_usage = body.stream_options is not None and body.stream_options.include_usage
    events = _events(services, asking, wanted, head, (base_of(request), with_usage))
    first = await anext(events)  # what is refused at once is refused with its status
    return StreamingResponse(_all(first, events), media_type=EVENT_STREAM, headers=NO_STORE | headers)


def pack_name(services: Services, model: str) -> str:
    """The pack behind a model's id. Raises UnknownPack."""
    name = pack_of(model)
    if name is None or name not in services.packs:
        known = ", ".join(MODEL + one for one in sorted(services.packs))
        raise UnknownPack(f"There is no model {model[:80]!r}; there are {known}.", field="model")
    return name


async def _whole(services: Services, principal: Principal, wanted: Wanted, head: Head, base: str) -> dict[str, Any]:
    async with asked(services, principal, wanted) as under_way:
        final = await services.turns.answer_of(principal, under_way)
    return head.completion(shown(final, base), final)


async def _events(
    services: Services, principal: Principal, wanted: Wanted, head: Head, how: tuple[str, bool]
) -> AsyncGenerator[str]:
    base, with_usage = how
    async with asked(services, principal, wanted) as under_way:
        yield event(head.chunk({"role": "assistant", "content": ""}))
        try:
            async with aclosing(answer_or_pauses(services, principal, under_way)) as awaited:
                async for final in awaited:
                    if final is None:
                        yield ": still here\n\n"
                        continue
                    for chunk in head.chunks(shown(final, base), final, with_usage=with_usage):
                        yield event(chunk)
            yield DONE
        except SufficeError as error:
            yield event(failure_of(error).openai())


async def _all(first: str, rest: AsyncGenerator[str]) -> AsyncGenerator[str]:
    async with aclosing(rest):
        yield first
        async for one in rest:
            yield one


def _message_id(request: Request, session_id: str | None) -> str | None:
    """A request that is sent again with its key is not asked again. Without a session nothing is kept to know it by."""
    key = request.headers.get("idempotency-key")
    return derived_id("key", session_id, key) if key and session_id else None


def _model(services: Services, name: str) -> dict[str, Any]:
    """`created` is asked for; a pack has no such moment."""
    pack = services.packs[name]
    return {
        "id": MODEL + name,
        "object": "model",
        "created": 0,
        "owned_by": "suffice",
        "name": pack.title[pack.languages[0]],
    }
