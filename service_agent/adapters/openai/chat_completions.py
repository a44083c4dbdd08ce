"""`POST /v1/chat/completions`: the service as OpenAI's clients know one.

A stream cannot take back what it sent, and a draft is believed only after its checks, so what is streamed is the
checked answer.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, StreamingResponse

from foundation.contracts.errors import SufficeError
from foundation.contracts.identity import Principal
from foundation.storage.database.engine import AWAY
from service_agent.adapters.as_text import shown
from service_agent.adapters.asking import Wanted, answer_or_pauses, asked
from service_agent.adapters.messages import question_of
from service_agent.adapters.numbering import in_order
from service_agent.adapters.openai.chat_models import ChatCompletionRequest, require_possible
from service_agent.adapters.openai.completions import Head
from service_agent.adapters.openai.models import pack_name
from service_agent.adapters.openai.streams import DONE, STILL_HERE, SessionHeader, event, message_id, streamed
from service_agent.adapters.place import base_of
from service_agent.api.requests.access import Asking, Service
from service_agent.api.requests.bodies import BodyRoute
from service_agent.api.requests.connected import while_connected
from service_agent.protocol.failures import failure_of
from service_agent.services.services import Services
from service_agent.services.turns import new_id

router = APIRouter(route_class=BodyRoute, tags=["openai"])


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
        message_id=message_id(request, session_id),
        reuse=notes.reuse if notes else None,
    )
    head, base = Head(f"chatcmpl-{new_id()}", int(time.time()), body.model), base_of(request)
    headers = {"X-Session-Id": session_id} if session_id else {}
    if not body.stream:
        whole = await while_connected(request, _whole(services, asking, wanted, head, base))
        return JSONResponse(whole, headers=headers)
    with_usage = body.stream_options is not None and body.stream_options.include_usage
    return await streamed(_events(services, asking, wanted, head, (base, with_usage)), headers)


async def _whole(services: Services, principal: Principal, wanted: Wanted, head: Head, base: str) -> dict[str, Any]:
    async with asked(services, principal, wanted) as under_way:
        final = in_order(await services.turns.answer_of(principal, under_way))
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
                        yield STILL_HERE
                        continue
                    answer = in_order(final)
                    for chunk in head.chunks(shown(answer, base), answer, with_usage=with_usage):
                        yield event(chunk)
            yield DONE
        except (SufficeError, *AWAY) as error:
            yield event(failure_of(error).openai())
