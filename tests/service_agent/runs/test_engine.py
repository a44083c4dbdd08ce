"""The run engine on a real database: slots, leases, stops, restarts, several processes."""

from __future__ import annotations

import asyncio
import json

import pytest
from sqlalchemy import text

from foundation.contracts.ports import Delta, Emit
from foundation.llm.client import Endpoint, Limits, ModelClient
from foundation.llm.scripted import Reply, ScriptedEndpoint
from foundation.storage.records import Run, RunOptions
from prompts.budgets import BUDGETS
from service_agent.runs.engine import EngineSettings
from supervisor.deps import SupervisorDeps
from tests.supervisor.scene import Scene

PRICES = "대구 달서구 아파트 매매 시세 알려줘"
IMPATIENT = EngineSettings(poll_s=0.05, beat_s=0.1, sweep_s=0.1, drain_s=0.2)


async def test_a_runs_events_come_in_order_without_gaps(scene: Scene) -> None:
    async with scene.process():
        run_id = await scene.submit(await scene.session(), PRICES)
        await scene.frames_of(run_id)
    frames = await scene.frames(run_id)
    kinds = [frame["type"] for frame in frames]
    assert kinds[:3] == ["run_started", "plan_ready", "team_started"]
    assert kinds[-3:] == ["team_completed", "answer", "run_completed"]
    assert [frame["seq"] for frame in frames] == list(range(1, len(frames) + 1))


async def test_two_engines_share_the_queue_and_each_run_is_worked_on_once(scene: Scene) -> None:
    sessions = [await scene.session() for _ in range(6)]
    runs = [await scene.submit(session, PRICES) for session in sessions]
    async with scene.process(), scene.process():
        for run_id in runs:
            await scene.frames_of(run_id)
    assert len(scene.market.asked) == len(runs)
    for run_id in runs:
        assert [frame["type"] for frame in await scene.frames(run_id)].count("run_started") == 1


async def test_questions_of_one_session_are_answered_one_after_the_other(scene: Scene) -> None:
    session = await scene.session()
    runs = [await scene.submit(session, PRICES, RunOptions(reuse="never")) for _ in range(3)]
    async with scene.process():
        await scene.frames_of(runs[-1])
    stored = await scene.events.after(scene.principal, session, 0)
    assert [event.run_id for event in stored if event.type == "run_queued"] == runs[1:]
    events = [event for event in stored if event.type != "run_queued"]
    order = list(dict.fromkeys(event.run_id for event in events))
    assert order == runs
    assert [event.run_id for event in events] == sorted((e.run_id for e in events), key=runs.index)


async def test_a_stopped_run_ends_even_while_a_source_hangs(scene: Scene) -> None:
    scene.market.delay_s = 60
    async with scene.process():
        run_id = await scene.submit(await scene.session(), PRICES)
        await scene.frames_of(run_id, ("team_progress",))
        assert await scene.runs.request_cancel(scene.principal, run_id) == "running"
        frames = await scene.frames_of(run_id)
    assert "run_cancelled" in frames
    assert "answer" not in frames


async def test_after_a_stopped_run_the_session_goes_on(scene: Scene) -> None:
    scene.market.delay_s = 60
    async with scene.process():
        session = await scene.session()
        run_id = await scene.submit(session, PRICES)
        await scene.frames_of(run_id, ("team_progress",))
        await scene.runs.request_cancel(scene.principal, run_id)
        await scene.frames_of(run_id)
        scene.market.delay_s = 0
        answer = await scene.ask(session, PRICES)
    assert answer["citations"]


async def test_a_turn_that_takes_too_long_fails_in_one_sentence(scene: Scene) -> None:
    scene.market.delay_s = 60
    scene.limit_s = 0.5
    async with scene.process():
        run_id = await scene.submit(await scene.session(), PRICES)
        frames = await scene.frames_of(run_id)
    assert frames["run_failed"]["code"] == "turn_timeout"
    assert frames["run_failed"]["retryable"] is True


async def test_a_source_slower_than_its_own_limit_is_left_out(scene: Scene) -> None:
    slow = scene.pack.source("trades").model_copy(update={"timeout_s": 0.1})
    others = tuple(source for source in scene.pack.sources if source.name != "trades")
    scene.pack = scene.pack.model_copy(update={"sources": (*others, slow)})
    scene.market.delay_s = 60
    async with scene.process():
        answer = await scene.ask(await scene.session(), PRICES)
    assert answer["reuse"]["data_types"]["market"]["decision"] == "failed"
    assert answer["notices"]


async def test_a_run_whose_process_died_is_started_again_by_another(scene: Scene) -> None:
    run_id = await scene.submit(await scene.session(), PRICES)
    assert [run.run_id for run in await scene.runs.claim("dead", 10)] == [run_id]
    await scene.sql("UPDATE runs SET lease_until = now() - interval '1 second' WHERE run_id = :id", id=run_id)
    async with scene.process():
        frames = await scene.frames_of(run_id)
    assert frames["run_restarted"]["attempt"] == 2
    assert "run_started" not in frames
    assert frames["answer"]["citations"]


async def test_a_process_that_lost_its_lease_stops_and_writes_nothing_more(scene: Scene) -> None:
    scene.market.delay_s = 1.0
    async with scene.process():
        run_id = await scene.submit(await scene.session(), PRICES)
        await scene.frames_of(run_id, ("team_progress",))
        await scene.sql(
            "UPDATE runs SET attempt = attempt + 1, process_id = 'other', lease_until = now() + interval '1 hour'"
            " WHERE run_id = :id",
            id=run_id,
        )
        before = len(await scene.frames(run_id))
        await asyncio.sleep(1.5)
        assert len(await scene.frames(run_id)) == before
    run = await scene.runs.get(scene.principal, run_id)
    assert await scene.ledger(run.session_id) == ()


