"""A question over the pack's graph becomes a plan: by rules, and with models that clarify badly."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from execution_agents.clarification.provider import GraphView
from execution_agents.clarification.vectors import Near
from execution_agents.reuse.judge2 import Standing
from foundation.contracts.pauses import Clarification
from foundation.contracts.plan import Plan, Understanding
from foundation.contracts.ports import LanguageModel, Usage
from foundation.llm.scripted import Line, Reply, ScriptedEndpoint
from foundation.storage.corpus.graph_vectors import NearName
from supervisor.planning.clarifying.asking import clarification_of
from supervisor.planning.clarifying.settled import Settled
from supervisor.planning.context import Exchange, TurnContext
from supervisor.planning.turn_planning import Mode, plan_turn
from tests.execution_agents.clarification.graphs import CONSTRUCTION, INDEX
from tests.foundation.llm.scripts import scripted
from tests.supervisor.planning.talks import context_of, exchange_of

READ: dict[str, Any] = {"intent": "estimate", "confidence": 0.8, "slots": {}}
ROUTED = {"route": "rag_required"}
MODES: tuple[Mode, ...] = ("merged", "split")
both = pytest.mark.parametrize("mode", MODES)
"""A capable model says everything in one reply, a small one in one per task."""


async def _nothing(_understanding: Understanding) -> Mapping[str, Standing]:
    return {}


def context(question: str, exchanges: Sequence[Exchange] = ()) -> TurnContext:
    return replace(context_of(question, exchanges, pack=CONSTRUCTION), graph=GraphView(INDEX))


async def planned(
    question: str,
    *before: str,
    model: LanguageModel | None = None,
    settled: Sequence[Settled] = (),
    mode: Mode = "merged",
) -> tuple[Plan, Clarification | None]:
    exchanges: list[Exchange] = []
    for earlier in before:
        plan, _ = await planned(earlier)
        exchanges.append(exchange_of(plan.understanding))
    asked = context(question, exchanges)
    plan = await plan_turn(asked, _nothing, model, mode, Usage(), ("search",))
    unclear = await clarification_of(plan, asked, settled)
    return plan, None if unclear is None else unclear.asked


@asynccontextmanager
async def saying(**said: Any) -> AsyncGenerator[tuple[LanguageModel, ScriptedEndpoint]]:
    """A model that reads every question so."""
    script: dict[str, Line] = {
        "turn_planning": {**said, **READ, **ROUTED},
        "clarification_intent": said,
        "query_router": ROUTED,
        "intent_analysis": READ,
    }
    async with scripted(script) as wired:
        yield wired.model, wired.endpoint


async def test_a_named_work_is_the_plans_slot_and_data_type() -> None:
    plan, asked = await planned("강관용접 200mm SCH 40")
    assert asked is None
    assert plan.understanding.slot_values() == {"work": ("W-0788",)}
    assert plan.understanding.data_types == ("estimate",)
    assert plan.active_teams == ("search",)


async def test_several_are_asked_about_and_the_likeliest_is_planned() -> None:
    plan, asked = await planned("강관용접")
    assert asked is not None
    assert len(asked.options) == 7
    assert len(asked.more) == 113
    assert plan.understanding.graph is not None
    assert plan.understanding.graph.assumed


async def test_what_the_clock_chose_is_not_asked_again() -> None:
    chosen = Settled(original_query="강관용접", message="", label="", query="강관용접 200mm", by="timeout")
    _, asked = await planned("강관용접 200mm", settled=(chosen,))
    assert asked is None


async def test_a_follow_up_is_in_the_language_of_its_conversation() -> None:
    plan, _ = await planned("30m", "강관용접 200mm SCH 40")
    assert plan.understanding.language == "ko"
    assert plan.understanding.standalone == "강관용접 200mm SCH 40 30m"


@pytest.mark.parametrize("question", ["할증은 어떻게 더하나요?", "안녕하세요", "오늘 날씨 어때?"])
async def test_questions_of_other_things_are_left_alone(question: str) -> None:
    plan, asked = await planned(question)
    assert asked is None
    assert plan.understanding.graph is None


async def test_a_model_that_always_asks_is_not_asked_about_what_is_clear() -> None:
    async with saying(intent="clarify_needed", keywords=["용접"]) as (model, endpoint):
        plan, asked = await planned("강관용접 200mm SCH 40", model=model)
    assert asked is None
    assert plan.understanding.slot_values() == {"work": ("W-0788",)}
    assert "clarification_intent" not in [call.prompt for call in endpoint.calls]


@both
async def test_a_model_that_never_asks_settles_nothing_it_was_not_given(mode: Mode) -> None:
    async with saying(intent="search", work_name="강관용접", spec="200mm SCH 40") as (model, _):
        _, asked = await planned("강관용접", model=model, mode=mode)
    assert asked is not None


@both
async def test_what_a_model_invents_never_reaches_the_person(mode: Mode) -> None:
    async with saying(intent="clarify_needed", work_name="초음파레이저용접", spec="977mm", keywords=["반물질"]) as (
        model,
        _,
    ):
        plan, asked = await planned("그 반짝이는 작업 인부가 얼마나 들어?", model=model, mode=mode)
    assert asked is None
    assert plan.understanding.graph is None


@both
async def test_a_model_finds_the_works_other_words_mean(mode: Mode) -> None:
    async with saying(intent="clarify_needed", keywords=["동관", "납땜"]) as (model, _):
        plan, _ = await planned("구리 파이프 때우는 데 인부가 얼마나 들어?", model=model, mode=mode)
    assert plan.understanding.things
    assert plan.understanding.things[0].name == "동관납땜접합"


ELSEWHERE = "구리 파이프 때우는 데 인부가 얼마나 들어?"
"""Its words name nothing in the graph."""


@pytest.mark.parametrize("question", [ELSEWHERE, "강관용접"])
async def test_a_capable_model_says_what_is_meant_while_it_plans(question: str) -> None:
    async with saying(intent="clarify_needed", keywords=["동관", "납땜"]) as (model, endpoint):
        await planned(question, model=model)
    assert [call.prompt for call in endpoint.calls] == ["turn_planning"]
    assert "Section, WorkType" in endpoint.calls[0].text


async def test_a_small_model_names_the_thing_while_it_routes() -> None:
    async with saying(intent="clarify_needed", keywords=["동관", "납땜"]) as (model, endpoint):
        slow = {name: Reply(json.dumps(said), delay_s=0.3) for name, said in endpoint.script.items()}
        endpoint.script = slow
        await planned(ELSEWHERE, model=model, mode="split")
    by_prompt = {call.prompt: call.at for call in endpoint.calls}
    assert set(by_prompt) == {"clarification_intent", "query_router", "intent_analysis"}
    assert abs(by_prompt["clarification_intent"] - by_prompt["query_router"]) < 0.3, "asked before either is answered"


async def test_a_model_names_no_thing_for_a_question_of_another_field() -> None:
    async with saying(work_name="동관납땜접합", spec="", keywords=[]) as (model, _):
        plan, asked = await planned("오늘 날씨 어때?", model=model)
    assert asked is None
    assert plan.understanding.graph is None


async def near_copper(question: str) -> Sequence[NearName]:
    """An endpoint that knows what copper is."""
    return [NearName("동관납땜접합", 0.74), NearName("강관용접", 0.42)] if "구리" in question else []


async def looked_for(question: str, near: Near) -> Plan:
    asked = replace(context(question), graph=GraphView(INDEX, near=near))
    return await plan_turn(asked, _nothing, None, "merged", Usage(), ("search",))


async def test_what_letters_do_not_find_is_found_in_meaning() -> None:
    plan = await looked_for("구리 파이프 이어붙이기", near_copper)
    graph = plan.understanding.graph
    assert graph is not None
    assert (graph.likeness, graph.targets[0].name) == ("embeddings", "동관납땜접합")
    assert plan.ends_early is None


@pytest.mark.parametrize("question", ["강관용접 200mm SCH 40", "강관용접", "안녕하세요"])
async def test_what_letters_say_is_not_looked_for_in_meaning(question: str) -> None:
    sought: list[str] = []

    async def near(text: str) -> Sequence[NearName]:
        sought.append(text)
        return []

    await looked_for(question, near)
    assert sought == []


async def test_what_nothing_is_near_stays_of_another_field() -> None:
    assert (await looked_for("오늘 저녁 뭐 먹지?", near_copper)).understanding.graph is None
