"""How a request's JSON body is read: as what somebody else wrote."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict

from foundation.contracts import untrusted_json


class BodyRoute(APIRoute):
    """A route whose body nests no deeper than JSON of others may; a deeper one is refused as any that is no JSON."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, given a request that reads its body so."""
        handle = super().get_route_handler()

        async def handle_body(request: Request) -> Response:
            return await handle(_BodyRequest(request.scope, request.receive))

        return handle_body


class _BodyRequest(Request):
    async def json(self) -> Any:
        return untrusted_json.loads(await self.body())


class Taken(BaseModel):
    """Base of request bodies: an unknown field is refused, not ignored."""

    model_config = ConfigDict(frozen=True, extra="forbid")
