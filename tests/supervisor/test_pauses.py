"""Every kind of question to the person goes through the same: asked, decided, resumed; by the person, by the clock, in
another process, under another graph."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from execution_agents.graphs import Durability
from execution_agents.knowledge_graph.index import EntityIndex
from foundation.contracts.errors import AlreadyDecided, LateAnswer
from foundation.storage.records import Prompt, RunOptions
from supervisor.run import Supervisor
from tests.named import named_in
from tests.supervisor.scene import PACK, Frame, KnownSource, Scene, sales, sure

PRICES = "대구 달서구 아파트 매매 시세 알려줘"
SHARED = "중구 아파트 매매 시세 알려줘"
LACKING = "3억이면 복비 얼마야?"
INDEX = EntityIndex(PACK, named_in(PACK))
TWO_PLACES = {place: sales(place) for place in ("서울 중구", "대구 중구", "대구 달서구")}


@dataclass(frozen=True)
class Kind:
    """One kind of question, and what its answers do."""

    name: str
    frame: str
    question: str
    answer: str
    """As it is stored."""
    other: str
    default: str
    answered: Callable[[Frame], bool]
    by_default: Callable[[Frame], bool]
    confidence: int | None = None
    """Of judge 1, once something is in hand."""


def says(*words: str) -> Callable[[Frame], bool]:
    return lambda answer: all(word in answer["content"] for word in words)


KINDS = (
    Kind(
        "confirmation",
        "user_confirmation_required",
        PRICES,
        "use_previous",
        "search_new",
        "search_new",
        lambda answer: answer["reuse"]["decision"] == "reuse",
        lambda answer: answer["reuse"]["decision"] == "search",
        confidence=800,
    ),
    Kind(
        "clarification",
        "clarification_required",
        SHARED,
        "o2",
        "o1",
        "o1",
        says("대구 중구"),
        says("서울 중구", "이해하고 답했습니다"),
    ),
    Kind(
        "form",
        "form_required",
        LACKING,
        json.dumps({"deal": "sale"}),
        json.dumps({"deal": "jeonse"}),
        "",
        says("최대 120만원"),
        says("거래(매매·전세·월세)", "필요합니다"),
    ),
)
every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


async def ready(scene: Scene, kind: Kind) -> tuple[Scene, str]:
    """A conversation in which this kind of question comes next."""
    scene = replace(scene, entities=INDEX, market=KnownSource("trades", "table", TWO_PLACES))
    session = await scene.session()
    if kind.confidence is not None:
        async with scene.process():
            await scene.ask(session, kind.question)
        scene = replace(scene, pack=sure(kind.confidence))
    return scene, session


async def asked(scene: Scene, session: str, kind: Kind) -> tuple[str, Prompt]:
    run_id = await scene.submit(session, kind.question)
    return run_id, await scene.asked(run_id, kind.frame)


@every_kind
async def test_the_question_is_stored_as_it_was_sent_with_its_default_and_deadline(scene: Scene, kind: Kind) -> None:
    scene, session = await ready(scene, kind)
    async with scene.process():
        run_id, prompt = await asked(scene, session, kind)
    frame = next(one for one in await scene.frames(run_id) if one["type"] == kind.frame)
    assert (prompt.kind, prompt.default, prompt.event) == (kind.name, kind.default, frame)
    assert 29_000 < frame["expires_in_ms"] <= 30_000
    assert prompt.prompt_id in {frame.get(name) for name in ("confirmation_id", "clarification_id", "form_id")}


@every_kind
async def test_it_survives_a_restart_between_the_question_and_the_answer(scene: Scene, kind: Kind) -> None:
    scene, session = await ready(scene, kind)
    async with scene.process():
        run_id, prompt = await asked(scene, session, kind)
    await scene.prompts.decide(scene.principal, prompt.prompt_id, kind.answer)
    async with scene.process():
        frames = await scene.frames_of(run_id)
    assert kind.answered(frames["answer"]), frames["answer"]["content"]
    assert (frames["prompt_resolved"]["value"], frames["prompt_resolved"]["by"]) == (kind.answer, "person")
    assert "run_restarted" not in frames
    kinds = [frame["type"] for frame in await scene.frames(run_id)]
    assert all(kinds.count(once) == 1 for once in ("plan_ready", kind.frame, "prompt_resolved", "answer"))


@every_kind
async def test_the_clock_decides_by_the_default_though_the_asking_process_is_gone(scene: Scene, kind: Kind) -> None:
    scene, session = await ready(scene, kind)
    scene.wait_s = 0.3
    async with scene.process():
        run_id, _ = await asked(scene, session, kind)
    async with scene.process():
        frames = await scene.frames_of(run_id)
    assert (frames["prompt_resolved"]["value"], frames["prompt_resolved"]["by"]) == (kind.default, "timeout")
    assert kind.by_default(frames["answer"]), frames["answer"]["content"]


@every_kind
async def test_the_same_answer_twice_is_success_and_another_is_reported(scene: Scene, kind: Kind) -> None:
    scene, session = await ready(scene, kind)
    async with scene.process():
        run_id, prompt = await asked(scene, session, kind)
        await scene.prompts.decide(scene.principal, prompt.prompt_id, kind.answer)
        _, first, events = await scene.prompts.decide(scene.principal, prompt.prompt_id, kind.answer)
        assert (first, events) == (False, [])
        with pytest.raises(AlreadyDecided):
            await scene.prompts.decide(scene.principal, prompt.prompt_id, kind.other)
        frames = await scene.frames_of(run_id)
    assert kind.answered(frames["answer"])


@every_kind
async def test_an_answer_after_the_deadline_is_late(scene: Scene, kind: Kind) -> None:
    scene, session = await ready(scene, kind)
    async with scene.process():
        _, prompt = await asked(scene, session, kind)
    await scene.sql(
        "UPDATE pending_prompts SET expires_at = clock_timestamp() - interval '1 s' WHERE prompt_id = :id",
        id=prompt.prompt_id,
    )
    with pytest.raises(LateAnswer):
        await scene.prompts.decide(scene.principal, prompt.prompt_id, kind.answer)


@every_kind
async def test_a_run_paused_under_another_graph_starts_again_and_asks_nobody(scene: Scene, kind: Kind) -> None:
    scene, session = await ready(scene, kind)
    async with scene.process():
        run_id, prompt = await asked(scene, session, kind)
    await scene.sql("UPDATE runs SET graph_version = 'older' WHERE run_id = :id", id=run_id)
    await scene.prompts.decide(scene.principal, prompt.prompt_id, kind.answer)
    async with scene.process():
        frames = await scene.frames_of(run_id)
    assert "run_restarted" in frames
    assert "run_completed" in frames


@every_kind
async def test_after_a_cancelled_question_the_session_goes_on(scene: Scene, kind: Kind) -> None:
    scene, session = await ready(scene, kind)
    async with scene.process():
        run_id, _ = await asked(scene, session, kind)
        assert await scene.runs.request_cancel(scene.principal, run_id) == "cancelled"
        frames = await scene.frames_of(run_id)
        assert frames["prompt_resolved"]["by"] == "cancel"
        again, prompt = await asked(scene, session, kind)
        await scene.prompts.decide(scene.principal, prompt.prompt_id, kind.answer)
        frames = await scene.frames_of(again)
    assert kind.answered(frames["answer"])


@pytest.mark.parametrize("durability", ["sync", "async"])
@every_kind
async def test_every_durability_pauses_and_resumes(scene: Scene, kind: Kind, durability: Durability) -> None:
    scene, session = await ready(scene, kind)
    async with scene.process(Supervisor(scene.teams, scene.saver, durability)):
        run_id, prompt = await asked(scene, session, kind)
    await scene.prompts.decide(scene.principal, prompt.prompt_id, kind.answer)
    async with scene.process(Supervisor(scene.teams, scene.saver, durability)):
        frames = await scene.frames_of(run_id)
    assert kind.answered(frames["answer"])
    assert "run_restarted" not in frames


@every_kind
async def test_who_cannot_be_asked_is_not_waited_for(scene: Scene, kind: Kind) -> None:
    scene, session = await ready(scene, kind)
    async with scene.process():
        frames = await scene.frames_of(await scene.submit(session, kind.question, RunOptions(wait_for_person=False)))
    assert kind.frame not in frames
    assert "run_completed" in frames


# --- clarifications -------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["2", "2번이요", "대구 중구", "대구중구"])
async def test_typed_words_that_name_a_choice_are_that_choice(scene: Scene, said: str) -> None:
    kind = KINDS[1]
    scene, session = await ready(scene, kind)
    async with scene.process():
        run_id, prompt = await asked(scene, session, kind)
        await scene.prompts.decide(scene.principal, prompt.prompt_id, said)
        frames = await scene.frames_of(run_id)
    assert kind.answered(frames["answer"])


async def test_what_is_unclear_is_asked_twice_at_most(scene: Scene) -> None:
    kind = KINDS[1]
    scene, session = await ready(scene, kind)
    async with scene.process():
        run_id, first = await asked(scene, session, kind)
        await scene.prompts.decide(scene.principal, first.prompt_id, "글쎄요")
        while (second := await scene.prompts.open_of(scene.principal, session)) is None:
            await asyncio.sleep(0.02)
        await scene.prompts.decide(scene.principal, second.prompt_id, "모르겠어요")
        await scene.frames_of(run_id)
    asked_for = [frame for frame in await scene.frames(run_id) if frame["type"] == "clarification_required"]
    assert [frame["original_query"] for frame in asked_for] == [SHARED, f"{SHARED} 글쎄요"]


# --- forms ----------------------------------------------------------------------------------------


async def test_a_form_asks_for_what_is_lacking_and_shows_what_is_known(scene: Scene) -> None:
    kind = KINDS[2]
    scene, session = await ready(scene, kind)
    async with scene.process():
        _, prompt = await asked(scene, session, kind)
    fields: dict[str, Any] = prompt.event["schema"]["properties"]
    assert list(fields) == ["deal", "rent"]
    assert [one["title"] for one in fields["deal"]["oneOf"]] == ["전세", "매매", "월세"]
    assert fields["rent"]["x-when"] == {"deal": ["monthly"]}
    assert prompt.event["known"] == [{"name": "amount", "label": "거래금액", "value": "3억원"}]


async def test_over_plain_http_the_form_is_the_answer_and_the_next_request_fills_it(scene: Scene) -> None:
    scene, session = await ready(scene, KINDS[2])
    async with scene.process():
        unfilled = await scene.frames_of(await scene.submit(session, LACKING, RunOptions(wait_for_person=False)))
        form = unfilled["form"]["form"]
        options = RunOptions(wait_for_person=False, form_values={"deal": "매매"})
        frames = await scene.frames_of(await scene.submit(session, form["query"], options))
    assert (unfilled["form"]["type"], form["query"]) == ("form", LACKING)
    assert "최대 120만원" in frames["answer"]["content"]
