"""Who waits for an answer when the service stops is told to come back; the log stays calm."""

from __future__ import annotations

import asyncio
import json
import logging
import uuid

import httpx
import pytest

from foundation.llm.scripted import ANY, Line, Reply, ScriptedEndpoint
from service_agent.cli import server
from tests.serving import Serve, data_dir, serve

__all__ = ["data_dir", "serve"]

HANGING: dict[str, Line] = {ANY: Reply(fault="hang")}


@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
async def test_who_waits_at_a_stop_is_answered_and_nothing_is_logged_as_a_fault(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, accept: str
) -> None:
    monkeypatch.setattr(server, "WAITING_S", 0.5)
    async with httpx.AsyncClient(timeout=60, trust_env=False) as http, ScriptedEndpoint(HANGING) as endpoint:
        with caplog.at_level(logging.WARNING, logger="uvicorn.error"):
            async with serve(llm_base_url=endpoint.base_url, llm_model="scripted") as service:
                body = {"content": "안녕하세요", "message_id": uuid.uuid4().hex}
                asking = http.post(f"{service.url}/api/chat", json=body, headers={"Accept": accept})
                asked = asyncio.create_task(asking)
                async with asyncio.timeout(30):
                    while not endpoint.calls:
                        assert not asked.done(), (await asked).text
                        await asyncio.sleep(0.02)
            answer = await asked
    if accept == "application/json":
        assert answer.status_code == 503
        assert answer.headers["content-type"] == "application/problem+json"
        assert (answer.json()["code"], answer.json()["retryable"]) == ("going_down", True)
    else:
        told = [line.removeprefix("data: ") for line in answer.text.splitlines() if line.startswith("data: ")]
        assert json.loads(told[0])["type"] == "run_started", "a stream just ends"
    assert [record.getMessage() for record in caplog.records if record.name.startswith("uvicorn")] == []
