"""Server-sent events as OpenAI's clients read them, and what both ways of asking have in common."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Annotated, Any

from fastapi import Header, Request
from fastapi.responses import StreamingResponse

from service_agent.services.turns import derived_id

SessionHeader = Annotated[str | None, Header(alias="X-Session-Id", max_length=64)]
STILL_HERE = ": still here\n\n"
DONE = "data: [DONE]\n\n"


def event(data: Mapping[str, Any], name: str | None = None) -> str:
    """One event."""
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(data, ensure_ascii=False, default=str)}\n\n"


async def streamed(events: AsyncGenerator[str], headers: Mapping[str, str]) -> StreamingResponse:
    """The events as a response, once there is a first one: what is refused at once is refused with its status."""
    first = await anext(events)
    plain = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_all(first, events), media_type="text/event-stream", headers=plain | dict(headers))


async def _all(first: str, rest: AsyncGenerator[str]) -> AsyncGenerator[str]:
    async with aclosing(rest):
        yield first
        async for one in rest:
            yield one


def message_id(request: Request, session_id: str | None) -> str | None:
    """A request that is sent again with its key is not asked again. Without a session nothing is kept to know it by."""
    key = request.headers.get("idempotency-key")
    return derived_id("key", session_id, key) if key and session_id else None
