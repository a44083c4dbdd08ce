"""Conversations: one's own, listed, renamed, and gone when erased."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from foundation.contracts.errors import Fenced, UnknownMessage, UnknownRun, UnknownSession
from foundation.contracts.identity import Principal
from foundation.storage.conversations.evidence import EvidenceRepository
from foundation.storage.conversations.feedback import FeedbackRepository
from tests.foundation.storage.batches import batch
from tests.foundation.storage.desk import Desk, decision_of, ending, frame


async def test_a_session_is_made_found_and_listed(desk: Desk) -> None:
    made = await desk.session()
    assert await desk.sessions.get(desk.principal, made.session_id) == made
    assert await desk.sessions.list(desk.principal) == [made]
    assert (made.last_seq, made.title, made.principal.owner_id) == (0, "", desk.principal.owner_id)


async def test_ones_own_id_again_is_the_same_session_somebody_elses_is_unknown(
    desk: Desk, colleague: Principal
) -> None:
    made = await desk.sessions.create(desk.principal, "real_estate", "hybrid", "chosen-id-1")
    assert await desk.sessions.create(desk.principal, "handbook", "no_reuse", "chosen-id-1") == made
    with pytest.raises(UnknownSession):
        await desk.sessions.create(colleague, "real_estate", "hybrid", "chosen-id-1")


async def test_the_list_begins_with_the_last_used_and_goes_on_page_by_page(desk: Desk) -> None:
    made = [await desk.session() for _ in range(5)]
    await desk.ask(made[0].session_id)
    wanted = [made[index].session_id for index in (0, 4, 3, 2, 1)]
    first = await desk.sessions.list(desk.principal, limit=3)
    second = await desk.sessions.list(desk.principal, limit=3, before=first[-1].session_id)
    assert [session.session_id for session in (*first, *second)] == wanted


async def test_a_conversation_is_found_by_a_part_of_its_title_on_whatever_page_it_is(desk: Desk) -> None:
    made = [await desk.session() for _ in range(4)]
    for session, title in zip(made, ("Lease in 달서구", "수성구 100%", "lease renewal", "서초구_전세"), strict=True):
        await desk.sessions.rename(desk.principal, session.session_id, title)

    async def found(title: str, **page: Any) -> list[str]:
        return [one.title for one in await desk.sessions.list(desk.principal, title=title, **page)]

    assert await found("LEASE") == ["lease renewal", "Lease in 달서구"]
    assert await found("lease", limit=1, before=made[2].session_id) == ["Lease in 달서구"]
    assert [await found(mark) for mark in ("%", "_", "없음")] == [["수성구 100%"], ["서초구_전세"], []]


async def test_a_title_can_be_given_and_is_not_overwritten(desk: Desk) -> None:
    made = await desk.session()
    await desk.sessions.rename(desk.principal, made.session_id, "달서구 전세")
    await desk.ask(made.session_id, "첫 질문")
    assert (await desk.sessions.get(desk.principal, made.session_id)).title == "달서구 전세"


async def test_nobody_else_sees_renames_or_deletes_a_session(
    desk: Desk, colleague: Principal, stranger: Principal
) -> None:
    run = await desk.working()
    await desk.runs.finish(run, ending(run))
    for other in (colleague, stranger):
        assert await desk.sessions.list(other) == []
        assert await desk.messages.list(other, run.session_id) == []
        assert await desk.messages.recent(other, run.session_id) == []
        assert await desk.messages.final_of(other, run.session_id, run.message_id) is None
        with pytest.raises(UnknownMessage):
            await desk.messages.get(other, run.message_id)
        for refused in (
            desk.sessions.get(other, run.session_id),
            desk.sessions.rename(other, run.session_id, "x"),
            desk.sessions.delete(other, run.session_id),
        ):
            with pytest.raises(UnknownSession):
                await refused
    assert len(await desk.messages.list(desk.principal, run.session_id)) == 2


async def test_erasing_a_session_leaves_nothing_and_its_id_cannot_come_back(desk: Desk) -> None:
    session = await desk.sessions.create(desk.principal, "real_estate", "hybrid", f"erased-{desk.process_id}")
    run = await desk.claim((await desk.ask(session.session_id)).run_id)
    evidence = EvidenceRepository(desk.engine)
    await evidence.add(run, batch(run))
    await desk.events.append(run, [frame(run)])
    end = ending(run, decision=decision_of(run))
    await desk.runs.finish(run, end)
    await FeedbackRepository(desk.engine).add(desk.principal, str(end.answer_id), 1, "", "thumbs")
    await desk.sql(
        "INSERT INTO checkpoints.checkpoints (thread_id, checkpoint_id, checkpoint) VALUES (:id, 'c1', '{}')",
        id=session.session_id,
    )
    await desk.sql(
        "INSERT INTO jobs.procrastinate_jobs (queue_name, task_name, args)"
        " VALUES ('q', 'audit', jsonb_build_object('session_id', CAST(:id AS text)))",
        id=session.session_id,
    )
    await desk.sessions.delete(desk.principal, session.session_id)
    holding = await desk.sql(
        "SELECT table_schema, table_name FROM information_schema.columns"
        " WHERE column_name IN ('session_id', 'thread_id') AND table_schema IN ('public', 'checkpoints')"
    )
    assert len(holding) > 8
    for schema, table in holding:
        if table == "erased_sessions":
            continue
        column = "thread_id" if schema == "checkpoints" else "session_id"
        left = await desk.sql(f"SELECT 1 FROM {schema}.{table} WHERE {column} = :id", id=session.session_id)
        assert left == [], table
    assert await desk.sql("SELECT 1 FROM evidence_items WHERE tenant_id = :t", t=desk.principal.tenant_id) == []
    assert await desk.sql("SELECT 1 FROM jobs.procrastinate_jobs WHERE task_name = 'audit'") == []
    kept = await desk.sql(
        "SELECT tenant_id, owner_id FROM erased_sessions WHERE session_id = :id", id=session.session_id
    )
    assert [tuple(row) for row in kept] == [("erased", "erased")]
    for other in (desk.principal, Principal(tenant_id="t", owner_id="o")):
        with pytest.raises(UnknownSession):
            await desk.sessions.create(other, "real_estate", "hybrid", session.session_id)


async def test_a_zombie_cannot_revive_an_erased_session(desk: Desk) -> None:
    run = await desk.working()
    await desk.sessions.delete(desk.principal, run.session_id)
    with pytest.raises(Fenced):
        await EvidenceRepository(desk.engine).add(run, batch(run))
    with pytest.raises(Fenced):
        await desk.events.append(run, [frame(run)])
    with pytest.raises(Fenced):
        await desk.runs.finish(run, ending(run))
    assert await desk.runs.renew(desk.process_id, [run.run_id]) == []
    with pytest.raises(UnknownSession):
        await desk.ask(run.session_id)
    with pytest.raises(UnknownRun):
        await desk.runs.get(desk.principal, run.run_id)
    assert await desk.sql("SELECT 1 FROM sessions WHERE session_id = :id", id=run.session_id) == []


async def test_erasing_in_the_middle_of_writing_ends_in_one_state(desk: Desk) -> None:
    for _ in range(8):
        run = await desk.working()
        await asyncio.gather(
            *(desk.events.append(run, [frame(run)]) for _ in range(5)),
            desk.ask(run.session_id, "하나 더"),
            desk.sessions.delete(desk.principal, run.session_id),
            *(desk.events.append(run, [frame(run)]) for _ in range(5)),
            return_exceptions=True,
        )
        assert await desk.sql("SELECT 1 FROM run_events WHERE session_id = :id", id=run.session_id) == []
        assert await desk.sql("SELECT 1 FROM runs WHERE session_id = :id", id=run.session_id) == []
