"""`python -m benchmarks.overhead`: what a turn costs of itself, without model and search, as a conversation grows.

Reused turns are timed around turns 10, 100 and 1,000 of a session: rows, claim, graph, ledger, events, answer.
Ours with the durability `exit` and `sync`, and the same graph with its transcript in the state on the library's own
saver, are asked in turn, so that all of them meet the same machine.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import psycopg
from psycopg import sql

from benchmarks.harness.command import Asked, run, tell
from benchmarks.harness.figures import Goal, at_most, median, percentile
from benchmarks.harness.house import House, Plan, open_house, our_graph
from benchmarks.harness.page import Section, Table, load_now
from benchmarks.harness.plain import SCHEMA, PlainSupervisor, Results, messages_of, results_of, rival_graph
from benchmarks.harness.plots import lines
from benchmarks.harness.server import Server, temporary_server
from benchmarks.harness.talk import SEARCHED_EVERY, Talk, begun
from foundation.storage.tables.columns import CHECKPOINT_SCHEMA

NEEDS = ("matplotlib",)
OURS, SYNC, RIVAL = "ours, exit", "ours, sync", "transcript in state, stock saver, sync"
LIMIT_MS, GROWTH, BYTES_LIMIT = 15.0, 1.3, 1_000_000
"""The design's goals: a turn's median, turn 1,000 over turn 10, checkpoint tables at 300 turns."""
WARM_UP = 6


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    ages: tuple[int, int, int] = (10, 100, 1000)
    samples: int = 40
    """Reused turns timed per age."""
    bytes_at: int = 300
    """Turn at which checkpoint tables are weighed."""
    slow_samples: int = 8
    """The same for the rival's oldest conversation, whose turns take so long that the others would wait minutes."""

    def samples_of(self, name: str, age: int) -> int:
        """Turns timed of one way at one age."""
        slow = name == RIVAL and age == self.ages[-1]
        return min(self.slow_samples, self.samples) if slow else self.samples


QUICK = Size(ages=(3, 6, 12), samples=2, bytes_at=8)


@dataclass
class Stored:
    """Checkpoint bytes of one thread."""

    before_sweep: int
    after_sweep: int


@dataclass
class Measured:
    """One way of keeping a conversation."""

    seconds: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Age -> reused turns."""
    searched: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Age -> turns that searched the local table."""
    stored: Stored | None = None

    def median_ms(self, age: int) -> float:
        """The reused turns' median at this age."""
        return median(self.seconds[age]) * 1000


async def measure(asked: Asked) -> Section:
    """The section of the page."""
    size, load = QUICK if asked.quick else Size(), load_now()
    async with temporary_server() as server:
        results = results_of(server.pack)
        found = await _measured(server, size, results)
    if asked.images is not None:
        points = {name: [(age, one.median_ms(age)) for age in size.ages] for name, one in found.items()}
        lines(asked.images / "overhead.png", "Own cost of a reused turn", ("turn", "median, ms"), points)
    return Section("overhead", "Own overhead per turn", _blocks(found, size, asked), load)


async def _measured(server: Server, size: Size, results: Results) -> dict[str, Measured]:
    plans = [
        Plan(OURS, our_graph("exit")),
        Plan(SYNC, our_graph("sync")),
        Plan(RIVAL, rival_graph(results)),
    ]
    async with AsyncExitStack() as stack:
        houses = [await stack.enter_async_context(open_house(server, plan)) for plan in plans]
        found = {house.name: Measured() for house in houses}
        aged: list[tuple[House, list[Ladder]]] = []
        for house in houses:
            tell(f"overhead: growing conversations, {house.name}")
            await (await begun(house)).until(WARM_UP)
            found[house.name].stored = await _weighed(house, size.bytes_at)
            aged.append((house, [await _aged(house, age, size, results) for age in size.ages]))
        tell("overhead: timing")
        for number in range(size.samples):
            for house, ladders in aged:
                for age, ladder in zip(size.ages, ladders, strict=True):
                    if number < size.samples_of(house.name, age):
                        await ladder.sample(found[house.name], age)
    return found


@dataclass
class Ladder:
    """Conversations of one age; the next one is begun when a conversation has grown out of it."""

    talks: list[Talk]
    until: int

    async def sample(self, found: Measured, age: int) -> None:
        """Time the next reused turn (and, on the way, a searched one)."""
        while True:
            talk = next(talk for talk in self.talks if talk.turns < self.until)
            turn = await talk.next()
            if turn.decision == "reuse":
                found.seconds[age].append(turn.seconds)
                return
            found.searched[age].append(turn.seconds)


@dataclass(frozen=True)
class Window:
    """Turns of a conversation that are timed."""

    first: int
    """Turns before it."""
    turns: int
    talks: int
    """Conversations needed."""


