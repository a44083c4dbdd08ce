"""AG-UI's own models read what the service streams."""

from __future__ import annotations

import json
import uuid
from typing import Any

import httpx
import pytest
from ag_ui.core import Event, EventType, Message, RunAgentInput, RunFinishedEvent, UserMessage
from pydantic import TypeAdapter

from tests.serving import Serve, Serving

EVENT: TypeAdapter[Event] = TypeAdapter(Event)
PRICES = "대구 달서구 아파트 시세 알려줘"
DOUBTFUL = "평균은 얼마야?"
SHARED = "중구 아파트 매매 시세 알려줘"
LACKING = "3억이면 복비 얼마야?"


def a_run(thread: str, question: str, **more: Any) -> dict[str, Any]:
    messages: list[Message] = [UserMessage(id=uuid.uuid4().hex, content=question)]
    given = RunAgentInput(thread_id=thread, run_id=uuid.uuid4().hex, messages=messages)
    return given.model_dump(mode="json", by_alias=True) | more


async def events_of(http: httpx.AsyncClient, body: dict[str, Any], **headers: str) -> list[Any]:
    """What is streamed, each read and re-read by the protocol's models."""
    answer = await http.post("/agui", json=body, headers={"Accept": "text/event-stream", **headers})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/event-stream")
    lines = [line.removeprefix("data: ") for line in answer.text.splitlines() if line.startswith("data: ")]
    return [EVENT.validate_json(line) for line in lines]


def well_formed(events: list[Any]) -> None:
    """Begun, ended, and every step and message closed in between."""
    assert events[0].type == EventType.RUN_STARTED
    assert events[-1].type in (EventType.RUN_FINISHED, EventType.RUN_ERROR)
    steps: list[str] = []
    messages: list[str] = []
    for event in events:
        if event.type == EventType.STEP_STARTED:
            steps.append(event.step_name)
        elif event.type == EventType.STEP_FINISHED:
            steps.remove(event.step_name)
        elif event.type == EventType.TEXT_MESSAGE_START:
            messages.append(event.message_id)
        elif event.type == EventType.TEXT_MESSAGE_CONTENT:
            assert event.message_id in messages
        elif event.type == EventType.TEXT_MESSAGE_END:
            messages.remove(event.message_id)
    assert not steps
    assert not messages


def text_of(events: list[Any]) -> str:
    return "".join(event.delta for event in events if event.type == EventType.TEXT_MESSAGE_CONTENT)


def interrupt_in(events: list[Any]) -> Any:
    last = events[-1]
    assert isinstance(last, RunFinishedEvent)
    assert last.outcome is not None
    assert last.outcome.type == "interrupt"
    return last.outcome.interrupts[0]


async def test_a_run_streams_steps_state_and_text(service: Serving) -> None:
    events = await events_of(service.http, a_run(uuid.uuid4().hex, PRICES))
    well_formed(events)
    kinds = {event.type for event in events}
    assert {EventType.STATE_SNAPSHOT, EventType.STATE_DELTA, EventType.STEP_STARTED, EventType.CUSTOM} <= kinds
    final = events[-1].result
    assert final["content"] in text_of(events)
    assert "출처:" in text_of(events)


async def test_a_thread_is_one_conversation(service: Serving) -> None:
    thread = uuid.uuid4().hex
    first = await events_of(service.http, a_run(thread, PRICES))
    second = await events_of(service.http, a_run(thread, "수성구는?"))
    assert first[-1].result["session_id"] == second[-1].result["session_id"]
    other = await events_of(service.http, a_run(uuid.uuid4().hex, PRICES))
    assert other[-1].result["session_id"] != first[-1].result["session_id"]


async def test_a_confirmation_is_an_interrupt_and_resumes(serve: Serve) -> None:
    async with serve(ask_worth_s=0.0) as service:
        for entry, decision in (
            ({"status": "resolved", "payload": {"value": "use_previous"}}, "reuse"),
            ({"status": "resolved", "payload": {"value": "search_new"}}, "search"),
            ({"status": "cancelled"}, "search"),
        ):
            thread = uuid.uuid4().hex
            await events_of(service.http, a_run(thread, PRICES))
            asked = await events_of(service.http, a_run(thread, DOUBTFUL))
            well_formed(asked)
            interrupt = interrupt_in(asked)
            assert interrupt.reason == "confirmation"
            resume = [{"interruptId": interrupt.id, **entry}]
            answered = await events_of(service.http, a_run(thread, DOUBTFUL, resume=resume))
            well_formed(answered)
            assert answered[-1].result["reuse"]["decision"] == decision


