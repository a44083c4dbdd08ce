"""Every way an endpoint can fail, over real HTTP: one exception, in bounded time, nothing left running."""

from __future__ import annotations

import asyncio
import gzip
import resource
from dataclasses import replace

import pytest

from foundation.contracts.errors import ModelFailed, WrongUse
from foundation.contracts.ports import Usage
from foundation.llm.budget import CallBudget
from foundation.llm.client import Endpoint, ModelClient
from foundation.llm.failures import without_key, without_secrets
from foundation.llm.scripted import Line, Reply
from tests.foundation.llm.scripts import ASKED, BUDGETS, QUICK, Verdict, scripted

GOOD = {"fits": True, "confidence": 0.95}
FAILURES = [
    (Reply(status=500), "status", 3),
    (Reply(status=429), "rate_limited", 3),
    (Reply(status=401, text="wrong key"), "status", 1),
    (Reply("x" * 400, fault="half"), "connection", 3),
    (Reply(fault="broken"), "bad_json", 3),
]


@pytest.mark.parametrize(("reply", "reason", "calls"), FAILURES)
async def test_a_failing_endpoint_is_one_exception_after_bounded_tries(reply: Reply, reason: str, calls: int) -> None:
    async with scripted({"judge": reply}) as wired:
        with pytest.raises(ModelFailed) as failed:
            await wired.judge()
        assert len(wired.endpoint.calls) == calls == wired.usage.model_calls
    assert failed.value.data["reason"] == reason


async def test_a_failure_names_the_address_and_no_key_in_it() -> None:
    async with scripted({"judge": Reply(status=401, text="no")}) as wired:
        address = wired.endpoint.base_url.replace("://", "://ann:hush@")
        model = ModelClient(Endpoint(address, "m"), BUDGETS, QUICK)
        with pytest.raises(ModelFailed) as failed:
            await model.structured("judge", ASKED, Verdict, Usage())
        await model.aclose()
    assert failed.value.message.startswith(f"The model at {wired.endpoint.base_url} gave no usable answer: status 401")
    assert "hush" not in failed.value.message


@pytest.mark.parametrize("address", ["nonsense", "ftp://x", "http://", "localhost:8080", "http://:80/v1"])
def test_an_address_of_another_form_is_refused_before_it_is_called(address: str) -> None:
    with pytest.raises(WrongUse, match="an http:// or https:// address"):
        Endpoint(address, "m")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Incorrect API key provided: sk-proj-abcdefgh1234.", "Incorrect API key provided: (key)"),
        ("key sk-abcd****wxyz is wrong", "key (key) is wrong"),
        ("sent Authorization: Bearer abc.def.ghi here", "sent Authorization: Bearer (key) here"),
        ("ask the risk-averse bearer of news", "ask the risk-averse bearer of news"),
    ],
)
def test_what_looks_like_a_key_is_not_passed_on(text: str, shown: str) -> None:
    assert without_secrets(text, "") == shown


@pytest.mark.parametrize("first", [Reply(status=500), Reply(status=429, retry_after="0"), Reply(fault="broken")])
@pytest.mark.parametrize("prompt", ["judge", "answer"])
async def test_a_passing_failure_is_tried_again(first: Reply, prompt: str) -> None:
    async with scripted(
        {"judge": [first, Reply('{"fits": true, "confidence": 1}')], "answer": [first, "네."]}
    ) as wired:
        assert await (wired.judge() if prompt == "judge" else wired.answer())
        assert len(wired.endpoint.calls) == 2


async def test_retry_after_is_honoured() -> None:
    async with scripted({"judge": [Reply(status=429, retry_after="0.3"), GOOD]}) as wired:
        await wired.judge()
        first, second = wired.endpoint.calls
    assert second.at - first.at >= 0.3


async def test_a_retry_after_beyond_the_time_limit_fails_at_once() -> None:
    async with scripted({"judge": Reply(status=429, retry_after="60")}) as wired:
        with pytest.raises(ModelFailed):
            await wired.judge()
        assert len(wired.endpoint.calls) == 1


@pytest.mark.parametrize("fault", ["half", "hang"])
async def test_half_a_stream_is_a_failure_and_not_an_answer(fault: str) -> None:
    reply = Reply("가나다라마바사아자차카타파하" * 4, piece=4, fault="half" if fault == "half" else "hang")
    async with scripted({"answer": reply}) as wired:
        pieces: list[str] = []
        with pytest.raises(ModelFailed) as failed:
            async for piece in wired.model.stream("answer", ASKED, wired.usage):
                pieces.append(piece)
        assert len(wired.endpoint.calls) == 1
    assert pieces
    assert failed.value.data["reason"] == "half_stream"


async def test_a_stream_may_last_as_long_as_pieces_keep_coming() -> None:
    text = "가나다라마바사아자차카타파하" * 2
    async with scripted({"answer": Reply(text, piece=2, piece_delay_s=0.08)}) as wired:
        assert await wired.answer() == text


