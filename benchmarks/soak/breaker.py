"""Who breaks the services: each life of a process is armed at some points, until each was struck often enough."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Literal

from benchmarks.soak.nursery import GRACE_S, Service
from benchmarks.soak.world import LEASE_S, World
from foundation.contracts.failpoints import Point
from service_agent.settings.failpoints import STRUCK

Way = Literal["kill", "stop"]
WAYS: tuple[Way, ...] = ("kill", "stop")
STOP_S = LEASE_S + 0.5
"""Longer than a lease: somebody else has taken the run over when the process goes on."""
START_S = 60.0
LIFE_S = 8.0
"""A life whose points are not met ends by SIGTERM, so that draining is met as well."""
SPARED_LIFE_S = 20.0
"""Of a life that is not armed, while there is something left to break: then another one is spared."""
LOOK_S = 0.03
READY = "is ready at"
KILLS = 6
"""Points a life may die at: the first one met is the one, and the neediest are armed, so that those a turn meets early
are struck first and those it meets late have their time."""
STOPS = 8
"""Points a life may be stopped at, each up to STOPS_EACH times; starting another life takes longer than a stop."""
STOPS_EACH = 2
LIFE_OF_A_STRIKE_S: Mapping[Way, float] = {"kill": 3.0, "stop": 2.0}
"""Of a service's time: a start and a turn's way to the point, or a stop. Only their ratio matters, for lives of both
ways run side by side and are to be through with their work together."""
OFTEN = {Point.AFTER_STORE: 0.3, Point.AFTER_CLAIM: 0.5, Point.EXECUTE_TEAMS: 0.4}
"""Shares of points a turn meets more than once; the others 0.6, and rare ones always."""
RARE = frozenset({Point.PRUNE, Point.MIGRATION, Point.ASK_PERSON, Point.BEFORE_PAUSE, Point.AFTER_PAUSE,
                  Point.ASK_CLARIFICATION, Point.ASK_FORM, Point.AFTER_DECISION, Point.SKIP})  # fmt: skip


@dataclass(frozen=True)
class Plan:
    """What one life of a service is armed with."""

    points: str = ""
    """As SUFFICE_FAIL_POINTS takes them; empty: with nothing."""
    strikes: int = 0
    """How many there can be: after the last one the life has nothing left to give."""
    way: Way | None = None
    """None: nothing breaks it."""


@dataclass
class Tally:
    """How often each point is to be struck, and was."""

    wanted: int
    seed: int
    spared: int
    """So many services are not broken at any moment: people must get somewhere, too."""
    struck: Counter[tuple[Point, Way]] = field(default_factory=Counter[tuple[Point, Way]])
    whole: set[int] = field(default_factory=set[int])
    """Ports of the services that are not broken now."""
    armed: dict[int, Way] = field(default_factory=dict[int, Way])
    """Port -> how the service there is broken now."""
    drains: int = 0
    unready: int = 0
    """Lives that ended by themselves before they were ready: PostgreSQL was away."""
    crashes: list[str] = field(default_factory=list[str])
    """Lives that ended by themselves although nothing struck them, and those SIGTERM did not end."""
    over: bool = False
    """Time is up: nothing is armed any more."""

    def __post_init__(self) -> None:
        self._dice = random.Random(self.seed)

    def left(self, way: Way) -> dict[Point, int]:
        """Point -> how often it must still be struck in this way."""
        counts = {point: self.wanted - self.struck[point, way] for point in Point}
        return {point: count for point, count in counts.items() if count > 0}

    @property
    def done(self) -> bool:
        """True when nothing is left to strike."""
        return self.over or not any(self.left(way) for way in WAYS)

    def plan(self, port: int) -> Plan:
        """The next life's fail points: to die at, or to be stopped at, whichever is further behind."""
        way = None if self.done or len(self.whole) < self.spared else self._way()
        if way is None:
            self.whole.add(port)
            return Plan()
        self.armed[port] = way
        left = self.left(way)
        if way == "kill":
            return Plan(",".join(f"{point}=kill:{share_of(point)}:1" for point in self._neediest(left, KILLS)), 1, way)
        times = {point: min(left[point], STOPS_EACH) for point in self._neediest(left, STOPS)}
        points = ",".join(f"{point}=stop:{share_of(point)}:{count}" for point, count in times.items())
        return Plan(points, sum(times.values()), way)

    def ended(self, port: int) -> None:
        """The life on this port is over."""
        self.whole.discard(port)
        self.armed.pop(port, None)

    def _way(self) -> Way:
        """Seconds of work a life would have to do, shared with those that are at it already: the larger part."""
        at_it = Counter(self.armed.values())
        work = {way: sum(self.left(way).values()) * LIFE_OF_A_STRIKE_S[way] / (1 + at_it[way]) for way in WAYS}
        return max(WAYS, key=lambda way: work[way])

    def _neediest(self, left: Mapping[Point, int], count: int) -> list[Point]:
        # Drawn among the neediest, so that two processes are not armed alike.
        points = sorted(left, key=lambda point: (-left[point], self._dice.random()))[: count + count // 2]
        return self._dice.sample(points, min(count, len(points)))


def share_of(point: Point) -> float:
    """Of a point's passages, how many are struck."""
    return 1.0 if point in RARE else OFTEN.get(point, 0.6)


@dataclass
class Breaker:
    """Keeps a service on one port, and breaks it."""

    world: World
    tally: Tally
    context: ForkServerContext
    port: int

    @property
    def log(self) -> Path:
        """What its services print."""
        return self.world.folder / f"service-{self.port}.log"

    async def run(self, ending: asyncio.Event) -> None:
        """Life after life, until the end; the last one drains."""
        while not ending.is_set():
            plan = self.tally.plan(self.port)
            service = Service.start(self.context, self.world.settings(self.port, plan.points), self.log)
            try:
                await self._live(service, plan, ending)
            finally:
                await self._end(service)
                self.tally.ended(self.port)

    async def _end(self, service: Service) -> None:
        """By SIGTERM; what it is armed with strikes while it drains, too."""
        try:
            service.signal(signal.SIGCONT)
            service.signal(signal.SIGTERM)
            until = time.monotonic() + GRACE_S
            while service.alive and time.monotonic() < until:
                until += await self._strikes(service)
                await asyncio.sleep(LOOK_S)
            if service.alive:
                self.tally.crashes.append(f"port {self.port}: SIGTERM did not end it within {GRACE_S:.0f} s")
        finally:
            service.kill()

    async def _strikes(self, service: Service) -> float:
        """Counts what struck since the last time; seconds of life this adds."""
        added = [await self._struck(service, line) for line in service.said() if line.startswith(STRUCK)]
        return sum(added)

    async def _live(self, service: Service, plan: Plan, ending: asyncio.Event) -> None:
        until, left, ready = time.monotonic() + START_S, plan.strikes, False
        while service.alive and not ending.is_set():
            for line in service.said():
                if READY in line:
                    ready = True
                    until = time.monotonic() + (LIFE_S if plan.way else SPARED_LIFE_S)
                if line.startswith(STRUCK):
                    until += await self._struck(service, line)
                    left -= 1
            over = time.monotonic() > until or (plan.way is not None and not left)
            if over and (plan.way is not None or not self.tally.done):
                self.tally.drains += plan.way != "kill" or left > 0
                return
            await asyncio.sleep(LOOK_S)
        died = not service.alive
        await self._strikes(service)
        if died and not (plan.way == "kill" and service.process.exitcode == -signal.SIGKILL):
            self._note_own_end(service, ready=ready)

    def _note_own_end(self, service: Service, *, ready: bool) -> None:
        if ready:
            self.tally.crashes.append(f"port {self.port}: it ended by itself, exit code {service.process.exitcode}")
        else:
            self.tally.unready += 1

    async def _struck(self, service: Service, line: str) -> float:
        """Counts it, and wakes a stopped process; seconds of life this adds."""
        _, point, way, *_ = line.split()
        self.tally.struck[Point(point), "kill" if way == "kill" else "stop"] += 1
        if way == "kill":
            return 0.0
        await asyncio.sleep(STOP_S)
        service.signal(signal.SIGCONT)
        return STOP_S
