"""Which model answers, and one real try of it."""

from __future__ import annotations

import asyncio
import uuid
from typing import Any

import pytest

from foundation.llm.scripted import Line, Reply, ScriptedEndpoint
from tests.serving import Serve, Serving

KEY = "a-key-nobody-may-see"
ROUTED = {"route": "simple"}
PLANNED: dict[str, Any] = {"route": "rag_required", "intent": "market_inquiry", "confidence": 0.9, "slots": {}}
WRITTEN = Reply("한 사람이 한 번에 4개까지 빌릴 수 있습니다. [1]")
MEAN = {"source": "", "operations": [{"kind": "aggregate", "function": "mean", "column": "area_m2"}]}
WORKS: dict[str, Line] = {
    "query_router": ROUTED,
    "direct_response": Reply("네, 좋네요."),
    "turn_planning": PLANNED,
    "answer": WRITTEN,
    "analysis_planning": MEAN,
}


async def test_without_a_model_the_rules_answer_and_nothing_is_tried(service: Serving) -> None:
    shown = (await service.http.get("/api/model")).json()
    assert (shown["mode"], shown["model"]) == ("rules", None)
    refused = await service.http.post("/api/model/try", json={})
    assert refused.status_code == 422
    assert "SUFFICE_LLM_MODEL" in refused.json()["detail"]


async def test_the_key_is_shown_nowhere(serve: Serve) -> None:
    address = "http://ann:secret@127.0.0.1:9/v1?key=secret"
    async with serve(llm_base_url=address, llm_model="m", llm_api_key=KEY) as served:
        text = (await served.http.get("/api/model")).text
    assert KEY not in text
    assert "secret" not in text
    assert '"has_key":true' in text
    assert "http://127.0.0.1:9/v1" in text


async def test_the_configured_endpoint_is_tried_by_each_task_of_a_turn(serve: Serve) -> None:
    script = {**WORKS, "direct_response": Reply("반갑습니다. 날씨가 좋네요.", piece=3)}
    async with ScriptedEndpoint(script) as model, serve(llm_base_url=model.base_url, llm_model="m") as served:
        found = (await served.http.post("/api/model/try", json={})).json()
        asked = [call.prompt for call in model.calls]
    assert asked == ["query_router", "direct_response", "turn_planning", "answer", "analysis_planning"]
    assert found["pack"] == "real_estate"
    assert [(one["task"], one["works"], one["got"]) for one in found["tasks"]] == [
        ("plan", True, ""),
        ("write", True, ""),
        ("calculate", True, ""),
    ]
    assert found["verdict"] == "plans_and_writes"
    assert found["reply_format"] == "json_schema"
    assert found["pieces"] > 1
    assert found["wrote"].startswith("반갑습니다")


async def test_a_try_of_the_configured_endpoint_counts_as_spent(serve: Serve) -> None:
    script = {"query_router": ROUTED, "direct_response": Reply("네.")}
    keys = f"{uuid.uuid4().hex[:8]}:op-key-0123456789:admin"
    headers = {"Authorization": "Bearer op-key-0123456789"}
    chosen = {"llm_model": "m", "auth_keys": keys, "limit_person_tokens_day": 10, "try_private_endpoints": True}
    async with ScriptedEndpoint(script) as model, serve(llm_base_url=model.base_url, **chosen) as served:
        entered = {"base_url": model.base_url, "model": "other"}
        for body in ({"entered": entered}, {}):
            asked = await served.http.post("/api/chat", json={"content": "안녕하세요"}, headers=headers)
            assert asked.status_code == 200, "an entered endpoint is paid by whoever entered it"
            found = (await served.http.post("/api/model/try", json=body, headers=headers)).json()
            assert found["prompt_tokens"] + found["completion_tokens"] > 10
        async with asyncio.timeout(20):
            while asked.status_code == 200:
                await asyncio.sleep(0.1)
                asked = await served.http.post("/api/chat", json={"content": "안녕하세요"}, headers=headers)
        assert asked.json()["code"] == "over_limit"


async def test_an_endpoint_without_json_schema_says_which_format_works(serve: Serve) -> None:
    async with (
        ScriptedEndpoint(WORKS, refuses=frozenset({"json_schema"})) as model,
        serve(llm_base_url=model.base_url, llm_model="m") as served,
    ):
        found = (await served.http.post("/api/model/try", json={})).json()
    assert (found["verdict"], found["reply_format"]) == ("plans_and_writes", "json_object")


