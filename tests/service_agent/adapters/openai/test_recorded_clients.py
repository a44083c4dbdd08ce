"""Requests as Open WebUI and LibreChat write them (from their sources, not their code), replayed byte by byte."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.serving import Serving

PRICES = "대구 달서구 아파트 시세 알려줘"
OPEN_WEBUI: dict[str, Any] = {
    "stream": True,
    "model": "suffice/real_estate",
    "messages": [
        {"role": "system", "content": "You are helpful."},
        {"role": "user", "content": [{"type": "text", "text": PRICES, "cache_control": {"type": "ephemeral"}}]},
    ],
    "temperature": 0.8,
    "max_tokens": 1024,
    "stream_options": {"include_usage": True},
}
OPEN_WEBUI_HEADERS = {
    "X-OpenWebUI-User-Name": "Ann",
    "X-OpenWebUI-User-Id": "8b6b8f4e",
    "X-OpenWebUI-Chat-Id": "5f3a1f9c-8a0a-4a1e-9a55-1c1f2ad7a001",
}
LIBRE_CHAT: dict[str, Any] = {
    "model": "suffice/real_estate",
    "user": "65f1c0",
    "temperature": 1,
    "top_p": 1,
    "presence_penalty": 0,
    "frequency_penalty": 0,
    "stream": True,
    "stream_options": {"include_usage": True},
    "messages": [
        {"role": "user", "content": "안녕"},
        {"role": "assistant", "content": "안녕하세요."},
        {"role": "user", "content": PRICES},
    ],
}
LIBRE_CHAT_HEADERS = {"User-Agent": "OpenAI/JS 5.8.2", "X-Stainless-Lang": "js", "X-Stainless-Retry-Count": "0"}


@pytest.mark.parametrize(
    ("body", "headers"), [(OPEN_WEBUI, OPEN_WEBUI_HEADERS), (LIBRE_CHAT, LIBRE_CHAT_HEADERS)], ids=["webui", "libre"]
)
async def test_a_recorded_question_is_streamed_as_the_client_reads_it(
    service: Serving, body: dict[str, Any], headers: dict[str, str]
) -> None:
    headers = {"Authorization": "Bearer sk-any", "Content-Type": "application/json", **headers}
    answer = await service.http.post("/v1/chat/completions", content=json.dumps(body), headers=headers)
    assert answer.headers["content-type"].startswith("text/event-stream")
    lines = [line.removeprefix("data: ") for line in answer.text.splitlines() if line.startswith("data: ")]
    assert lines.pop() == "[DONE]"
    chunks = [json.loads(line) for line in lines]
    deltas = [choice["delta"] for chunk in chunks for choice in chunk["choices"]]
    assert "달서구" in "".join(delta.get("content", "") for delta in deltas)
    cited = [note["url_citation"] for delta in deltas for note in delta.get("annotations", [])]
    assert cited
    assert all(one["url"] and one["title"] for one in cited)
    assert chunks[-1]["usage"]["total_tokens"] >= 0


async def test_the_lists_of_models_they_read_are_there(service: Serving) -> None:
    for address in ("/v1/models", "/v1/models?user=65f1c0"):  # LibreChat may say who asks
        listed = (await service.http.get(address, headers={"Authorization": "Bearer sk-any"})).json()
        assert {"suffice/real_estate", "suffice/handbook"} <= {model["id"] for model in listed["data"]}


async def test_a_title_is_asked_of_the_model_without_an_error(service: Serving) -> None:
    task = (
        "### Task:\nGenerate a concise, 3-5 word title with an emoji summarizing the chat history.\n### Chat History:\n"
    )
    body = {"model": "suffice/real_estate", "messages": [{"role": "user", "content": task + PRICES}], "stream": False}
    answer = await service.http.post("/v1/chat/completions", json=body)
    assert answer.status_code == 200
    assert answer.json()["choices"][0]["message"]["content"]


SHARED_NAME = "중구 아파트 매매 시세 알려줘"
TASKS = (
    '### Task:\nGenerate 1-3 broad tags for this chat.\n### Output:\nJSON format: { "tags": [] }\n### Chat History:\n',
    '### Task:\nSuggest 3-5 follow-up questions.\n### Output:\nJSON format: { "follow_ups": [] }\n### Chat History:\n',
)
"""In the shape of what Open WebUI asks of the model in the background; the words are ours."""


async def streamed(service: Serving, body: dict[str, Any], headers: dict[str, str]) -> str:
    """The text of a streamed answer, as both clients add it up."""
    sent = {"Authorization": "Bearer sk-any", "Content-Type": "application/json", **headers}
    answer = await service.http.post("/v1/chat/completions", content=json.dumps(body), headers=sent)
    assert answer.status_code == 200, answer.text
    lines = [line.removeprefix("data: ") for line in answer.text.splitlines() if line.startswith("data: ")]
    assert lines[-1] == "[DONE]"
    chunks = [json.loads(line) for line in lines[:-1]]
    assert {chunk["object"] for chunk in chunks} == {"chat.completion.chunk"}
    assert any(choice["finish_reason"] == "stop" for chunk in chunks for choice in chunk["choices"])
    return "".join(choice["delta"].get("content") or "" for chunk in chunks for choice in chunk["choices"])


@pytest.mark.parametrize(
    ("shape", "headers"), [(OPEN_WEBUI, OPEN_WEBUI_HEADERS), (LIBRE_CHAT, LIBRE_CHAT_HEADERS)], ids=["webui", "libre"]
)
async def test_a_recorded_session_goes_on_and_a_number_answers_what_was_asked(
    service: Serving, shape: dict[str, Any], headers: dict[str, str]
) -> None:
    messages: list[dict[str, Any]] = []
    ids = {"X-OpenWebUI-Message-Id": "a1", "X-OpenWebUI-User-Message-Id": "u1"} if shape is OPEN_WEBUI else {}
    answers: list[str] = []
    for said in (SHARED_NAME, "2", PRICES, "수성구는?"):
        messages.append({"role": "user", "content": said})
        answers.append(await streamed(service, {**shape, "messages": messages}, {**headers, **ids}))
        messages.append({"role": "assistant", "content": answers[-1]})
    assert "2. **대구 중구**" in answers[0]
    assert "대구 중구" in answers[1]
    assert "달서구" in answers[2]
    assert "수성구" in answers[3]


@pytest.mark.parametrize("task", TASKS, ids=["tags", "follow-ups"])
async def test_background_tasks_of_a_client_get_an_answer_and_no_error(service: Serving, task: str) -> None:
    history = f"<chat_history>\nUSER: {PRICES}\nASSISTANT: 3억 1,850만원입니다.\n</chat_history>"
    body = {
        "model": "suffice/real_estate",
        "messages": [{"role": "user", "content": task + history}],
        "stream": False,
        "max_completion_tokens": 1000,
    }
    answer = await service.http.post("/v1/chat/completions", json=body, headers=OPEN_WEBUI_HEADERS)
    assert answer.status_code == 200, answer.text
    assert answer.json()["choices"][0]["message"]["content"]


async def test_a_picture_sent_along_is_refused_in_their_shape(service: Serving) -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}
    body = {**OPEN_WEBUI, "messages": [{"role": "user", "content": [{"type": "text", "text": PRICES}, picture]}]}
    answer = await service.http.post("/v1/chat/completions", json=body, headers=OPEN_WEBUI_HEADERS)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]
