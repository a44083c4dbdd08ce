"""A tool of an MCP server as a source: the declared tool of a declared server, values as arguments, limited in time and
size.

Server, tool and the names of arguments come from the pack and the operator, never from a text. The response is
untrusted data, as with the http source. The server may ask for nothing: no elicitation, no sampling.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, cast

import httpx2
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CONNECTION_CLOSED, REQUEST_TIMEOUT, CallToolResult, TextContent

from execution_agents.search.sources.items import ItemReader
from execution_agents.search.sources.unversioned import Unversioned
from foundation.contracts import untrusted_json
from foundation.contracts.errors import SourceFailed
from foundation.contracts.mcp_servers import McpServer
from foundation.contracts.ports import Failing, SearchRequest, SearchResult
from foundation.contracts.work import SourceKind
from foundation.domains.schema.pack import McpSource

GOODBYE_S = 1.0
"""How long a server may take to hear that its session is over. The library says so outside the search's own limit, also
when that has ended, so without a limit of its own a server that hangs would hold the search for ever."""


class TooLarge(Exception):
    """The server's answer is larger than the pack allows."""


class McpTool(Unversioned):
    """A pack's mcp source (implements `Source`)."""

    kind: SourceKind = "mcp"

    def __init__(self, declared: McpSource, server: McpServer | None) -> None:
        self.name = declared.name
        self._declared = declared
        self._server = server
        self._reader = ItemReader(declared)

    async def search(self, request: SearchRequest) -> SearchResult:
        """Calls the tool once. Every failure is SourceFailed with one sentence that holds none of the server's
        words."""
        if self._server is None:
            raise self._reader.failed(
                f"needs the MCP server {self._declared.server}, which is not declared: set SUFFICE_MCP_SERVERS",
                "error",
            )
        timeout_s = min(request.timeout_s, self._declared.timeout_s)
        limit = asyncio.timeout(timeout_s)
        try:
            async with limit:
                result = await self._called(self._server, self._arguments(request))
        except SourceFailed:
            raise
        except Exception as problem:
            # A foreign server behind a third-party library: whatever fails there, only this source has failed.
            if limit.expired():
                raise self._reader.failed(f"did not answer within {timeout_s:g} s", "slow") from problem
            raise self._reader.failed(*_why(problem)) from problem
        return self._reader.result(self._body(result), request)

    def _arguments(self, request: SearchRequest) -> dict[str, Any]:
        arguments: dict[str, Any] = {
            argument: ",".join(request.slots[slot])
            for slot, argument in self._declared.slot_arguments.items()
            if request.slots.get(slot)
        }
        if self._declared.query_argument:
            arguments[self._declared.query_argument] = request.question
        return arguments

    async def _called(self, server: McpServer, arguments: Mapping[str, Any]) -> CallToolResult:
        async with _client_of(server, self._declared.max_bytes) as client:
            return await client.call_tool(self._declared.tool, dict(arguments))

    def _body(self, result: CallToolResult) -> object:
        """Structured content; of older servers the JSON in their first text. Raises SourceFailed."""
        if result.is_error:
            raise self._reader.failed("answered that its tool failed", "refused")
        body: object = result.structured_content
        if body is None:
            texts = [block.text for block in result.content if isinstance(block, TextContent)]
            try:
                body = untrusted_json.loads(texts[0][: self._declared.max_bytes]) if texts else None
            except ValueError as problem:
                raise self._reader.failed("answered with something that is not JSON") from problem
        if len(json.dumps(body, ensure_ascii=False)) > self._declared.max_bytes:
            raise self._reader.failed(f"answered with more than {self._declared.max_bytes:,} bytes", "large")
        return body


@asynccontextmanager
async def _client_of(server: McpServer, max_bytes: int) -> AsyncGenerator[Client]:
    if server.url is None:
        program, *arguments = server.command
        async with Client(StdioServerParameters(command=program, args=arguments), cache=None) as client:
            yield client
        return
    headers = {"Authorization": f"Bearer {server.token.get_secret_value()}"} if server.token else {}
    async with (
        # The search's own limit ends it; the library's five seconds would come before what a pack allows.
        httpx2.AsyncClient(transport=_Bounded(max_bytes), headers=headers, timeout=None) as http,
        Client(
            streamable_http_client(server.url, http_client=http, max_sse_event_size=max_bytes), cache=None
        ) as client,
    ):
        yield client


class _Bounded(httpx2.AsyncHTTPTransport):
    """Reads no more of a response than the limit; a compressed one could expand without limit, so none is accepted.
    That a session is over is said for `GOODBYE_S` at most."""

    def __init__(self, max_bytes: int) -> None:
        super().__init__()
        self._max_bytes = max_bytes

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """The response, counted while it arrives; of a goodbye its status alone."""
        if request.method == "DELETE":
            async with asyncio.timeout(GOODBYE_S):
                closed = await super().handle_async_request(request)
                await closed.aclose()
                return httpx2.Response(closed.status_code)
        request.headers["Accept-Encoding"] = "identity"
        response = await super().handle_async_request(request)
        if response.headers.get("content-encoding", "identity") != "identity":
            raise TooLarge
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _Counted(response.stream, self._max_bytes)
        return response


class _Counted(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, left: int) -> None:
        self._stream = stream
        self._left = left

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._stream:
            self._left -= len(piece)
            if self._left < 0:
                raise TooLarge
            yield piece

    async def aclose(self) -> None:
        """Closes the connection."""
        await self._stream.aclose()


def _why(problem: BaseException) -> tuple[str, Failing]:
    """What failed and how, from the innermost exception of a group."""
    while isinstance(problem, BaseExceptionGroup):
        problem = cast("BaseExceptionGroup[BaseException]", problem).exceptions[0]
    if isinstance(problem, TooLarge):
        return "answered with more than was agreed on", "large"
    # The library's own words for a server that ended, or an answer that never came, are an MCPError, too.
    if isinstance(problem, MCPError) and problem.code == CONNECTION_CLOSED:
        return "ended the connection without an answer", "error"
    if isinstance(problem, MCPError) and problem.code == REQUEST_TIMEOUT:
        return "did not answer in time", "slow"
    if isinstance(problem, MCPError):
        return "answered with an error of the protocol", "refused"
    return f"could not be asked ({type(problem).__name__})", "error"
