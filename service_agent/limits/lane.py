"""A slow lane: tries of one name one after the other, each when its turn comes. What is right comes late, not never."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from service_agent.limits.pace import ROOM

PATIENCE_S = 15.0
"""Seconds somebody waits for their turn at most; where the spacing itself is longer, that long."""


class Lane:
    """`a_minute` turns a minute for each name, evenly spaced; who would wait too long is sent away."""

    def __init__(
        self,
        a_minute: int | None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        room: int = ROOM,
    ) -> None:
        self._spacing_s = 60.0 / a_minute if a_minute else 0.0
        self._patience_s = max(PATIENCE_S, self._spacing_s)
        self._clock = clock
        self._sleep = sleep
        self._room = room
        self._next: OrderedDict[str, float] = OrderedDict()
        """Name -> when its next turn is; they stand in the order in which they last took one."""

    async def turn(self, name: str) -> bool:
        """Waits for a turn; False at once when that would take too long, and then none is used."""
        now = self._clock()
        at = max(now, self._next.get(name, now))
        if at - now > self._patience_s:
            return False
        self._next[name] = at + self._spacing_s
        self._next.move_to_end(name)
        if len(self._next) > self._room:
            self._next.popitem(last=False)
        await self._sleep(at - now)
        return True
