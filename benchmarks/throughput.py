"""`python -m benchmarks.throughput`: many conversations at once, a bounded number of turns in flight.

Every conversation asks one searched and then reused turns, each as soon as its last one is answered and a place is
free. Ours and the same graph on the library's own saver take turns, round by round, so that all meet the same machine.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from benchmarks.harness.command import Asked, run, tell
from benchmarks.harness.figures import change, median, percent, percentile
from benchmarks.harness.house import House, Plan, open_house, our_graph
from benchmarks.harness.page import Section, Table, load_now
from benchmarks.harness.plain import results_of, rival_graph
from benchmarks.harness.server import Server, temporary_server
from benchmarks.harness.talk import Talk, begun

OURS, SYNC, RIVAL = "ours, exit", "ours, sync", "transcript in state, stock saver, sync"


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    conversations: int = 200
    in_flight: int = 20
    rounds: int = 5
    """Turns of each conversation."""


QUICK = Size(conversations=8, in_flight=4, rounds=2)


@dataclass
class Measured:
    """One way of keeping conversations."""

    seconds: list[float] = field(default_factory=list[float])
    """Each turn, from the moment it had a place."""
    wall_s: float = 0.0

    @property
    def per_second(self) -> float:
        """Turns a second."""
        return len(self.seconds) / self.wall_s


async def measure(asked: Asked) -> Section:
    """The section of the page."""
    size, load = QUICK if asked.quick else Size(), load_now()
    async with temporary_server() as server:
        found = await _measured(server, size)
    return Section(
        "throughput",
        f"Throughput: {size.conversations} conversations, {size.in_flight} in flight",
        _blocks(found, size),
        load,
    )


async def _measured(server: Server, size: Size) -> dict[str, Measured]:
    plans = [
        Plan(OURS, our_graph("exit"), slots=size.in_flight),
        Plan(SYNC, our_graph("sync"), slots=size.in_flight),
        Plan(RIVAL, rival_graph(results_of(server.pack)), slots=size.in_flight),
    ]
    async with AsyncExitStack() as stack:
        houses = [await stack.enter_async_context(open_house(server, plan)) for plan in plans]
        found = {house.name: Measured() for house in houses}
        talks = {house.name: [await begun(house) for _ in range(size.conversations)] for house in houses}
        for house in houses:
            await _warm(house, size)
        for number in range(size.rounds):
            tell(f"throughput: round {number + 1} of {size.rounds}")
            for house in houses:
                await _round(talks[house.name], size.in_flight, found[house.name])
    return found


async def _warm(house: House, size: Size) -> None:
    """Connections opened, statements prepared."""
    talks = [await begun(house) for _ in range(size.in_flight)]
    for _ in range(2):
        await _round(talks, size.in_flight, Measured())


async def _round(talks: Sequence[Talk], in_flight: int, found: Measured) -> None:
    """One turn of every conversation."""
    places = asyncio.Semaphore(in_flight)

    async def one(talk: Talk) -> None:
        async with places:
            found.seconds.append((await talk.next()).seconds)

    started = time.perf_counter()
    await asyncio.gather(*(one(talk) for talk in talks))
    found.wall_s += time.perf_counter() - started


def _blocks(found: dict[str, Measured], size: Size) -> Sequence[str | Table]:
    rows = [
        [
            name,
            f"{one.per_second:.0f}",
            f"{median(one.seconds) * 1000:.0f}",
            f"{percentile(one.seconds, 0.95) * 1000:.0f}",
            percent(change(one.per_second, found[RIVAL].per_second)),
        ]
        for name, one in found.items()
    ]
    return [
        f"{size.rounds} turns of each conversation (the first one searches the local table, the others reuse), one"
        " process, no model. A turn counts from the moment it has one of the places until its last commit. The rival"
        " has the same nodes and rows, and the transcript (20 KB of results a turn) in its state.",
        Table(["", "turns/s", "median, ms", "p95, ms", "turns/s against the rival"], rows),
    ]


if __name__ == "__main__":
    run(__doc__, measure)
