"""`python -m benchmarks.first_event`: many conversations ask at the same moment; when does each see its first event?

The service runs as `suffice serve` with its embedded database and no model; beside it, in the same run and with the
same client, two FastAPI echoes on the same uvicorn settings: a bare one, and one that stores each message in
PostgreSQL before it sends it back, as the service must (decision 43). Every line is open before. A delay is from a
question's sending to the first frame that comes back on its line, whatever it is. The rounds of the three are in turn;
between them the questions of the last one are erased. The ratios are taken within each round, and the middle one
counts: what else the machine does in one second stretches the one or the other by multiples.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from websockets.asyncio.client import ClientConnection

from benchmarks.harness.command import Asked, run, tell
from benchmarks.harness.figures import Goal, at_most, median, percentile
from benchmarks.harness.page import Section, Table, load_now
from benchmarks.harness.talk import DISTRICTS
from benchmarks.lines.clients import AT_ONCE, opened, sessions_of
from benchmarks.lines.process import Program, free_port, running
from foundation.storage.database.embedded import EmbeddedPostgres

SERVICE, ECHO, STORED = "suffice serve", "bare FastAPI echo", "FastAPI echo that stores"
TIMES = 3.0
"""The goal: the p95 of the first event, at most so many times an echo's."""
PATIENCE_S = 120.0
SETTLED_S = 1.0
"""After opening the lines, so that nothing of that is measured."""


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    sessions: int = 500
    rounds: int = 5


QUICK = Size(sessions=8, rounds=1)


@dataclass
class Measured:
    """One server."""

    rounds: list[list[float]] = field(default_factory=list[list[float]])
    """Seconds from each question's sending."""
    kinds: Counter[str] = field(default_factory=Counter[str])
    """What the first event was."""

    @property
    def first(self) -> list[float]:
        """Of all rounds."""
        return [seconds for one in self.rounds for seconds in one]

    def late(self) -> list[float]:
        """The p95 of each round."""
        return [percentile(one, 0.95) for one in self.rounds]


async def measure(asked: Asked) -> Section:
    """The section of the page."""
    size, load = QUICK if asked.quick else Size(), load_now()
    folder = Path(tempfile.mkdtemp(prefix="suffice-first-event-"))
    ours, bare, stored = Measured(), Measured(), Measured()
    try:
        async with AsyncExitStack() as stack:
            echo = await stack.enter_async_context(_echo(folder, "echo"))
            storing = await stack.enter_async_context(_echo(folder, "stored_echo", str(folder / "echoed")))
            service = await stack.enter_async_context(_service(folder))
            http = await stack.enter_async_context(_http())
            await _asked_by(service, http, Measured(), 1)  # connections opened, statements prepared
            for number in range(size.rounds):
                tell(f"first_event: round {number + 1} of {size.rounds}")
                await _echoed_by(echo, bare, size.sessions)
                await _echoed_by(storing, stored, size.sessions)
                await _asked_by(service, http, ours, size.sessions)
                echoes = f"the echoes' {bare.late()[-1]:.3f} s and {stored.late()[-1]:.3f} s"
                tell(f"first_event: p95 {ours.late()[-1]:.3f} s, {echoes}")
    finally:
        for data in ("data", "echoed"):
            await asyncio.to_thread(EmbeddedPostgres(folder / data).remove)
        shutil.rmtree(folder, ignore_errors=True)
    blocks = _blocks({SERVICE: ours, ECHO: bare, STORED: stored}, size)
    return Section("first_event", f"First event: {size.sessions} questions at once", blocks, load)


def _http() -> httpx.AsyncClient:
    # The server ends a line after 5 idle seconds: one taken up again in that moment would end the measurement.
    return httpx.AsyncClient(timeout=PATIENCE_S, trust_env=False, limits=httpx.Limits(keepalive_expiry=1.0))


async def _echoed_by(program: Program, found: Measured, count: int) -> None:
    async def address() -> str:
        return f"ws://127.0.0.1:{program.port}/"

    async with AsyncExitStack() as stack:
        await _ask_all(await opened(stack, count, address), found)


