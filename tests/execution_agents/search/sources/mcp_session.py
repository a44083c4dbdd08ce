"""A server of MCP over HTTP with a session, which leaves chosen requests without any answer; a real one always answers
that its session is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.execution_agents.search.sources.mcp_server import GOOD

SERVER = {"name": "rates", "version": "1"}
RESULTS: Mapping[str, Any] = {
    "initialize": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": SERVER},
    "tools/list": {"tools": [{"name": "rates", "inputSchema": {"type": "object"}}]},
    "tools/call": {"content": [], "structuredContent": GOOD},
}


@dataclass
class Session:
    """Which methods get no answer, and which were asked: the protocol's, or HTTP's of a request without a body."""

    unanswered: set[str] = field(default_factory=set[str])
    asked: list[str] = field(default_factory=list[str])

    def app(self) -> Starlette:
        """The server at /mcp."""
        return Starlette(routes=[Route("/mcp", self._asked, methods=["GET", "POST", "DELETE"])])

    async def _asked(self, request: Request) -> Response:
        message: dict[str, Any] = await request.json() if request.method == "POST" else {}
        method = str(message.get("method", request.method))
        self.asked.append(method)
        if method in self.unanswered:
            while (await request.receive())["type"] != "http.disconnect":
                pass
        if request.method == "GET":
            return Response(status_code=405)
        if "id" not in message:
            return Response(status_code=202 if message else 200)
        result: dict[str, Any] = (
            {"result": RESULTS[method]} if method in RESULTS else {"error": {"code": -32601, "message": "none"}}
        )
        result |= {"jsonrpc": "2.0", "id": message["id"]}
        return JSONResponse(result, headers={"Mcp-Session-Id": "session-1"})
