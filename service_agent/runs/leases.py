"""Runs this process holds: kept alive by renewing, stopped when somebody cancels them or the lease is gone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from foundation.storage.queue.run_limits import ClaimLimits
from foundation.storage.queue.runs import ANY, RunsRepository
from foundation.storage.records import Run

NEWEST_SHARE = 0.2
"""What the newest run counts in the mean: about the last ten runs decide."""


class Stop(StrEnum):
    """Why a run's work is stopped from outside."""

    CANCELLED = "cancelled"
    """The person asked."""
    LOST = "lost"
    """Another process holds the run now; nothing may be written."""
    STALLED = "stalled"
    """Its work stopped this process too often."""
    DRAINING = "draining"
    """This process is going down; the run goes back to the queue."""


@dataclass
class Held:
    """One run this process works on."""

    run: Run
    thinking: asyncio.Task[object] | None = None
    """The part that may be stopped; ending a run (its last transaction) never is."""
    stop: Stop | None = None
    preparing: bool = True
    """From the claim until only the model's words are waited for, or to the end where no model writes."""
    on_prepared: Callable[[], None] | None = None
    since: float = field(default_factory=time.monotonic)

    def prepared(self) -> None:
        """Another run may be prepared in its stead."""
        self.preparing = False
        if self.on_prepared is not None:
            self.on_prepared()

    def stop_for(self, reason: Stop) -> None:
        """Stop thinking. The first reason stands."""
        if self.stop is None and (self.thinking is None or not self.thinking.done()):
            self.stop = reason
            if self.thinking is not None:
                self.thinking.cancel()


def nobody() -> Sequence[str]:
    """No run stopped the process."""
    return ()


class Leases:
    """The runs in hand and the heartbeat that keeps them."""

    def __init__(
        self,
        process_id: str,
        runs: RunsRepository,
        lease_s: float,
        limits: ClaimLimits = ANY,
        on_prepared: Callable[[], None] | None = None,
        stalled: Callable[[], Sequence[str]] = nobody,
    ) -> None:
        """`stalled` gives the runs whose work stopped the whole process since it was asked last."""
        self.process_id = process_id
        self.lease_s = lease_s
        self.limits = limits
        self._runs = runs
        self._on_prepared = on_prepared
        self._stalled = stalled
        self._blamed: list[str] = []
        """Of those, the ones that are not stored yet, as often as they did it."""
        self._held: dict[str, Held] = {}
        self.mean_ms: float | None = None
        """How long the last runs held their place; None: none has ended."""

    def __len__(self) -> int:
        return len(self._held)

    def __iter__(self) -> Iterator[Held]:
        return iter(tuple(self._held.values()))

    @property
    def preparing(self) -> int:
        """Runs being planned and searched."""
        return sum(held.preparing for held in self._held.values())

    @property
    def run_ids(self) -> list[str]:
        """The runs in hand."""
        return list(self._held)

    @property
    def apart(self) -> int:
        """Runs in hand of which there are to be few: of long texts, or whose process stood still before."""
        return sum(held.run.long_text or held.run.stalls > 0 for held in self._held.values())

    def hold(self, run: Run) -> Held:
        """Take a claimed run in hand. A process that slept past the lease may still work on an earlier attempt of it:
        that one is lost."""
        earlier = self._held.get(run.run_id)
        if earlier is not None:
            earlier.stop_for(Stop.LOST)
        held = Held(run, on_prepared=self._on_prepared)
        self._held[run.run_id] = held
        return held

    def drop(self, held: Held) -> None:
        """The run is no longer ours to work on (a later attempt of it may be)."""
        if self._held.get(held.run.run_id) is held:
            del self._held[held.run.run_id]
        took_ms = (time.monotonic() - held.since) * 1000
        self.mean_ms = took_ms if self.mean_ms is None else self.mean_ms + (took_ms - self.mean_ms) * NEWEST_SHARE

    async def claim(self, free: int) -> list[Run]:
        """Runs nobody works on, as many as there are slots free."""
        if free <= 0:
            return []
        return await self._runs.claim(self.process_id, free, self.lease_s, self._room())

    def _room(self) -> ClaimLimits:
        held = tuple(self._held.values())
        long_texts = sum(one.preparing and one.run.long_text for one in held)
        suspects = sum(one.run.stalls > 0 for one in held)
        limits = self.limits
        return replace(
            limits,
            long_texts=max(0, limits.long_texts - long_texts),
            suspects=max(0, limits.suspects - suspects),
        )

    async def renew(self) -> None:
        """One heartbeat: extend every lease, stop what was cancelled or lost."""
        asked = tuple(self._held.values())
        if not asked:
            return
        run_ids = [held.run.run_id for held in asked]
        self._blamed.extend(self._stalled())
        blamed = tuple(self._blamed)
        ours = await self._runs.renew(self.process_id, run_ids, self.lease_s, blamed)
        del self._blamed[: len(blamed)]
        renewed = {each.run_id: each for each in ours}
        for held in asked:
            found = renewed.get(held.run.run_id)
            if found is None:
                held.stop_for(Stop.LOST)
            elif found.cancel_requested:
                held.stop_for(Stop.CANCELLED)
            elif found.stalls >= self.limits.stalls:
                held.stop_for(Stop.STALLED)
