"""One thread beside the event loop for what only computes: reading questions, quoting data, checking drafts.

Python computes in one thread at a time, so more threads would finish nothing sooner, and would take the loop's share.
Turns have their places in the queue from their beginning, those of long texts further behind: a question of one line
does not wait for the pages of another, and long ones end one after the other instead of all at last. The places come up
with time, so that a long one is passed by for a while and not for ever.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from itertools import count

from foundation.contracts.ports import Compute, Computed

PASSED_BY_S = 0.0005
"""How long a turn lets others pass for each character: 2,000, whose reading takes 50 ms, those that come within a
second."""
SWITCH_S = 0.001
"""How long the thread computes on while the event loop wants to go on. Python's own 5 ms would be waited at each
answer of the database, forty times a turn."""


BEAT_S = 0.2


class ComputeThread:
    """Made inside the event loop; `close` when nothing is asked any more."""

    def __init__(self, longest_s: float = 10.0) -> None:
        """Work that stops the event loop for longer than this is told by `stalled`."""
        sys.setswitchinterval(SWITCH_S)
        self._longest_s = longest_s
        self._loop = asyncio.get_running_loop()
        self._last_beat = time.monotonic()
        self._silence = 0.0
        """The longest time between two beats since the work in the thread began."""
        self._stalled: list[str] = []
        self._beat()
        self._thread = ThreadPoolExecutor(1, "compute")
        self._numbers = count()
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._busy = False

    def place(self, run_id: str, characters: int) -> Compute:
        """The place of a turn that begins now, of a question (and history) of so many characters."""
        return partial(self._computed, (self._loop.time() + characters * PASSED_BY_S, run_id))

    def stalled(self) -> list[str]:
        """The runs whose work stopped the whole process since this was asked last."""
        found, self._stalled = self._stalled, []
        return found

    def close(self) -> None:
        """Nothing begins any more."""
        self._next_beat.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _computed(self, place: tuple[float, str], work: Callable[[], Computed]) -> Computed:
        """What the work gives, or raises. Cancelled, it is not waited for; what has begun ends unheard."""
        at, run_id = place
        if self._busy:
            await self._called(at)
        self._busy = True
        begun = self._thread.submit(copy_context().run, self._watched, run_id, work)
        begun.add_done_callback(self._done)
        return await asyncio.wrap_future(begun)

    async def _called(self, place: float) -> None:
        turn = self._loop.create_future()
        heapq.heappush(self._waiting, (place, next(self._numbers), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # the thread had just been given to it
                self._next()
            raise

    def _watched(self, run_id: str, work: Callable[[], Computed]) -> Computed:
        """In the thread. What computes in Python lets the loop go on beside it; a pattern that matches for ever does
        not, nor would the loop see how long it was."""
        self._silence = 0.0
        try:
            return work()
        finally:
            # The loop may not have had its turn yet since the work stopped it.
            if max(self._silence, time.monotonic() - self._last_beat) > self._longest_s:
                self._stalled.append(run_id)

    def _beat(self) -> None:
        now = time.monotonic()
        self._silence, self._last_beat = max(self._silence, now - self._last_beat), now
        self._next_beat = self._loop.call_later(BEAT_S, self._beat)

    def _done(self, _: Future[Computed]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop ended before the work did
            self._loop.call_soon_threadsafe(self._next)

    def _next(self) -> None:
        self._busy = False
        while self._waiting and not self._busy:
            _, _, turn = heapq.heappop(self._waiting)
            if not turn.done():
                self._busy = True
                turn.set_result(None)
