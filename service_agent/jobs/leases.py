"""Runs this process holds: kept alive by renewing, stopped when somebody cancels them or the lease is gone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from foundation.storage.records import Run
from foundation.storage.runs import RunsRepository

NEWEST_SHARE = 0.2
"""What the newest run counts in the mean: about the last ten runs decide."""


class Stop(StrEnum):
    """Why a run's work is stopped from outside."""

    CANCELLED = "cancelled"
    """The person asked."""
    LOST = "lost"
    """Another process holds the run now; nothing may be written."""
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


class Leases:
    """The runs in hand and the heartbeat that keeps them."""

    def __init__(
        self,
        process_id: str,
        runs: RunsRepository,
        lease_s: float,
        person_runs: int | None = None,
        on_prepared: Callable[[], None] | None = None,
    ) -> None:
        self._process_id = process_id
        self._runs = runs
        self._lease_s = lease_s
        self._person_runs = person_runs
        self._on_prepared = on_prepared
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
        return await self._runs.claim(self._process_id, free, self._lease_s, self._person_runs)

    async def renew(self) -> None:
        """One heartbeat: extend every lease, stop what was cancelled or lost."""
        asked = tuple(self._held.values())
        if not asked:
            return
        renewed = dict(await self._runs.renew(self._process_id, [held.run.run_id for held in asked], self._lease_s))
        for held in asked:
            cancel = renewed.get(held.run.run_id)
            if cancel is None:
                held.stop_for(Stop.LOST)
            elif cancel:
                held.stop_for(Stop.CANCELLED)
