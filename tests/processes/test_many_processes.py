"""Several processes on one database: any of them serves, stops, decides and replays anything, and replaces the dead."""

from __future__ import annotations

import asyncio
import json
import signal
from typing import Any

import pytest

from tests.processes.fleet import ANSWER, HANGS, TAKEN_OVER_S, Fleet, Member, until_called
from tests.stories.client import Frame, SocketClient
from tests.stories.pauses import CLARIFICATION, CONFIRMATION, FORM, Pause, every_pause
from tests.stories.test_four_questions import PRICES

pytestmark = pytest.mark.slow


async def two(fleet: Fleet, **settings: object) -> tuple[Member, Member]:
    """Two processes, started side by side."""
    members = fleet.launch("serve", **settings), fleet.launch("serve", **settings)
    await asyncio.gather(*(fleet.until_up(member) for member in members))
    return members


def of_run(frames: list[Frame], run_id: str) -> list[str]:
    return [frame["type"] for frame in frames if frame.get("run_id") == run_id and "seq" in frame]


async def over(client: SocketClient, asked: Frame) -> None:
    """Until the run that asked has ended."""
    await client.until(lambda one: one["type"] == "run_completed" and one["run_id"] == asked["run_id"], TAKEN_OVER_S)


@pytest.mark.parametrize(
    "pause",
    [
        pytest.param(CONFIRMATION, id="confirmation"),
        # Every day, in one process: tests/stories/test_cards.py.
        *(pytest.param(each, id=each.kind, marks=pytest.mark.nightly) for each in (CLARIFICATION, FORM)),
    ],
)
async def test_any_process_serves_decides_and_replays_any_session(fleet: Fleet, pause: Pause) -> None:
    one, other = await two(fleet)
    session_id = await fleet.session(one)
    async with fleet.talk(one, session_id) as asker, fleet.talk(other, session_id) as second:
        asked = await pause.provoke(asker)
        assert await second.until(pause.frame) == asked
        await pause.answer(second, asked, pause.right)
        answer = await asker.until(lambda frame: frame["type"] == "answer" and frame["run_id"] == asked["run_id"])
        assert pause.shows(answer) == pause.right.shown
        for client in (asker, second):
            await over(client, asked)
    stored = fleet.rows("SELECT text FROM run_events WHERE session_id = %s ORDER BY seq", session_id)
    for member in (one, other):
        async with fleet.talk(member, session_id, 0) as again:
            replayed = [await again.next() for _ in stored]
        assert replayed == [json.loads(row["text"]) for row in stored]


@pytest.mark.nightly  # every day: a stop of a process's own run, and what travels between processes below
async def test_a_stop_from_another_process_ends_a_call_of_the_model(fleet: Fleet) -> None:
    one, other = await two(fleet)
    session_id = await fleet.session(one)
    fleet.script["answer"] = HANGS
    async with fleet.talk(one, session_id) as client:
        await client.ask(PRICES)
        started = await client.until("run_started")
        await until_called(fleet.model, "answer")
        holder = await fleet.holder(started["run_id"])
        elsewhere = other if holder is one else one
        async with fleet.talk(elsewhere, session_id, 0) as stopper:
            await stopper.send(type="cancel", run_id=started["run_id"])
            assert (await client.until("run_cancelled"))["run_id"] == started["run_id"]
    assert fleet.model.disconnects >= 1, "the model's call was ended, not waited for"


@pytest.mark.long  # every day: a killed service, tests/service_agent/cli/serving/test_serve.py
async def test_a_dead_process_is_replaced_and_a_stopped_one_writes_nothing_more(fleet: Fleet) -> None:
    one, other = await two(fleet, run_lease_s=2)
    session_id = await fleet.session(one)
    fleet.script["answer"] = HANGS
    async with fleet.talk(one, session_id) as client:
        await client.ask(PRICES)
        started = await client.until("run_started")
        await until_called(fleet.model, "answer")
    holder = await fleet.holder(started["run_id"])
    survivor = other if holder is one else one
    holder.signal(signal.SIGSTOP)
    async with fleet.talk(survivor, session_id, 0) as client:
        restarted = await client.until("run_restarted", TAKEN_OVER_S)
        assert restarted["attempt"] == 2
        await until_called(fleet.model, "answer", 2)
        holder.signal(signal.SIGCONT)  # it still believes that the run is its own
        survivor.signal(signal.SIGKILL)
    back = await fleet.start(run_lease_s=2)
    fleet.script["answer"] = ANSWER
    async with fleet.talk(back, session_id, 0) as client:
        await client.until("run_completed", TAKEN_OVER_S)
        kinds = of_run(client.frames, started["run_id"])
    assert (kinds.count("answer"), kinds[-1]) == (1, "run_completed")
    rows = fleet.rows("SELECT attempt FROM run_events WHERE run_id = %s ORDER BY seq", started["run_id"])
    attempts = [row["attempt"] for row in rows]
    assert attempts == sorted(attempts), "no attempt wrote after a later one"
    assert attempts[-1] >= 3


