"""Each kind is kept as long as it is said to be, and nothing somebody is at is touched."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from foundation.contracts.errors import UnknownSession
from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.people.retention import Keep, prune, superseded_threads
from foundation.storage.queue.checkpoints import open_saver, thread_of
from foundation.storage.queue.checkpoints import prune as prune_threads
from foundation.storage.records import Run
from tests.foundation.storage.desk import Desk, decision_of, ending, frame
from tests.foundation.storage.queue.test_checkpoints import graph_with, on

WEEK = timedelta(days=7)
FOR_EVER = Keep(stateless=None, events=None, evidence=None)


async def turned(desk: Desk, days: int, *, stateless: bool = False) -> str:
    """A conversation whose only turn ended so many days ago."""
    run = await desk.working()
    await desk.events.append(run, [frame(run)])
    await desk.runs.finish(run, ending(run, decision=decision_of(run)))
    await desk.sql(
        "UPDATE sessions SET updated_at = now() - make_interval(days => :days), stateless = :stateless"
        " WHERE session_id = :id", days=days, stateless=stateless, id=run.session_id,
    )  # fmt: skip
    await desk.sql(
        "UPDATE runs SET finished_at = now() - make_interval(days => :days) WHERE session_id = :id",
        days=days, id=run.session_id,
    )  # fmt: skip
    await desk.sql(
        "UPDATE decisions SET created_at = now() - make_interval(days => :days) WHERE session_id = :id",
        days=days, id=run.session_id,
    )  # fmt: skip
    return run.session_id


async def is_there(desk: Desk, session_id: str) -> bool:
    try:
        await desk.sessions.get(desk.principal, session_id)
    except UnknownSession:
        return False
    return True


async def test_kept_for_ever_nothing_of_a_conversation_goes(desk: Desk) -> None:
    session_id = await turned(desk, 4000, stateless=True)
    removed = await prune(desk.engine, FOR_EVER)
    assert {removed[kind] for kind in ("sessions", "stateless", "run_events", "evidence", "decisions")} == {0}
    assert await desk.seqs(session_id) == [1, 2, 3]


@pytest.mark.parametrize(("days", "left"), [(6, True), (8, False)])
async def test_a_conversation_nobody_used_for_so_long_is_erased_whole(desk: Desk, days: int, left: bool) -> None:
    session_id = await turned(desk, days)
    removed = await prune(desk.engine, replace(FOR_EVER, sessions=WEEK))
    assert removed["sessions"] == (0 if left else 1)
    assert await is_there(desk, session_id) is left


async def test_only_conversations_of_one_question_go_by_the_shorter_time(desk: Desk) -> None:
    ordinary, stateless = await turned(desk, 2), await turned(desk, 2, stateless=True)
    removed = await prune(desk.engine, replace(FOR_EVER, stateless=timedelta(days=1)))
    assert (removed["sessions"], removed["stateless"]) == (0, 1)
    assert await is_there(desk, ordinary)
    assert not await is_there(desk, stateless)


async def test_a_conversation_of_one_question_is_never_listed(desk: Desk) -> None:
    shown = await desk.session()
    await desk.sessions.create(desk.principal, "real_estate", "hybrid", stateless=True)
    assert [session.session_id for session in await desk.sessions.list(desk.principal)] == [shown.session_id]


async def test_a_conversation_somebody_waits_in_is_never_erased(desk: Desk) -> None:
    run = await desk.working()
    await desk.sql("UPDATE sessions SET updated_at = now() - interval '9 years'")
    assert (await prune(desk.engine, replace(FOR_EVER, sessions=WEEK)))["sessions"] == 0
    await desk.runs.finish(run, ending(run, decision=decision_of(run)))


async def test_events_and_decisions_go_by_their_own_times(desk: Desk) -> None:
    session_id = await turned(desk, 8)
    removed = await prune(desk.engine, replace(FOR_EVER, events=WEEK))
    assert (removed["run_events"], removed["decisions"]) == (3, 0)
    assert (await prune(desk.engine, replace(FOR_EVER, decisions=WEEK)))["decisions"] == 1
    assert len(await desk.messages.list(desk.principal, session_id)) == 2


async def test_a_tenant_may_keep_its_own_longer_or_shorter(desk: Desk) -> None:
    tenant = desk.principal.tenant_id
    session_id = await turned(desk, 8)
    longer = await prune(desk.engine, replace(FOR_EVER, sessions=WEEK, events=WEEK), None, {tenant: FOR_EVER})
    assert (longer["sessions"], longer["run_events"]) == (0, 0)
    assert (await prune(desk.engine, FOR_EVER, None, {"another": replace(FOR_EVER, sessions=WEEK)}))["sessions"] == 0
    assert await is_there(desk, session_id)
    shorter = {tenant: replace(FOR_EVER, sessions=WEEK, events=WEEK, decisions=WEEK)}
    assert (await prune(desk.engine, FOR_EVER, None, shorter))["sessions"] == 1
    assert not await is_there(desk, session_id)


async def test_what_follow_ups_need_goes_and_the_messages_stay(desk: Desk) -> None:
    run = await desk.working()
    await desk.runs.finish(run, replace(ending(run), exchanges=[{"question": run.question}]))
    assert await exchanges_of(desk, run) == ({"question": run.question},)
    await desk.sql("UPDATE sessions SET updated_at = now() - interval '8 days'")
    for forgotten in (1, 0):
        assert (await prune(desk.engine, replace(FOR_EVER, checkpoints=WEEK)))["checkpoints"] == forgotten
    assert await exchanges_of(desk, run) == ()
    assert len(await desk.messages.list(desk.principal, run.session_id)) == 2


async def exchanges_of(desk: Desk, run: Run) -> tuple[dict[str, Any], ...] | None:
    return (await desk.openings.read(desk.principal, run.session_id, run.pack, ["market"])).exchanges


async def test_superseded_checkpoints_of_a_dead_process_are_found_and_dropped(
    desk: Desk, database: DatabaseAddress
) -> None:
    run = await desk.working()
    async with open_saver(database, 2) as saver:
        for word in ("가", "나"):
            await graph_with(saver).ainvoke({"seen": [word]}, on(thread_of(run)), durability="sync")
        assert await superseded_threads(desk.engine) == []  # its run is still at work
        await desk.runs.finish(run, ending(run, decision=decision_of(run)))
        assert await superseded_threads(desk.engine) == [run.session_id]
        await prune_threads(saver, await superseded_threads(desk.engine))
    assert await superseded_threads(desk.engine) == []
