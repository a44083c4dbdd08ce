"""Wake-ups between processes: something happened in this session, go and read.

A NOTIFY inside a transaction serialises commits (measured: 3-4 times slower), so one connection per process sends
them afterwards, at most one per session per 25 ms. Wake-ups may be lost; readers poll each second as well.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Self

import asyncpg  # pyright: ignore[reportMissingTypeStubs]  # it ships no types
import structlog

from foundation.contracts.errors import SufficeError
from foundation.storage.database.engine import UNREACHABLE, DatabaseAddress, unreachable
from foundation.storage.queue.run_statements import NAMED, STANDS

CHANNEL = "suffice"
WINDOW_S = 0.025
PING_S = 15.0
"""A connection that went dead without a word is noticed after this."""
LONGEST_PAUSE_S = 2.0
"""Between attempts to connect again."""

log = structlog.get_logger()
_connect: Any = asyncpg.connect  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
_SEND = "SELECT pg_notify($1, session_id) FROM unnest($2::text[]) AS session_id"


LOST = (*UNREACHABLE, asyncpg.InternalClientError)
"""Errors after which the connection must be opened again. The driver raises InternalClientError when the server has
ended, or a user of the connection was cancelled half way, and the connection's end has not been noticed yet."""

Revive = Callable[[], object]
"""Starts a server that is ours and died; called in a thread, as often as connecting fails."""


class _Line:
    """One connection that is opened again whenever it is lost."""

    def __init__(self, address: DatabaseAddress, name: str, revive: Revive | None = None) -> None:
        self._address = address
        self._name = name
        self._revive = revive
        self._connection: Any = None
        self.lost = asyncio.Event()

    async def open(self) -> Any:
        """Connects once; gives the driver's connection."""
        connection = await _connect(**self._address.asyncpg_kwargs(), server_settings={"application_name": self._name})
        self._connection = connection
        self.lost.clear()
        connection.add_termination_listener(self._ended)
        return connection

    def _ended(self, _connection: Any) -> None:
        self.lost.set()

    async def open_again(self) -> Any:
        """Connects as soon as the server is there again."""
        await self.drop()
        pause = 0.05
        while True:
            try:
                return await self.open()
            except UNREACHABLE as error:
                log.warning("wake_up_line_lost", line=self._name, reason=str(error))
                await self._bring_back()
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE_S)

    async def _bring_back(self) -> None:
        if self._revive is None:
            return
        try:
            await asyncio.to_thread(self._revive)
        except (OSError, SufficeError) as error:
            log.warning("database_not_revived", reason=str(error))

    def pid(self) -> int | None:
        """The server's process behind it; None while it is lost."""
        return None if self._connection is None or self.lost.is_set() else self._connection.get_server_pid()

    async def drop(self) -> None:
        """Closes the connection, without waiting when it does not answer."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            await connection.close(timeout=1)
        except LOST:
            connection.terminate()


class Notifier:
    """Announces that a session has something new. `async with`; `announce` never waits."""

    def __init__(self, address: DatabaseAddress, process_id: str = "") -> None:
        """`process_id`: the connection's name shows the database whether the process is running (`STANDS`)."""
        self._line = _Line(address, f"{STANDS}{process_id[-NAMED:]}".strip())
        self._pending: dict[str, None] = {}
        self._something = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        try:
            connection = await self._line.open()
        except UNREACHABLE as error:
            raise unreachable(error) from error
        self._task = asyncio.create_task(self._send_all(connection))
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._line.drop()

    def announce(self, session_id: str) -> None:
        """Wakes this session's readers in every process; calls within 25 ms are one wake-up."""
        self._pending[session_id] = None
        self._something.set()

    def pid(self) -> int | None:
        """The backend process id of the connection that sends announcements; None while it is down."""
        return self._line.pid()

    async def _send_all(self, connection: Any) -> None:
        try:
            while True:
                await self._something.wait()
                connection = await self._send(connection)
                await asyncio.sleep(WINDOW_S)
        finally:
            if self._pending and not self.lost:
                with suppress(*LOST):
                    await connection.execute(_SEND, CHANNEL, list(self._pending), timeout=1)

    @property
    def lost(self) -> bool:
        """True while the connection is down; announcements made then are sent when it is back."""
        return self._line.lost.is_set()

    async def _send(self, connection: Any) -> Any:
        while True:
            sessions = list(self._pending)
            self._pending.clear()
            self._something.clear()
            try:
                await connection.execute(_SEND, CHANNEL, sessions, timeout=5)
            except LOST:
                self._pending.update(dict.fromkeys(sessions))
                connection = await self._line.open_again()
            else:
                return connection


class Listener:
    """Receives the announcements of all processes. `async with`; then `subscribe` per reader. Its connection is always
    open, so it is the first to notice that the server died, and the one that restarts it. Announcements of this process
    (`own_pid`) are ignored: its readers were woken when it made them."""

    def __init__(
        self,
        address: DatabaseAddress,
        revive: Revive | None = None,
        own_pid: Callable[[], int | None] = lambda: None,
    ) -> None:
        self._line = _Line(address, "suffice listener", revive)
        self._own_pid = own_pid
        self._readers: dict[str, set[asyncio.Event]] = {}
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        try:
            connection = await self._listen(await self._line.open())
        except UNREACHABLE as error:
            raise unreachable(error) from error
        self._task = asyncio.create_task(self._keep_listening(connection))
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._line.drop()

    @asynccontextmanager
    async def subscribe(self, session_id: str) -> AsyncGenerator[asyncio.Event]:
        """An event that is set at every wake-up of the session (the reader clears it). Listening begins before this
        returns, so a read afterwards and the wake-ups together miss nothing."""
        woken = asyncio.Event()
        self._readers.setdefault(session_id, set()).add(woken)
        try:
            yield woken
        finally:
            readers = self._readers[session_id]
            readers.discard(woken)
            if not readers:
                del self._readers[session_id]

    async def _listen(self, connection: Any) -> Any:
        await connection.add_listener(CHANNEL, self._heard)
        return connection

    def wake(self, session_id: str) -> None:
        """Wakes the session's readers in this process."""
        for woken in self._readers.get(session_id, ()):
            woken.set()

    def _heard(self, _connection: Any, pid: int, _channel: str, session_id: object) -> None:
        if pid != self._own_pid():
            self.wake(str(session_id))

    async def _keep_listening(self, connection: Any) -> None:
        while True:
            if await self._is_lost(connection):
                connection = await self._listen_again()
                for readers in self._readers.values():  # for wake-ups missed meanwhile
                    for woken in readers:
                        woken.set()

    async def _listen_again(self) -> Any:
        while True:
            connection = await self._line.open_again()
            try:
                return await self._listen(connection)
            except LOST:
                continue

    async def _is_lost(self, connection: Any) -> bool:
        try:
            async with asyncio.timeout(PING_S):
                await self._line.lost.wait()
                return True
        except TimeoutError:
            pass
        try:
            await connection.execute("SELECT 1", timeout=5)
        except LOST:
            return True
        return False
