"""Whoever loses the line, at any frame, ends where somebody ends who never lost it."""

from __future__ import annotations

import asyncio
import json

import pytest

from service_agent.auth.signed_in import NOBODY_NEEDED
from service_agent.chat.session import ChatSession
from tests.serving import Serving
from tests.stories.client import ClientState, talking
from tests.stories.test_four_questions import AGAIN, PRICES


async def test_at_every_cut_point_the_state_is_that_of_an_unbroken_client(service: Serving) -> None:
    session_id = await service.session()
    unbroken = ClientState()
    async with talking(service.url, session_id) as client:
        await client.next()
        await client.turn(PRICES)
        await client.turn(AGAIN)
    for frame in client.frames:
        unbroken.take(frame)
    assert unbroken.last_seq > 10

    for cut in range(len(client.frames) + 1):
        state = ClientState()
        for frame in client.frames[:cut]:
            state.take(frame)
        async with talking(service.url, session_id, state.last_seq) as again:
            ready = await again.next()
            assert ready["last_seq"] == unbroken.last_seq
            while state.last_seq < ready["last_seq"]:
                state.take(await again.next())
        assert state == unbroken


async def test_replayed_events_are_letter_for_letter_what_was_sent(service: Serving) -> None:
    session_id = await service.session()
    async with talking(service.url, session_id) as client:
        await client.next()
        await client.turn("안녕하세요")
    sent = [frame for frame in client.frames if "seq" in frame]
    async with talking(service.url, session_id, 0) as again:
        await again.next()
        replayed = [await again.next() for _ in sent]
    assert replayed == sent


async def test_two_tabs_see_the_same_events(service: Serving) -> None:
    session_id = await service.session()
    async with talking(service.url, session_id) as one, talking(service.url, session_id) as two:
        await asyncio.gather(one.next(), two.next())
        await one.turn(PRICES)
        await two.until("run_completed")
    assert [frame for frame in one.frames if "seq" in frame] == [frame for frame in two.frames if "seq" in frame]


@pytest.mark.parametrize("cursor", [1, 7, 10**12])
async def test_a_cursor_from_nowhere_is_a_gap(service: Serving, cursor: int) -> None:
    async with talking(service.url, await service.session(), cursor) as client:
        await client.next()
        gap = await client.next()
        assert (gap["type"], gap["from"], gap["to"]) == ("gap", cursor, 0)
        answer = await client.turn("안녕하세요")
        assert answer["seq"] > 0


async def test_a_final_message_asked_for_again_never_comes_before_its_turn_in_the_replay(service: Serving) -> None:
    session_id = await service.session()
    async with talking(service.url, session_id) as client:
        await client.next()
        answer = await client.turn("안녕하세요")
    sent: list[str] = []
    chat = ChatSession(service.services, session_id, sent.append, asyncio.get_running_loop().time)
    chat.admit(NOBODY_NEEDED)
    again = {"type": "user_message", "message_id": answer["message_id"], "content": "안녕하세요"}
    chat.passed_seq = answer["seq"] - 1  # the replay has not come so far: the client would see a gap
    await chat.take(json.dumps(again))
    assert sent == []
    chat.passed_seq = answer["seq"]
    await chat.take(json.dumps(again))
    assert [json.loads(text) for text in sent] == [answer]
