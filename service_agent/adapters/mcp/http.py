"""`POST /mcp`: streamable HTTP. Nothing is kept between two requests, so any process may answer any of them."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.types import Receive, Scope, Send

from service_agent.adapters.mcp.reach import Reach
from service_agent.adapters.mcp.server import server_of
from service_agent.adapters.place import base_of
from service_agent.api.requests.access import PROBLEMS, Asking, Service

router = APIRouter(tags=["mcp"], responses=PROBLEMS)


@router.post("/mcp", response_class=Response, response_model=None)
async def mcp(request: Request, asking: Asking, services: Service) -> Response:
    """One message of the Model Context Protocol. Who asks, how fast and from where was seen to before."""
    return _Exchange(Reach(services, asking, base_of(request)))


class _Exchange(Response):
    """The answer is written by the protocol's own library."""

    def __init__(self, reach: Reach) -> None:
        super().__init__()
        self._reach = reach

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        manager = StreamableHTTPSessionManager(server_of(self._reach), stateless=True)
        async with manager.run():
            await manager.handle_request(scope, receive, send)