def window_of(samples: int, age: int) -> Window:
    """Around the age and no wider than it, so the young need several conversations. In every ten turns of a window
    one may be a search, which is no sample."""
    turns = min(samples + -(-samples // (SEARCHED_EVERY - 1)), age)
    reused = turns - -(-turns // SEARCHED_EVERY)
    return Window(age - turns // 2, turns, -(-samples // max(1, reused)))


async def _aged(house: House, age: int, size: Size, results: Results) -> Ladder:
    """Conversations that are about to reach this age, as many as the samples need."""
    window = window_of(size.samples_of(house.name, age), age)
    talks = [await _talk_of(house, window.first, results) for _ in range(window.talks)]
    return Ladder(talks, window.first + window.turns)


async def _talk_of(house: House, turns: int, results: Results) -> Talk:
    talk = await begun(house)
    supervisor = house.graph.supervisor
    if not isinstance(supervisor, PlainSupervisor):
        await talk.until(turns)
        return talk
    # The last turns are real ones, so that its window and its ledger are filled too.
    past = max(0, turns - WARM_UP) // 10 * 10
    answer = "평균 시세를 요약한 답입니다. " * 20
    if past:
        messages = [messages_of("그 지역 평균 시세를 다시 요약해줘", answer, results, at) for at in range(past)]
        await supervisor.remember(talk.session_id, [one for turn in messages for one in turn])
        talk.turns = past
    await talk.until(turns)
    return talk


async def _weighed(house: House, turns: int) -> Stored:
    """Checkpoint bytes of a conversation that really had so many turns."""
    talk = await begun(house)
    await talk.until(turns)
    before = _bytes_of(house, talk.session_id)
    await house.graph.sweep([talk.session_id])
    return Stored(before, _bytes_of(house, talk.session_id))


def _bytes_of(house: House, thread_id: str) -> int:
    """Bytes of the thread's rows in the saver's three tables, as PostgreSQL keeps them (compressed)."""
    schema = SCHEMA if isinstance(house.graph.supervisor, PlainSupervisor) else CHECKPOINT_SCHEMA
    statement = sql.SQL("SELECT coalesce(sum(pg_column_size(t.*)), 0) FROM {} t WHERE thread_id = %s")
    total = 0
    with psycopg.connect(**house.address.psycopg_kwargs()) as connection:
        for table in ("checkpoints", "checkpoint_blobs", "checkpoint_writes"):
            row = connection.execute(statement.format(sql.Identifier(schema, table)), (thread_id,)).fetchone()
            total += int(row[0]) if row else 0
    return total


def _blocks(found: dict[str, Measured], size: Size, asked: Asked) -> Sequence[str | Table | Sequence[Goal]]:
    picture = [] if asked.images is None else ["![Own cost of a reused turn over turns](images/overhead.png)"]
    return [
        "A reused turn without model and search, from handing the question in to its last commit: message and run"
        " rows, claim, planning by rules, judges, ledger, events, extracted answer, decision, window of exchanges."
        f" {size.samples} turns timed around each turn number (the rival's oldest conversation:"
        f" {size.samples_of(RIVAL, size.ages[-1])}), all ways asked in turn. The rival has the same nodes and"
        " rows; its transcript (question, 20 KB of results, answer) is in the state. Its old conversations are filled"
        " in one write, because turn by turn they would write gigabytes.",
        _table(found, size),
        *picture,
        f"Checkpoint tables of one conversation after {size.bytes_at} real turns"
        " (`pg_column_size` of its rows, after compression):",
        _bytes_table(found),
        _goals(found, size),
    ]


def _table(found: dict[str, Measured], size: Size) -> Table:
    head = ["median (p95), ms", *(f"turn {age}" for age in size.ages), "last / first"]
    rows = [[name, *(_cell(one, age) for age in size.ages), f"{_growth(one, size):.2f}"] for name, one in found.items()]
    return Table(head, rows)


def _cell(one: Measured, age: int) -> str:
    return f"{one.median_ms(age):.1f} ({percentile(one.seconds[age], 0.95) * 1000:.1f})"


def _growth(one: Measured, size: Size) -> float:
    return one.median_ms(size.ages[-1]) / one.median_ms(size.ages[0])


def _bytes_table(found: dict[str, Measured]) -> Table:
    weighed = [(name, one.stored) for name, one in found.items() if one.stored is not None]
    rows = [[name, _kb(stored.before_sweep), _kb(stored.after_sweep)] for name, stored in weighed]
    return Table(["KB", "not swept yet", "after the background sweep"], rows)


def _kb(count: int) -> str:
    return f"{count / 1000:,.0f}"


def _goals(found: dict[str, Measured], size: Size) -> list[Goal]:
    ours = found[OURS]
    medians = {age: ours.median_ms(age) for age in size.ages}
    stored = ours.stored.after_sweep if ours.stored else 0
    shown = ", ".join(f"{value:.1f}" for value in medians.values())
    return [
        Goal("median below 15 ms with `exit`", f"{shown} ms", max(medians.values()) < LIMIT_MS),
        at_most(
            f"turn {size.ages[-1]} at most 1.3 x turn {size.ages[0]}",
            _growth(ours, size),
            GROWTH,
            f"{_growth(ours, size):.2f} x",
        ),
        Goal(f"checkpoint tables below 1 MB at {size.bytes_at} turns", f"{_kb(stored)} KB", stored < BYTES_LIMIT),
    ]


if __name__ == "__main__":
    run(__doc__, measure, NEEDS)
