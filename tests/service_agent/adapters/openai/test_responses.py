"""OpenAI's own client talks to the service over its newer shape."""

from __future__ import annotations

import json

import openai
import pytest
from openai import AsyncOpenAI
from openai.types.responses import ResponseOutputMessage, ResponseOutputText, ResponseTextDeltaEvent

from tests.serving import Serving

MODEL = "suffice/real_estate"
PRICES = "대구 달서구 아파트 시세 알려줘"


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
