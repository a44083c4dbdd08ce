"""Judge 1 at every confidence, and failing in every way: what a real client sees.

The model is a scripted endpoint over real HTTP; ASK_WORTH_S=0, so that a search of milliseconds is worth asking about.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from execution_agents.answer.writing.model_away import model_away
from foundation.llm.scripted import Call, Line, Reply, ScriptedEndpoint
from tests.serving import Serve, Serving
from tests.stories.client import Frame, SocketClient, talking
from tests.stories.test_four_questions import AGAIN, PRICES

REGION = "대구 달서구"


def planned(sufficiency: dict[str, Any] | None) -> dict[str, Any]:
    """What the model says of a question about prices."""
    return {
        "route": "rag_required",
        "standalone_question": "",
        "intent": "market_inquiry",
        "confidence": 0.95,
        "slots": {"region": [REGION]},
        "ambiguity_reason": None,
        "sufficiency": sufficiency,
    }


def judged(confidence: float, sufficient: bool = True) -> dict[str, Any]:
    """Judge 1's view of the data in hand."""
    return planned(
        {
            "is_sufficient": sufficient,
            "confidence": confidence,
            "data_source": "checkpoint",
            "missing_data_types": [],
            "reasoning": "같은 지역의 방금 자료",
        }
    )


def asks_again(call: Call) -> bool:
    """Whether the question itself is the second one: memories of other conversations may hold its words too."""
    return AGAIN in call.text.rpartition("<<<DATA")[2]


def script(second: Line) -> dict[str, Line]:
    """First question: nothing in hand. From the second on: as given."""

    def planning(call: Call) -> Any:
        if not asks_again(call):
            return planned(None)
        return second(call) if callable(second) else second

    # It speaks of what is asked: a draft that strays from the question is thrown away.
    written = Reply("대구 달서구 아파트 평균 시세를 찾은 자료로 요약합니다.[1]", piece=3, piece_delay_s=0.002)
    return {"turn_planning": planning, "answer": written}


@asynccontextmanager
async def conversation(
    serve: Serve, second: Line, **chosen: Any
) -> AsyncGenerator[tuple[Serving, SocketClient, ScriptedEndpoint]]:
    """A session that has asked the first question, with the model scripted."""
    async with ScriptedEndpoint(script(second)) as model:
        settings = {"llm_base_url": model.base_url, "llm_model": "scripted", "ask_worth_s": 0.0, **chosen}
        async with serve(**settings) as service, talking(service.url, await service.session()) as client:
            await client.next()
            first = await client.turn(PRICES)
            assert first["reuse"]["decision"] == "search"
            assert first["engine"] == "model"
            yield service, client, model


def since(client: SocketClient, message_id: str) -> list[Frame]:
    """Frames of the run that answers this message."""
    start = next(frame for frame in client.frames if frame.get("message_id") == message_id)
    return [frame for frame in client.frames if frame.get("run_id") == start["run_id"]]


async def test_at_0_95_the_data_in_hand_is_reused_and_nobody_is_asked(serve: Serve) -> None:
    async with conversation(serve, judged(0.95)) as (_, client, model):
        answer = await client.turn(AGAIN)
        assert answer["reuse"]["decision"] == "reuse"
        assert answer["reuse"]["judge1"]["by"] == "model"
        assert answer["reuse"]["judge1"]["confidence"] == 0.95
        assert answer["reuse"]["badge"]
        assert answer["usage"]["search_calls"] == 0
        assert answer["usage"]["model_calls"] <= 2
        assert "user_confirmation_required" not in client.types()
        assert len(model.calls_of("turn_planning")) == 2


async def test_at_0_40_it_is_searched(serve: Serve) -> None:
    async with conversation(serve, judged(0.40)) as (_, client, _model):
        answer = await client.turn(AGAIN)
        assert answer["reuse"]["decision"] == "search"
        assert answer["usage"]["search_calls"] > 0
        assert answer["usage"]["model_calls"] <= 3
        assert "user_confirmation_required" not in client.types()


LONG = pytest.mark.long  # every day: the limit of a call, tests/foundation/llm
FAILING: list[tuple[str, Line]] = [
    ("failing", Reply(status=500)),
    ("hanging", Reply(fault="hang")),
    ("malformed", Reply("that is not JSON at all")),
    ("broken", Reply(fault="broken")),
]


