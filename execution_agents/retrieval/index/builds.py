"""Builds that belong to the process, not to the first caller: if that caller leaves, the next one finds the build
running."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from threading import Event
from typing import Any, Generic, TypeVar

import structlog

log = structlog.get_logger(__name__)

_Key = tuple[str, str]
_Made = TypeVar("_Made")


class BuildEnded(OSError):
    """The process stops: the running build is cancelled."""


@dataclass(frozen=True)
class _Running(Generic[_Made]):
    version: str
    task: asyncio.Task[_Made]


class Builds(Generic[_Made]):
    """One build at a time per key ((tenant, pack)), so that a corpus that keeps changing holds one in memory."""

    def __init__(self) -> None:
        self._running: dict[_Key, _Running[_Made]] = {}

    async def made(self, key: _Key, version: str, make: Callable[[], Coroutine[Any, Any, _Made]]) -> _Made:
        """The result of `make` for this version; callers that come while it runs wait for the same one. A cancelled
        caller does not end it. An error is raised in every waiting caller, and the next caller starts it again.
        """
        while (running := self._running.get(key)) is not None and running.version != version:
            # A build waits its turn only while somebody waits for it: a version nobody waits for any more is not built.
            await asyncio.wait((running.task,))
        if running is None:
            running = self._running[key] = _Running(version, asyncio.create_task(make()))
            running.task.add_done_callback(lambda task: self._over(key, task))
        return await asyncio.shield(running.task)

    async def settle(self) -> None:
        """Waits until no build is running."""
        while self._running:
            await asyncio.wait([running.task for running in self._running.values()])

    async def aclose(self) -> None:
        """Cancels the running builds; their threads have ended when this returns."""
        for running in list(self._running.values()):
            running.task.cancel()
        await self.settle()

    def _over(self, key: _Key, task: asyncio.Task[_Made]) -> None:
        del self._running[key]
        # Retrieved here, since every waiting caller may be gone: asyncio would warn of an exception that was never
        # retrieved.
        if not task.cancelled() and (failure := task.exception()) is not None:
            log.warning("index_not_built", pack=key[1], why=str(failure) or type(failure).__name__)


async def to_its_end(work: Callable[[], _Made], ended: Event) -> _Made:
    """Runs the work in a thread. On cancellation `ended` is set, for the work to check, and the thread is still waited
    for: what it reads and writes belongs to it until then."""
    running = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        ended.set()
        await asyncio.wait((running,))
        with suppress(Exception):  # Cancelled: it may have failed because of that.
            running.result()
        raise
