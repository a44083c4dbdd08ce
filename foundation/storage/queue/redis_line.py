"""A connection to Redis pub/sub: short messages between processes, by channel. It may fail at any time, and reconnects.

Nothing is stored in Redis and nothing depends on it. `send` returns False at once while the connection is down. A
message that could not be delivered is handed back. Listeners are notified when they may have missed messages.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from random import Random
from typing import Any, Self, cast

import structlog
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

ANSWER_S = 2.0
"""A Redis that does not answer within this many seconds counts as down."""
PING_S = 5.0
"""A connection that receives nothing for this many seconds is checked with a PING."""
WINDOW_S = 0.005
"""Messages sent within this many seconds go out together, and identical ones once."""
SHORTEST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 5.0
"""Between attempts to reconnect (doubled each time, with a quarter of random jitter)."""
EVERYBODY = "suffice:all"
"""A channel that every process subscribes to."""
TROUBLE = (RedisError, OSError, TimeoutError)
"""Exceptions of a connection that is down."""

log = structlog.get_logger()
_from_url: Any = Redis.from_url  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


@dataclass(frozen=True)
class Message:
    """One message."""

    channel: str
    payload: bytes


@dataclass(frozen=True)
class Ears:
    """A listener's callbacks for the connection. None of them waits."""

    heard: Callable[[Message], None]
    joined: Callable[[str], None]
    """From now on this channel is subscribed; messages sent before may have been missed."""
    changed: Callable[[bool], None]
    """The connection is up (True) or down: messages sent meanwhile may have been missed."""
    undelivered: Callable[[Message], None]
    """This message was not sent."""


class RedisLine:
    """One process's connection. `async with`; entering waits for the first attempt to connect, successful or not."""

    def __init__(self, url: str) -> None:
        self._client: Any = _from_url(
            url, socket_timeout=ANSWER_S, socket_connect_timeout=ANSWER_S, retry=Retry(NoBackoff(), 0)
        )
        self._ears: list[Ears] = []
        self._wanted = Counter({EVERYBODY: 1})
        self._asked: frozenset[str] = frozenset()
        """The channels that the connection being opened has subscribed to."""
        self._changes: dict[str, bool] = {}
        self._pending: dict[Message, None] = {}
        self._something = asyncio.Event()
        self._tried = asyncio.Event()
        self._random = Random()
        self._task: asyncio.Task[None] | None = None
        self._pause = SHORTEST_PAUSE_S
        self._loss_logged = False
        self.up = False
        self.trouble: str | None = None
        """Why the connection is down, in Redis' own words; None while it is up."""

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._stay())
        await self._tried.wait()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            await _ended(self._task)
        with suppress(*TROUBLE):
            await self._client.aclose()

    def listen(self, ears: Ears) -> None:
        """Add a listener."""
        self._ears.append(ears)

    @contextmanager
    def joined(self, channel: str) -> Generator[None]:
        """While inside, this channel is subscribed whenever the connection is up."""
        self._wanted[channel] += 1
        if self._wanted[channel] == 1:
            self._change(channel, True)
        try:
            yield
        finally:
            self._wanted[channel] -= 1
            if not self._wanted[channel]:
                del self._wanted[channel]
                self._change(channel, False)

    def send(self, channel: str, payload: bytes) -> bool:
        """Send soon, without waiting. False: the connection is down, nothing was sent."""
        if not self.up:
            return False
        self._pending[Message(channel, payload)] = None
        self._something.set()
        return True

    def _change(self, channel: str, wanted: bool) -> None:
        if self.up:
            self._changes[channel] = wanted
            self._something.set()

    async def _stay(self) -> None:
        while True:
            try:
                await self._converse()
            except TROUBLE as error:
                self._fell(error)
            await asyncio.sleep(self._pause * (0.75 + self._random.random() / 4))
            self._pause = min(self._pause * 2, LONGEST_PAUSE_S)

    async def _converse(self) -> None:
        """Listens and sends until the connection breaks. Always raises."""
        pubsub = self._client.pubsub()
        tasks = (asyncio.create_task(self._hear(pubsub)), asyncio.create_task(self._speak(pubsub)))
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                await _ended(task)
            with suppress(*TROUBLE):
                await pubsub.aclose()
        for task in done:
            task.result()

    async def _hear(self, pubsub: Any) -> None:
        # The PING also shows that Redis accepts commands (the password is right, the server has loaded).
        await self._client.ping()
        self._asked = frozenset(self._wanted)
        await pubsub.subscribe(*sorted(self._asked))
        while True:
            message = await pubsub.get_message(timeout=PING_S)
            if message is None:
                await pubsub.ping()
                message = await pubsub.get_message(timeout=ANSWER_S)
            if message is None:
                raise TimeoutError(f"no answer within {ANSWER_S:.0f} seconds")
            self._take(cast("dict[str, Any]", message))

    def _take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind not in ("message", "subscribe"):
            return
        channel = bytes(message["channel"]).decode(errors="replace")
        if kind == "message":
            for ears in self._ears:
                ears.heard(Message(channel, bytes(message["data"])))
            return
        if channel == EVERYBODY:
            self._rose()
        for ears in self._ears:
            ears.joined(channel)

    async def _speak(self, pubsub: Any) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            await self._regroup(pubsub)
            await self._deliver()
            await asyncio.sleep(WINDOW_S)

    async def _regroup(self, pubsub: Any) -> None:
        changes, self._changes = self._changes, {}
        joined = [channel for channel, wanted in changes.items() if wanted]
        left = [channel for channel, wanted in changes.items() if not wanted]
        if joined:
            await pubsub.subscribe(*joined)
        if left:
            await pubsub.unsubscribe(*left)

    async def _deliver(self) -> None:
        batch, self._pending = self._pending, {}
        if not batch:
            return
        pipeline = self._client.pipeline(transaction=False)
        for message in batch:
            pipeline.publish(message.channel, message.payload)
        try:
            await pipeline.execute()
        except BaseException:
            self._hand_back(batch)
            raise

    def _hand_back(self, batch: dict[Message, None]) -> None:
        for message in batch:
            for ears in self._ears:
                ears.undelivered(message)

    def _rose(self) -> None:
        self._pause = SHORTEST_PAUSE_S
        if self.trouble is not None:
            log.info("redis_back")
        self.up, self.trouble, self._loss_logged = True, None, False
        for channel in self._asked ^ self._wanted.keys():  # what changed between asking and the answer
            self._change(channel, channel in self._wanted)
        self._tried.set()
        self._tell(up=True)

    def _fell(self, error: BaseException) -> None:
        was_up, self.up = self.up, False
        self.trouble = " ".join(str(error).split()) or type(error).__name__
        if not self._loss_logged:
            log.warning("redis_lost", reason=self.trouble, instead="PostgreSQL carries wake-ups")
            self._loss_logged = True
        self._changes.clear()
        waiting, self._pending = self._pending, {}
        self._hand_back(waiting)
        self._tried.set()
        if was_up:
            self._tell(up=False)

    def _tell(self, *, up: bool) -> None:
        for ears in self._ears:
            ears.changed(up)


async def _ended(task: asyncio.Task[None]) -> None:
    """Cancels a task, again if need be: the client waits with asyncio.wait_for, which in Python 3.11 loses a
    cancellation that arrives together with the reply."""
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=0.1)
    if not task.cancelled():
        task.exception()  # seen
