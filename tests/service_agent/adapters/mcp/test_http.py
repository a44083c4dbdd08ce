"""The official MCP client talks to the service over streamable HTTP."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote

import httpx2
import pytest
from mcp import Client
from mcp.client.session import ClientRequestContext
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitRequestParams, ElicitResult, TextContent, TextResourceContents

from tests.serving import Serve, Serving

PRICES = "대구 달서구 아파트 시세 알려줘"
DOUBTFUL = "평균은 얼마야?"
SHARED = "중구 아파트 매매 시세 알려줘"
LACKING = "3억이면 복비 얼마야?"


@asynccontextmanager
async def mcp_at(url: str, key: str | None = None, **chosen: Any) -> AsyncGenerator[Client]:
    """The official client, pointed at a service."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    async with (
        httpx2.AsyncClient(trust_env=False, headers=headers, timeout=30) as http,
        Client(streamable_http_client(f"{url}/mcp", http_client=http), **chosen) as client,
    ):
        yield client


def first_text(result: Any) -> str:
    block = result.content[0]
    assert isinstance(block, TextContent)
    return block.text


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_tools_and_examples_of_every_pack_are_offered(service: Serving, mode: str) -> None:
    async with mcp_at(service.url, mode=mode) as client:
        listed = (await client.list_tools()).tools
        assert [tool.name for tool in listed] == ["ask", "search", "get_document"]
        assert all("real_estate" in (tool.description or "") for tool in listed)
        prompts = (await client.list_prompts()).prompts
        shown = await client.get_prompt(prompts[0].name)
        assert isinstance(shown.messages[0].content, TextContent)
        assert shown.messages[0].content.text == prompts[0].description


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_session_goes_on_and_reuses(service: Serving, mode: str) -> None:
    async with mcp_at(service.url, mode=mode) as client:
        first = await client.call_tool("ask", {"question": PRICES, "pack": "real_estate"})
        assert "출처:" in first_text(first)
        session = first.structured_content["session_id"]
        again = await client.call_tool("ask", {"question": PRICES, "session": session, "reuse": "always"})
        assert again.structured_content["reuse"]["decision"] == "reuse"


async def test_what_is_found_can_be_read_as_tool_and_resource(service: Serving) -> None:
    async with mcp_at(service.url) as client:
        found = await client.call_tool("search", {"query": "annual leave", "pack": "handbook", "k": 3})
        passages = found.structured_content["passages"]
        assert 0 < len(passages) <= 3
        chunk = (await service.http.get(f"/api/chunks/{quote(passages[0]['chunk_id'], safe='')}")).json()
        document = await client.call_tool("get_document", {"document_id": chunk["document_id"]})
        assert passages[0]["text"][:40] in first_text(document)
        listed = await client.list_resources()
        uri = next(one.uri for one in listed.resources if one.name == chunk["document_id"])
        read = (await client.read_resource(uri)).contents[0]
        assert isinstance(read, TextResourceContents)
        assert read.text == first_text(document)


async def test_mistakes_are_reported_to_the_model_that_made_them(service: Serving) -> None:
    async with mcp_at(service.url) as client:
        for name, arguments, said in (
            ("ask", {}, "question"),
            ("ask", {"question": PRICES, "pack": "nothing"}, "no pack 'nothing'"),
            ("ask", {"question": PRICES, "session": "nobody"}, "session"),
            ("search", {"query": "a", "k": 1000}, "k: "),
            ("get_document", {"document_id": "nowhere"}, "passage"),
        ):
            result = await client.call_tool(name, arguments)
            assert result.is_error
            assert said in first_text(result)
        with pytest.raises(MCPError):
            await client.read_resource("suffice://documents/nowhere")
        with pytest.raises(MCPError):
            await client.get_prompt("nothing")


async def ask_twice(url: str, action: str, choice: str | None) -> tuple[list[str], Any]:
    """Prices, then the same doubtfully, with the person answering so; what they were asked, and the last answer."""
    seen: list[str] = []

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        assert params.mode == "form"
        seen.append(params.message)
        named = [one["const"] for one in params.requested_schema["properties"]["choice"]["oneOf"]]
        assert set(named) == {"use_previous", "search_new"}
        return ElicitResult.model_validate({"action": action, "content": {"choice": choice} if choice else None})

    async with mcp_at(url, elicitation_callback=person) as client:
        first = await client.call_tool("ask", {"question": PRICES})
        session = first.structured_content["session_id"]
        return seen, await client.call_tool("ask", {"question": DOUBTFUL, "session": session})