@pytest.mark.nightly  # every day, in one process: tests/service_agent/runs/test_worker.py
async def test_a_run_that_stops_its_process_twice_travels_no_further(fleet: Fleet) -> None:
    members = [fleet.launch("serve", run_lease_s=2) for _ in range(3)]
    await asyncio.gather(*(fleet.until_up(member) for member in members))
    session_id = await fleet.session(members[0])
    fleet.script["answer"] = HANGS
    async with fleet.talk(members[0], session_id) as client:
        await client.ask(PRICES)
        run_id = (await client.until("run_started"))["run_id"]
    for times in (1, 2):
        await until_called(fleet.model, "answer", times)
        holder = await fleet.holder(run_id)
        holder.signal(signal.SIGSTOP)
        members.remove(holder)
    async with fleet.talk(members[0], session_id, 0) as client:
        failed = await client.until("run_failed", TAKEN_OVER_S)
        assert (failed["run_id"], failed["code"]) == (run_id, "run_stalled")
        for member in fleet.members:
            member.signal(signal.SIGCONT)
        fleet.script["answer"] = ANSWER
        await client.turn(PRICES)
    assert fleet.rows("SELECT status, attempt FROM runs WHERE run_id = %s", run_id) == [
        {"status": "failed", "attempt": 2}
    ]


@pytest.mark.nightly  # every day: tests/service_agent/cli/serving/test_ending.py and runs/test_engine.py
async def test_a_stopped_process_goes_red_hands_over_and_closes_with_1012(fleet: Fleet) -> None:
    one = await fleet.start()
    session_id = await fleet.session(one)
    fleet.script["answer"] = HANGS
    async with fleet.talk(one, session_id) as client:
        await client.ask(PRICES)
        started = await client.until("run_started")
        await until_called(fleet.model, "answer")
        one.signal(signal.SIGTERM)
        async with asyncio.timeout(TAKEN_OVER_S):
            while (red := await one.ready()).is_success:
                await asyncio.sleep(0.02)
        assert red.status_code == 503
        assert red.json()["checks"]["process"]["ok"] is False
        late = await client.ask("안녕하세요")  # still listened to; somebody else will answer
        assert await client.closed(TAKEN_OVER_S) == 1012
    assert await one.ended() == 0
    (run,) = fleet.rows("SELECT status FROM runs WHERE run_id = %s", started["run_id"])
    assert run["status"] == "queued", "handed over at once, not left to its lease"
    fleet.script["answer"] = ANSWER
    await fleet.start("worker")
    reader = await fleet.start()
    async with fleet.talk(reader, session_id, 0) as client:
        await client.until(lambda frame: frame["type"] == "answer" and frame["message_id"] == late, TAKEN_OVER_S)
        kinds = of_run(client.frames, started["run_id"])
    assert (kinds.count("run_restarted"), kinds[-2:]) == (1, ["answer", "run_completed"])


@pytest.mark.nightly  # every day: tests/service_agent/cli/serving/test_ending.py
async def test_a_stopped_process_lets_a_nearly_done_run_end(fleet: Fleet) -> None:
    one = await fleet.start(fail_points="after_answer=sleep:2")
    session_id = await fleet.session(one)
    async with fleet.talk(one, session_id) as client:
        await client.ask(PRICES)
        await client.until("answer_delta")
        one.signal(signal.SIGTERM)
        await client.until("run_completed")
        assert await client.closed(TAKEN_OVER_S) == 1012
        assert "run_restarted" not in client.types()
    assert await one.ended() == 0


