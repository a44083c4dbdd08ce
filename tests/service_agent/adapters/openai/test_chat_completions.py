"""OpenAI's own client talks to the service."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

import openai
import pytest
from openai import AsyncOpenAI
from openai.types.chat import ChatCompletionChunk, ChatCompletionMessageParam

from tests.service_agent.adapters.clients import openai_at
from tests.serving import Serve, Serving

MODEL = "suffice/real_estate"
PRICES = "대구 달서구 아파트 시세 알려줘"
HANDBOOK = "How many days of annual leave do I have?"
SHARED = "중구 아파트 매매 시세 알려줘"
LACKING = "3억이면 복비 얼마야?"
DEPOSIT = "보증금을 돌려받지 못하면 어떻게 해?"


def line(content: str) -> list[ChatCompletionMessageParam]:
    return [{"role": "user", "content": content}]


async def whole(client: Any, messages: list[ChatCompletionMessageParam], **more: Any) -> Any:
    return await client.chat.completions.create(model=MODEL, messages=messages, **more)


async def test_each_pack_is_a_model(openai_client: AsyncOpenAI, service: Serving) -> None:
    listed = [model.id async for model in openai_client.models.list()]
    assert listed[0] == f"suffice/{service.services.default_pack}"
    assert set(listed) == {f"suffice/{name}" for name in service.services.packs}
    assert (await openai_client.models.retrieve(MODEL)).id == MODEL


CITED = [(PRICES, "urn:suffice:"), (DEPOSIT, "https://www.law.go.kr/"), (HANDBOOK, "{url}/api/chunks/")]


@pytest.mark.parametrize(("question", "address"), CITED)
async def test_an_answer_says_where_each_source_is(
    openai_client: AsyncOpenAI, service: Serving, question: str, address: str
) -> None:
    pack = "handbook" if question == HANDBOOK else "real_estate"
    answer = await openai_client.chat.completions.create(model=f"suffice/{pack}", messages=line(question))
    choice = answer.choices[0]
    assert (answer.object, choice.finish_reason, choice.message.role) == ("chat.completion", "stop", "assistant")
    content = choice.message.content or ""
    assert choice.message.annotations
    for note in choice.message.annotations:
        cited = note.url_citation
        marker = content[cited.start_index : cited.end_index]
        assert f"\n{marker} {cited.title}" in content
        assert cited.url.startswith(address.format(url=service.url))
        if cited.url.startswith(service.url):
            passage = (await service.http.get(cited.url)).json()
            assert passage["chunk_id"] == (cited.model_extra or {})["chunk_id"]


async def test_a_marker_is_the_place_among_the_sources_told(openai_client: AsyncOpenAI) -> None:
    message = (await whole(openai_client, line(PRICES))).choices[0].message
    urls: list[str] = []
    for note in message.annotations:
        cited = note.url_citation
        if cited.url not in urls:
            urls.append(cited.url)
        assert message.content[cited.start_index : cited.end_index] == f"[{urls.index(cited.url) + 1}]"
    assert len(urls) > 1


async def test_a_stream_gives_the_same_answer(openai_client: AsyncOpenAI) -> None:
    answer = await whole(openai_client, line(PRICES))
    stream = await whole(openai_client, line(PRICES), stream=True, stream_options={"include_usage": True})
    chunks: list[ChatCompletionChunk] = [chunk async for chunk in stream]
    text = "".join(choice.delta.content or "" for chunk in chunks for choice in chunk.choices)
    assert text == answer.choices[0].message.content
    assert len(chunks) > 5
    assert [choice.finish_reason for chunk in chunks for choice in chunk.choices][-1] == "stop"
    assert chunks[-1].usage is not None
    assert not chunks[-1].choices
    assert (chunks[-1].model_extra or {})["suffice"]["reuse"]["decision"] == "search"
    assert len({chunk.id for chunk in chunks}) == 1


async def test_a_session_reuses_what_it_has_in_hand(openai_client: AsyncOpenAI, service: Serving) -> None:
    session = await service.session()
    await whole(openai_client, line(PRICES), metadata={"session_id": session})
    again = await whole(
        openai_client, line(PRICES), extra_headers={"X-Session-Id": session}, metadata={"reuse": "always"}
    )
    extension = again.choices[0].message.suffice
    assert extension["session_id"] == session
    assert extension["reuse"]["decision"] == "reuse"
    kept = (await service.http.get(f"/api/sessions/{session}/messages")).json()["messages"]
    assert len(kept) == 4


async def test_without_a_session_nothing_is_kept(openai_client: AsyncOpenAI, service: Serving) -> None:
    answer = await whole(openai_client, line(PRICES))
    session = answer.choices[0].message.suffice["session_id"]
    assert (await service.http.get(f"/api/sessions/{session}")).status_code == 404


async def test_the_messages_sent_are_the_history(openai_client: AsyncOpenAI) -> None:
    before: list[ChatCompletionMessageParam] = [
        {"role": "system", "content": "Be brief."},
        *line(PRICES),
        {"role": "assistant", "content": "3억 원입니다."},
    ]
    answer = await whole(openai_client, [*before, *line("수성구는?")])
    assert "수성구" in answer.choices[0].message.suffice["standalone_question"]


async def test_text_in_parts_is_read(openai_client: AsyncOpenAI) -> None:
    parts: list[ChatCompletionMessageParam] = [{"role": "user", "content": [{"type": "text", "text": PRICES}]}]
    assert "달서구" in (await whole(openai_client, parts)).choices[0].message.content


@pytest.mark.parametrize("kept", [False, True])
async def test_a_number_chooses_among_the_options_that_were_shown(
    openai_client: AsyncOpenAI, service: Serving, kept: bool
) -> None:
    session = {"metadata": {"session_id": await service.session()}} if kept else {}
    asked = await whole(openai_client, line(SHARED), **session)
    shown = asked.choices[0].message
    assert shown.suffice["type"] == "clarify"
    assert "1. **서울 중구**" in shown.content
    assert "2. **대구 중구**" in shown.content
    before: list[ChatCompletionMessageParam] = [*line(SHARED), {"role": "assistant", "content": shown.content}]
    answer = await whole(openai_client, [*([] if kept else before), *line("2")], **session)
    assert answer.choices[0].message.suffice["type"] == "answer"
    assert "대구 중구" in answer.choices[0].message.content


async def test_a_form_is_a_text_that_names_what_is_lacking(openai_client: AsyncOpenAI) -> None:
    answer = (await whole(openai_client, line(LACKING))).choices[0].message
    assert answer.suffice["type"] == "form"
    assert "- 거래(매매·전세·월세): 전세, 매매, 월세" in answer.content
    assert "거래금액: 3억원" in answer.content


@pytest.mark.parametrize("kept", [False, True])
async def test_a_form_is_filled_by_the_next_message(openai_client: AsyncOpenAI, service: Serving, kept: bool) -> None:
    session = {"metadata": {"session_id": await service.session()}} if kept else {}
    asked = (await whole(openai_client, line(LACKING), **session)).choices[0].message
    before: list[ChatCompletionMessageParam] = [*line(LACKING), {"role": "assistant", "content": asked.content}]
    answer = await whole(openai_client, [*([] if kept else before), *line("전세요")], **session)
    assert answer.choices[0].message.suffice["type"] == "answer"
    assert "90만" in answer.choices[0].message.content


REFUSED: list[dict[str, Any]] = [
    {"n": 2},
    {"tool_choice": "required"},
    {"response_format": {"type": "json_object"}},
    {"stop": ["\n"]},
    {"messages": [{"role": "assistant", "content": "hello"}]},
    {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:x"}}]}]},
    {"messages": [{"role": "user", "content": "가" * 8001}]},
    {"messages": []},
]


@pytest.mark.parametrize("wrong", REFUSED, ids=lambda wrong: next(iter(wrong)))
async def test_what_cannot_be_done_is_a_bad_request(openai_client: AsyncOpenAI, wrong: dict[str, Any]) -> None:
    with pytest.raises(openai.BadRequestError) as caught:
        await whole(openai_client, **{"messages": line(PRICES), **wrong})
    assert caught.value.param == next(iter(wrong))
    assert caught.value.type == "invalid_request_error"


async def test_what_only_tunes_a_style_changes_nothing(openai_client: AsyncOpenAI) -> None:
    tools: list[Any] = [{"type": "function", "function": {"name": "f", "parameters": {}}}]
    answer = await whole(openai_client, line(PRICES), temperature=0.1, top_p=0.5, max_tokens=5, seed=1, tools=tools)
    assert answer.choices[0].finish_reason == "stop"


async def test_another_model_does_not_exist(openai_client: AsyncOpenAI) -> None:
    with pytest.raises(openai.NotFoundError) as caught:
        await openai_client.chat.completions.create(model="gpt-4o", messages=line(PRICES), stream=True)
    assert caught.value.code == "model_not_found"
    with pytest.raises(openai.NotFoundError):
        await openai_client.models.retrieve("suffice/nothing")


async def test_a_conversation_of_nobody_does_not_exist(openai_client: AsyncOpenAI) -> None:
    with pytest.raises(openai.NotFoundError):
        await whole(openai_client, line(PRICES), metadata={"session_id": "nobody"})


async def test_keys_paces_and_owners_hold_here_too(serve: Serve) -> None:
    keys = "ann:ann-0123456789abc,bob:bob-0123456789abc"
    async with serve(auth_keys=keys, limit_requests_minute=10) as service, AsyncExitStack() as open_clients:
        ann, bob, nobody = [
            await open_clients.enter_async_context(openai_at(service.url, key))
            for key in ("ann-0123456789abc", "bob-0123456789abc", "wrong-key-0123456789")
        ]
        with pytest.raises(openai.AuthenticationError) as caught:
            await whole(nobody, line(PRICES))
        assert caught.value.code == "invalid_api_key"
        headers = {"Authorization": f"Bearer {ann.api_key}"}
        session = (await service.http.post("/api/sessions", json={}, headers=headers)).json()["session_id"]
        with pytest.raises(openai.NotFoundError):
            await whole(bob, line(PRICES), metadata={"session_id": session})
        with pytest.raises(openai.RateLimitError) as limited:
            for _ in range(12):
                await bob.models.retrieve(MODEL)
        assert int(limited.value.response.headers["retry-after"]) > 0