@pytest.mark.parametrize(
    "second", [pytest.param(line, id=name, marks=[LONG] if name == "hanging" else []) for name, line in FAILING]
)
async def test_a_model_that_fails_means_rules_and_a_search(serve: Serve, second: Line) -> None:
    # One that hangs is waited for; the question before it must not run into that on a busy machine.
    async with conversation(serve, second, llm_timeout_s=15) as (_, client, _model):
        answer = await client.turn(AGAIN)
        assert answer["reuse"]["decision"] == "search"
        judge1 = answer["reuse"]["judge1"]
        assert (judge1["is_sufficient"], judge1["confidence"]) == (False, 0)
        assert "run_failed" not in client.types()


@pytest.mark.parametrize(("value", "decision"), [("use_previous", "reuse"), ("search_new", "search")])
async def test_at_0_80_the_person_decides(serve: Serve, value: str, decision: str) -> None:
    async with conversation(serve, judged(0.80)) as (_, client, _model):
        message_id = await client.ask(AGAIN)
        asked = await client.until("user_confirmation_required")
        assert {option["value"] for option in asked["options"]} == {"use_previous", "search_new"}
        assert 0 < asked["expires_in_ms"] <= 30_000
        assert asked["context"]["data_age"] >= 0
        await client.send(type="confirmation_response", confirmation_id=asked["confirmation_id"], value=value)
        answer = await client.until("answer")
        assert answer["reuse"]["decision"] == decision
        assert answer["reuse"]["person"] == value
        await client.until("run_completed")
        resolved = next(frame for frame in since(client, message_id) if frame["type"] == "prompt_resolved")
        assert (resolved["id"], resolved["value"], resolved["by"]) == (asked["confirmation_id"], value, "person")


async def test_nobody_answers_and_the_safe_choice_is_taken_and_offered_to_be_undone(serve: Serve) -> None:
    async with conversation(serve, judged(0.80), confirm_timeout_s=1) as (service, client, _model):
        await client.ask(AGAIN)
        asked = await client.until("user_confirmation_required")
        resolved = await client.until("prompt_resolved")
        assert (resolved["value"], resolved["by"]) == ("search_new", "timeout")
        answer = await client.until("answer")
        assert answer["reuse"]["decision"] == "search"
        assert answer["reuse"]["undo_available"]
        await client.until("run_completed")

        await client.send(type="confirmation_response", confirmation_id=asked["confirmation_id"], value="use_previous")
        assert (await client.until("error"))["code"] == "late_answer"

        await client.send(type="reuse_override", message_id=answer["answer_id"], action="use_previous")
        undone = await client.until("answer")
        assert undone["reuse"]["decision"] == "reuse"
        trace = (await service.http.get(f"/api/runs/{answer['run_id']}/trace")).json()
        assert (trace["decision"]["outcome"], trace["decision"]["outcome_source"]) == ("incorrect_search", "person")


async def test_over_http_nobody_waits_and_the_safe_choice_applies_at_once(serve: Serve) -> None:
    async with conversation(serve, judged(0.80)) as (service, client, _model):
        session_id = client.frames[0]["session_id"]
        expected = {None: "search", "always": "reuse", "never": "search"}
        for reuse, decision in expected.items():
            body = {"session_id": session_id, "content": AGAIN} | ({"reuse": reuse} if reuse else {})
            answer = (await service.http.post("/api/chat", json=body)).json()
            assert answer["reuse"]["decision"] == decision, reuse
        assert "user_confirmation_required" not in client.types()


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        pytest.param(Reply(status=400), "unusable", id="refused"),
        pytest.param(Reply(status=429), "rate_limited", id="busy", marks=pytest.mark.long),
    ],
)
async def test_a_model_that_did_not_answer_is_not_asked_for_the_answer_in_the_same_turn(
    serve: Serve, broken: Reply, why: str
) -> None:
    written = Reply("대구 달서구 아파트 시세 자료로 쓴 답 [1]")
    async with ScriptedEndpoint({"turn_planning": broken, "answer": written}) as model:
        chosen = {"llm_base_url": model.base_url, "llm_model": "scripted"}
        async with serve(**chosen) as service, talking(service.url, await service.session()) as client:
            await client.next()
            answer = await client.turn(PRICES)
            assert answer["engine"] == "rules"
            assert [notice for notice in answer["notices"] if "모델" in notice] == [model_away(why, "ko")]
            # A title may be asked for in the background.
            assert {call.prompt for call in model.calls} - {"session_title"} == {"turn_planning"}
