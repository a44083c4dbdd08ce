"""OpenAI's own client talks to the service over its newer shape."""

from __future__ import annotations

import asyncio
import json

import openai
import pytest
from openai import AsyncOpenAI, DefaultHttpxClient, OpenAI
from openai.types.responses import Response, ResponseOutputMessage, ResponseOutputText, ResponseTextDeltaEvent

from tests.service_agent.adapters.clients import openai_at
from tests.serving import Serve, Serving

MODEL = "suffice/real_estate"
PRICES = "대구 달서구 아파트 시세 알려줘"
DOUBTFUL = "평균은 얼마야?"
SHARED = "중구 아파트 매매 시세 알려줘"
LACKING = "3억이면 복비 얼마야?"


async def test_a_response_is_gone_on_from(openai_client: AsyncOpenAI) -> None:
    first = await openai_client.responses.create(model=MODEL, input=PRICES)
    assert (first.status, first.object) == ("completed", "response")
    assert "달서구" in first.output_text
    again = await openai_client.responses.create(
        model=MODEL, input=PRICES, previous_response_id=first.id, metadata={"reuse": "always"}
    )
    assert again.previous_response_id == first.id
    assert (again.model_extra or {})["suffice"]["reuse"]["decision"] == "reuse"
    assert first.metadata == again.metadata


async def test_a_response_cites_its_sources(openai_client: AsyncOpenAI) -> None:
    answer = await openai_client.responses.create(model=MODEL, input=[{"role": "user", "content": PRICES}])
    message = answer.output[0]
    assert isinstance(message, ResponseOutputMessage)
    part = message.content[0]
    assert isinstance(part, ResponseOutputText)
    assert part.annotations
    for one in part.annotations:
        assert one.type == "url_citation"
        assert part.text[one.start_index : one.end_index].startswith("[")


async def test_the_events_of_a_response_come_in_order(openai_client: AsyncOpenAI) -> None:
    stream = await openai_client.responses.create(model=MODEL, input=PRICES, stream=True)
    events = [event async for event in stream]
    assert [event.sequence_number for event in events] == list(range(len(events)))
    assert [events[0].type, events[-1].type] == ["response.created", "response.completed"]
    text = "".join(event.delta for event in events if isinstance(event, ResponseTextDeltaEvent))
    assert events[-1].type == "response.completed"
    assert events[-1].response.output_text == text


async def test_the_helper_for_streams_gathers_the_same_response(openai_client: AsyncOpenAI) -> None:
    async with openai_client.responses.stream(model=MODEL, input=PRICES) as stream:
        final = await stream.get_final_response()
    kept = await openai_client.responses.retrieve(final.id)
    assert kept.output_text == final.output_text


async def test_what_is_not_stored_cannot_be_gone_on_from(openai_client: AsyncOpenAI, service: Serving) -> None:
    answer = await openai_client.responses.create(model=MODEL, input=PRICES, store=False)
    with pytest.raises(openai.BadRequestError) as caught:
        await openai_client.responses.create(model=MODEL, input=PRICES, previous_response_id=answer.id)
    assert caught.value.param == "previous_response_id"
    with pytest.raises(openai.NotFoundError):
        await openai_client.responses.retrieve(answer.id)


async def test_messages_sent_along_are_the_history(openai_client: AsyncOpenAI) -> None:
    answer = await openai_client.responses.create(
        model=MODEL,
        input=[
            {"role": "user", "content": [{"type": "input_text", "text": PRICES}]},
            {"role": "assistant", "content": "3억 원입니다."},
            {"role": "user", "content": "수성구는?"},
        ],
    )
    assert "수성구" in (answer.model_extra or {})["suffice"]["standalone_question"]


async def test_background_work_and_forced_tools_are_refused(openai_client: AsyncOpenAI) -> None:
    with pytest.raises(openai.BadRequestError) as caught:
        await openai_client.responses.create(model=MODEL, input=PRICES, background=True)
    assert caught.value.param == "background"
    with pytest.raises(openai.BadRequestError) as caught:
        await openai_client.responses.create(model=MODEL, input=PRICES, tool_choice="required")
    assert caught.value.param == "tool_choice"


def said_of(answer: Response) -> dict[str, object]:
    """What the service adds of its own."""
    return (answer.model_extra or {})["suffice"]


async def test_a_clarification_is_answered_by_its_number(openai_client: AsyncOpenAI) -> None:
    asked = await openai_client.responses.create(model=MODEL, input=SHARED)
    assert said_of(asked)["type"] == "clarify"
    assert "2. **대구 중구**" in asked.output_text
    answer = await openai_client.responses.create(model=MODEL, input="2", previous_response_id=asked.id)
    assert said_of(answer)["type"] == "answer"
    assert "대구 중구" in answer.output_text


async def test_a_form_is_filled_by_the_next_message(openai_client: AsyncOpenAI) -> None:
    asked = await openai_client.responses.create(model=MODEL, input=LACKING)
    assert said_of(asked)["type"] == "form"
    answer = await openai_client.responses.create(model=MODEL, input="전세요", previous_response_id=asked.id)
    assert said_of(answer)["type"] == "answer"
    assert "90만" in answer.output_text


async def test_a_confirmation_takes_its_safe_default(serve: Serve) -> None:
    async with serve(ask_worth_s=0.0) as service, openai_at(service.url) as client:
        first = await client.responses.create(model=MODEL, input=PRICES)
        again = await client.responses.create(model=MODEL, input=DOUBTFUL, previous_response_id=first.id)
    assert again.status == "completed"
    assert said_of(again)["type"] == "answer"


async def test_the_blocking_client_gets_a_response(service: Serving) -> None:
    def ask() -> str:
        http = DefaultHttpxClient(trust_env=False)
        with OpenAI(base_url=f"{service.url}/v1", api_key="none", http_client=http) as client:
            return client.responses.create(model=MODEL, input=PRICES).output_text

    assert "[1]" in await asyncio.to_thread(ask)


@pytest.mark.parametrize("strange", ["a\0", "a\ud800"])
@pytest.mark.parametrize("field", ["previous_response_id", "conversation", "metadata.session_id"])
async def test_an_id_the_database_cannot_look_for_is_reported(service: Serving, field: str, strange: str) -> None:
    outer, _, inner = field.partition(".")
    body = {"model": "suffice/handbook", "input": "연차 며칠이야?", outer: {inner: strange} if inner else strange}
    answer = await service.http.post(
        "/v1/responses", content=json.dumps(body), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"]["param"].startswith(field)


async def test_a_conversation_goes_by_its_id_or_an_object_of_it(service: Serving) -> None:
    session = (await service.http.post("/api/sessions", json={"pack": "handbook"})).json()["session_id"]
    for named in (session, {"id": session}):
        body = {"model": "suffice/handbook", "input": "연차 며칠이야?", "conversation": named}
        reply = (await service.http.post("/v1/responses", json=body)).json()
        assert reply["metadata"]["session_id"] == session
