"""The mcp source against a real server: what it sends, what it believes, and how it fails."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio
import uvicorn
from mcp import MCPError
from mcp_types import REQUEST_TIMEOUT, CallToolResult, TextContent
from starlette.types import ASGIApp

from execution_agents.search.sources import mcp
from execution_agents.search.sources.mcp import McpTool
from foundation.contracts.errors import SourceFailed
from foundation.contracts.identity import Principal
from foundation.contracts.mcp_servers import McpServer
from foundation.contracts.ports import SearchRequest
from foundation.domains.schema.pack import McpSource
from tests.execution_agents.search.sources import mcp_server
from tests.execution_agents.search.sources.mcp_server import Answers
from tests.execution_agents.search.sources.mcp_session import Session

RATE = {"name": "rate", "type": "number", "unit": "percent", "label": {"ko": "금리"}}


@dataclass
class Running:
    """A server that listens."""

    port: int = 0
    answers: Answers = field(default_factory=Answers)

    @property
    def declared(self) -> McpServer:
        """As whoever runs the service would declare it."""
        return McpServer(url=f"http://127.0.0.1:{self.port}/mcp")


class _Server(uvicorn.Server):
    @asynccontextmanager
    async def running(self) -> AsyncGenerator[int]:
        """Until the port is open, then its number."""
        task = asyncio.create_task(self.serve())
        while not self.started:
            await asyncio.sleep(0.01)
        try:
            yield self.servers[0].sockets[0].getsockname()[1]
        finally:
            self.should_exit = True
            await task


@pytest_asyncio.fixture
async def rates() -> AsyncGenerator[Running]:
    running = Running()
    async with _listening(running.answers.server().streamable_http_app()) as running.port:
        yield running


@asynccontextmanager
async def _listening(app: ASGIApp) -> AsyncGenerator[int]:
    config = uvicorn.Config(app, port=0, log_config=None, timeout_graceful_shutdown=0)
    async with _Server(config).running() as port:
        yield port


def _source(**changes: object) -> McpSource:
    declared = {
        "name": "rates", "label": {"ko": "금리", "en": "rates"}, "server": "bank", "tool": "rates",
        "query_argument": "q", "slot_arguments": {"deal": "kind"}, "items": "found", "title_pointer": "name",
        "id_pointer": "no", "uri_pointer": "link", "timeout_s": 20, "max_bytes": 4_000,
        "fields": [{"column": RATE, "pointer": "rate"}],
    }  # fmt: skip
    return McpSource.model_validate(declared | changes)


def _request(principal: Principal) -> SearchRequest:
    return SearchRequest(principal, "금리는?", {"deal": ("jeonse", "sale"), "region": ("서울",)}, "ko", 5, 20)


async def test_the_declared_tool_gets_the_question_and_slots(rates: Running, principal: Principal) -> None:
    result = await McpTool(_source(), rates.declared).search(_request(principal))
    assert rates.answers.asked == [{"tool": "rates", "q": "금리는?", "kind": "jeonse,sale"}]
    first, second = result.items
    assert (first.item_id, first.title, first.fields) == ("7", "가 대출", {"rate": 2.5})
    assert (second.uri, second.fields) == ("", {"rate": None})
    assert result.complete


async def test_a_program_is_started_and_json_in_a_text_is_read(principal: Principal) -> None:
    server = McpServer(command=(sys.executable, str(Path(mcp_server.__file__))))
    result = await McpTool(_source(), server).search(_request(principal))
    assert [item.item_id for item in result.items] == ["7", "8"]


FAILING: list[tuple[CallToolResult, str]] = [
    (CallToolResult(content=[TextContent(text="secret words")], is_error=True), "its tool failed"),
    (CallToolResult(content=[TextContent(text="secret words")]), "not JSON"),
    (CallToolResult(content=[]), "without the list"),
    (CallToolResult(content=[], structured_content={"found": [{"name": "a", "rate": "secret words"}]}), "type"),
    (CallToolResult(content=[], structured_content={"found": [{"name": "secret words" * 1_000}]}), "more than"),
]


@pytest.mark.parametrize(("answer", "said"), FAILING, ids=[said for _, said in FAILING])
async def test_what_a_server_says_wrongly_is_one_sentence_of_ours(
    rates: Running, principal: Principal, answer: CallToolResult, said: str
) -> None:
    rates.answers.result = answer
    with pytest.raises(SourceFailed) as caught:
        await McpTool(_source(), rates.declared).search(_request(principal))
    assert said in caught.value.message
    assert "secret" not in caught.value.message


async def test_a_server_that_is_slow_away_or_undeclared_fails_alone(rates: Running, principal: Principal) -> None:
    rates.answers.waits_s = 5
    with pytest.raises(SourceFailed, match=r"within 0\.5 s"):
        await McpTool(_source(timeout_s=0.5), rates.declared).search(_request(principal))
    with pytest.raises(SourceFailed, match="could not be asked"):
        await McpTool(_source(), McpServer(url="http://127.0.0.1:9/mcp")).search(_request(principal))
    with pytest.raises(SourceFailed, match="SUFFICE_MCP_SERVERS"):
        await McpTool(_source(), None).search(_request(principal))


async def test_a_server_that_hangs_holds_no_search_past_its_limit(principal: Principal) -> None:
    session = Session(unanswered={"tools/call", "DELETE"})
    async with _listening(session.app()) as port:
        source = McpTool(_source(timeout_s=1), McpServer(url=f"http://127.0.0.1:{port}/mcp"))
        began = time.monotonic()
        with pytest.raises(SourceFailed, match="within 1 s") as caught:
            await asyncio.wait_for(source.search(_request(principal)), 15)
    assert caught.value.data["how"] == "slow"
    assert time.monotonic() - began < 1 + mcp.GOODBYE_S + 3, "the end of the session has a limit, too"
    assert "DELETE" in session.asked


@pytest.mark.parametrize("unanswered", ["", "DELETE"])
async def test_an_answer_counts_though_the_end_of_its_session_is_not_heard(
    principal: Principal, unanswered: str
) -> None:
    session = Session(unanswered={unanswered})
    async with _listening(session.app()) as port:
        source = McpTool(_source(), McpServer(url=f"http://127.0.0.1:{port}/mcp"))
        result = await asyncio.wait_for(source.search(_request(principal)), 15)
    assert [item.item_id for item in result.items] == ["7", "8"]
    assert "DELETE" in session.asked


async def test_a_program_that_ends_under_a_question_gave_no_answer(principal: Principal) -> None:
    server = McpServer(command=(sys.executable, str(Path(mcp_server.__file__)), mcp_server.ENDS))
    with pytest.raises(SourceFailed, match="ended the connection") as caught:
        await McpTool(_source(), server).search(_request(principal))
    assert caught.value.data["how"] == "error"


async def test_a_time_limit_of_the_protocol_is_slowness(principal: Principal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def late(*_: object, **__: object) -> CallToolResult:
        raise MCPError(REQUEST_TIMEOUT, "secret words")

    monkeypatch.setattr(mcp.Client, "call_tool", late)
    server = McpServer(command=(sys.executable, str(Path(mcp_server.__file__))))
    with pytest.raises(SourceFailed, match=r"did not answer in time\.$") as caught:
        await McpTool(_source(), server).search(_request(principal))
    assert caught.value.data["how"] == "slow"
