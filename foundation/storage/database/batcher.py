"""Combines many small statements into few: requests that arrive while a batch runs go together in the next one.

A single caller does not wait: its batch begins at once. Five hundred at the same moment cost about ten round trips.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Generic, TypeVar

Wish = TypeVar("Wish")
Given = TypeVar("Given")

LARGEST = 100
"""Wishes of one batch: more would hold up the event loop for tens of milliseconds while its rows are read."""


class Batcher(Generic[Wish, Given]):
    """Hands wishes to `run` in batches, in the order they came, one batch at a time."""

    def __init__(
        self,
        run: Callable[[Sequence[Wish]], Awaitable[Sequence[Given]]],
        key: Callable[[Wish], Hashable] | None = None,
    ) -> None:
        """`run` gives one result for each wish, in their order. Two wishes of the same `key` are never in one batch."""
        self._run = run
        self._key = key
        self._waiting: list[tuple[Wish, asyncio.Future[Given]]] = []
        self._working: asyncio.Task[None] | None = None

    async def ask(self, wish: Wish) -> Given:
        """The result of this wish. Raises what `run` raised for its batch."""
        result: asyncio.Future[Given] = asyncio.get_running_loop().create_future()
        self._waiting.append((wish, result))
        if self._working is None:
            self._working = asyncio.create_task(self._work())
        return await result

    async def _work(self) -> None:
        try:
            while batch := self._next():
                await self._answer(batch)
        finally:
            self._working = None

    def _next(self) -> list[tuple[Wish, asyncio.Future[Given]]]:
        batch: list[tuple[Wish, asyncio.Future[Given]]] = []
        later: list[tuple[Wish, asyncio.Future[Given]]] = []
        keys: set[Hashable] = set()
        for wish, result in self._waiting:
            key = self._key(wish) if self._key is not None else None
            if result.cancelled():  # its caller no longer waits
                continue
            if len(batch) == LARGEST or key in keys:
                later.append((wish, result))
                continue
            batch.append((wish, result))
            if key is not None:
                keys.add(key)
        self._waiting = later
        return batch

    async def _answer(self, batch: Sequence[tuple[Wish, asyncio.Future[Given]]]) -> None:
        try:
            given = await self._run([wish for wish, _ in batch])
        except Exception as failure:  # noqa: BLE001 - passed on to the caller
            for _, result in batch:
                if not result.done():
                    result.set_exception(failure)
            return
        for (_, result), one in zip(batch, given, strict=True):
            if not result.done():
                result.set_result(one)