async def test_a_stream_without_an_end_is_half_a_stream_even_when_the_line_closes_politely() -> None:
    async with scripted({"answer": Reply("가나다", finish_reason=None)}) as wired:
        with pytest.raises(ModelFailed) as failed:
            await wired.answer()
    assert failed.value.data["reason"] == "half_stream"


async def test_an_empty_stream_is_a_failure() -> None:
    async with scripted({"answer": "  \n"}) as wired:
        with pytest.raises(ModelFailed):
            await wired.answer()
    async with scripted({"answer": ""}) as wired:
        with pytest.raises(ModelFailed) as failed:
            await wired.answer()
    assert failed.value.data["reason"] == "empty"


async def test_a_stream_that_never_starts_ends_by_the_first_byte_limit() -> None:
    async with scripted(
        {"answer": Reply("네.", delay_s=30)}, limits=replace(QUICK, retry=replace(QUICK.retry, retries=0))
    ) as wired:
        with pytest.raises(ModelFailed) as failed:
            await wired.answer()
    assert failed.value.data["reason"] == "timeout"


@pytest.mark.parametrize(("budget_s", "longest_s"), [(0.3, 600.0), (600.0, 0.3)])
async def test_a_structured_call_that_hangs_ends_by_its_whole_time_limit(budget_s: float, longest_s: float) -> None:
    async with scripted({"judge": Reply(fault="hang")}) as wired:
        budgets, limits = {"judge": CallBudget(timeout_s=budget_s)}, replace(QUICK, longest_s=longest_s)
        model = ModelClient(Endpoint(wired.endpoint.base_url, "m"), budgets, limits)
        with pytest.raises(ModelFailed) as failed:
            await model.structured("judge", ASKED, Verdict, Usage())
        await model.aclose()
    assert failed.value.data["reason"] == "timeout"


@pytest.mark.parametrize("prompt", ["answer", "judge"])
async def test_an_answer_without_an_end_is_given_up_long_before_it_fills_the_memory(prompt: str) -> None:
    patient = replace(QUICK, first_byte_s=20.0, idle_s=20.0)
    grown_kb = -resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    async with scripted({prompt: Reply(fault="endless")}, limits=patient) as wired:
        with pytest.raises(ModelFailed, match="longer than") as failed:
            await (wired.judge() if prompt == "judge" else wired.answer())
        assert len(wired.endpoint.calls) == 1, "asking again would bring the same"
    assert failed.value.data["reason"] == "too_large"
    # It took 2.7 GB until its time was over.
    assert grown_kb + resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 200_000


