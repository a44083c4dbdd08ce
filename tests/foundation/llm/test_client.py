"""Structured and free-text calls that end well, and what is remembered on the way."""

from __future__ import annotations

import pytest

from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import Writing
from foundation.llm.scripted import Refusal, Reply, part
from tests.foundation.llm.scripts import Verdict, scripted

GOOD = {"fits": True, "confidence": 0.95}


async def test_a_structured_call_sends_the_prompts_name_as_schema_name_and_as_header() -> None:
    async with scripted({"judge": GOOD}) as wired:
        assert await wired.judge() == Verdict(fits=True, confidence=0.95)
        [call] = wired.endpoint.calls
    assert call.headers["x-suffice-prompt"] == "judge"
    assert call.headers["authorization"] == "Bearer key-1"
    assert call.body["response_format"]["json_schema"]["name"] == "judge"
    assert call.body["response_format"]["json_schema"]["schema"]["required"] == ["fits", "confidence"]
    assert (call.body["temperature"], call.body["max_tokens"]) == (0.1, 500)


async def test_a_free_text_call_streams_and_names_its_prompt_in_the_metadata_and_the_header() -> None:
    async with scripted({"answer": Reply("달서구 평균은 3억 2,000만원입니다.", piece=3)}) as wired:
        pieces = [piece async for piece in wired.model.stream("answer", [], wired.usage)]
        [call] = wired.endpoint.calls
    assert "".join(pieces) == "달서구 평균은 3억 2,000만원입니다."
    assert len(pieces) > 3
    assert call.stream
    assert call.body["metadata"] == {"prompt": "answer"}
    assert call.headers["x-suffice-prompt"] == "answer"


@pytest.mark.parametrize(
    ("refuses", "formats"),
    [
        (frozenset[Refusal]({"json_schema"}), ["json_schema", "json_object", "json_object"]),
        (frozenset[Refusal]({"json_schema", "json_object"}), ["json_schema", "json_object", None, None]),
    ],
)
async def test_a_refused_reply_format_falls_back_once_and_is_remembered(
    refuses: frozenset[Refusal], formats: list[str | None]
) -> None:
    async with scripted({"judge": GOOD}, refuses=refuses) as wired:
        await wired.judge()
        assert (await wired.judge()).fits
        asked = [part(call.body, "response_format").get("type") for call in wired.endpoint.calls]
        assert "JSON Schema" in wired.endpoint.calls[-1].text
    assert asked == formats


async def test_plain_text_endpoints_are_understood_through_fences_thinking_and_prose() -> None:
    said = '<think>{"fits": false}</think>Here you are:\n```json\n{"fits": true, "confidence": 0.8, "more": 1}\n```'
    async with scripted({"judge": said}, refuses=frozenset({"json_schema", "json_object"})) as wired:
        assert await wired.judge() == Verdict(fits=True, confidence=0.8)


@pytest.mark.parametrize("part", ["metadata", "stream_options", "temperature", "max_tokens"])
async def test_a_refused_part_of_the_request_is_left_out_from_then_on(part: Refusal) -> None:
    async with scripted({"answer": "네."}, refuses=frozenset({part})) as wired:
        assert await wired.answer() == "네."
        assert await wired.answer() == "네."
        assert [part in call.body for call in wired.endpoint.calls] == [True, False, False]
        assert wired.usage.model_calls == 3


async def test_one_repair_quotes_what_was_wrong_and_is_enough() -> None:
    async with scripted({"judge": ['{"fits": true, "confidence": 1.7}', GOOD]}) as wired:
        assert (await wired.judge()).confidence == 0.95
        repair = wired.endpoint.calls[1].text
    assert "confidence: Input should be less than or equal to 1" in repair
    assert '"confidence": 1.7' in repair


