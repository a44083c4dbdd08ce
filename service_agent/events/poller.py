"""One look a second for all readers of a process: what a lost wake-up costs is a second, and what a thousand open
sockets cost is one statement. (When each asked for itself, turns waited for the connections.)

A process that stops waits here until its readers have given what its last runs wrote.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

import structlog

log = structlog.get_logger(__name__)

POLL_S = 1.0
"""Longest time that readers rely on wake-ups alone."""

Newest = Callable[[Sequence[str]], Awaitable[Mapping[str, int]]]
"""Session -> its newest event's number."""


class Behind(Protocol):
    """A reader that can be woken to read new events."""

    session_id: str
    cursor: int

    def wake(self, newest: int = 0) -> None:
        """There may be something to read. `newest`: the number of what was stored last, where it is known."""
        ...

    def end(self) -> None:
        """Its session is gone: no more events will come."""
        ...


@dataclass
class Pulse:
    """Polls while there are readers."""

    newest: Newest
    seconds: float = POLL_S
    _open: set[Behind] = field(default_factory=set[Behind])
    """All of this process."""
    _waiting: set[Behind] = field(default_factory=set[Behind])
    """Those that have passed on everything they read, and wait for more."""
    _moved: asyncio.Event = field(default_factory=asyncio.Event)
    """Some reader came to wait, or went."""
    _missing: set[Behind] = field(default_factory=set[Behind])
    """Whose session was not there at the last look."""
    _beating: asyncio.Task[None] | None = None

    @contextmanager
    def counting(self, reader: Behind) -> Generator[None]:
        """While inside, `caught_up` waits for this reader."""
        self._open.add(reader)
        try:
            yield
        finally:
            self._open.discard(reader)
            self._moved.set()

    async def caught_up(self) -> None:
        """Until every reader has given what was stored before this call. A client that does not take its frames is
        waited for without end: give this a limit. Raises what the database raises."""
        goal = await self.newest(sorted({reader.session_id for reader in self._open}))
        while True:
            self._moved.clear()
            behind = [reader for reader in self._open if self._is_behind(reader, goal)]
            if not behind:
                return
            for reader in self._waiting.intersection(behind):
                # Those still giving come here by themselves: woken each time another moved, they never came to rest.
                reader.wake()
            await self._moved.wait()

    def _is_behind(self, reader: Behind, goal: Mapping[str, int]) -> bool:
        return reader not in self._waiting or goal.get(reader.session_id, 0) > reader.cursor

    @contextmanager
    def felt_by(self, reader: Behind) -> Generator[None]:
        """While inside, the reader is woken when it is behind."""
        self._waiting.add(reader)
        self._moved.set()
        if self._beating is None:
            self._beating = asyncio.create_task(self._beat())
        try:
            yield
        finally:
            self._waiting.discard(reader)
            if not self._waiting:
                self._stop()

    def _stop(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
            self._beating = None

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.seconds)
            await self._look()

    async def _look(self) -> None:
        readers = tuple(self._waiting)
        try:
            newest = await self.newest(sorted({reader.session_id for reader in readers}))
        except Exception as failure:  # noqa: BLE001 - each reader meets the same failure, and tells its own client
            log.warning("pulse_failed", kind=type(failure).__name__)
            for reader in readers:
                reader.wake()
            return
        missing = {reader for reader in readers if reader.session_id not in newest}
        # Missing at two looks: an erasure deletes a person's sessions first, and must be reported as an erasure.
        for reader in missing & self._missing:
            reader.end()
        self._missing = missing
        for reader in readers:
            if newest.get(reader.session_id, 0) > reader.cursor:
                reader.wake(newest[reader.session_id])
