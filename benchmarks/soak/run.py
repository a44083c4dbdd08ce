"""One soak from its first process to the checker's last word."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerContext
from pathlib import Path

import httpx

from benchmarks.harness.page import load_now
from benchmarks.soak.breaker import WAYS, Breaker, Tally
from benchmarks.soak.checker import Fault, Finding, check
from benchmarks.soak.evidence import Line, Tables, read_lines, read_tables
from benchmarks.soak.nursery import Service, nursery
from benchmarks.soak.person import Client, Talk
from benchmarks.soak.world import World, free_ports, own_world, plain_environment

QUESTIONS = (
    "3억이면 복비 얼마야?",
    "임대차법 제10조 알려줘",
    "대구 달서구 아파트 시세 알려줘",
    "그 지역 평균 시세를 다시 요약해줘",
    "서초구는?",
    "서울에서 아파트 매매 평균이 제일 싼 구는 어디야? 거기 전세 평균은?",
    "전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?",
    "전세 계약서 작성해줘. 임대인은 김철수, 임차인은 이영희, 주소는 대구 달서구 1, 보증금 2억, 2027년 3월 2일부터",
    "안녕하세요",
    "중구 아파트 매매 시세 알려줘",
)
"""A calculation that lacks something and a name that two laws share, first, while no other question settles them;
searched, asked back about (and reused or searched), followed up, two of which one leans on the other, of another kind,
drafted, no search at all."""
TABS_EVERY = 4
"""Every fourth session is open in a second tab that answers every card otherwise."""
QUIET_S = 60.0
CALM_S = 300.0
"""After the last strike every conversation ends within this time, or is said to have not ended."""


@dataclass(frozen=True)
class Size:
    """How much is asked and broken."""

    conversations: int = 100
    turns: int = 10
    services: int = 4
    """Processes side by side: one is spared at any moment, the others are broken, and down half of their time."""
    at_once: int = 16
    strikes: int = 10
    """Of each point, by kill and by stop."""
    restarts: int = 3
    """Of PostgreSQL."""
    limit_s: float = 5400.0
    """The breaking ends then, done or not; all of it a few minutes later at most."""
    seed: int = 3

    @property
    def is_full(self) -> bool:
        """As large as the page tells of."""
        full = Size()
        talked = self.conversations >= full.conversations and self.turns >= full.turns
        return talked and self.strikes >= full.strikes and self.restarts >= full.restarts


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
    load: float = 0.0
    """Of the machine when it began."""
    faults_logged: Counter[str] = field(default_factory=Counter[str])
    refusals: Counter[str] = field(default_factory=Counter[str])

    def missing(self) -> list[str]:
        """What was wanted and did not happen, each in a few words; nothing when the soak is whole."""
        left = {way: self.tally.left(way) for way in WAYS}
        short = [f"{point} ({way}: {count} short)" for way, points in left.items() for point, count in points.items()]
        if self.conversations < self.size.conversations:
            short.append(f"conversations ({self.conversations} of {self.size.conversations})")
        if self.postgres_restarts < self.size.restarts:
            short.append(f"restarts of PostgreSQL ({self.postgres_restarts} of {self.size.restarts})")
        return short

    @property
    def passed(self) -> bool:
        """True when everything that was wanted happened, nothing was found, and no process ended by itself."""
        return not (self.missing() or self.findings or self.tally.crashes)


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
        self._findings: list[Finding] = []
        """Of the soak itself; the checker's come to them."""
        self._load = load_now()
        self._talked = asyncio.Event()
        """Every conversation has ended."""
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
        talks: dict[asyncio.Task[None], int] = {}
        try:
            for number in itertools.count():
                while len(_going(talks)) >= self._size.at_once and not self._is_hopeless(started):
                    self._tally.over |= time.monotonic() - started > self._size.limit_s
                    await asyncio.wait(_going(talks), timeout=1, return_when=asyncio.FIRST_COMPLETED)
                session = next(sessions, None)
                enough = number >= self._size.conversations and self._tally.done
                if session is None or enough or self._is_hopeless(started):
                    break
                talks[asyncio.create_task(self._conversation(number, session))] = number
            self._tally.over = True
            if going := _going(talks):
                await asyncio.wait(going, timeout=CALM_S)
        finally:
            self._talked.set()
            await self._give_up(talks)

    def _is_hopeless(self, started: float) -> bool:
        """Nothing has been broken for long, and still conversations do not end."""
        return time.monotonic() - started > self._size.limit_s + CALM_S

    async def _give_up(self, talks: Mapping[asyncio.Task[None], int]) -> None:
        going = _going(talks)
        for task in going:
            self._findings.append(Finding(Fault.NEVER_ENDED, f"c{talks[task]}", "its conversation did not end"))
            task.cancel()
        await asyncio.gather(*going, return_exceptions=True)
        for task in set(talks) - going:
            task.result()

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
            if self._talked.is_set():
                return
            await world.restart_postgres()
            if world.redis is not None:
                await asyncio.to_thread(world.redis.kill)
                await asyncio.sleep(2)
                world.redis.start()

    async def _until(self, conversations: float) -> None:
        while self._ended < min(conversations, self._size.conversations) and not self._talked.is_set():
            await asyncio.sleep(0.1)

    async def _settle(self) -> None:
        """Nothing is armed any more: every client reads to its session's end."""
        until = time.monotonic() + QUIET_S
        while time.monotonic() < until and await asyncio.to_thread(self._unfinished):
            await asyncio.sleep(0.5)
        settling = {asyncio.create_task(client.settle()): client for client in self._clients}
        done, late = await asyncio.wait(settling, timeout=QUIET_S)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        for task in done:
            task.result()
        what = f"could not read to its session's end within {QUIET_S:.0f} s"
        self._findings += [Finding(Fault.NEVER_ENDED, settling[task].name, what) for task in late]

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
            findings=[*self._findings, *check(lines, tables)],
            seconds=seconds,
            conversations=self._ended,
            reconnects=sum(client.reconnects for client in self._clients),
            postgres_restarts=self._world.restarts,
            redis_kills=None if redis is None else redis.kills,
            tables=tables,
            lines=len(lines),
            load=self._load,
            faults_logged=_logged([breaker.log for breaker in breakers]),
            refusals=sum((client.refusals for client in self._clients), Counter[str]()),
        )


def _going(talks: Mapping[asyncio.Task[None], int]) -> set[asyncio.Task[None]]:
    return {task for task in talks if not task.done()}


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