async def test_an_endpoint_that_only_writes_is_called_so(serve: Serve) -> None:
    script = {**WORKS, "query_router": Reply("no idea"), "turn_planning": Reply("no idea")}
    async with ScriptedEndpoint(script) as model, serve(llm_base_url=model.base_url, llm_model="m") as served:
        found = (await served.http.post("/api/model/try", json={})).json()
    assert found["verdict"] == "writes_only"
    assert not found["structured"]["works"]
    assert found["structured"]["reason"] == "bad_json"
    assert [one["reason"] for one in found["tasks"]] == ["bad_json", None, None]


async def test_a_plan_with_an_unknown_intent_is_reported_with_its_field(serve: Serve) -> None:
    script = {**WORKS, "turn_planning": {**PLANNED, "intent": "rent_advice"}}
    async with ScriptedEndpoint(script) as model, serve(llm_base_url=model.base_url, llm_model="m") as served:
        found = (await served.http.post("/api/model/try", json={})).json()
    plan = found["tasks"][0]
    assert found["structured"]["works"]
    assert found["verdict"] == "writes_only"
    assert (plan["works"], plan["reason"], plan["field"], plan["said"]) == (
        False,
        "unknown_intent",
        "intent",
        "rent_advice",
    )
    assert "rent_advice" in plan["told"]


async def test_a_small_model_is_tried_by_its_single_calls(serve: Serve) -> None:
    script = {**WORKS, "query_router": {"route": "rag_required"}, "intent_analysis": {**PLANNED, "intent": "no_such"}}
    settings = {"llm_model": "m", "llm_small_models": ("m",)}
    async with ScriptedEndpoint(script) as model, serve(llm_base_url=model.base_url, **settings) as served:
        found = (await served.http.post("/api/model/try", json={})).json()
        assert not model.calls_of("turn_planning")
    assert (found["tasks"][0]["reason"], found["tasks"][0]["said"]) == ("unknown_intent", "no_such")


async def test_a_key_that_a_model_repeats_is_not_reported(serve: Serve) -> None:
    script = {**WORKS, "turn_planning": {**PLANNED, "intent": KEY}}
    settings = {"llm_model": "m", "llm_api_key": KEY}
    async with ScriptedEndpoint(script) as model, serve(llm_base_url=model.base_url, **settings) as served:
        text = (await served.http.post("/api/model/try", json={})).text
    assert KEY not in text
    assert "(key)" in text


async def test_an_entered_private_address_is_refused_without_a_call(serve: Serve) -> None:
    async with ScriptedEndpoint({"query_router": ROUTED}) as model, serve() as served:
        for address in (
            model.base_url,
            f"http://localhost:{model.port}/v1",
            f"http://[::ffff:127.0.0.1]:{model.port}/v1",
            f"http://0177.0.0.1:{model.port}/v1",
            f"http://①②⑦.⓪.⓪.①:{model.port}/v1",
        ):
            entered = {"base_url": address, "model": "m", "api_key": KEY}
            found = (await served.http.post("/api/model/try", json={"entered": entered})).json()
            assert (found["verdict"], found["structured"]["reason"]) == ("fails", "refused"), address
            assert "private" in found["structured"]["told"]
        assert model.calls == []


async def test_with_the_setting_a_private_address_may_be_tried(serve: Serve) -> None:
    async with ScriptedEndpoint(WORKS) as model, serve(try_private_endpoints=True) as served:
        entered = {"base_url": model.base_url, "model": "other"}
        found = (await served.http.post("/api/model/try", json={"entered": entered})).json()
        assert found["verdict"] == "plans_and_writes"
        assert model.calls[0].body["model"] == "other"


@pytest.mark.parametrize("address", ["ftp://x", "nonsense", "http://ann@x"])
async def test_an_address_of_another_form_is_refused_in_one_sentence(service: Serving, address: str) -> None:
    entered = {"base_url": address, "model": "m"}
    said = (await service.http.post("/api/model/try", json={"entered": entered})).json()["detail"]
    kept = (await service.http.put("/api/model/endpoint", json=entered)).json()["detail"]
    assert said == f"entered.{kept}"
    assert kept.startswith("base_url: it takes an http:// or https:// address, without a user's name")


async def test_only_admins_enter_another_endpoint(serve: Serve) -> None:
    keys = "olga:op-key-0123456789:operator"
    async with serve(auth_keys=keys) as served:
        headers = {"Authorization": "Bearer op-key-0123456789"}
        shown = await served.http.get("/api/model", headers=headers)
        assert not shown.json()["may_enter"]
        entered = {"base_url": "https://models.example/v1", "model": "m"}
        refused = await served.http.post("/api/model/try", json={"entered": entered}, headers=headers)
        assert refused.status_code == 403
