"""Builds that belong to the process, not to whoever asked first: who asked may go, the next one finds it going on."""

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
    """The process stops: what was being built is given up."""


@dataclass(frozen=True)
class _Running(Generic[_Made]):
    version: str
    task: asyncio.Task[_Made]


class Builds(Generic[_Made]):
    """One build at a time per key ((tenant, pack)), so that a corpus that goes on moving holds one in memory."""

    def __init__(self) -> None:
        self._running: dict[_Key, _Running[_Made]] = {}

    async def made(self, key: _Key, version: str, make: Callable[[], Coroutine[Any, Any, _Made]]) -> _Made:
        """What `make` makes of this version; who comes while it is being made waits for the same. A caller that is
        cancelled leaves it alone; raises what it raised, to everybody who waits, and the next caller has it made anew.
        """
        while (running := self._running.get(key)) is not None and running.version != version:
            # Nobody is started for later: a version nobody waits for any more by then is never made.
            await asyncio.wait((running.task,))
        if running is None:
            running = self._running[key] = _Running(version, asyncio.create_task(make()))
            running.task.add_done_callback(lambda task: self._over(key, task))
        return await asyncio.shield(running.task)

    async def settle(self) -> None:
        """Waits until nothing is being made."""
        while self._running:
            await asyncio.wait([running.task for running in self._running.values()])

    async def aclose(self) -> None:
        """Gives up what is being made; its threads are over when this returns."""
        for running in list(self._running.values()):
            running.task.cancel()
        await self.settle()

    def _over(self, key: _Key, task: asyncio.Task[_Made]) -> None:
        del self._running[key]
        # Asked for here, since everybody who waited may be gone: asyncio would tell of an error nobody looked at.
        if not task.cancelled() and (failure := task.exception()) is not None:
            log.warning("index_not_built", pack=key[1], why=str(failure) or type(failure).__name__)


async def to_its_end(work: Callable[[], _Made], ended: Event) -> _Made:
    """The work in a thread. When it is cancelled `ended` is set, for the work to look at, and the thread is waited for
    all the same: what it reads and writes belongs to it until then."""
    running = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        ended.set()
        await asyncio.wait((running,))
        with suppress(Exception):  # given up: it may have failed because of that
            running.result()
        raise
