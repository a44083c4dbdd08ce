"""What Open WebUI and LibreChat sent to this service, replayed: the requests are in `recorded/`.

Open WebUI 0.12.4 was run whole on 29 November 2026, and a browser wrote into its own page. LibreChat itself was not
run: it needs MongoDB. Its package `@librechat/agents` 3.2.21, which sends its requests, was run with the settings that
its server makes for a custom endpoint (read in its source); how its server asks for the models was not seen. The lists
of tools are their names alone, answers are those of the replay, and what the programs ask of a model for themselves is
in our words. Pictures were not recorded.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.serving import Serving

RECORDED = Path(__file__).with_name("recorded")
PRICES = "대구 달서구 아파트 시세 알려줘"
DOUBTFUL = "평균은 얼마야?"
SHARED = "중구 아파트 매매 시세 알려줘"
LACKING = "3억이면 복비 얼마야?"
HISTORY = f"<chat_history>\nUSER: {PRICES}\nASSISTANT: 3억 1,850만원입니다.\n</chat_history>"
TASKS = {
    "{task: title}": f'### Task:\nName this chat.\n### Output:\n{{ "title": "" }}\n### Chat History:\n{HISTORY}',
    "{task: tags}": f'### Task:\nGive 1-3 broad tags.\n### Output:\n{{ "tags": [] }}\n### Chat History:\n{HISTORY}',
    "{task: follow-ups}": f"### Task:\nSuggest what to ask next.\n### Output:\nJSON\n### Chat History:\n{HISTORY}",
}


class Client:
    """A recorded program."""

    def __init__(self, name: str) -> None:
        recorded = json.loads((RECORDED / f"{name}.json").read_text(encoding="utf-8"))
        self.headers: dict[str, str] = recorded["headers"]
        self.requests: list[dict[str, Any]] = recorded["requests"]
        self._tools: list[str] = recorded.get("tools", [])

    @property
    def questions(self) -> list[dict[str, Any]]:
        """The bodies of what its person asked, in turn."""
        return [one["body"] for one in self.requests if one["body"] and one["body"]["stream"]]

    @property
    def tasks(self) -> list[dict[str, Any]]:
        """The bodies of what it asked on its own account, each kind once."""
        bodies = [one["body"] for one in self.requests if one["body"] and not one["body"]["stream"]]
        return list({body["messages"][-1]["content"]: body for body in bodies}.values())

    def filled(self, body: dict[str, Any], answers: list[str]) -> dict[str, Any]:
        """A body as it went out, with what was left out of the record."""
        words = TASKS | {f"{{answer {place}}}": answer for place, answer in enumerate(answers, 1)}
        messages = [{**one, "content": words.get(one["content"], one["content"])} for one in body["messages"]]
        tools = [{"type": "function", "function": {"name": name}} for name in self._tools]
        return {**body, "messages": messages, **({"tools": tools} if "tools" in body else {})}


@pytest.fixture(params=["open_webui", "librechat"])
def client(request: pytest.FixtureRequest) -> Client:
    return Client(request.param)


async def streamed(service: Serving, client: Client, body: dict[str, Any], **headers: str) -> list[dict[str, Any]]:
    """The chunks of an answer."""
    answer = await service.http.post(
        "/v1/chat/completions", content=json.dumps(body), headers={**client.headers, **headers}
    )
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/event-stream")
    lines = [line.removeprefix("data: ") for line in answer.text.splitlines() if line.startswith("data: ")]
    assert lines.pop() == "[DONE]"
    chunks = [json.loads(line) for line in lines]
    assert {chunk["object"] for chunk in chunks} == {"chat.completion.chunk"}
    assert [choice["finish_reason"] for chunk in chunks for choice in chunk["choices"]][-1] == "stop"
    return chunks


def text_of(chunks: list[dict[str, Any]]) -> str:
    """An answer's text, as both programs add it up."""
    return "".join(choice["delta"].get("content") or "" for chunk in chunks for choice in chunk["choices"])


