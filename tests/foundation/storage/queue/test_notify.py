"""Wake-ups: heard by the session's readers alone, coalesced, back after a lost connection."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace

import psycopg
import pytest

from foundation.contracts.errors import DatabaseUnreachable
from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.queue.notify import Listener, Notifier


async def heard(event: asyncio.Event, within_s: float = 5.0) -> bool:
    try:
        async with asyncio.timeout(within_s):
            await event.wait()
    except TimeoutError:
        return False
    event.clear()
    return True


def cut(address: DatabaseAddress, name: str) -> int:
    """Ends connections of this name from the server's side."""
    with psycopg.connect(**address.psycopg_kwargs(), autocommit=True) as connection:
        return len(
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = %s AND datname = current_database()",
                (name,),
            ).fetchall()
        )


@asynccontextmanager
async def without_a_farewell(address: DatabaseAddress) -> AsyncGenerator[DatabaseAddress]:
    """The server over a line that passes on its last words, but not that it hung up."""

    async def passing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while piece := await reader.read(65_536):
                writer.write(piece)
                await writer.drain()

    async def join(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        socket = f"{address.host}/.s.PGSQL.{address.port}"
        from_server, to_server = await asyncio.open_unix_connection(socket)
        await asyncio.gather(passing(reader, to_server), passing(from_server, writer))
        for end in (writer, to_server):
            end.close()

    server = await asyncio.start_server(join, "127.0.0.1", 0)
    try:
        yield replace(address, host="127.0.0.1", port=server.sockets[0].getsockname()[1], sslmode="disable")
    finally:
        server.close()


async def test_a_server_that_says_its_last_word_and_does_not_hang_up_costs_no_wake_up(
    database: DatabaseAddress,
) -> None:
    """The driver still holds such a connection for open, and breaks where it is used."""
    async with (
        without_a_farewell(database) as address,
        Listener(database) as listener,
        Notifier(address) as notifier,
        listener.subscribe("a") as a,
    ):
        notifier.announce("a")
        assert await heard(a)
        assert cut(database, "suffice notifier") == 1
        await asyncio.sleep(0.2)
        notifier.announce("a")
        assert await heard(a), "over a new connection"
        assert cut(database, "suffice notifier") == 1
        await asyncio.sleep(0.2)
        notifier.announce("a")  # and at the end as well: a driver's trouble reaches nobody


async def test_every_reader_of_the_session_wakes_and_nobody_else(database: DatabaseAddress) -> None:
    async with (
        Listener(database) as listener,
        Notifier(database) as notifier,
        listener.subscribe("s1") as one,
        listener.subscribe("s1") as two,
        listener.subscribe("s2") as other,
    ):
        notifier.announce("s1")
        assert await heard(one) and await heard(two)
        assert not await heard(other, 0.1)


async def test_a_hundred_announcements_at_once_are_few_wake_ups(database: DatabaseAddress) -> None:
    wakes = 0
    async with (
        Listener(database) as listener,
        Notifier(database) as notifier,
        listener.subscribe("s1") as woken,
        listener.subscribe("s2") as last,
    ):

        async def count() -> None:
            nonlocal wakes
            while True:
                await woken.wait()
                woken.clear()
                wakes += 1

        counting = asyncio.create_task(count())
        for _ in range(100):
            notifier.announce("s1")
        await asyncio.sleep(0)
        notifier.announce("s2")
        assert await heard(last, 60), "what was announced before came before"
        counting.cancel()
    assert 1 <= wakes <= 2, "one for those before a sending, at most one for those during it"


async def test_what_is_announced_last_is_sent_before_closing(database: DatabaseAddress) -> None:
    async with Listener(database) as listener, listener.subscribe("s1") as one, listener.subscribe("s2") as two:
        async with Notifier(database) as notifier:
            notifier.announce("s1")
            assert await heard(one)
            notifier.announce("s2")
        assert await heard(two)


async def test_a_lost_listener_comes_back_and_tells_readers_to_look(database: DatabaseAddress) -> None:
    async with (
        Listener(database) as listener,
        Notifier(database) as notifier,
        listener.subscribe("s1") as woken,
    ):
        assert cut(database, "suffice listener") >= 1
        assert await heard(woken)
        notifier.announce("s1")
        assert await heard(woken)


async def test_a_lost_notifier_sends_again_when_it_is_back(database: DatabaseAddress) -> None:
    async with (
        Listener(database) as listener,
        Notifier(database) as notifier,
        listener.subscribe("s1") as woken,
    ):
        assert cut(database, "suffice notifier") >= 1
        await asyncio.sleep(0.05)
        notifier.announce("s1")
        assert await heard(woken)


async def test_a_reader_that_left_is_forgotten(database: DatabaseAddress) -> None:
    async with Listener(database) as listener, Notifier(database) as notifier:
        async with listener.subscribe("s1") as gone, listener.subscribe("s1") as stays:
            pass
        notifier.announce("s1")
        assert not await heard(gone, 0.1)
        assert not stays.is_set()


@pytest.mark.parametrize("line", [Listener, Notifier])
async def test_without_a_database_it_says_so(database: DatabaseAddress, line: type[Listener | Notifier]) -> None:
    with pytest.raises(DatabaseUnreachable):
        async with line(replace(database, host="/nowhere")):
            pass
