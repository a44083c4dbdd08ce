"""How many runs one process plans and searches side by side, and what becomes of those that find no room."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from foundation.contracts.ports import SearchRequest, SearchResult
from foundation.llm.client import Endpoint, Limits, ModelClient
from foundation.llm.scripted import Line, Reply, ScriptedEndpoint
from foundation.storage.records import RunOptions
from prompts.budgets import BUDGETS
from service_agent.runs.engine import EngineSettings
from tests.supervisor.scene import DALSEO, SEOCHO, KnownSource, Scene, market, sure

DALSEO_PRICES, SEOCHO_PRICES = "대구 달서구 아파트 매매 시세 알려줘", "서울 서초구 아파트 매매 시세 알려줘"
ANEW = RunOptions(reuse="never")
PLANNED: dict[str, object] = {
    "route": "rag_required",
    "standalone_question": DALSEO_PRICES,
    "intent": "market_inquiry",
    "confidence": 0.9,
    "slots": {},
    "ambiguity_reason": None,
    "sufficiency": None,
}


def room_for(preparing: int, slots: int = 6) -> EngineSettings:
    return EngineSettings(slots=slots, preparing=preparing, poll_s=0.05, beat_s=0.2, sweep_s=0.1, drain_s=1.0)


@dataclass
class Held(KnownSource):
    """A source that answers when it is let."""

    let: asyncio.Event = field(default_factory=asyncio.Event)
    inside: int = 0
    most: int = 0

    async def search(self, request: SearchRequest) -> SearchResult:
        self.inside += 1
        self.most = max(self.most, self.inside)
        try:
            await self.let.wait()
            return await super().search(request)
        finally:
            self.inside -= 1


@pytest.fixture
def held(scene: Scene) -> Held:
    """The scene's sales, and a limit of theirs no slow machine meets."""
    known = market()
    scene.market = Held(known.name, known.kind, known.by_region)
    patient = scene.pack.source("trades").model_copy(update={"timeout_s": 60.0})
    others = tuple(source for source in scene.pack.sources if source.name != "trades")
    scene.pack = scene.pack.model_copy(update={"sources": (*others, patient)})
    return scene.market


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.01)


async def test_what_finds_no_room_waits_in_the_queue_and_then_has_its_turn(scene: Scene, held: Held) -> None:
    runs = [await scene.submit(await scene.session(), DALSEO_PRICES) for _ in range(5)]
    async with scene.process(settings=room_for(2)) as engine:
        await until(lambda: held.inside)
        # One statement claims all there is room for, so by now it is known how many that were.
        assert (engine.in_flight, engine.preparing) == (2, 2)
        assert [(await scene.runs.get(scene.principal, run)).status for run in runs[2:]] == ["queued"] * 3
        held.let.set()
        for run in runs:
            assert "answer" in await scene.frames_of(run)
    assert held.most <= 2


async def test_what_waits_for_room_can_be_stopped_at_once_and_never_begins(scene: Scene, held: Held) -> None:
    first, second = [await scene.submit(await scene.session(), DALSEO_PRICES) for _ in range(2)]
    async with scene.process(settings=room_for(1)):
        await until(lambda: held.inside)
        assert await scene.runs.request_cancel(scene.principal, second) == "cancelled"
        held.let.set()
        assert "answer" in await scene.frames_of(first)
        assert [frame["type"] for frame in await scene.frames(second)] == ["run_cancelled"]


async def test_what_waits_for_room_here_another_process_takes(scene: Scene, held: Held) -> None:
    runs = [await scene.submit(await scene.session(), DALSEO_PRICES) for _ in range(2)]
    async with scene.process(settings=room_for(1)) as one:
        await until(lambda: one.in_flight)
        async with scene.process(settings=room_for(1)) as other:
            await until(lambda: held.inside == 2)
            assert (one.in_flight, other.in_flight) == (1, 1)
            held.let.set()
            for run in runs:
                assert "answer" in await scene.frames_of(run)


