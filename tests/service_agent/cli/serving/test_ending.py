"""Who waits for an answer when the service stops is asked to come back; the log stays calm."""

from __future__ import annotations

import asyncio
import json
import logging
import uuid
from contextlib import AsyncExitStack

import httpx
import pytest

from foundation.llm.scripted import ANY, Line, Reply, ScriptedEndpoint
from service_agent.cli.serving import server
from tests.serving import Serve

HANGING: dict[str, Line] = {ANY: Reply(fault="hang")}


async def test_who_waits_at_a_stop_is_answered_without_a_logged_fault(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(server, "WAITING_S", 0.5)
    async with httpx.AsyncClient(timeout=60, trust_env=False) as http, ScriptedEndpoint(HANGING) as endpoint:
        with caplog.at_level(logging.WARNING, logger="uvicorn.error"):
            async with serve(llm_base_url=endpoint.base_url, llm_model="scripted") as service:
                asked = asyncio.create_task(http.post(f"{service.url}/api/chat", json=question()))
                async with asyncio.timeout(30):
                    while not endpoint.calls:
                        assert not asked.done(), (await asked).text
                        await asyncio.sleep(0.02)
            answer = await asked
    assert answer.status_code == 503
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.json()["code"], answer.json()["retryable"]) == ("going_down", True)
    assert faults(caplog) == []


@pytest.mark.long  # every day: who waits at a stop, above
async def test_a_stream_just_ends_at_a_stop(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(server, "WAITING_S", 0.5)
    async with (
        httpx.AsyncClient(timeout=60, trust_env=False) as http,
        ScriptedEndpoint(HANGING) as endpoint,
        AsyncExitStack() as stack,
    ):
        with caplog.at_level(logging.WARNING, logger="uvicorn.error"):
            async with serve(llm_base_url=endpoint.base_url, llm_model="scripted") as service:
                asking = http.stream(
                    "POST", f"{service.url}/api/chat", json=question(), headers={"Accept": "text/event-stream"}
                )
                answer = await stack.enter_async_context(asking)
                lines = answer.aiter_lines()
                first = await anext(line async for line in lines if line.startswith("data: "))
                assert json.loads(first.removeprefix("data: "))["type"] == "run_started"
            rest = [json.loads(line.removeprefix("data: ")) async for line in lines if line.startswith("data: ")]
    assert "error" not in {frame["type"] for frame in rest}
    assert faults(caplog) == []


def question() -> dict[str, str]:
    return {"content": "안녕하세요", "message_id": uuid.uuid4().hex}


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name.startswith("uvicorn")]
