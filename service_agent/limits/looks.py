"""A few at a time, the others in lines: one line for each name, and the first of each line in turn."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from service_agent.limits.lane import PATIENCE_S

MOST_WAITING = 20
"""Of one name: a page sends fewer at once, and beside another name's line it takes a moment."""


class Looks:
    """`at_once` looks at a time of all names. However long one name's line is, another's first waits for one of it."""

    def __init__(self, at_once: int, most_waiting: int = MOST_WAITING, patience_s: float = PATIENCE_S) -> None:
        self._free = at_once
        self._most_waiting = most_waiting
        self._patience_s = patience_s
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        """Name -> who waits; the name whose turn is next stands first. Nobody waits while a place is free."""

    @asynccontextmanager
    async def place(self, name: str, refused: Exception) -> AsyncGenerator[None]:
        """A place for as long as the block takes. Raises `refused` where too many of this name wait, at once, and
        where it would take too long."""
        await self._wait(name, refused)
        try:
            yield
        finally:
            self._hand_on()

    async def _wait(self, name: str, refused: Exception) -> None:
        if self._free:
            self._free -= 1
            return
        if len(self._lines.get(name, ())) >= self._most_waiting:
            raise refused
        turn = asyncio.get_running_loop().create_future()
        self._lines.setdefault(name, deque()).append(turn)
        try:
            async with asyncio.timeout(self._patience_s):
                await turn
        except BaseException as gone:
            if turn.cancelled():
                self._leave(name, turn)
            else:  # its turn came at the moment it went
                self._hand_on()
            if isinstance(gone, TimeoutError):
                raise refused from None
            raise

    def _leave(self, name: str, turn: asyncio.Future[None]) -> None:
        line = self._lines.get(name)
        if line is not None and turn in line:
            line.remove(turn)
            if not line:
                del self._lines[name]

    def _hand_on(self) -> None:
        while self._lines:
            name, line = self._lines.popitem(last=False)
            turn = line.popleft()
            if line:
                self._lines[name] = line  # behind the others
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
