"""One soak from its first process to the checker's last word."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerContext
from pathlib import Path

import httpx

from benchmarks.soak.breaker import Breaker, Tally
from benchmarks.soak.checker import Finding, check
from benchmarks.soak.evidence import Line, Tables, read_lines, read_tables
from benchmarks.soak.nursery import Service, nursery
from benchmarks.soak.person import Client, Talk
from benchmarks.soak.world import World, free_ports, own_world, plain_environment

QUESTIONS = (
    "대구 달서구 아파트 시세 알려줘",
    "그 지역 평균 시세를 다시 요약해줘",
    "서초구는?",
    "그 지역 평균 시세를 다시 요약해줘",
    "전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?",
    "안녕하세요",
)
"""Searched, asked back about (and reused or searched), followed up, of another kind, and no search at all."""
TABS_EVERY = 4
"""Every fourth session is open in a second tab that answers every card otherwise."""
QUIET_S = 60.0


@dataclass(frozen=True)
class Size:
    """How much is asked and broken."""

    conversations: int = 100
    turns: int = 10
    services: int = 4
    """Processes side by side: one is spared at any moment, the others are broken, and down half of their time."""
    at_once: int = 16
    strikes: int = 20
    """Of each point, by kill and by stop."""
    restarts: int = 3
    """Of PostgreSQL."""
    limit_s: float = 1080.0
    """The breaking ends then, done or not."""
    seed: int = 3


QUICK = Size(conversations=4, turns=4, services=2, at_once=4, strikes=1, restarts=1, limit_s=45.0)


@dataclass
class Report:
    """What a soak did and found."""

    size: Size
    tally: Tally
    findings: Sequence[Finding]
    seconds: float
    conversations: int
    reconnects: int
    postgres_restarts: int
    redis_kills: int | None
    """None: there is no Redis on this machine."""
    tables: Tables
    lines: int
    faults_logged: Counter[str] = field(default_factory=Counter[str])
    refusals: Counter[str] = field(default_factory=Counter[str])

    @property
    def complete(self) -> bool:
        """True when every point was struck as often as was wanted."""
        return not (self.tally.left("kill") or self.tally.left("stop"))


class Soak:
    """The conversations, the breaking, and the end of both."""

    def __init__(self, size: Size, world: World, tell: Callable[[str], None]) -> None:
        self._size = size
        self._world = world
        self._tell = tell
        self._ports = free_ports(size.services)
        self._tally = Tally(size.strikes, size.seed, max(1, size.services // 4))
        self._clients: list[Client] = []
        self._ended = 0
        self._ending = asyncio.Event()
        self._files = ExitStack()
        self._logs = world.folder / "clients"
        self._logs.mkdir()

    async def run(self) -> Report:
        """All of it. Whatever happens, every process is gone afterwards."""
        started = time.monotonic()
        context = nursery()
        sessions = await self._prepare(context)
        breakers = [Breaker(self._world, self._tally, context, port) for port in self._ports]
        async with asyncio.TaskGroup() as group:
            for breaker in breakers:
                group.create_task(breaker.run(self._ending))
            telling = group.create_task(self._progress(started))
            outages = group.create_task(self._outages())
            try:
                await self._converse(sessions, started)
                await outages
                await self._settle()
            finally:
                for task in (telling, outages):
                    task.cancel()
                self._ending.set()
        return self._report(time.monotonic() - started, breakers)

    async def _prepare(self, context: ForkServerContext) -> Iterator[str]:
        """A first service fills the database; the sessions are made before anything breaks."""
        service = Service.start(context, self._world.settings(self._ports[0], ""), self._world.folder / "first.log")
        count = self._size.conversations * 8
        try:
            async with httpx.AsyncClient(
                base_url=f"http://127.0.0.1:{self._ports[0]}", trust_env=False, timeout=30
            ) as http:
                await _until_ready(http, service)
                made = [(await http.post("/api/sessions")).json()["session_id"] for _ in range(count)]
        finally:
            service.signal(signal.SIGTERM)
            await service.ended()
        return iter(made)

    async def _converse(self, sessions: Iterator[str], started: float) -> None:
        """As many conversations as were wanted, and more while there is something left to break."""
        limit = asyncio.Semaphore(self._size.at_once)
        async with asyncio.TaskGroup() as group:
            await self._begin(sessions, started, limit, group)

    async def _begin(
        self, sessions: Iterator[str], started: float, limit: asyncio.Semaphore, group: asyncio.TaskGroup
    ) -> None:
        for number in itertools.count():
            await limit.acquire()
            late = time.monotonic() - started > self._size.limit_s
            self._tally.over = self._tally.over or late
            session = next(sessions, None)
            if session is None or (number >= self._size.conversations and self._tally.done):
                break
            task = group.create_task(self._conversation(number, session))
            task.add_done_callback(lambda _: limit.release())
        self._tally.over = True

    async def _conversation(self, number: int, session: str) -> None:
        file = self._files.enter_context((self._logs / f"{number}.jsonl").open("w", encoding="utf-8"))

        def write(line: Line) -> None:
            file.write(line.text() + "\n")

        questions = tuple(itertools.islice(itertools.cycle(QUESTIONS), self._size.turns))
        talk = Talk(session, questions, lambda: self._ports, write, self._size.seed)
        tabbed = number % TABS_EVERY == 0
        client = Client(f"c{number}", talk, value="use_previous" if tabbed else None)
        self._clients.append(client)
        done = asyncio.Event()
        watching: asyncio.Task[None] | None = None
        if tabbed:
            tab = Client(f"c{number}-tab", talk, value="search_new")
            self._clients.append(tab)
            watching = asyncio.create_task(tab.watch(done))
        await client.converse()
        done.set()
        if watching is not None:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
        self._ended += 1

    async def _outages(self) -> None:
        """PostgreSQL dies and comes back, Redis too, spread over the conversations."""
        size, world = self._size, self._world
        for number in range(1, size.restarts + 1):
            await self._until(size.conversations * number / (size.restarts + 1))
            await world.restart_postgres()
            if world.redis is not None:
                await asyncio.to_thread(world.redis.kill)
                await asyncio.sleep(2)
                world.redis.start()

    async def _until(self, conversations: float) -> None:
        while self._ended < min(conversations, self._size.conversations) and not self._ending.is_set():
            await asyncio.sleep(0.1)

    async def _settle(self) -> None:
        """Nothing is armed any more: every client reads to its session's end."""
        async with asyncio.timeout(QUIET_S):
            while self._unfinished():
                await asyncio.sleep(0.2)
            await asyncio.gather(*(client.settle() for client in self._clients))

    def _unfinished(self) -> bool:
        tables = read_tables(self._world.address.psycopg_kwargs())
        return any(run["status"] in ("queued", "running", "waiting") for run in tables.runs)

    async def _progress(self, started: float) -> None:
        while True:
            await asyncio.sleep(10)
            struck = sum(self._tally.struck.values())
            left = sum(sum(self._tally.left(way).values()) for way in ("kill", "stop"))
            self._tell(
                f"{time.monotonic() - started:4.0f} s: {self._ended} conversations ended, {struck} strikes ({left} to"
                f" go), PostgreSQL restarted {self._world.restarts} times"
            )

    def _report(self, seconds: float, breakers: Sequence[Breaker]) -> Report:
        self._files.close()
        lines = [line for file in sorted(self._logs.iterdir()) for line in read_lines(file)]
        tables = read_tables(self._world.address.psycopg_kwargs())
        redis = self._world.redis
        return Report(
            size=self._size,
            tally=self._tally,
            findings=check(lines, tables),
            seconds=seconds,
            conversations=self._ended,
            reconnects=sum(client.reconnects for client in self._clients),
            postgres_restarts=self._world.restarts,
            redis_kills=None if redis is None else redis.kills,
            tables=tables,
            lines=len(lines),
            faults_logged=_logged([breaker.log for breaker in breakers]),
            refusals=sum((client.refusals for client in self._clients), Counter[str]()),
        )


async def _until_ready(http: httpx.AsyncClient, service: Service) -> None:
    async with asyncio.timeout(120):
        while service.alive:
            try:
                if (await http.get("/readyz")).is_success:
                    return
            except httpx.HTTPError:
                pass
            await asyncio.sleep(0.1)
    raise RuntimeError("the first service ended instead of starting: " + " ".join(service.said()[-5:]))


def _logged(files: Sequence[Path]) -> Counter[str]:
    """Events of the services' logs: how often each was logged as an error."""
    errors: Counter[str] = Counter()
    for file in files:
        for line in file.read_text("utf-8", "replace").splitlines():
            if '"level": "error"' in line:
                errors[line.partition('"event": "')[2].partition('"')[0]] += 1
    return errors


async def soak(size: Size, tell: Callable[[str], None]) -> Report:
    """A soak of this size, in a world of its own."""
    kept = plain_environment(os.environ)  # noqa: TID251  (services must not inherit settings of whoever starts this)
    os.environ.clear()  # noqa: TID251
    os.environ.update(kept)  # noqa: TID251
    async with own_world() as world:
        return await Soak(size, world, tell).run()
