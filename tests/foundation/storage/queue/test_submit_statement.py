"""The statement that takes many questions at once: what its plan does."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

from sqlalchemy import text

from foundation.storage.queue.submit_statement import SUBMIT_MANY
from tests.foundation.storage.desk import Desk

MANY = 100


async def test_a_hundred_questions_are_not_compared_with_each_other(desk: Desk) -> None:
    sessions = [(await desk.session()).session_id for _ in range(MANY)]
    explain = text("EXPLAIN (ANALYZE, FORMAT JSON) " + SUBMIT_MANY.text)
    async with desk.engine.connect() as connection:
        plan = (await connection.execute(explain, _values(desk, sessions))).scalar_one()[0]["Plan"]
    thrown_away = sum(node.get("Rows Removed by Join Filter", 0) for node in _nodes(plan))
    assert thrown_away < 10 * MANY


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for below in node.get("Plans", ()):
        yield from _nodes(below)


def _values(desk: Desk, sessions: list[str]) -> dict[str, Any]:
    count = len(sessions)
    return {
        "session_ids": sessions,
        "tenant_ids": [desk.principal.tenant_id] * count,
        "owner_ids": [desk.principal.owner_id] * count,
        "message_ids": [uuid.uuid4().hex for _ in sessions],
        "run_ids": [str(uuid.uuid4()) for _ in sessions],
        "contents": ["달서구 시세"] * count,
        "options": ["{}"] * count,
        "frames": ['"type":"run_queued"}'] * count,
        "queue_limits": [1_000] * count,
        "long_texts": [False] * count,
        "answering": [False] * count,
        "replacing": False,
        "graph_version": "g",
        "queue_total": 1_000,
        "free": 0,
        "every_ms": 500.0,
        "turn_ms": 2_000.0,
        "person_runs": None,
    }
