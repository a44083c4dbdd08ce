"""The two ways a session's readers are woken in every process: PostgreSQL alone, or Redis with PostgreSQL behind it.

Both are a `WakeUps` (foundation/contracts/ports.py): the same calls, the same promises, one test suite.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Self

from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.queue.notify import Listener, Notifier, Revive
from foundation.storage.queue.redis_line import Ears, Message, RedisLine

SESSION = "suffice:session:"
"""Channels of the sessions; an empty message is a wake-up, others hold data of their sender (drafts)."""


class PostgresWakeUps:
    """LISTEN and NOTIFY. `async with`. Raises DatabaseUnreachable at the start."""

    def __init__(self, address: DatabaseAddress, revive: Revive | None = None, process_id: str = "") -> None:
        self._notifier = Notifier(address, process_id)
        self._listener = Listener(address, revive, self._notifier.pid)

    async def __aenter__(self) -> Self:
        await self._listener.__aenter__()
        try:
            await self._notifier.__aenter__()
        except BaseException:
            await self._listener.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._notifier.__aexit__()
        await self._listener.__aexit__()

    def announce(self, session_id: str) -> None:
        """See WakeUps."""
        self._listener.wake(session_id)
        self._notifier.announce(session_id)

    def announce_elsewhere(self, session_id: str) -> None:
        """See WakeUps."""
        self._notifier.announce(session_id)

    def subscribe(self, session_id: str) -> AbstractAsyncContextManager[asyncio.Event]:
        """See WakeUps."""
        return self._listener.subscribe(session_id)


class RedisWakeUps:
    """Uses Redis while it is up. While it is down, and for undelivered messages, uses PostgreSQL's NOTIFY.

    This process always listens to NOTIFY, so that a process whose Redis is down (or that has none) still reaches it at
    once. In the other direction that process polls each second.
    """

    def __init__(self, line: RedisLine, postgres: PostgresWakeUps) -> None:
        self._line = line
        self._postgres = postgres
        self._readers: dict[str, set[asyncio.Event]] = {}
        line.listen(Ears(self._heard, self._joined, self._changed, self._undelivered))

    def announce(self, session_id: str) -> None:
        """See WakeUps."""
        self._wake(SESSION + session_id)
        self.announce_elsewhere(session_id)

    def announce_elsewhere(self, session_id: str) -> None:
        """See WakeUps. Redis also delivers a message to its sender, whose readers then make one needless read."""
        if not self._line.send(SESSION + session_id, b""):
            self._postgres.announce_elsewhere(session_id)

    @asynccontextmanager
    async def subscribe(self, session_id: str) -> AsyncGenerator[asyncio.Event]:
        """See WakeUps."""
        async with self._postgres.subscribe(session_id) as woken:
            readers = self._readers.setdefault(session_id, set())
            readers.add(woken)
            try:
                with self._line.joined(SESSION + session_id):
                    yield woken
            finally:
                readers.discard(woken)
                if not readers:
                    del self._readers[session_id]

    def _wake(self, channel: str) -> None:
        for woken in self._readers.get(channel.removeprefix(SESSION), ()):
            woken.set()

    def _heard(self, message: Message) -> None:
        if not message.payload:
            self._wake(message.channel)

    def _joined(self, channel: str) -> None:
        self._wake(channel)  # for messages sent before the channel was subscribed

    def _changed(self, up: bool) -> None:
        if not up:  # when it is up again, each channel is joined again
            for session_id in self._readers:
                self._wake(session_id)

    def _undelivered(self, message: Message) -> None:
        if not message.payload and message.channel.startswith(SESSION):
            self._postgres.announce(message.channel.removeprefix(SESSION))
