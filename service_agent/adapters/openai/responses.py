"""`POST /v1/responses`: the same over OpenAI's newer shape, where the service keeps the conversation.

A response is known by its run. Going on from one goes on with its conversation as it stands.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse, StreamingResponse

from foundation.contracts.errors import SufficeError, UnknownRun, WrongUse
from foundation.contracts.identity import Principal
from foundation.storage.database.engine import AWAY
from service_agent.adapters.as_text import shown
from service_agent.adapters.asking import Wanted, answer_or_pauses, asked
from service_agent.adapters.messages import question_of
from service_agent.adapters.numbering import in_order
from service_agent.adapters.openai.chat_models import MODEL
from service_agent.adapters.openai.models import pack_name
from service_agent.adapters.openai.response_models import ID, ResponseRequest, messages_of, require_possible
from service_agent.adapters.openai.response_shapes import ResponseHead
from service_agent.adapters.openai.streams import STILL_HERE, SessionHeader, event, message_id, streamed
from service_agent.adapters.place import base_of
from service_agent.api.requests.access import Asking, Service
from service_agent.api.requests.bodies import BodyRoute
from service_agent.api.requests.connected import while_connected
from service_agent.protocol.failures import failure_of
from service_agent.services.services import Services
from service_agent.services.turns import Asked

router = APIRouter(route_class=BodyRoute, tags=["openai"])


@router.post("/v1/responses", response_model=None)
async def responses(
    body: ResponseRequest, request: Request, asking: Asking, services: Service, session: SessionHeader = None
) -> JSONResponse | StreamingResponse:
    """Ask. The conversation is kept, unless `store` is false or its earlier messages were sent along."""
    require_possible(body)
    pack = pack_name(services, body.model)
    content, history = question_of(messages_of(body))
    session_id = await _session_of(body, asking, services) or session
    wanted = Wanted(
        content=content,
        pack=pack,
        session_id=session_id,
        history=() if session_id else history,
        message_id=message_id(request, session_id),
        reuse=body.metadata.reuse if body.metadata else None,
        keep=session_id is not None or (body.store is not False and not history),
    )
    base = base_of(request)
    if body.stream:
        return await streamed(_events(services, asking, wanted, body, base), {})
    return JSONResponse(await while_connected(request, _whole(services, asking, wanted, body, base)))


@router.get("/v1/responses/{response_id}")
async def response(
    response_id: Annotated[str, Path(max_length=80)], request: Request, asking: Asking, services: Service
) -> dict[str, Any]:
    """A response that was kept."""
    run = await services.run(asking, response_id.removeprefix(ID))
    final = await services.turns.final_of(asking, run)
    if final is None:
        raise UnknownRun("There is no finished response of this id.", field="response_id")
    pack = (await services.session(asking, run.session_id)).pack
    head = ResponseHead(ID + run.run_id, int(run.created_at.timestamp()), MODEL + pack, None, run.session_id)
    answer = in_order(final)
    return head.completed(shown(answer, base_of(request)), answer)


async def _session_of(body: ResponseRequest, asking: Principal, services: Services) -> str | None:
    if body.previous_response_id is not None:
        try:
            return (await services.run(asking, body.previous_response_id.removeprefix(ID))).session_id
        except UnknownRun:
            raise WrongUse(
                "previous_response_id: there is no such response, or it was not kept; send the conversation as input.",
                field="previous_response_id",
            ) from None
    if body.conversation is not None:
        return body.conversation.id
    return body.metadata.session_id if body.metadata else None


async def _whole(
    services: Services, principal: Principal, wanted: Wanted, body: ResponseRequest, base: str
) -> dict[str, Any]:
    async with asked(services, principal, wanted) as under_way:
        final = in_order(await services.turns.answer_of(principal, under_way))
    return _head(under_way, wanted, body).completed(shown(final, base), final)


async def _events(
    services: Services, principal: Principal, wanted: Wanted, body: ResponseRequest, base: str
) -> AsyncGenerator[str]:
    async with asked(services, principal, wanted) as under_way:
        head = _head(under_way, wanted, body)
        for one in head.begun():
            yield event(one, one["type"])
        try:
            async with aclosing(answer_or_pauses(services, principal, under_way)) as awaited:
                async for final in awaited:
                    if final is None:
                        yield STILL_HERE
                        continue
                    answer = in_order(final)
                    for one in head.written(shown(answer, base), answer):
                        yield event(one, one["type"])
        except (SufficeError, *AWAY) as error:
            failed = head.failed(failure_of(error))
            yield event(failed, failed["type"])


def _head(under_way: Asked, wanted: Wanted, body: ResponseRequest) -> ResponseHead:
    return ResponseHead(
        id=ID + under_way.submission.run_id,
        created_at=int(time.time()),
        model=body.model,
        previous=body.previous_response_id,
        session_id=under_way.session_id if wanted.keep else None,
    )