async def test_elicitation_carries_the_confirmation(serve: Serve) -> None:
    async with serve(ask_worth_s=0.0) as service:
        for action, choice, decided in (
            ("accept", "use_previous", "reuse"),
            ("accept", "search_new", "search"),
            ("decline", None, "search"),
        ):
            seen, answer = await ask_twice(service.url, action, choice)
            assert len(seen) == 1
            assert answer.structured_content["reuse"]["decision"] == decided


async def ask_once(url: str, question: str, action: str, content: dict[str, Any] | None) -> tuple[Any, Any]:
    """The schema that the person was shown, and the answer after they gave this."""
    shown: list[Any] = []

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        assert params.mode == "form"
        shown.append(params.requested_schema["properties"])
        return ElicitResult.model_validate({"action": action, "content": content})

    async with mcp_at(url, elicitation_callback=person) as client:
        answer = await client.call_tool("ask", {"question": question})
    assert len(shown) == 1
    return shown[0], answer


async def test_elicitation_carries_a_clarification(service: Serving) -> None:
    listed: dict[str, str] = {}

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        assert params.mode == "form"
        listed.update({one["title"]: one["const"] for one in params.requested_schema["properties"]["choice"]["oneOf"]})
        return ElicitResult(action="accept", content={"choice": listed["대구 중구"]})

    async with mcp_at(service.url, elicitation_callback=person) as client:
        picked = await client.call_tool("ask", {"question": SHARED})
    assert "서울 중구" in listed
    _, typed = await ask_once(service.url, SHARED, "accept", {"words": "대구 중구"})
    for answer in (picked, typed):
        assert answer.structured_content["type"] == "answer"
        assert "대구 중구" in first_text(answer)


async def test_elicitation_carries_a_form(service: Serving) -> None:
    fields, filled = await ask_once(service.url, LACKING, "accept", {"deal": "jeonse"})
    assert "deal" in fields
    assert filled.structured_content["type"] == "answer"
    assert filled.structured_content["analysis"] is not None
    _, declined = await ask_once(service.url, LACKING, "decline", None)
    assert declined.is_error
    assert "as a new message" in first_text(declined)


async def test_a_made_up_echo_finds_nothing(service: Serving) -> None:
    async with mcp_at(service.url) as client:
        for state in ("x", json.dumps({"run": "nobody", "prompt": "nobody", "seq": 1})):
            result = await client.session.call_tool(
                "ask",
                {"question": PRICES},
                request_state=state,
                input_responses={"answer": ElicitResult(action="accept", content={"choice": "search_new"})},
            )
            assert result.is_error


async def test_keys_owners_and_paces_hold_here_too(serve: Serve) -> None:
    keys = "ann:ann-0123456789abc,bob:bob-0123456789abc"
    async with serve(auth_keys=keys, limit_requests_minute=10) as service:
        refused = await service.http.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"] == "Bearer"
        async with mcp_at(service.url, "ann-0123456789abc") as ann:
            first = await ann.call_tool("ask", {"question": PRICES})
        async with mcp_at(service.url, "bob-0123456789abc") as bob:
            session = first.structured_content["session_id"]
            result = await bob.call_tool("ask", {"question": PRICES, "session": session})
            assert result.is_error
            with pytest.raises(MCPError):
                for _ in range(11):
                    await bob.list_tools()
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        headers = {"Authorization": "Bearer bob-0123456789abc"}
        limited = await service.http.post("/mcp", json=message, headers=headers)
        assert (limited.status_code, limited.json()["code"]) == (429, "over_limit")
        assert 0 < int(limited.headers["retry-after"]) <= 60
        async with mcp_at(service.url, "ann-0123456789abc") as ann:
            assert (await ann.list_tools()).tools


async def test_an_id_the_database_cannot_look_for_shows_no_statement(service: Serving) -> None:
    async with mcp_at(service.url) as client:
        for name, arguments in (
            ("ask", {"question": PRICES, "session": "a\0"}),
            ("get_document", {"document_id": "a\0"}),
            ("get_document", {"document_id": "a", "around": "a\0"}),
        ):
            result = await client.call_tool(name, arguments)
            assert result.is_error
            assert first_text(result).endswith("control characters are not taken here; leave them out.")
        for asked in (client.read_resource("suffice://documents/a%00"), client.list_resources(cursor="a%00")):
            with pytest.raises(MCPError) as refused:
                await asked
            assert "SELECT" not in str(refused.value)