@pytest.mark.nightly  # every day: the decision is stored first, tests/foundation/storage/queue/test_prompts.py
@every_pause
async def test_an_answer_counts_although_who_asked_and_who_took_it_died(fleet: Fleet, pause: Pause) -> None:
    asker, taker = fleet.launch("serve"), fleet.launch("serve", fail_points="after_decision=kill", run_slots=1)
    await asyncio.gather(fleet.until_up(asker), fleet.until_up(taker))
    session_id = await fleet.session(asker)
    async with fleet.talk(asker, session_id) as client:
        asked = await pause.provoke(client)
    asker.signal(signal.SIGKILL)
    async with fleet.talk(taker, session_id, 0) as winner:
        await pause.answer(winner, asked, pause.right)
        assert await taker.ended() == -signal.SIGKILL
    last = await fleet.start()
    async with fleet.talk(last, session_id, 0) as client:
        await pause.answer(client, asked, pause.other)
        await client.until(
            lambda one: one["type"] == "run_completed" and one["run_id"] == asked["run_id"], TAKEN_OVER_S
        )
        if "error" not in client.types():
            await client.until("error")
        errors = [frame["code"] for frame in client.frames if frame["type"] == "error"]
        answers = [frame for frame in client.frames if frame["type"] == "answer" and frame["run_id"] == asked["run_id"]]
        kinds = of_run(client.frames, asked["run_id"])
    assert errors == ["already_decided"]
    assert [pause.shows(answer) for answer in answers] == [pause.right.shown]
    assert kinds.count("prompt_resolved") == 1


@pytest.mark.nightly  # every day: deadlines are rows, tests/foundation/storage/queue/test_prompts.py
@every_pause
async def test_a_deadline_passes_although_the_process_that_asked_is_dead(fleet: Fleet, pause: Pause) -> None:
    short: dict[str, Any] = {pause.timeout: 3}
    asker = await fleet.start(**short)
    session_id = await fleet.session(asker)
    async with fleet.talk(asker, session_id) as client:
        asked = await pause.provoke(client)
        asker.signal(signal.SIGKILL)
    assert await asker.ended() == -signal.SIGKILL
    other = await fleet.start(**short)
    async with fleet.talk(other, session_id, asked["seq"]) as client:
        resolved = await client.until("prompt_resolved")
        answer = await client.until("answer", TAKEN_OVER_S)
    assert (resolved["by"], resolved["value"]) == ("timeout", pause.default.value)
    assert pause.shows(answer) == pause.default.shown
    if pause is CONFIRMATION:
        assert answer["reuse"]["undo_available"] is True


@pytest.mark.nightly  # every day: a database that is ahead, in test_migrate.py
@every_pause
async def test_a_version_resumes_its_question_safely_on_a_newer_versions_database(fleet: Fleet, pause: Pause) -> None:
    older = await fleet.start()
    session_id = await fleet.session(older)
    async with fleet.talk(older, session_id) as client:
        asked = await pause.provoke(client)
        # What a newer version does first: it adds. Its migration is one this version does not know.
        fleet.rows("ALTER TABLE runs ADD COLUMN later text DEFAULT 'x'")
        fleet.rows("ALTER TABLE run_events ADD COLUMN later jsonb")
        fleet.rows("ALTER TABLE pending_prompts ADD COLUMN later integer NOT NULL DEFAULT 0")
        fleet.rows("CREATE TABLE later (tenant_id text, owner_id text)")
        fleet.rows("UPDATE alembic_version SET version_num = '9999'")
        fleet.rows("UPDATE runs SET graph_version = 'of another version' WHERE run_id = %s", asked["run_id"])
        restarted = await fleet.start()
        assert (await restarted.ready()).is_success
        older.signal(signal.SIGTERM)
    async with fleet.talk(restarted, session_id, asked["seq"]) as client:
        await pause.answer(client, asked, pause.right)
        await client.until("run_restarted", TAKEN_OVER_S)
        answer = await client.until("answer", TAKEN_OVER_S)
        assert pause.shows(answer) == pause.default.shown, "the safe default, not what fitted the older graph"
    async with fleet.talk(restarted, await fleet.session(restarted)) as client:
        assert (await client.turn(PRICES))["type"] == "answer"