async def _asked_by(program: Program, http: httpx.AsyncClient, found: Measured, count: int) -> None:
    url = f"http://127.0.0.1:{program.port}"
    async with AsyncExitStack() as stack:
        lines = await opened(stack, count, sessions_of(url, http))
        ready = [json.loads(await line.recv()) for line in lines]
        await _ask_all(lines, found)
    for at in range(0, len(ready), AT_ONCE):
        some = [frame["session_id"] for frame in ready[at : at + AT_ONCE]]
        for answer in await asyncio.gather(*(http.delete(f"{url}/api/sessions/{one}") for one in some)):
            answer.raise_for_status()


async def _ask_all(lines: Sequence[ClientConnection], found: Measured) -> None:
    await asyncio.sleep(SETTLED_S)
    came = await asyncio.gather(*(_first(line, at) for at, line in enumerate(lines)))
    found.rounds.append([seconds for seconds, _ in came])
    found.kinds.update(kind for _, kind in came)


async def _first(line: ClientConnection, number: int) -> tuple[float, str]:
    """Ask; after how many seconds what came back first."""
    question = f"{DISTRICTS[number % len(DISTRICTS)]} 아파트 매매 시세 알려줘"
    sent = json.dumps({"type": "user_message", "message_id": uuid.uuid4().hex, "content": question})
    began = time.perf_counter()
    await line.send(sent)
    async with asyncio.timeout(PATIENCE_S):
        text = await line.recv()
    seconds = time.perf_counter() - began
    kind = str(json.loads(text)["type"])
    if kind in ("busy", "error"):
        raise RuntimeError(f"A question was refused: {text!s:.300}")
    return seconds, "echo" if kind == "user_message" else kind


@asynccontextmanager
async def _echo(folder: Path, name: str, *more: str) -> AsyncGenerator[Program]:
    port = free_port()
    command = [sys.executable, "-m", f"benchmarks.lines.{name}", str(port), *more]
    async with running(command, port, folder / f"{name}.log") as program:
        yield program


@asynccontextmanager
async def _service(folder: Path) -> AsyncGenerator[Program]:
    """The service as it is set by default; one person may ask so much at once."""
    port = free_port()
    settings = {"DATA_DIR": str(folder / "data"), "QUEUE_LIMIT": 10_000, "LOG_LEVEL": "warning"}
    chosen = ["env", *(f"SUFFICE_{name}={value}" for name, value in settings.items())]
    serve = [str(Path(sys.executable).parent / "suffice"), "serve", "--port", str(port)]
    async with running([*chosen, *serve], port, folder / "serve.log") as program:
        yield program


def _blocks(found: Mapping[str, Measured], size: Size) -> list[str | Table | Sequence[Goal]]:
    head = ("", "first event, p50", "p95", "largest", "first event is")
    return [
        f"{size.sessions} conversations of one process, their lines open, ask at the same moment, {size.rounds} times;"
        " the echoes' rounds lie between. No model; clients and PostgreSQL run on the same cores.",
        Table(head, [_row(name, one) for name, one in found.items()]),
        [_goal(found[SERVICE], found[name], name) for name in (STORED, ECHO)],
    ]


def _goal(ours: Measured, echo: Measured, name: str) -> Goal:
    ratios = [late / echoed for late, echoed in zip(ours.late(), echo.late(), strict=True)]
    shown = f"{median(ratios):.1f} x ({', '.join(f'{ratio:.1f}' for ratio in sorted(ratios))})"
    return at_most(f"p95 at most {TIMES:.0f} x that of the {name} (rounds)", median(ratios), TIMES, shown)


def _row(name: str, found: Measured) -> tuple[str, ...]:
    return (
        name,
        *(f"{percentile(found.first, share) * 1000:,.0f} ms" for share in (0.5, 0.95, 1.0)),
        ", ".join(f"{kind} {count}" for kind, count in found.kinds.most_common()),
    )


if __name__ == "__main__":
    run(__doc__, measure)
