"""A model's planning is held against the labels, with the service's own prompts."""

from __future__ import annotations

from typing import Any

import pytest

from evaluations.endpoint.planning import all_labelled_turns, names_all, planning_of
from foundation.llm.client import Endpoint, ModelClient
from foundation.llm.scripted import Call, Reply, ScriptedEndpoint
from prompts.budgets import BUDGETS
from service_agent.services.endpoints.agreement import Labelled

TURNS = all_labelled_turns()
STORY = [one for one in TURNS if one.turn.q in ("그 지역 평균 시세를 다시 요약해줘", "서초구는?")][:2]


def nobody(*_: object) -> None:
    """Nobody watches."""


def turn_of(call: Call) -> Labelled:
    return next(one for one in STORY if one.turn.q in call.text.rpartition("질문:")[2])


async def shares(script: dict[str, Any]) -> list[tuple[int, int]]:
    async with ScriptedEndpoint(script) as endpoint:
        model = ModelClient(Endpoint(endpoint.base_url, "scripted"), BUDGETS)
        try:
            found = await planning_of(model, STORY, nobody)
        finally:
            await model.aclose()
    return [(one.hits, one.of) for one in (found.intents, found.judge1, found.follow_ups)]


async def test_a_model_that_reads_as_labelled_agrees() -> None:
    def intent(call: Call) -> dict[str, Any]:
        return {"intent": turn_of(call).turn.intent, "confidence": 0.9, "slots": {}}

    def suffices(call: Call) -> dict[str, Any]:
        return {"is_sufficient": turn_of(call).turn.decision == "reuse", "confidence": 0.9}

    def standalone(call: Call) -> dict[str, Any]:
        region = turn_of(call).turn.slots["region"][0]
        return {"standalone_question": f"{region} 아파트 시세는?"}

    said: dict[str, Any] = {
        "intent_analysis": intent,
        "data_sufficiency_check": suffices,
        "context_enhancement": standalone,
    }
    assert await shares(said) == [(2, 2), (2, 2), (2, 2)]


@pytest.mark.parametrize("reply", [Reply("no", status=400), "no JSON"])
async def test_a_call_that_fails_agrees_with_nothing(reply: Any) -> None:
    prompts = ("intent_analysis", "data_sufficiency_check", "context_enhancement")
    assert await shares(dict.fromkeys(prompts, reply)) == [(0, 2), (0, 2), (0, 2)]


def test_what_is_in_hand_is_read_from_the_labels() -> None:
    assert "대구 달서구 아파트 시세 알려줘" in STORY[0].in_hand
    assert "region=대구 달서구" in STORY[0].in_hand
    assert not names_all(STORY[1], "대구 달서구 아파트 시세는?")


def test_turns_whose_data_ages_or_changes_are_left_out() -> None:
    assert len(TURNS) > 80
    assert not any(one.turn.age_s or one.turn.change for one in TURNS)
