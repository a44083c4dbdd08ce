"""A run under which the database went away, or which takes its process down: begun again where that is safe, and not
for ever."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from foundation.contracts.errors import DatabaseUnreachable
from foundation.storage.queue.run_limits import ClaimLimits
from foundation.storage.queue.runs import RunsRepository
from foundation.storage.records import Finish, NewPrompt, Prompt, Renewed, Run, RunOptions
from service_agent.jobs.computing import ComputeThread
from service_agent.runs import worker
from service_agent.runs.engine import EngineSettings
from service_agent.runs.leases import Leases
from tests.supervisor.scene import Scene, sure

PRICES = "대구 달서구 아파트 매매 시세 알려줘"


class Flaky(RunsRepository):
    """Loses the line this often around the write of this name: before it (nothing was written) or after it (it was)."""

    name = ""
    before = after = 0

    async def finish(self, run: Run, finish: Finish, **claiming: Any) -> Run | None:
        self._lose("finish", "before")
        following = await super().finish(run, finish, **claiming)
        self._lose("finish", "after")
        return following

    async def pause(self, run: Run, prompt: NewPrompt) -> Prompt:
        self._lose("pause", "before")
        opened = await super().pause(run, prompt)
        self._lose("pause", "after")
        return opened

    def _lose(self, name: str, when: str) -> None:
        left: int = getattr(self, when)
        if name == self.name and left:
            setattr(self, when, left - 1)
            raise DatabaseUnreachable


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "TRY_AGAIN_S", (0.01, 0.01, 0.01))


async def kinds(scene: Scene, run_id: str) -> Sequence[str]:
    return [frame["type"] for frame in await scene.frames(run_id)]


@pytest.mark.parametrize("lost", [DatabaseUnreachable(), psycopg.OperationalError("server closed the connection")])
async def test_a_run_whose_database_went_away_while_it_thought_begins_again(
    scene: Scene, lost: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, left = scene.deps, [lost]

    async def deps(*given: Any) -> Any:
        if left:
            raise left.pop()
        return await usual(*given)

    monkeypatch.setattr(scene, "deps", deps)
    async with scene.process():
        run_id = await scene.submit(await scene.session(), PRICES)
        frames = await scene.frames_of(run_id)
    assert frames["run_restarted"]["attempt"] == 2
    assert frames["answer"]["citations"]
    assert "run_failed" not in frames


async def test_a_source_that_lost_the_database_costs_another_attempt_and_not_its_part_of_the_answer(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.market.failure = DatabaseUnreachable()
    async with scene.process():
        run_id = await scene.submit(await scene.session(), PRICES)
        async with asyncio.timeout(10):
            while (await scene.runs.get(scene.principal, run_id)).attempt < 2:
                await asyncio.sleep(0.01)
        scene.market.failure = None
        frames = await scene.frames_of(run_id)
    assert frames["answer"]["citations"]
    assert not frames["answer"]["notices"]


@pytest.mark.parametrize(("before", "after"), [(1, 0), (0, 1), (2, 1)])
async def test_an_end_that_was_not_acknowledged_is_written_once(scene: Scene, before: int, after: int) -> None:
    scene.runs = flaky = Flaky(scene.engine)
    flaky.name, flaky.before, flaky.after = "finish", before, after
    async with scene.process():
        run_id = await scene.submit(await scene.session(), PRICES)
        await scene.frames_of(run_id)
    ends = await kinds(scene, run_id)
    assert (ends.count("answer"), ends.count("run_completed"), "run_restarted" in ends) == (1, 1, False)


@pytest.mark.parametrize(("before", "after"), [(1, 0), (0, 1)])
async def test_a_question_that_was_not_acknowledged_is_asked_once(scene: Scene, before: int, after: int) -> None:
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
    scene = replace(scene, pack=sure(800))
    scene.runs = flaky = Flaky(scene.engine)
    flaky.name, flaky.before, flaky.after = "pause", before, after
    async with scene.process():
        run_id = await scene.submit(session, PRICES)
        prompt = await scene.asked(run_id)
        await scene.prompts.decide(scene.principal, prompt.prompt_id, "use_previous")
        frames = await scene.frames_of(run_id)
    assert frames["answer"]["reuse"]["person"] == "use_previous"
    assert (await kinds(scene, run_id)).count("user_confirmation_required") == 1


async def test_a_run_the_database_does_not_come_back_for_is_left_to_its_lease(scene: Scene) -> None:
    scene.runs = flaky = Flaky(scene.engine)
    flaky.name, flaky.before = "finish", 4  # as often as it is tried
    async with scene.process():
        run_id = await scene.submit(await scene.session(), PRICES)
        frames = await scene.frames_of(run_id)
    assert frames["run_restarted"]["attempt"] == 2
    assert (await kinds(scene, run_id)).count("run_completed") == 1


async def test_a_run_that_takes_every_process_down_is_given_up_in_one_sentence(scene: Scene) -> None:
    run_id = await scene.submit(await scene.session(), PRICES)
    for _ in range(10):
        assert [run.run_id for run in await scene.runs.claim("dying", 10)] == [run_id]
        await scene.sql("UPDATE runs SET lease_until = now() - interval '1 second' WHERE run_id = :id", id=run_id)
        assert await scene.runs.requeue_expired() == 1
    async with scene.process():
        frames = await scene.frames_of(run_id)
    assert frames["run_failed"]["code"] == "run_gave_up"
    assert frames["run_failed"]["retryable"] is False
    assert scene.market.asked == []
    run = await scene.runs.get(scene.principal, run_id)
    assert (run.status, run.attempt) == ("failed", 10), "nobody took it in hand an eleventh time"


async def test_a_database_lost_after_a_card_costs_an_attempt_and_the_card_none(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
    scene = replace(scene, pack=sure(800))
    usual, left = scene.deps, list[Exception]()

    async def deps(*given: Any) -> Any:
        if left:
            raise left.pop()
        return await usual(*given)

    monkeypatch.setattr(scene, "deps", deps)
    async with scene.process():
        run_id = await scene.submit(session, PRICES)
        prompt = await scene.asked(run_id)
        await scene.sql("UPDATE runs SET attempt = 9 WHERE run_id = :id", id=run_id)
        left.append(DatabaseUnreachable())
        await scene.prompts.decide(scene.principal, prompt.prompt_id, "use_previous")
        frames = await scene.frames_of(run_id)
    assert "run_failed" not in frames
    assert frames["answer"]["reuse"]["person"] == "use_previous"
    assert (await scene.runs.get(scene.principal, run_id)).attempt == 11, "ten tries, and one that got to the card"


def endless(pattern: str) -> str:
    """A text this pattern takes two seconds of computing or more to refuse, the interpreter's lock in hand. (Seconds on
    the clock would be fewer the next time, when the machine has less to do.)"""
    length, compiled = 16, re.compile(pattern)
    while True:
        text, began = "가" * length + "다", time.thread_time()
        compiled.search(text)
        if time.thread_time() - began > 2.0:
            return text
        length += 1


@pytest.mark.long  # every day: a stall that is stored, below
async def test_a_run_that_stops_its_process_twice_ends_in_one_sentence_and_the_others_go_on(scene: Scene) -> None:
    pattern = "^(가+)+나$"
    patterns = (*scene.pack.dictionary.off_topic, pattern)
    scene.pack = scene.pack.model_copy(
        update={"dictionary": scene.pack.dictionary.model_copy(update={"off_topic": patterns})}
    )
    twice = RunOptions(wait_for_person=False, history=(("user", endless(pattern)),) * 2)
    scene.market.delay_s = 60
    thread = ComputeThread(longest_s=1.0)
    scene.compute, scene.stalled = (lambda run: thread.place(run.run_id, len(run.question))), thread.stalled
    lasting = EngineSettings(poll_s=0.05, beat_s=0.1, sweep_s=0.1, drain_s=1.0, lease_s=60.0)
    async with scene.process(settings=lasting):
        run_id = await scene.submit(await scene.session(), PRICES, twice)
        frames = await scene.frames_of(run_id, limit_s=60)
        scene.market.delay_s = 0
        assert (await scene.ask(await scene.session(), PRICES))["citations"]
    thread.close()
    assert frames["run_failed"]["code"] == "run_stalled"
    assert "more than once" in frames["run_failed"]["message"]
    run = await scene.runs.get(scene.principal, run_id)
    assert (run.attempt, run.stalls) == (1, 2)


async def test_a_process_that_drains_takes_nothing_and_keeps_nothing(scene: Scene) -> None:
    engine = scene.run_engine(settings=EngineSettings(poll_s=0.05, drain_s=60.0))
    engine.start()
    await engine.require_taking()
    scene.market.delay_s = 0.3
    last = await scene.submit(await scene.session(), PRICES)
    await scene.frames_of(last, ("team_progress",))
    draining = asyncio.create_task(engine.drain())
    await asyncio.sleep(0)
    with pytest.raises(worker.SufficeError):
        await engine.require_taking()
    late = await scene.submit(await scene.session(), PRICES)
    await draining
    assert "answer" in await kinds(scene, last)
    engine.wake()
    await asyncio.sleep(0.2)
    assert (await scene.runs.get(scene.principal, late)).status == "queued"
    await engine.stop()


async def test_a_stall_that_could_not_be_stored_is_stored_with_the_next_renewal(scene: Scene) -> None:
    class Away(RunsRepository):
        away = True

        async def renew(
            self, process_id: str, run_ids: Sequence[str], lease_s: float = 10.0, stalled: Sequence[str] = ()
        ) -> list[Renewed]:
            if self.away:
                raise DatabaseUnreachable
            return await super().renew(process_id, run_ids, lease_s, stalled)

    runs, stalled_runs = Away(scene.engine), [[await scene.submit(await scene.session(), PRICES)]]
    leases = Leases("p", runs, 10.0, ClaimLimits(), lambda: None, lambda: stalled_runs.pop() if stalled_runs else [])
    (run,) = await leases.claim(1)
    held = leases.hold(run)
    with pytest.raises(DatabaseUnreachable):
        await leases.renew()
    runs.away = False
    for _ in range(2):
        await leases.renew()
    assert (await scene.runs.get(scene.principal, run.run_id)).stalls == 1, "once, and not with every renewal"
    assert held.stop is None
