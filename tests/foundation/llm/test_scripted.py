"""The scripted endpoint itself: tells calls apart, keeps to its script, stops cleanly."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from foundation.llm.scripted import ANY, Call, Line, Reply, ScriptedEndpoint, prompt_of


async def post(endpoint: ScriptedEndpoint, prompt: str = "one", **body: Any) -> httpx.Response:
    """One bare request."""
    async with httpx.AsyncClient(trust_env=False) as client:
        return await client.post(
            f"{endpoint.base_url}/chat/completions",
            headers={"X-Suffice-Prompt": prompt},
            json={"messages": [{"role": "user", "content": "hello"}], **body},
        )


def said(response: httpx.Response) -> str:
    """The reply's text."""
    return str(response.json()["choices"][0]["message"]["content"])


@pytest.mark.parametrize(
    ("headers", "body", "name"),
    [
        ({"x-suffice-prompt": "a"}, {"metadata": {"prompt": "c"}}, "a"),
        ({}, {"response_format": {"json_schema": {"name": "b"}}, "metadata": {"prompt": "c"}}, "b"),
        ({}, {"metadata": {"prompt": "c"}}, "c"),
        ({}, {"response_format": None}, ""),
    ],
)
def test_calls_are_told_apart(headers: dict[str, str], body: dict[str, Any], name: str) -> None:
    assert prompt_of(headers, body) == name


async def test_replies_come_one_after_another_and_the_last_one_stays() -> None:
    script: dict[str, Line] = {"one": ["a", {"b": 1}], ANY: lambda call: f"{call.prompt}: {call.text}"}
    async with ScriptedEndpoint(script) as endpoint:
        assert [said(await post(endpoint)) for _ in range(3)] == ["a", '{"b": 1}', '{"b": 1}']
        assert said(await post(endpoint, "two")) == "two: hello"
        assert [call.prompt for call in endpoint.calls] == ["one", "one", "one", "two"]
        assert len(endpoint.calls_of("one")) == 3
        first = endpoint.calls[0]
        assert (first.size > 0, first.stream, first.text) == (True, False, "hello")


async def test_an_unscripted_prompt_is_reported_by_name() -> None:
    async with ScriptedEndpoint({}) as endpoint:
        response = await post(endpoint, "two")
    assert (response.status_code, "'two'" in response.text) == (404, True)


async def test_errors_carry_retry_after_and_refusals_name_the_part() -> None:
    async with ScriptedEndpoint({"one": Reply(status=429, retry_after="7")}, frozenset({"metadata"})) as endpoint:
        limited = await post(endpoint)
        refused = await post(endpoint, metadata={"a": "b"})
    assert (limited.status_code, limited.headers["retry-after"]) == (429, "7")
    assert (refused.status_code, refused.json()["error"]["param"]) == (400, "metadata")


async def test_it_lists_its_model() -> None:
    async with ScriptedEndpoint({}) as endpoint, httpx.AsyncClient(trust_env=False) as client:
        listed = (await client.get(f"{endpoint.base_url}/models")).json()
    assert listed["data"][0]["id"] == "scripted"


async def test_leaving_it_ends_hanging_calls_and_frees_the_port() -> None:
    async with ScriptedEndpoint({"one": Reply(fault="hang")}) as endpoint:
        call = asyncio.create_task(post(endpoint))
        while not endpoint.calls:
            await asyncio.sleep(0.01)
    with pytest.raises(httpx.TransportError):
        await call
    with pytest.raises(httpx.ConnectError):
        await post(endpoint)


async def test_one_connection_serves_many_calls() -> None:
    seen: list[Call] = []

    def line(call: Call) -> str:
        seen.append(call)
        return "ok"

    async with ScriptedEndpoint({"one": line}) as endpoint, httpx.AsyncClient(trust_env=False) as client:
        for _ in range(5):
            await client.post(
                f"{endpoint.base_url}/chat/completions", headers={"X-Suffice-Prompt": "one"}, json={"messages": []}
            )
        assert len(seen) == 5
        assert len(endpoint._connections) == 1  # pyright: ignore[reportPrivateUsage]


async def test_a_request_larger_than_allowed_ends_the_connection() -> None:
    async with ScriptedEndpoint({"one": "ok"}) as endpoint:
        reader, writer = await asyncio.open_connection(endpoint.host, endpoint.port)
        writer.write(b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n")
        assert await reader.read() == b""
        writer.close()
        await writer.wait_closed()
