"""Wake-ups between processes: the same promises over PostgreSQL alone and over Redis, and what losing Redis means."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import structlog

from foundation.contracts.ports import WakeUps
from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.queue.redis_line import Ears, Message, RedisLine
from foundation.storage.queue.wake_ups import PostgresWakeUps, RedisWakeUps
from tests.redis_server import NEEDS_REDIS, OwnRedis, own_redis

__all__ = ["own_redis"]

Open = Callable[[], AbstractAsyncContextManager[WakeUps]]
PATIENCE_S = 15.0


async def heard(event: asyncio.Event, within_s: float = PATIENCE_S) -> bool:
    try:
        async with asyncio.timeout(within_s):
            await event.wait()
    except TimeoutError:
        return False
    event.clear()
    return True


async def becomes(condition: Callable[[], bool]) -> None:
    """Waits until it is so."""
    async with asyncio.timeout(PATIENCE_S):
        while not condition():
            await asyncio.sleep(0.01)


@pytest.fixture(params=["postgres", pytest.param("redis", marks=NEEDS_REDIS)])
def open_one(request: pytest.FixtureRequest, database: DatabaseAddress) -> Open:
    """Opens what one process has; called twice, there are two processes."""
    if request.param == "postgres":
        return lambda: PostgresWakeUps(database)
    url = request.getfixturevalue("own_redis").url

    @asynccontextmanager
    async def over_redis() -> AsyncGenerator[WakeUps]:
        async with over(database, url) as (wake_ups, _):
            yield wake_ups

    return over_redis


@asynccontextmanager
async def over(database: DatabaseAddress, url: str) -> AsyncGenerator[tuple[RedisWakeUps, RedisLine]]:
    async with AsyncExitStack() as stack:
        postgres = await stack.enter_async_context(PostgresWakeUps(database))
        line = RedisLine(url)
        wake_ups = RedisWakeUps(line, postgres)
        await stack.enter_async_context(line)
        yield wake_ups, line


async def test_readers_of_the_session_wake_in_every_process_and_nobody_else(open_one: Open) -> None:
    async with (
        open_one() as here,
        open_one() as there,
        here.subscribe("s1") as one,
        there.subscribe("s1") as two,
        there.subscribe("s2") as other,
    ):
        await settled(here, one, two)
        other.clear()
        here.announce("s1")
        assert await heard(one) and await heard(two)
        assert not await heard(other, 0.2)


async def settled(announcer: WakeUps, *events: asyncio.Event) -> None:
    """Redis confirms a subscription a moment later (a wake-up in between is found by the reader's own look)."""
    await asyncio.sleep(0.2)
    announcer.announce("s1")
    for event in events:
        assert await heard(event)
    await asyncio.sleep(0.1)
    for event in events:
        event.clear()


async def test_a_hundred_announcements_at_once_are_few_wake_ups(open_one: Open) -> None:
    wakes = 0
    async with open_one() as here, here.subscribe("s1") as woken:
        await settled(here, woken)

        async def count() -> None:
            nonlocal wakes
            while True:
                await woken.wait()
                woken.clear()
                wakes += 1

        counting = asyncio.create_task(count())
        for _ in range(100):
            here.announce("s1")
        await asyncio.sleep(0.2)
        counting.cancel()
    assert 1 <= wakes <= 12


async def test_a_reader_that_left_is_forgotten_and_the_other_one_is_not(open_one: Open) -> None:
    async with open_one() as here, here.subscribe("s1") as stays:
        async with here.subscribe("s1") as gone:
            await settled(here, stays, gone)
        here.announce("s1")
        assert await heard(stays)
        assert not await heard(gone, 0.1)


async def test_a_session_can_be_read_again_after_its_last_reader_left(open_one: Open) -> None:
    async with open_one() as here, open_one() as there:
        async with there.subscribe("s1") as first:
            await settled(here, first)
        async with there.subscribe("s1") as again:
            await settled(here, again)


@NEEDS_REDIS
async def test_a_killed_redis_costs_no_wake_up_and_is_taken_again_when_it_is_back(
    database: DatabaseAddress, own_redis: OwnRedis
) -> None:
    async with (
        over(database, own_redis.url) as (here, line),
        over(database, own_redis.url) as (there, other),
        there.subscribe("s1") as woken,
    ):
        await settled(here, woken)
        own_redis.kill()
        here.announce("s1")  # sent while nobody knows yet, or by PostgreSQL already
        assert await heard(woken)
        await becomes(lambda: not line.up and not other.up)
        woken.clear()
        here.announce("s1")
        assert await heard(woken)
        assert line.trouble
        own_redis.start()
        await becomes(lambda: line.up and other.up)
        assert line.trouble is None
        await settled(here, woken)


@NEEDS_REDIS
async def test_a_redis_that_hangs_is_noticed_and_what_it_swallowed_goes_through_postgresql(
    database: DatabaseAddress, own_redis: OwnRedis
) -> None:
    async with over(database, own_redis.url) as (here, line), here.subscribe("s1") as woken:
        await settled(here, woken)
        own_redis.freeze()
        here.announce("s1")
        assert await heard(woken)
        await becomes(lambda: not line.up)
        own_redis.thaw()
        await becomes(lambda: line.up)


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1", "unix:///nowhere/redis.sock"])
async def test_a_wrong_address_at_the_start_stops_nothing_and_is_said_once(database: DatabaseAddress, url: str) -> None:
    with structlog.testing.capture_logs() as logs:
        async with over(database, url) as (here, line), here.subscribe("s1") as woken:
            assert not line.up and line.trouble
            here.announce("s1")
            assert await heard(woken)
            await asyncio.sleep(0.5)  # it tried again, more than once
    assert [entry["event"] for entry in logs].count("redis_lost") == 1


@NEEDS_REDIS
async def test_one_process_with_redis_and_one_without_still_wake_each_other_one_way(
    database: DatabaseAddress, own_redis: OwnRedis
) -> None:
    async with (
        PostgresWakeUps(database) as plain,
        over(database, own_redis.url) as (modern, _),
        modern.subscribe("s1") as woken,
    ):
        plain.announce("s1")
        assert await heard(woken)


@NEEDS_REDIS
async def test_strange_messages_on_our_channels_are_nothing_to_worry_about(own_redis: OwnRedis) -> None:
    seen: list[Message] = []
    async with RedisLine(own_redis.url) as line:
        line.listen(Ears(seen.append, lambda _: None, lambda _: None, lambda _: None))
        with line.joined("suffice:session:s"):
            for payload in (b"\xff\xfe", b"{", b"x" * 100_000):
                line.send("suffice:session:s", payload)
            await becomes(lambda: len(seen) == 3)
            assert line.up


@asynccontextmanager
async def slow_to_subscribe(url: str, folder: Path, asked: asyncio.Event, go_on: asyncio.Event) -> AsyncGenerator[str]:
    """The address of a line to this Redis on which the first SUBSCRIBE is held back until `go_on`."""

    carrying: set[asyncio.Task[object]] = set()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, outwards: bool) -> None:
        try:
            while data := await reader.read(65536):
                if outwards and b"SUBSCRIBE" in data and not asked.is_set():
                    asked.set()
                    await go_on.wait()
                writer.write(data)
                await writer.drain()
        finally:
            writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_unix_connection(url.removeprefix("unix://"))
        ways = (carry(reader, back, outwards=True), carry(there, writer, outwards=False))
        carrying.update(asyncio.ensure_future(way) for way in ways)

    async with await asyncio.start_unix_server(serve, folder / "slow.sock"):
        yield f"unix://{folder / 'slow.sock'}"
    # What outlives the test's loop is closed by the collector, in the middle of another test.
    for task in carrying:
        task.cancel()
    await asyncio.gather(*carrying, return_exceptions=True)
    await asyncio.sleep(0)


@NEEDS_REDIS
async def test_a_channel_wanted_while_the_line_is_coming_up_is_heard_too(own_redis: OwnRedis) -> None:
    asked, go_on = asyncio.Event(), asyncio.Event()
    seen: list[Message] = []
    with tempfile.TemporaryDirectory(prefix="suffice-redis-") as folder:
        async with slow_to_subscribe(own_redis.url, Path(folder), asked, go_on) as url:
            line = RedisLine(url)
            line.listen(Ears(seen.append, lambda _: None, lambda _: None, lambda _: None))
            opening = asyncio.create_task(line.__aenter__())
            await asked.wait()
            with line.joined("suffice:session:s"):
                go_on.set()
                await opening
                assert line.up
                async with asyncio.timeout(PATIENCE_S):
                    while not seen:
                        line.send("suffice:session:s", b"x")
                        await asyncio.sleep(0.05)
            await line.__aexit__()
