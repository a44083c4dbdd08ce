"""Two real processes with Redis between them: what one writes is read at the other, and losing Redis loses nothing."""

from __future__ import annotations

import asyncio

import pytest

from foundation.llm.scripted import Reply
from tests.processes.fleet import TAKEN_OVER_S, Fleet
from tests.redis_server import NEEDS_REDIS, OwnRedis, own_redis
from tests.stories.client import ClientState
from tests.stories.test_four_questions import PRICES

__all__ = ["own_redis"]
pytestmark = [pytest.mark.slow, NEEDS_REDIS]
SENTENCES = "달서구의 평균 매매가는 다음과 같습니다.[1] " * 8


@pytest.mark.nightly  # every day: tests/foundation/storage/queue/test_wake_ups.py and tests/service_agent/events
async def test_text_goes_between_processes_and_a_redis_that_dies_in_the_middle_costs_only_watching(
    fleet: Fleet, own_redis: OwnRedis
) -> None:
    fleet.script["answer"] = Reply(SENTENCES, piece=2, piece_delay_s=0.05)
    members = [fleet.launch("serve", redis_url=own_redis.url) for _ in range(2)]
    await asyncio.gather(*(fleet.until_up(member) for member in members))
    session_id = await fleet.session(members[0])
    async with fleet.talk(members[0], session_id) as one, fleet.talk(members[1], session_id) as other:
        await one.ask(PRICES)
        # Only one of them writes this answer; the other knows its words from Redis alone.
        deltas = await asyncio.gather(*(client.until("answer_delta", TAKEN_OVER_S) for client in (one, other)))
        assert len({delta["run_id"] for delta in deltas}) == 1
        own_redis.kill()
        answers = await asyncio.gather(*(client.until("answer", TAKEN_OVER_S) for client in (one, other)))
        assert answers[0] == answers[1]
        for member in members:
            assert (await member.ready()).is_success, "without Redis the service is slower, not down"
        await asyncio.gather(*(client.until("run_completed") for client in (one, other)))
        own_redis.start()
        await other.turn("안녕하세요")
        await one.until(lambda frame: frame["type"] == "run_completed" and frame["seq"] == other.frames[-1]["seq"])
    states = [ClientState(), ClientState()]
    for state, client in zip(states, (one, other), strict=True):
        for frame in client.frames:
            state.take(frame)
    assert states[0] == states[1]
