"""A run's events on their way to the database: in order, in batches, beside the turn and not in its way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

Frame = dict[str, Any]
Store = Callable[[Sequence[Frame]], Awaitable[object]]
"""Stores frames of one run, in order, under its fence. Raises Fenced."""

LINGER_S = 0.02
"""How long a frame waits for its neighbours, also behind a write: a turn over local data is stored in one or two
statements, and a streamed answer in fifty a second at most. Readers see it this much later, which nobody notices; the
turn does not wait at all."""


class Outbox:
    """Frames go in without waiting; they are stored in the order they came."""

    def __init__(self, store: Store, wake_readers: Callable[[], None], on_failure: Callable[[], None]) -> None:
        self._store = store
        self._wake_readers = wake_readers
        self._on_failure = on_failure
        self._waiting: list[Frame] = []
        self._timer: asyncio.TimerHandle | None = None
        self._writing: asyncio.Task[None] | None = None
        self.failure: BaseException | None = None
        """Why frames could not be stored; the run must stop then."""

    def put(self, frame: Frame) -> None:
        """Hand a frame over."""
        self._waiting.append(frame)
        self._linger()

    async def drain(self) -> tuple[Frame, ...]:
        """Wait for the write under way and hand back what is not stored yet, for the run's own last transaction."""
        self._hurry()
        while self._writing is not None:
            await self._written()
            self._hurry()
        if self.failure is not None:
            raise self.failure
        frames = tuple(self._waiting)
        self._waiting.clear()
        return frames

    async def flush(self) -> None:
        """Wait until everything that came is stored. Whoever is cancelled here leaves the write to itself: it is not
        cut off half way, and what comes later waits behind it. Raises what the write did."""
        while self.failure is None and (self._waiting or self._writing is not None):
            if self._writing is None:
                self._hurry()
                self._begin()
            await self._written()
        if self.failure is not None:
            raise self.failure

    def _linger(self) -> None:
        if self._waiting and self._timer is None and self._writing is None and self.failure is None:
            self._timer = asyncio.get_running_loop().call_later(LINGER_S, self._begin)

    def _hurry(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _written(self) -> None:
        if self._writing is not None:
            await asyncio.shield(self._writing)

    def _begin(self) -> None:
        self._timer = None
        self._writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        batch = tuple(self._waiting)
        self._waiting.clear()
        try:
            await self._store(batch)
            self._wake_readers()
        except Exception as failure:  # noqa: BLE001 - kept, and raised to the run by drain()
            self.failure = failure
            self._on_failure()
        finally:
            self._writing = None
            self._linger()