@pytest.mark.parametrize(
    ("said", "reason", "field"),
    [
        ('{"fits": true, "confidence": 1.7}', "wrong_shape", "confidence"),
        ('{"fits": true, "confidence": NaN}', "bad_json", ""),
        ('{"fits": tr', "bad_json", ""),
        ('{"outer": 1, "inner": {"fits": true, "confidence": 0.9}, ', "bad_json", ""),
        ("It fits very well.", "bad_json", ""),
        ("[1, 2]", "bad_json", ""),
        ("", "empty", ""),
    ],
)
async def test_a_reply_that_stays_wrong_after_one_repair_is_a_failure_never_a_guess(
    said: str, reason: str, field: str
) -> None:
    async with scripted({"judge": said}) as wired:
        with pytest.raises(ModelFailed) as failed:
            await wired.judge()
        assert len(wired.endpoint.calls) == 2
    assert failed.value.data == {"prompt": "judge", "reason": reason, "field": field}
    assert "judge" not in failed.value.message, "a prompt's name says nothing to whoever reads it"


async def test_tokens_cost_and_bytes_are_counted_per_turn_and_per_prompt() -> None:
    async with scripted({"judge": GOOD, "answer": "정답입니다."}) as wired:
        await wired.judge()
        await wired.answer()
        usage, totals, calls = wired.usage, wired.model.totals, wired.endpoint.calls
    assert usage.model_calls == len(calls) == 2
    assert usage.by_prompt == {"judge": 1, "answer": 1}
    assert usage.prompt_tokens == sum(len(call.text.encode()) // 4 for call in calls)
    assert usage.cost == pytest.approx((usage.prompt_tokens + 2 * usage.completion_tokens) / 1e6)
    assert sum(usage.cost_by_prompt.values()) == pytest.approx(usage.cost)
    assert usage.prompt_bytes == sum(len(call.text.encode()) - 1 for call in calls)
    assert not usage.estimated
    assert totals == usage


@pytest.mark.parametrize("prompt", ["judge", "answer"])
async def test_tokens_nobody_reported_are_estimated_and_said_to_be(prompt: str) -> None:
    script = {
        "judge": Reply('{"fits": true, "confidence": 1}', usage=False),
        "answer": Reply("네, 그렇습니다.", usage=False),
    }
    async with scripted(script) as wired:
        await (wired.judge() if prompt == "judge" else wired.answer())
    assert wired.usage.estimated
    assert wired.usage.prompt_tokens > 0
    assert wired.usage.completion_tokens > 0


async def test_what_is_wished_for_is_sent_and_what_an_endpoint_refuses_is_left_out() -> None:
    wish = Writing(temperature=0.4, top_p=0.8, most_tokens=99, limit_s=5, top_k=40, repeat_penalty=1.1, context=8192)
    async with scripted({"answer": "네."}) as wired:
        pieces = [piece async for piece in wired.model.stream("answer", [], wired.usage, wish)]
        [call] = wired.endpoint.calls
    assert "".join(pieces) == "네."
    sent = {name: call.body[name] for name in ("temperature", "top_p", "max_tokens", "top_k", "repeat_penalty")}
    assert sent == {"temperature": 0.4, "top_p": 0.8, "max_tokens": 99, "top_k": 40, "repeat_penalty": 1.1}
    assert call.body["options"] == {"num_ctx": 8192}


async def test_an_endpoint_that_takes_no_top_k_is_asked_without_it_from_then_on() -> None:
    wish = Writing(temperature=0, top_p=0.9, most_tokens=99, limit_s=5, top_k=40)
    async with scripted({"answer": "네."}, refuses=frozenset[Refusal]({"top_k"})) as wired:
        for _ in range(2):
            _ = [piece async for piece in wired.model.stream("answer", [], wired.usage, wish)]
        tried = ["top_k" in call.body for call in wired.endpoint.calls]
    assert tried == [True, False, False]


async def test_a_wish_says_how_often_is_tried_again() -> None:
    wish = Writing(temperature=0, top_p=0.9, most_tokens=99, limit_s=5, retries=0)
    async with scripted({"answer": Reply(status=500)}) as wired:
        with pytest.raises(ModelFailed):
            _ = [piece async for piece in wired.model.stream("answer", [], wired.usage, wish)]
        assert len(wired.endpoint.calls) == 1
