"""Stopping, sending twice, queueing, asking again, streaming: what happens around one turn."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from foundation.llm.scripted import Reply, ScriptedEndpoint
from service_agent.protocol.final import FinalMessage
from tests.serving import Serve, Serving
from tests.stories.client import ClientState, talking
from tests.stories.test_four_questions import AGAIN, PRICES
from tests.stories.test_judges import planned

SLOW = {
    "turn_planning": planned(None),
    "answer": Reply("대구 달서구 아파트 시세를 천천히 쓰는 답입니다 𠮷. " * 8 + "[1]", piece=4, piece_delay_s=0.05),
}


async def test_a_message_sent_twice_is_answered_once_and_the_same_answer_comes_back(service: Serving) -> None:
    session_id = await service.session()
    async with talking(service.url, session_id) as client:
        await client.next()
        first = await client.turn(PRICES, "m-1")
        await client.ask(PRICES, "m-1")
        assert await client.until("answer") == first
        await client.ask("다른 말", "m-1")
        assert (await client.until("error"))["code"] == "message_id_reused"
    body = {"session_id": session_id, "content": PRICES, "message_id": "m-1"}
    again = (await service.http.post("/api/chat", json=body)).json()
    assert again == {name: value for name, value in first.items() if name not in ("seq", "ts")}
    assert (await service.http.post("/api/chat", json={**body, "content": "다른 말"})).status_code == 409


async def test_over_http_a_message_sent_twice_without_a_session_is_one_conversation(service: Serving) -> None:
    body = {"content": "안녕하세요", "message_id": "hello-1"}
    answers = await asyncio.gather(*(service.http.post("/api/chat", json=body) for _ in range(3)))
    assert answers[0].status_code == 200, answers[0].text
    assert answers[0].json() == answers[1].json() == answers[2].json()


async def test_the_final_message_is_what_the_protocol_says(service: Serving) -> None:
    answer = await service.http.post("/api/chat", json={"content": PRICES})
    final = FinalMessage.model_validate(answer.json())
    assert final.model_dump(mode="json") == answer.json()
    assert final.timings_ms.total > 0


async def test_a_stateless_question_leans_on_its_history_and_leaves_nothing(service: Serving) -> None:
    before = (await service.http.get("/api/sessions")).json()
    body = {
        "content": "서초구는?",
        "history": [{"role": "user", "content": PRICES}, {"role": "assistant", "content": "평균은 3억 원입니다."}],
    }
    answer = await service.http.post("/api/chat", json=body)
    assert answer.status_code == 200, answer.text
    assert "서초구" in (answer.json()["standalone_question"] or "")
    assert answer.json()["intent"] == "market_inquiry"
    assert (await service.http.get("/api/sessions")).json() == before
    assert (await service.http.get(f"/api/sessions/{answer.json()['session_id']}")).status_code == 404


async def test_http_streams_the_same_events(service: Serving) -> None:
    frames: list[dict[str, Any]] = []
    headers = {"Accept": "text/event-stream"}
    async with service.http.stream("POST", "/api/chat", json={"content": PRICES}, headers=headers) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        async for line in stream.aiter_lines():
            if line.startswith("data: "):
                frames.append(json.loads(line.removeprefix("data: ")))
    types = [frame["type"] for frame in frames]
    assert (types[0], types[-1]) == ("run_started", "run_completed")
    assert [frame["seq"] for frame in frames if "seq" in frame] == list(range(1, frames[-1]["seq"] + 1))
    trace = (await service.http.get(f"/api/runs/{frames[0]['run_id']}/trace")).json()
    assert trace["events"] == [frame for frame in frames if "seq" in frame]
    assert trace["status"] == "completed"
    assert trace["decision"]["decision"] == "search"


async def test_a_question_that_waits_is_answered_in_its_turn(service: Serving) -> None:
    async with talking(service.url, await service.session()) as client:
        await client.next()
        asked = [await client.ask(content) for content in (PRICES, AGAIN, "안녕하세요")]
        answers = [await client.until("answer") for _ in asked]
        assert [answer["message_id"] for answer in answers] == asked
        await client.until("run_completed")
    started = [frame["type"] for frame in client.frames if frame["type"] in ("run_started", "run_completed")]
    assert started == ["run_started", "run_completed"] * 3


async def test_a_run_is_stopped_while_it_writes(serve: Serve) -> None:
    async with ScriptedEndpoint(SLOW) as model:
        chosen = {"llm_base_url": model.base_url, "llm_model": "scripted"}
        async with serve(**chosen) as service, talking(service.url, await service.session()) as client:
            await client.next()
            await client.ask(PRICES)
            delta = await client.until("answer_delta")
            await client.send(type="cancel", run_id=delta["run_id"])
            cancelled = await client.until("run_cancelled", 5)
            assert cancelled["run_id"] == delta["run_id"]
            assert "answer" not in client.types()
            await client.send(type="cancel", run_id="nothing")
            assert (await client.until("error"))["code"] == "unknown_run"


@pytest.mark.long
async def test_whoever_comes_in_the_middle_of_an_answer_gets_its_text_from_the_start(serve: Serve) -> None:
    async with ScriptedEndpoint(SLOW) as model:
        chosen = {"llm_base_url": model.base_url, "llm_model": "scripted"}
        async with serve(**chosen) as service, talking(service.url, await service.session()) as client:
            await client.next()
            await client.ask(PRICES)
            for _ in range(2):
                await client.until("answer_delta")
            delta = await client.until("answer_delta")
            async with talking(service.url, delta["session_id"], 0) as late:
                ready = await late.next()
                assert ready["active_run"] == delta["run_id"]
                assert ready["partial"]
                await asyncio.gather(client.until("answer"), late.until("answer"))
            assert late_text(late.frames[1:]) == late_text(client.frames[1:])
            assert "𠮷" in late_text(late.frames[1:])
            first = next(frame for frame in late.frames if frame["type"] == "answer_delta")
            assert first["offset"] == 0
            assert first["text"].startswith(ready["partial"])


def late_text(frames: list[dict[str, Any]]) -> str:
    """The streamed text as it stood before the answer came."""
    state = ClientState()
    for frame in frames:
        if frame["type"] == "answer":
            break
        state.take(frame)
    return state.text


async def test_search_again_searches_and_is_kept_as_a_label(service: Serving) -> None:
    async with talking(service.url, await service.session()) as client:
        await client.next()
        await client.turn(PRICES)
        reused = await client.turn(AGAIN)
        assert reused["reuse"]["decision"] == "reuse"
        await client.send(type="reuse_override", message_id=reused["answer_id"], action="search_again")
        again = await client.until("answer")
        assert again["reuse"]["decision"] == "search"
        await client.until("run_completed")
        trace = (await service.http.get(f"/api/runs/{reused['run_id']}/trace")).json()
        assert trace["decision"]["outcome"] == "incorrect_skip"
        await client.send(type="reuse_override", message_id=reused["answer_id"], action="search_again")
        assert await client.until("answer") == again


@pytest.mark.long
async def test_a_second_message_is_refused_where_the_setting_says_so(serve: Serve) -> None:
    async with ScriptedEndpoint(SLOW) as model:
        chosen = {"llm_base_url": model.base_url, "llm_model": "scripted", "multitask": "refuse"}
        async with serve(**chosen) as service, talking(service.url, await service.session()) as client:
            await client.next()
            await client.ask(PRICES)
            await client.until("run_started")
            await client.ask(AGAIN)
            assert (await client.until("error"))["code"] == "run_in_progress"
            await client.until("answer")


async def test_a_full_queue_says_when_to_come_back(serve: Serve) -> None:
    # The first run waits for its model until the session goes: it cannot end before the third question has come.
    async with ScriptedEndpoint({"turn_planning": Reply(fault="hang")}) as model:
        chosen = {"llm_base_url": model.base_url, "llm_model": "scripted", "queue_limit": 1}
        async with serve(**chosen) as service, talking(service.url, await service.session()) as client:
            await client.next()
            await client.ask(PRICES)
            await client.until("run_started")
            await client.ask(AGAIN)
            await client.ask("하나 더")
            busy = await client.until("busy")
            assert busy["retry_after_s"] > 0
            session_id = busy["session_id"]
            refused = await service.http.post("/api/chat", json={"content": "또", "session_id": session_id})
            assert refused.status_code == 429
            assert int(refused.headers["retry-after"]) == refused.json()["retry_after_s"]
            await service.http.delete(f"/api/sessions/{session_id}")
