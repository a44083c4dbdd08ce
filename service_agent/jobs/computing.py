"""One thread beside the event loop for what only computes: reading questions, quoting data, checking drafts.

Python computes in one thread at a time, so more threads would finish nothing sooner, and would take the loop's share.
Turns have their places in the queue from their beginning, those of long texts further behind, and further with all
they have computed: a question of one line does not wait for the pages of another, and long ones end one after the other
instead of all at last. The places come up with time, so that a long one is passed by for a while and not for ever.
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
from dataclasses import dataclass
from functools import partial
from itertools import count

from foundation.contracts.ports import Compute, Computed

PASSED_BY_S = 0.0005
"""Seconds per character by which a turn lets later turns go first. A question of 2,000 characters, which takes 50 ms to
read, lets through the turns that arrive within a second."""
PASSED_BY_COMPUTED = 10.0
"""Seconds per second computed by which it lets later turns go first: not every text costs what its length says. A usual
turn computes 20 ms and so is passed by for 0.2 s; one that computed 1 s, for ten."""
SWITCH_S = 0.001
"""Seconds the thread goes on computing while the event loop waits for the interpreter lock. With Python's default of
5 ms, a turn would wait that long at each of its forty database replies."""


BEAT_S = 0.2


@dataclass
class _Place:
    """A turn's place in the queue: the smallest goes first."""

    run_id: str
    begun: float
    """The event loop's time from which it counts."""
    computed_s: float = 0.0
    """Processor time of the thread so far."""

    @property
    def at(self) -> float:
        return self.begun + PASSED_BY_COMPUTED * self.computed_s


class ComputeThread:
    """Construct it inside the event loop; `close` it when no more work will come."""

    def __init__(self, longest_s: float = 10.0) -> None:
        """`stalled` reports work that blocks the event loop for longer than `longest_s`."""
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
        """The place in the queue of a turn that begins now, with a question (and history) of this many characters."""
        return partial(self._computed, _Place(run_id, self._loop.time() + characters * PASSED_BY_S))

    def stalled(self) -> list[str]:
        """The runs whose work blocked the whole process since the last call."""
        found, self._stalled = self._stalled, []
        return found

    def close(self) -> None:
        """No more work begins."""
        self._next_beat.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _computed(self, place: _Place, work: Callable[[], Computed]) -> Computed:
        """The result of the work, or its exception. After a cancellation, work that has begun is discarded."""
        if self._busy:
            await self._called(place.at)
        self._busy = True
        begun = self._thread.submit(copy_context().run, self._watched, place, work)
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

    def _watched(self, place: _Place, work: Callable[[], Computed]) -> Computed:
        """In the thread. What computes in Python lets the loop go on beside it; a pattern that matches for ever does
        not, nor would the loop see how long it was."""
        self._silence, begun = 0.0, time.thread_time()
        try:
            return work()
        finally:
            place.computed_s += time.thread_time() - begun
            # The loop may not have had its turn yet since the work stopped it.
            if max(self._silence, time.monotonic() - self._last_beat) > self._longest_s:
                self._stalled.append(place.run_id)

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
