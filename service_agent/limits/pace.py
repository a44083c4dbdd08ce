"""How often somebody did something within the last minute: kept in this process, for as many as it has room for."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from math import ceil

WINDOW_S = 60.0
ROOM = 10_000
"""Persons or addresses remembered; beyond that the one not seen for longest is forgotten."""


class Pace:
    """A sliding window per name: `limit` times within 60 s, and the next one when the oldest of them is 60 s ago."""

    def __init__(self, limit: int | None, clock: Callable[[], float] = time.monotonic, room: int = ROOM) -> None:
        self._limit = limit
        self._clock = clock
        self._room = room
        self._seen: OrderedDict[str, deque[float]] = OrderedDict()

    def wait_s(self, name: str) -> int | None:
        """Seconds until this one may again; None: now."""
        return self._wait_s(name, self._limit)

    def note(self, name: str) -> None:
        """It happened."""
        self._note(name, self._limit)

    def take(self, name: str) -> int | None:
        """Note it if it may happen; else the seconds to wait. What is refused does not count."""
        return self.take_of(name, self._limit)

    def take_of(self, name: str, limit: int | None) -> int | None:
        """The same by this limit, which may be another one each time; None: there is none."""
        wait = self._wait_s(name, limit)
        if wait is None:
            self._note(name, limit)
        return wait

    def _wait_s(self, name: str, limit: int | None) -> int | None:
        seen = self._recent(name)
        if limit is None or len(seen) < limit:
            return None
        return max(1, ceil(seen[-limit] + WINDOW_S - self._clock()))

    def _note(self, name: str, limit: int | None) -> None:
        if limit is None:
            return
        self._forget_old()
        seen = self._seen.get(name)
        if seen is None or seen.maxlen != limit:
            seen = self._seen[name] = deque(seen or (), maxlen=limit)
        seen.append(self._clock())
        self._seen.move_to_end(name)
        if len(self._seen) > self._room:
            self._seen.popitem(last=False)

    def _forget_old(self) -> None:
        """Whoever did nothing for a minute has nothing that counts; they stand in the order of their last times."""
        while self._seen:
            times = next(iter(self._seen.values()))
            if times and times[-1] > self._clock() - WINDOW_S:
                return
            self._seen.popitem(last=False)

    @property
    def known(self) -> int:
        """Names remembered."""
        return len(self._seen)

    def _recent(self, name: str) -> deque[float]:
        seen = self._seen.get(name, deque[float]())
        while seen and seen[0] <= self._clock() - WINDOW_S:
            seen.popleft()
        return seen