async def test_a_clarification_and_a_form_are_interrupts_and_resume(service: Serving) -> None:
    for question, reason, payload, said in (
        (SHARED, "clarification", {"text": "대구 중구"}, "대구 중구"),
        (LACKING, "form", {"deal": "jeonse"}, "90만"),
    ):
        thread = uuid.uuid4().hex
        asked = await events_of(service.http, a_run(thread, question))
        well_formed(asked)
        interrupt = interrupt_in(asked)
        assert interrupt.reason == reason
        resume = [{"interruptId": interrupt.id, "status": "resolved", "payload": payload}]
        answered = await events_of(service.http, a_run(thread, question, resume=resume))
        well_formed(answered)
        assert answered[-1].result["type"] == "answer"
        assert said in text_of(answered)


@pytest.mark.long
async def test_an_interrupt_that_expired_names_the_safe_default(serve: Serve) -> None:
    async with serve(ask_worth_s=0.0, confirm_timeout_s=1.0) as service:
        thread = uuid.uuid4().hex
        await events_of(service.http, a_run(thread, PRICES))
        interrupt = interrupt_in(await events_of(service.http, a_run(thread, DOUBTFUL)))
        session = interrupt.metadata["suffice"]["session_id"]
        while (await service.http.get(f"/api/sessions/{session}")).json()["state"] != "idle":
            continue
        entry = {"interruptId": interrupt.id, "status": "resolved", "payload": {"value": "use_previous"}}
        late = await service.http.post("/agui", json=a_run(thread, DOUBTFUL, resume=[entry]))
        assert late.status_code == 409
        assert "'search_new'" in late.json()["detail"]


ANN, BOB = ({"Authorization": f"Bearer {name}-0123456789abc"} for name in ("ann", "bob"))
KEYS = "ann:ann-0123456789abc,bob:bob-0123456789abc"


async def test_a_thread_and_its_interrupts_are_its_persons_alone(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        thread = uuid.uuid4().hex
        interrupt = interrupt_in(await events_of(service.http, a_run(thread, SHARED), **ANN))
        session = interrupt.metadata["suffice"]["session_id"]
        answer = {"interruptId": interrupt.id, "status": "resolved", "payload": {"text": "대구 중구"}}
        for named in (thread, session):
            stolen = await service.http.post("/agui", json=a_run(named, SHARED, resume=[answer]), headers=BOB)
            assert (stolen.status_code, stolen.json()["code"]) == (404, "unknown_prompt")
            own = await events_of(service.http, a_run(named, PRICES), **BOB)
            assert own[-1].result["session_id"] != session
        kept = (await service.http.get(f"/api/sessions/{session}/messages", headers=ANN)).json()["messages"]
        assert [line["content"] for line in kept if line["role"] == "user"] == [SHARED]
        answered = await events_of(service.http, a_run(thread, SHARED, resume=[answer]), **ANN)
        assert "대구 중구" in text_of(answered)


async def test_keys_and_paces_hold_here_too(serve: Serve) -> None:
    async with serve(auth_keys=KEYS, limit_requests_minute=2) as service:
        for headers in ({}, {"Authorization": "Bearer wrong-key-0123456789"}):
            refused = await service.http.post("/agui", json=a_run("t", PRICES), headers=headers)
            assert (refused.status_code, refused.json()["code"]) == (401, "unauthenticated")
            assert refused.headers["www-authenticate"] == "Bearer"
        for _ in range(2):
            assert (await service.http.post("/agui", json={}, headers=ANN)).status_code == 422
        limited = await service.http.post("/agui", json=a_run("t", "안녕"), headers=ANN)
        assert (limited.status_code, limited.json()["code"]) == (429, "over_limit")
        assert 0 < int(limited.headers["retry-after"]) <= 60
        assert text_of(await events_of(service.http, a_run("t", "안녕"), **BOB))


async def test_wrong_input_is_a_problem(service: Serving) -> None:
    wrong = [
        {},
        a_run("t", PRICES, messages=[]),
        a_run("t", PRICES, resume=[{"interruptId": "nobody", "status": "cancelled"}]),
        a_run("t", PRICES, forwardedProps={"pack": "nothing"}),
    ]
    statuses = [(await service.http.post("/agui", json=body)).status_code for body in wrong]
    assert statuses == [422, 422, 404, 404]


async def test_an_id_the_database_cannot_look_for_is_reported(service: Serving) -> None:
    for body in (
        a_run("a\0", PRICES),
        a_run("t", PRICES, threadId="a\ud800"),
        a_run("t", PRICES, runId="r\ud800"),
        a_run("t", PRICES, resume=[{"interruptId": "a\0", "status": "cancelled"}]),
        a_run("t", PRICES, messages=[{"id": "m\ud800", "role": "user", "content": PRICES}]),
    ):
        answer = await service.http.post("/agui", content=json.dumps(body))
        assert answer.status_code == 422, answer.text
        assert "character" in answer.json()["detail"]
