"""Events removed before whoever waits for them has read them: the answer is in the transcript, and is given."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx
import psycopg
import pytest
from psycopg import sql

from foundation.storage.database.engine import DatabaseAddress
from tests.serving import Serve, Serving
from tests.stories.client import talking

GONE_AT_ONCE = """
    CREATE FUNCTION prune_at_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        DELETE FROM run_events WHERE run_id IN (SELECT run_id FROM added WHERE type = ANY(%(ends)s));
        RETURN NULL;
    END $$;
    CREATE TRIGGER prune_at_once AFTER INSERT ON run_events REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION prune_at_once();
"""
"""As if `suffice db prune` came between a run's last transaction and everybody who reads its events."""
ENDS = ["run_completed", "run_failed", "run_cancelled"]
QUESTION = {"content": "대구 달서구 아파트 매매 시세 알려줘"}
PATIENCE_S = 20.0


@pytest.fixture
def address(server: DatabaseAddress, worker_id: str) -> DatabaseAddress:
    """Where `serve` has its database."""
    return replace(server, database=f"suffice_{worker_id}_chosen")


@asynccontextmanager
async def pruning(serve: Serve, address: DatabaseAddress, **settings: Any) -> AsyncGenerator[Serving]:
    """A service whose runs' events are gone as soon as the runs are over."""
    async with serve(**settings) as service:
        with psycopg.connect(**address.psycopg_kwargs(), autocommit=True) as connection:
            ends = sql.SQL("ARRAY[{}]").format(sql.SQL(", ").join(map(sql.Literal, ENDS)))
            connection.execute(GONE_AT_ONCE.replace("%(ends)s", ends.as_string(connection)).encode())
            try:
                yield service
            finally:
                connection.execute("DROP TRIGGER prune_at_once ON run_events; DROP FUNCTION prune_at_once()")


@pytest.mark.parametrize("history", [[], [{"role": "user", "content": "안녕"}]], ids=["kept", "stateless"])
async def test_a_question_whose_events_are_pruned_at_its_end_is_answered(
    serve: Serve, address: DatabaseAddress, history: list[dict[str, str]]
) -> None:
    async with pruning(serve, address) as service:
        answered = await service.http.post("/api/chat", json=QUESTION | {"history": history}, timeout=PATIENCE_S)
    assert answered.status_code == 200, answered.text
    assert answered.json()["citations"]


async def test_a_question_that_failed_unseen_says_that_it_failed(serve: Serve, address: DatabaseAddress) -> None:
    async with pruning(serve, address, turn_limit_s=1, fail_points="search=sleep:30") as service:
        answered = await service.http.post("/api/chat", json=QUESTION, timeout=PATIENCE_S)
    assert (answered.status_code, answered.json()["code"]) == (500, "internal")


async def test_a_stream_whose_end_is_pruned_has_a_gap_and_ends(serve: Serve, address: DatabaseAddress) -> None:
    async with pruning(serve, address) as service, asyncio.timeout(PATIENCE_S):
        made = await service.session()
        accept = {"Accept": "text/event-stream"}
        body = QUESTION | {"session_id": made}
        async with service.http.stream("POST", "/api/chat", json=body, headers=accept) as streamed:
            frames = [json.loads(line[6:]) async for line in streamed.aiter_lines() if line.startswith("data: ")]
        messages: list[dict[str, Any]] = (await service.http.get(f"/api/sessions/{made}/messages")).json()["messages"]
    assert "gap" in {frame["type"] for frame in frames}
    assert [message["role"] for message in messages] == ["user", "assistant"]


@pytest.mark.long
async def test_a_socket_whose_runs_end_is_pruned_learns_of_the_gap(serve: Serve, address: DatabaseAddress) -> None:
    async with pruning(serve, address) as service:
        async with talking(service.url, await service.session()) as client:
            await client.next()
            await client.ask(QUESTION["content"])
            gap = await client.until("gap")
        async with httpx.AsyncClient(base_url=service.url, trust_env=False) as http:
            sessions = (await http.get("/api/sessions")).json()["sessions"]
    assert gap["to"] == sessions[0]["last_seq"]