async def test_a_packed_answer_is_not_unpacked() -> None:
    async with scripted({}) as wired:
        answers = [gzip.compress(bytes(1000)), b"{}"]

        async def reply(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            asked = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            assert "accept-encoding: identity" in asked
            body = answers.pop(0)
            packed = b"Content-Encoding: gzip\r\n" if answers else b""
            writer.write(b"HTTP/1.1 200 OK\r\n" + packed + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            writer.close()

        async with await asyncio.start_server(reply, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            model = ModelClient(Endpoint(f"http://127.0.0.1:{port}/v1", "m"), BUDGETS, QUICK)
            with pytest.raises(ModelFailed, match="compressed, which it was asked not to be"):
                await model.structured("judge", ASKED, Verdict, wired.usage)
            with pytest.raises(ModelFailed, match="no chat completion"):
                await model.structured("judge", ASKED, Verdict, wired.usage)
            await model.aclose()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("prompt", ["judge", "answer"])
async def test_a_redirect_fails_and_takes_no_prompt_elsewhere(status: int, prompt: str) -> None:
    asked = 0
    async with scripted({"judge": Reply('{"fits": true, "confidence": 1}'), "answer": "네."}) as wired:

        async def reply(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal asked
            asked += 1
            await reader.readuntil(b"\r\n\r\n")
            elsewhere = f"{wired.endpoint.base_url}/chat/completions"
            writer.write(f"HTTP/1.1 {status} Moved\r\nLocation: {elsewhere}\r\nContent-Length: 0\r\n\r\n".encode())
            writer.close()

        async with await asyncio.start_server(reply, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            model = ModelClient(Endpoint(f"http://127.0.0.1:{port}/v1", "m"), BUDGETS, QUICK)
            with pytest.raises(ModelFailed, match=f"status {status}: it redirects, which is not followed") as failed:
                if prompt == "judge":
                    await model.structured("judge", ASKED, Verdict, Usage())
                else:
                    _ = [piece async for piece in model.stream("answer", ASKED, Usage())]
            await model.aclose()
        assert wired.endpoint.calls == []
    assert asked == 1, "asking again would bring the same"
    assert failed.value.data["reason"] == "status"


async def test_waiting_for_a_slot_counts_towards_the_time_limit() -> None:
    budgets = {"judge": CallBudget(timeout_s=2.0), "hasty": CallBudget(timeout_s=0.2)}
    async with scripted({"judge": Reply(fault="hang")}) as wired:
        model = ModelClient(Endpoint(wired.endpoint.base_url, "m"), budgets, replace(QUICK, concurrency=1))
        first = asyncio.create_task(model.structured("judge", ASKED, Verdict, Usage()))
        while not wired.endpoint.calls:
            await asyncio.sleep(0.01)
        with pytest.raises(ModelFailed) as failed:
            await model.structured("hasty", ASKED, Verdict, Usage())
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        await model.aclose()
        assert [call.prompt for call in wired.endpoint.calls] == ["judge"]
    assert failed.value.data["reason"] == "timeout"


async def test_an_address_where_nobody_listens_is_a_failed_model() -> None:
    async with scripted({}) as wired:
        address = wired.endpoint.base_url
    model = ModelClient(Endpoint(address, "m"), {}, QUICK)
    with pytest.raises(ModelFailed) as failed:
        await model.structured("judge", ASKED, Verdict, Usage())
    await model.aclose()
    assert failed.value.data["reason"] == "connection"


async def test_the_breaker_opens_after_the_failures_and_a_probe_closes_it() -> None:
    limits = replace(QUICK, breaker_failures=3, breaker_cooldown_s=0.2)
    async with scripted(
        {"judge": [Reply(status=500)] * 3 + [Reply('{"fits": true, "confidence": 1}')]}, limits=limits
    ) as wired:
        with pytest.raises(ModelFailed):
            await wired.judge()
        with pytest.raises(ModelFailed) as refused:
            await wired.judge()
        assert refused.value.data["reason"] == "breaker_open"
        assert len(wired.endpoint.calls) == 3
        await asyncio.sleep(0.25)
        assert wired.model.breaker.state == "half_open"
        assert (await wired.judge()).fits
        assert wired.model.breaker.state == "closed"


async def test_wrong_content_never_opens_the_breaker() -> None:
    async with scripted({"judge": "no json"}, limits=replace(QUICK, breaker_failures=2)) as wired:
        for _ in range(3):
            with pytest.raises(ModelFailed):
                await wired.judge()
        assert wired.model.breaker.state == "closed"


async def test_no_more_calls_run_at_once_than_allowed() -> None:
    running, most = 0, 0

    def line(_: object) -> Reply:
        nonlocal running, most
        running += 1
        most = max(most, running)
        asyncio.get_running_loop().call_later(0.05, ended)
        return Reply('{"fits": true, "confidence": 1}', delay_s=0.06)

    def ended() -> None:
        nonlocal running
        running -= 1

    async with scripted({"judge": line}, limits=replace(QUICK, concurrency=2)) as wired:
        await asyncio.gather(*(wired.judge() for _ in range(6)))
        assert len(wired.endpoint.calls) == 6
    assert most == 2


@pytest.mark.parametrize(
    ("prompt", "reply", "failures"),
    [
        ("judge", Reply(fault="hang"), 1),
        ("judge", Reply(status=429, retry_after="2"), 2),
        ("answer", Reply("가나다라마바사" * 9, piece=2, piece_delay_s=0.1), 1),
        ("answer", Reply("가나다", delay_s=2), 1),
    ],
)
async def test_a_stop_ends_a_call_at_once_and_the_endpoint_sees_it(prompt: str, reply: Line, failures: int) -> None:
    async with scripted(
        {prompt: reply}, limits=replace(QUICK, first_byte_s=9, concurrency=1, breaker_failures=failures)
    ) as wired:
        task: asyncio.Task[object] = asyncio.create_task(wired.judge() if prompt == "judge" else wired.answer())
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert wired.model.breaker.state == "closed"
        wired.endpoint.script = {"judge": Reply('{"fits": true, "confidence": 1}')}
        assert (await wired.judge()).fits, "the slot must be free again"


async def test_a_cancelled_call_is_seen_as_a_hang_up_by_the_endpoint() -> None:
    async with scripted({"judge": Reply(fault="hang")}) as wired:
        task = asyncio.create_task(wired.judge())
        await asyncio.sleep(0.1)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        for _ in range(50):
            if wired.endpoint.disconnects:
                break
            await asyncio.sleep(0.02)
        assert wired.endpoint.disconnects == 1


async def test_a_consumer_that_stops_reading_frees_the_slot() -> None:
    reply = Reply("가나다라마바사" * 9, piece=2, piece_delay_s=0.05)
    async with scripted({"answer": [reply, "네."]}, limits=replace(QUICK, concurrency=1)) as wired:
        pieces = wired.model.stream("answer", ASKED, wired.usage)
        assert await anext(pieces)
        await pieces.aclose()
        assert await wired.answer() == "네."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("bad key sk-abc123 here", "bad key (key) here"),
        ("cut off: sk-abc1", "cut off: (key)"),
        ("cut off: sk-a", "cut off: (key)"),
        ("it begins with sk-", "it begins with sk-"),
        ("nothing of it", "nothing of it"),
    ],
)
def test_a_key_stands_in_no_failure_not_even_where_it_was_cut_off(text: str, shown: str) -> None:
    assert without_key(text, "sk-abc123") == shown
    assert without_key(text, "") == text
