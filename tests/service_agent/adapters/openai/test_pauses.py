"""OpenAI's own client, however it is used, goes through every question to the person."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from openai import DefaultHttpxClient, OpenAI

from tests.service_agent.adapters.clients import openai_at
from tests.serving import Serving

MODEL = "suffice/real_estate"
PRICES = "대구 달서구 아파트 시세 알려줘"
DOUBTFUL = "평균은 얼마야?"
SHARED = "중구 아파트 매매 시세 알려줘"
LACKING = "3억이면 복비 얼마야?"


class Conversation:
    """A conversation, as a program of one of the two shapes keeps it."""

    def __init__(self, url: str, *, blocking: bool, streamed: bool) -> None:
        self._url = url
        self._blocking = blocking
        self._streamed = streamed
        self.text = ""
        self.said: dict[str, Any] = {}
        """What the service adds of its own."""

    async def say(self, line: str, **metadata: str) -> None:
        """Ask, and keep what came."""
        request = {"model": MODEL, "metadata": metadata, "stream": self._streamed, **self.request(line)}
        parts = await (asyncio.to_thread(self._blocked, request) if self._blocking else self._awaited(request))
        self.take(line, parts)

    def request(self, line: str) -> dict[str, Any]:
        """What is sent beside the model."""
        raise NotImplementedError

    def take(self, line: str, parts: list[Any]) -> None:
        """Keeps the one answer, or what was streamed of it."""
        raise NotImplementedError

    def creating(self, client: Any) -> Any:
        """The client's function."""
        raise NotImplementedError

    def _blocked(self, request: dict[str, Any]) -> list[Any]:
        http = DefaultHttpxClient(trust_env=False)
        with OpenAI(base_url=f"{self._url}/v1", api_key="none", max_retries=0, http_client=http) as client:
            answer = self.creating(client)(**request)
            return list(answer) if self._streamed else [answer]

    async def _awaited(self, request: dict[str, Any]) -> list[Any]:
        async with openai_at(self._url) as client:
            answer = await self.creating(client)(**request)
            return [part async for part in answer] if self._streamed else [answer]


class Completions(Conversation):
    """The program sends the whole conversation each time."""

    def __init__(self, url: str, *, blocking: bool, streamed: bool) -> None:
        super().__init__(url, blocking=blocking, streamed=streamed)
        self._lines: list[dict[str, str]] = []

    def request(self, line: str) -> dict[str, Any]:
        return {"messages": [*self._lines, {"role": "user", "content": line}]}

    def take(self, line: str, parts: list[Any]) -> None:
        if self._streamed:
            self.text = "".join(choice.delta.content or "" for part in parts for choice in part.choices)
            self.said = parts[-1].suffice
        else:
            self.text = parts[0].choices[0].message.content
            self.said = parts[0].choices[0].message.suffice
        self._lines += [{"role": "user", "content": line}, {"role": "assistant", "content": self.text}]

    def creating(self, client: Any) -> Any:
        return client.chat.completions.create


class Responses(Conversation):
    """The program names the response before."""

    def __init__(self, url: str, *, blocking: bool, streamed: bool) -> None:
        super().__init__(url, blocking=blocking, streamed=streamed)
        self._last: str | None = None

    def request(self, line: str) -> dict[str, Any]:
        return {"input": line, "previous_response_id": self._last}

    def take(self, line: str, parts: list[Any]) -> None:
        answer = parts[-1].response if self._streamed else parts[0]
        if self._streamed:
            self.text = "".join(part.delta for part in parts if part.type == "response.output_text.delta")
            assert self.text == answer.output_text
        self.text, self.said, self._last = answer.output_text, answer.suffice, answer.id

    def creating(self, client: Any) -> Any:
        return client.responses.create


def every_way(test: Any) -> Any:
    """Both shapes; awaited and blocking; whole and streamed."""
    for name, values in (
        ("streamed", {"whole": False, "streamed": True}),
        ("blocking", {"async": False, "sync": True}),
        ("shape", {"completions": Completions, "responses": Responses}),
    ):
        test = pytest.mark.parametrize(name, values.values(), ids=values)(test)
    return test


@every_way
async def test_a_clarification_is_answered_by_its_number(
    asking: Serving, shape: type[Conversation], blocking: bool, streamed: bool
) -> None:
    talk = shape(asking.url, blocking=blocking, streamed=streamed)
    await talk.say(SHARED)
    assert talk.said["type"] == "clarify"
    assert "1. **서울 중구**" in talk.text
    assert "2. **대구 중구**" in talk.text
    await talk.say("2")
    assert talk.said["type"] == "answer"
    assert "대구 중구" in talk.text


@every_way
async def test_a_form_is_filled_by_the_next_message(
    asking: Serving, shape: type[Conversation], blocking: bool, streamed: bool
) -> None:
    talk = shape(asking.url, blocking=blocking, streamed=streamed)
    await talk.say(LACKING)
    assert talk.said["type"] == "form"
    assert "- 거래(매매·전세·월세): 전세, 매매, 월세" in talk.text
    await talk.say("전세요")
    assert talk.said["type"] == "answer"
    assert "90만" in talk.text


@every_way
async def test_a_confirmation_takes_its_safe_default_unless_told_beforehand(
    asking: Serving, shape: type[Conversation], blocking: bool, streamed: bool
) -> None:
    session = {"session_id": await asking.session()} if shape is Completions else {}
    talk = shape(asking.url, blocking=blocking, streamed=streamed)
    await talk.say(PRICES, **session)
    await talk.say(DOUBTFUL, **session)
    unasked = talk.said
    await talk.say(DOUBTFUL, **session, reuse="always")
    for said, decision, person in ((unasked, "search", None), (talk.said, "reuse", "use_previous")):
        assert said["type"] == "answer"
        assert said["reuse"]["judge1"]["is_sufficient"]
        assert (said["reuse"]["decision"], said["reuse"]["person"]) == (decision, person)