async def replayed(service: Serving, client: Client) -> dict[str, list[dict[str, Any]]]:
    """The chunks of the answer to each question of a recorded session."""
    given: dict[str, list[dict[str, Any]]] = {}
    answers: list[str] = []
    for body in client.questions:
        if len(body["messages"]) == 1:
            answers = []
        chunks = await streamed(service, client, client.filled(body, answers))
        given[body["messages"][-1]["content"]] = chunks
        answers.append(text_of(chunks))
    return given


def extension(chunks: list[dict[str, Any]]) -> dict[str, Any]:
    return chunks[-1]["suffice"]


async def test_a_recorded_session_goes_through_every_question_back(asking: Serving, client: Client) -> None:
    given = await replayed(asking, client)
    assert "2. **대구 중구**" in text_of(given[SHARED])
    assert "대구 중구" in text_of(given["2"])
    assert "- 거래(매매·전세·월세): 전세, 매매, 월세" in text_of(given[LACKING])
    assert "90만" in text_of(given["전세요"])
    assert [extension(given[line])["type"] for line in (SHARED, "2", LACKING, "전세요")] == [
        *("clarify", "answer", "form", "answer")
    ]
    reuse = extension(given[DOUBTFUL])["reuse"]
    assert reuse["decision"] == "search"
    assert not reuse["judge1"]["is_sufficient"]  # they name no session, so nothing is in hand and nobody is asked


async def test_with_a_session_a_confirmation_takes_its_safe_default(asking: Serving, client: Client) -> None:
    headers = {"X-Session-Id": await asking.session()}
    bodies = [one for one in client.questions if one["messages"][-1]["content"] in (PRICES, DOUBTFUL)]
    _, doubted = [await streamed(asking, client, client.filled(one, []), **headers) for one in bodies]
    reuse = extension(doubted)["reuse"]
    assert reuse["judge1"]["is_sufficient"]
    assert (reuse["decision"], reuse["person"]) == ("search", None)


async def test_a_marker_is_the_place_among_the_sources_streamed(asking: Serving, client: Client) -> None:
    (body,) = [one for one in client.questions if one["messages"][-1]["content"] == PRICES]
    chunks = await streamed(asking, client, client.filled({**body, "messages": body["messages"][-1:]}, []))
    notes = [note for chunk in chunks for one in chunk["choices"] for note in one["delta"].get("annotations", [])]
    urls: list[str] = []
    for cited in (note["url_citation"] for note in notes):
        urls += [cited["url"]] if cited["url"] not in urls else []
        assert text_of(chunks)[cited["start_index"] : cited["end_index"]] == f"[{urls.index(cited['url']) + 1}]"
        assert cited["title"]
    assert len(urls) > 1


async def test_the_list_of_models_is_read(service: Serving) -> None:
    webui = Client("open_webui")
    (address,) = {one["path"] for one in webui.requests if one["method"] == "GET"}
    for path in (address, f"{address}?user=65f1c0"):  # LibreChat's server may say who asks
        listed = (await service.http.get(path, headers=webui.headers)).json()
        assert {"suffice/real_estate", "suffice/handbook"} <= {model["id"] for model in listed["data"]}


async def test_what_a_program_asks_for_itself_is_no_error(service: Serving, client: Client) -> None:
    assert client.tasks
    for body in client.tasks:
        answer = await service.http.post("/v1/chat/completions", json=client.filled(body, []), headers=client.headers)
        assert answer.status_code == 200, answer.text
        assert answer.json()["choices"][0]["message"]["content"]


async def test_a_picture_sent_along_is_refused_in_their_shape(service: Serving, client: Client) -> None:
    body = client.questions[0]
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}
    parts = [{"type": "text", "text": body["messages"][0]["content"]}, picture]
    sent = {**client.filled(body, []), "messages": [{"role": "user", "content": parts}]}
    answer = await service.http.post("/v1/chat/completions", json=sent, headers=client.headers)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]
