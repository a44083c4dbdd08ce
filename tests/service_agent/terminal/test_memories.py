"""Memories at the terminal: seen, corrected, erased, off and on, and named under the answer that used them."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest
from rich.console import Console

from service_agent.terminal.client import ServiceClient
from service_agent.terminal.memories import command, show_used
from tests.serving import Serving


@pytest.fixture
async def client(service: Serving) -> AsyncGenerator[ServiceClient]:
    made = ServiceClient(service.url)
    await made.request("DELETE", "/api/me/memories")
    try:
        yield made
    finally:
        await made.request("DELETE", "/api/me/memories")
        await command("/memories on", made, "ko")
        await made.close()


async def remember(client: ServiceClient, text: str) -> str:
    made = await client.request("POST", "/api/me/memories", {"text": text})
    return str(made["memory_id"])


async def test_memories_are_listed_corrected_and_erased_by_number(client: ServiceClient) -> None:
    assert await command("/memories", client, "ko") == "기억하는 것이 없습니다."
    await remember(client, "나는 달서구에 살아")
    assert "1. 나는 달서구에 살아" in await command("/memories", client, "ko")
    assert "수성구" in await command("/memories 1 나는 수성구에 살아", client, "ko")
    listed = await command("/memories", client, "ko")
    assert "수성구" in listed
    assert "달서구" not in listed
    assert "수성구" in await command("/forget 1", client, "ko")
    assert await command("/memories", client, "en") == "Nothing is remembered."


async def test_memory_is_turned_off_and_on_and_other_settings_stay(client: ServiceClient) -> None:
    before = await client.request("GET", "/api/me/settings")
    await command("/memories off", client, "en")
    assert (await client.request("GET", "/api/me/settings")) == {**before, "remembers": False}
    assert "off" in await command("/memories", client, "en")
    await command("/memories on", client, "en")
    assert (await client.request("GET", "/api/me/settings"))["remembers"] is True


@pytest.mark.parametrize("line", ["/forget", "/forget 7", "/forget x", "/memories 7 문장", "/memories 7"])
async def test_what_cannot_be_done_is_said_and_nothing_changes(client: ServiceClient, line: str) -> None:
    await remember(client, "나는 달서구에 살아")
    assert "/memories" in await command(line, client, "ko")
    assert "1. 나는 달서구에 살아" in await command("/memories", client, "ko")


async def test_the_memories_of_an_answer_are_named_under_it(client: ServiceClient) -> None:
    used = await remember(client, "나는 달서구에 살아")
    await remember(client, "예산은 3억이야")
    console = Console(record=True, width=100)
    await show_used({"memories_used": [used]}, client, console, "ko")
    assert console.export_text().strip() == "쓴 기억: “나는 달서구에 살아”"


async def test_an_answer_without_memories_says_nothing_of_them(client: ServiceClient) -> None:
    console = Console(record=True, width=100)
    await show_used({}, client, console, "ko")
    assert console.export_text() == ""
