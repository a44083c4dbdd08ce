"""Operators see every prompt, its version, what it cost and how often its reply had to be asked for again."""

from __future__ import annotations

from typing import Any

from foundation.llm.scripted import ScriptedEndpoint
from prompts.catalog import shipped_prompts
from tests.service_agent.api.conversation.test_answers import LAW, PLAN
from tests.serving import Serve

ANSWER = "보증금은 20분의 1을 넘지 못합니다 [1]."


async def test_each_prompt_is_listed_with_what_it_cost(serve: Serve) -> None:
    script: dict[str, Any] = {"turn_planning": ["no JSON", PLAN], "answer": ANSWER, "answer_strict": ANSWER}
    async with (
        ScriptedEndpoint(script) as model,
        serve(llm_base_url=model.base_url, llm_model="scripted") as service,
    ):
        before = {one["name"]: one for one in (await service.http.get("/api/prompts")).json()["prompts"]}
        await service.http.post("/api/chat", json={"content": LAW})
        listed = (await service.http.get("/api/prompts?days=1&demo=without")).json()["prompts"]
        played = (await service.http.get("/api/prompts?demo=only")).json()["prompts"]
    assert before.keys() == {one["name"] for one in listed} == shipped_prompts().prompts.keys()
    planning = next(one for one in listed if one["name"] == "turn_planning")
    assert planning["version"] == shipped_prompts().prompts["turn_planning"].version
    assert (planning["room"], planning["current"], planning["answers"]) == ("planning", True, 1)
    assert (planning["calls"], planning["repaired"], planning["repaired_share"]) == (2, 1, 1.0)
    assert planning["tokens"] > 0
    assert listed[0]["tokens"] == max(one["tokens"] for one in listed)
    assert all(one["calls"] == 0 and one["repaired_share"] is None for one in played)


async def test_a_span_of_no_days_is_refused(serve: Serve) -> None:
    async with serve() as service:
        assert (await service.http.get("/api/prompts?days=0")).status_code == 422