async def test_stopping_a_process_hands_unfinished_runs_back_to_the_queue(scene: Scene) -> None:
    scene.market.delay_s = 60
    async with scene.process(settings=IMPATIENT):
        run_id = await scene.submit(await scene.session(), PRICES)
        await scene.frames_of(run_id, ("team_progress",))
    assert (await scene.runs.get(scene.principal, run_id)).status == "queued"
    scene.market.delay_s = 0
    async with scene.process():
        frames = await scene.frames_of(run_id)
    assert frames["run_restarted"]["attempt"] == 2
    assert "answer" in frames


async def test_stopping_lets_a_run_that_is_nearly_done_end(scene: Scene) -> None:
    scene.market.delay_s = 0.3
    async with scene.process(settings=EngineSettings(poll_s=0.05, drain_s=60.0)):
        run_id = await scene.submit(await scene.session(), PRICES)
        await scene.frames_of(run_id, ("team_progress",))
    assert "answer" in {frame["type"] for frame in await scene.frames(run_id)}


async def test_a_process_ends_although_the_database_never_answers_what_it_asks(scene: Scene) -> None:
    engine = scene.run_engine(settings=IMPATIENT)
    async with scene.engine.begin() as silent, asyncio.timeout(60):
        await silent.execute(text("LOCK TABLE runs IN ACCESS EXCLUSIVE MODE"))
        engine.start()
        while not await scene.sql("SELECT FROM pg_locks WHERE relation = 'runs'::regclass AND NOT granted"):
            await asyncio.sleep(0.02)
        await engine.drain()
        await engine.stop()


async def test_there_are_no_more_runs_in_flight_than_slots(scene: Scene) -> None:
    scene.market.delay_s = 0.2
    sessions = [await scene.session() for _ in range(5)]
    runs = [await scene.submit(session, PRICES) for session in sessions]
    most = 0
    async with scene.process(settings=EngineSettings(slots=2, poll_s=0.05, beat_s=0.2)) as engine:
        while (await scene.sql("SELECT 1 FROM runs WHERE status = 'queued'")) or engine.in_flight:
            most = max(most, engine.in_flight)
            await asyncio.sleep(0.01)
    assert most == 2
    for run_id in runs:
        assert (await scene.runs.get(scene.principal, run_id)).status == "completed"


async def test_a_paused_run_holds_no_slot(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
    scene.pack = scene.pack.model_copy(
        update={"judge1_rules": scene.pack.judge1_rules.model_copy(update={"start": 800})}
    )
    async with scene.process(settings=EngineSettings(slots=1, poll_s=0.05)) as engine:
        run_id = await scene.submit(session, PRICES)
        await scene.asked(run_id)
        other = await scene.ask(await scene.session(), PRICES)
        assert engine.in_flight == 0
        assert other["citations"]
        assert (await scene.runs.get(scene.principal, run_id)).status == "waiting"


async def test_an_unforeseen_error_fails_its_run_and_nothing_else(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, usual = await scene.session(), scene.deps

    async def deps(run: Run, emit: Emit, delta: Delta) -> SupervisorDeps:
        if run.question == "고장":
            raise ZeroDivisionError
        return await usual(run, emit, delta)

    monkeypatch.setattr(scene, "deps", deps)
    async with scene.process():
        failed = await scene.frames_of(await scene.submit(session, "고장"))
        answer = await scene.ask(session, PRICES)
    assert failed["run_failed"]["code"] == "internal"
    assert "Zero" not in failed["run_failed"]["message"]
    assert answer["citations"]


PLANNED: dict[str, object] = {
    "route": "rag_required",
    "standalone_question": PRICES,
    "intent": "market_inquiry",
    "confidence": 0.9,
    "slots": {},
    "ambiguity_reason": None,
    "sufficiency": None,
}


@pytest.mark.parametrize("prompt", ["turn_planning", "answer"])
async def test_a_stop_reaches_a_run_that_waits_for_its_model(scene: Scene, prompt: str) -> None:
    script = {"turn_planning": json.dumps(PLANNED), "answer": "답 [1]"} | {prompt: Reply(fault="hang")}
    async with ScriptedEndpoint(script) as endpoint:
        scene.model = ModelClient(Endpoint(endpoint.base_url, "scripted", "key"), BUDGETS, Limits())
        async with scene.process():
            run_id = await scene.submit(await scene.session(), PRICES)
            async with asyncio.timeout(10):
                while not endpoint.calls_of(prompt):
                    await asyncio.sleep(0.02)
            await scene.runs.request_cancel(scene.principal, run_id)
            frames = await scene.frames_of(run_id)
        await scene.model.aclose()
    assert "run_cancelled" in frames


async def test_a_model_that_fails_to_plan_leaves_planning_to_the_rules_and_searches(scene: Scene) -> None:
    script = {"turn_planning": Reply(status=400), "answer": "달서구 평균은 5억입니다 [1]"}
    async with ScriptedEndpoint(script) as endpoint:
        scene.model = ModelClient(Endpoint(endpoint.base_url, "scripted", "key"), BUDGETS, Limits())
        async with scene.process():
            session = await scene.session()
            await scene.ask(session, PRICES)
            answer = await scene.ask(session, PRICES)
        await scene.model.aclose()
    assert answer["reuse"]["decision"] == "search"
    assert answer["reuse"]["judge1"]["confidence"] == 0
