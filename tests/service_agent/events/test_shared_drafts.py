"""Drafts of other processes: whole for late readers, mended when pieces were lost, the latest attempt's alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from foundation.storage.queue.redis_line import EVERYBODY, RedisLine
from foundation.storage.queue.wake_ups import SESSION
from service_agent.events.partials import DeltaHub, Draft, Partials
from service_agent.events.shared_drafts import SharedDrafts
from tests.redis_server import NEEDS_REDIS, OwnRedis, own_redis

__all__ = ["own_redis"]

pytestmark = NEEDS_REDIS
PATIENCE_S = 15.0


@dataclass
class Process:
    """What one process holds."""

    line: RedisLine
    hub: DeltaHub
    partials: Partials
    drafts: SharedDrafts

    async def shows(self, text: str | None, run_id: str = "r") -> None:
        """Waits until this is what a reader here would be given."""

        def shown() -> str | None:
            draft = self.drafts.now(run_id)
            return draft.text if draft else None

        await becomes(lambda: shown() == text)


async def becomes(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not condition():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def process(url: str) -> AsyncGenerator[Process]:
    hub, line = DeltaHub(), RedisLine(url)
    partials = Partials(hub)
    drafts = SharedDrafts(partials, hub, line)
    async with line:
        yield Process(line, hub, partials, drafts)


async def test_a_reader_that_comes_in_the_middle_has_the_text_so_far_at_once(own_redis: OwnRedis) -> None:
    async with process(own_redis.url) as writer, process(own_redis.url) as reader:
        writer.partials.open("r", "s")
        writer.partials.write("r", "앞 🏠 ")
        async with reader.drafts.follow("s"):
            await reader.shows("앞 🏠 ")
            writer.partials.write("r", "뒤")
            await reader.shows("앞 🏠 뒤")
        assert reader.drafts.now("r") is None, "nothing is kept for nobody"


async def test_a_thrown_away_draft_is_followed_by_the_new_one(own_redis: OwnRedis) -> None:
    async with process(own_redis.url) as writer, process(own_redis.url) as reader, reader.drafts.follow("s"):
        writer.partials.open("r", "s")
        writer.partials.write("r", "틀림")
        await reader.shows("틀림")
        writer.partials.throw_away("r")
        writer.partials.write("r", "맞음")
        await reader.shows("맞음")
        assert reader.drafts.now("r") == Draft(attempt=1, number=1, text="맞음")


async def test_pieces_lost_while_redis_was_away_are_asked_for_again(own_redis: OwnRedis) -> None:
    async with process(own_redis.url) as writer, process(own_redis.url) as reader, reader.drafts.follow("s"):
        writer.partials.open("r", "s")
        writer.partials.write("r", "하나 ")
        await reader.shows("하나 ")
        own_redis.kill()
        await becomes(lambda: not writer.line.up and not reader.line.up)
        writer.partials.write("r", "둘 ")
        await asyncio.sleep(0.1)
        own_redis.start()
        await becomes(lambda: writer.line.up and reader.line.up)
        writer.partials.write("r", "셋")
        await reader.shows("하나 둘 셋")


async def test_a_later_attempt_elsewhere_replaces_the_dead_ones_text_here(own_redis: OwnRedis) -> None:
    async with process(own_redis.url) as zombie, process(own_redis.url) as heir, zombie.drafts.follow("s"):
        zombie.partials.open("r", "s", attempt=1)
        zombie.partials.write("r", "옛 글")
        heir.partials.open("r", "s", attempt=2)
        heir.partials.write("r", "새 글")
        await zombie.shows("새 글")
        zombie.partials.write("r", " 더")
        await asyncio.sleep(0.1)
        await zombie.shows("새 글")


async def test_the_sessions_next_run_takes_the_place_of_the_last(own_redis: OwnRedis) -> None:
    async with process(own_redis.url) as writer, process(own_redis.url) as reader, reader.drafts.follow("s"):
        for run_id in ("r1", "r2"):
            writer.partials.open(run_id, "s")
            writer.partials.write(run_id, f"{run_id}의 답")
            await reader.shows(f"{run_id}의 답", run_id)
            writer.partials.close(run_id)


async def test_other_sessions_are_not_heard(own_redis: OwnRedis) -> None:
    async with process(own_redis.url) as writer, process(own_redis.url) as reader, reader.drafts.follow("mine"):
        writer.partials.open("r", "theirs")
        writer.partials.write("r", "비밀")
        await asyncio.sleep(0.2)
        assert reader.drafts.now("r") is None


async def test_nonsense_on_the_line_changes_nothing(own_redis: OwnRedis) -> None:
    async with process(own_redis.url) as writer, process(own_redis.url) as reader, reader.drafts.follow("s"):
        writer.partials.open("r", "s")
        writer.partials.write("r", "글")
        await reader.shows("글")
        for payload in (b"{", b"[]", b"\xff", b'{"want": 7}', b'{"run": "r", "attempt": -1}', b"null"):
            writer.line.send(EVERYBODY, payload)
            writer.line.send(SESSION + "s", payload)
        writer.partials.write("r", " 계속")
        await reader.shows("글 계속")
