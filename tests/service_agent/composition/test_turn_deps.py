"""What a turn waits for before it is planned has the turn's limit, too."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from execution_agents.retrieval.index.provider import IndexProvider
from tests.serving import Serve

LIMIT_S = 1


@pytest.mark.slow
async def test_a_turn_that_waits_for_an_index_ends_at_its_limit(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    async def without_end(*_: Any) -> None:
        await asyncio.Event().wait()

    async with serve(turn_limit_s=LIMIT_S) as service:
        monkeypatch.setattr(IndexProvider, "current", without_end)
        asked = {"content": "전세권이 뭐야?", "message_id": "m1"}
        answer = await service.http.post("/api/chat", json=asked)
    assert (answer.status_code, answer.json()["code"]) == (504, "turn_timeout")