@asynccontextmanager
async def writing(scene: Scene, **script: Line) -> AsyncGenerator[ScriptedEndpoint]:
    lines: dict[str, Line] = {"turn_planning": json.dumps(PLANNED), "answer": Reply(fault="hang"), **script}
    async with ScriptedEndpoint(lines) as model:
        client = ModelClient(Endpoint(model.base_url, "scripted", "key"), BUDGETS, Limits())
        scene.model = client
        yield model
        await client.aclose()


async def test_a_run_whose_answer_is_written_takes_no_room_of_those_being_prepared(scene: Scene) -> None:
    async with writing(scene) as model, scene.process(settings=room_for(1)) as engine:
        runs = [await scene.submit(await scene.session(), DALSEO_PRICES) for _ in range(3)]
        await until(lambda: len(model.calls_of("answer")) == len(runs))
        assert (engine.in_flight, engine.preparing) == (3, 0)
        for run in runs:
            await scene.runs.request_cancel(scene.principal, run)
            assert "run_cancelled" in await scene.frames_of(run)


async def test_a_run_whose_planning_waits_for_the_model_is_still_being_prepared(scene: Scene) -> None:
    async with writing(scene, turn_planning=Reply(fault="hang")) as model:
        runs = [await scene.submit(await scene.session(), DALSEO_PRICES) for _ in range(2)]
        async with scene.process(settings=room_for(1)) as engine:
            await until(lambda: model.calls_of("turn_planning"))
            assert (engine.in_flight, engine.preparing) == (1, 1)
            await scene.runs.request_cancel(scene.principal, runs[0])
            await until(lambda: len(model.calls_of("turn_planning")) == 2)
            await scene.runs.request_cancel(scene.principal, runs[1])
            await scene.frames_of(runs[1])


async def test_a_question_to_the_person_gives_room_and_its_answer_takes_it_again(scene: Scene, held: Held) -> None:
    held.let.set()
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, DALSEO_PRICES)
    scene.pack = sure(800, scene.pack)
    async with scene.process(settings=room_for(1)) as engine:
        asked = await scene.submit(session, DALSEO_PRICES)
        prompt = await scene.asked(asked)
        held.let.clear()
        other = await scene.submit(await scene.session(), SEOCHO_PRICES)
        await until(lambda: held.inside)
        await scene.prompts.decide(scene.principal, prompt.prompt_id, "search_new", "person")
        assert engine.in_flight == 1
        held.most = 0
        held.let.set()
        assert "answer" in await scene.frames_of(other)
        assert "answer" in await scene.frames_of(asked)
    assert held.most <= 1


async def test_nobodys_next_question_overtakes_one_that_waits_longer(scene: Scene) -> None:
    busy, other = await scene.session(), await scene.session()
    await scene.submit(busy, DALSEO_PRICES, ANEW)
    await scene.submit(other, SEOCHO_PRICES, ANEW)
    last = await scene.submit(busy, DALSEO_PRICES, ANEW)
    async with scene.process(settings=room_for(1, slots=1)):
        await scene.frames_of(last)
    assert [request.slots["region"] for request in scene.market.asked] == [(DALSEO,), (SEOCHO,), (DALSEO,)]


async def test_a_conversations_next_question_follows_at_once_where_nobody_waits(scene: Scene, held: Held) -> None:
    session = await scene.session()
    first = await scene.submit(session, DALSEO_PRICES, ANEW)
    async with scene.process(settings=EngineSettings(preparing=2, poll_s=3600.0)) as engine:
        await until(lambda: held.inside)
        engine.wake()
        following = await scene.submit(session, DALSEO_PRICES, ANEW)
        held.let.set()
        # Nobody wakes the engine, and it looks by itself in an hour: only the end of the first can begin the second.
        assert "answer" in await scene.frames_of(first)
        assert "answer" in await scene.frames_of(following)
