"""A search reads a bounded number of a person's messages, along an index."""

from __future__ import annotations

import os
import time

from sqlalchemy import text

from foundation.storage.conversations.finding import FindingRepository
from tests.foundation.storage.desk import Desk

MANY = int(os.environ.get("SUFFICE_TEST_MESSAGES", "2000"))
FILL = text("""
    INSERT INTO messages (tenant_id, owner_id, session_id, message_id, run_id, role, content)
    SELECT :tenant_id, :owner_id, :session_id, 'm' || n, 'r' || n, 'assistant',
           repeat('대구 달서구 아파트의 시세는 지난달과 비슷합니다. ', 20) || n || '번째 답'
    FROM generate_series(1, :many) n
""")


async def test_one_old_message_is_found_among_many(desk: Desk) -> None:
    session = await desk.session()
    owner = {"tenant_id": desk.principal.tenant_id, "owner_id": desk.principal.owner_id}
    async with desk.engine.begin() as connection:
        await connection.execute(FILL, {**owner, "session_id": session.session_id, "many": MANY})
    finding = FindingRepository(desk.engine)
    began = time.perf_counter()
    found = await finding.find(desk.principal, ["달서구", " 7번째"], 20)
    print(f"{MANY} messages: {(time.perf_counter() - began) * 1000:.0f} ms")  # noqa: T201  (docs/page.md's figure)
    assert [one.message_id for one in found] == ["m7"]
    async with desk.engine.begin() as connection:
        await connection.execute(text("SET LOCAL enable_seqscan = off"))
        plan = await connection.execute(
            text(
                "EXPLAIN SELECT content FROM messages WHERE tenant_id = :tenant_id AND owner_id = :owner_id"
                " ORDER BY position DESC LIMIT 20000"
            ),
            owner,
        )
        assert "ix_messages_newest" in "\n".join(row[0] for row in plan)
