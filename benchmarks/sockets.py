"""`python -m benchmarks.sockets`: many sockets that only stay, some that read an answer being written, on one process.

The service runs as `suffice serve` with its embedded database; beside it, in the same run and with the same client, a
bare echo server on the same uvicorn settings. The model writes the moment into every piece, so a delay is the whole way
from the model's line to the reader's: the model client, the graph, joining pieces (at most 20 frames a second, so up to
50 ms by design), the reader's loop, the socket. The echo's is there and back.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from websockets.asyncio.client import ClientConnection

from benchmarks.harness.command import Asked, run, tell
from benchmarks.harness.figures import percentile
from benchmarks.harness.page import Section, Table, load_now
from benchmarks.lines.clients import Arrival, Opener, asked, echoed, keep_reading, opened, sessions_of
from benchmarks.lines.process import Program, free_port, running
from foundation.domains.loading.loader import shipped_packs
from foundation.storage.database.embedded import EmbeddedPostgres

SERVICE, ECHO = "suffice serve", "bare echo"
PACK = "long_answers"


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    idle: int = 1000
    streaming: int = 200
    arriving_s: float = 40.0
    """The questions come evenly over this time: faster than a process can plan and search (`bench throughput`), some
    wait in the queue (`RUN_PREPARING`)."""
    pieces: int = 225
    """90 s, so that all stream together for a while."""
    pause_s: float = 0.4
    """Between two pieces of one answer."""
    rest_s: float = 20.0
    """How long the idle sockets are watched alone."""


QUICK = Size(idle=20, streaming=4, arriving_s=0.1, pieces=20, pause_s=0.05, rest_s=0.5)


@dataclass(frozen=True)
class Measured:
    """One server."""

    base_mb: float
    """Memory before the first connection."""
    idle_mb: float
    """With the idle sockets open."""
    busy_mb: float
    """At the end of the streams."""
    idle_cores: float
    busy_cores: float
    lines: Sequence[Sequence[Arrival]]
    """What came on each streaming connection."""

    @property
    def together(self) -> tuple[float, float]:
        """From when all had begun until the first had ended."""
        return max(line[0][0] for line in self.lines), min(line[-1][0] for line in self.lines)

    def delays_ms(self) -> list[float]:
        """Of the pieces that came while all were streaming."""
        begun, ended = self.together
        return [delay for line in self.lines for at, delay in line if begun <= at <= ended]

    def beginning_ms(self) -> list[float]:
        """Of the pieces that came before."""
        return [delay for line in self.lines for at, delay in line if at < self.together[0]]


async def measure(wanted: Asked) -> Section:
    """The section of the page."""
    size, load = QUICK if wanted.quick else Size(), load_now()
    folder = Path(tempfile.mkdtemp(prefix="suffice-sockets-"))
    try:
        async with AsyncExitStack() as stack:
            tell(f"sockets: {ECHO}")
            echo = await stack.enter_async_context(_echo(folder))
            bare = await _measured(echo, size, _at(f"ws://127.0.0.1:{echo.port}/"), _echoes(size))
        async with AsyncExitStack() as stack:
            tell(f"sockets: {SERVICE}")
            service = await stack.enter_async_context(_service(folder, size))
            http = await stack.enter_async_context(httpx.AsyncClient(timeout=60, trust_env=False))
            ours = await _measured(
                service, size, sessions_of(f"http://127.0.0.1:{service.port}", http), _questions(size)
            )
    finally:
        await asyncio.to_thread(EmbeddedPostgres(folder / "data").remove)
        shutil.rmtree(folder, ignore_errors=True)
    title = f"Sockets: {size.idle:,} idle, {size.streaming} streaming"
    return Section("sockets", title, _blocks(ours, bare, size), load)


Stream = Callable[[Sequence[ClientConnection]], Awaitable[list[list[Arrival]]]]


async def _measured(program: Program, size: Size, address: Opener, stream: Stream) -> Measured:
    base = program.weight()
    async with AsyncExitStack() as stack:
        idle = await opened(stack, size.idle, address)
        reading = asyncio.create_task(keep_reading(idle))
        busy = await opened(stack, size.streaming, address)
        await asyncio.sleep(min(3.0, size.rest_s))
        rested = program.weight()
        await asyncio.sleep(size.rest_s)
        still = program.weight()
        lines = await stream(busy)
        after = program.weight()
        reading.cancel()
    return Measured(base.rss_mb, still.rss_mb, after.rss_mb, still.cores_since(rested), after.cores_since(still), lines)


def _questions(size: Size) -> Stream:
    rest: set[asyncio.Task[None]] = set()

    async def one(line: ClientConnection) -> list[Arrival]:
        found = await asked(line)
        rest.add(asyncio.create_task(keep_reading([line])))  # until it closes: a client that does not read is dropped
        return found

    async def stream(lines: Sequence[ClientConnection]) -> list[list[Arrival]]:
        return list(await asyncio.gather(*(_later(at, size, one(line)) for at, line in enumerate(lines))))

    return stream


def _echoes(size: Size) -> Stream:
    async def stream(lines: Sequence[ClientConnection]) -> list[list[Arrival]]:
        echoes = (echoed(line, size.pieces, size.pause_s) for line in lines)
        return list(await asyncio.gather(*(_later(at, size, echo) for at, echo in enumerate(echoes))))

    return stream


async def _later(number: int, size: Size, talk: Awaitable[list[Arrival]]) -> list[Arrival]:
    await asyncio.sleep(size.arriving_s * number / size.streaming)
    return await talk


def _at(url: str) -> Opener:
    async def address() -> str:
        return url

    return address


@asynccontextmanager
async def _echo(folder: Path) -> AsyncGenerator[Program]:
    port = free_port()
    command = [sys.executable, "-m", "benchmarks.lines.echo", str(port)]
    async with running(command, port, folder / "echo.log") as program:
        yield program


@asynccontextmanager
async def _service(folder: Path, size: Size) -> AsyncGenerator[Program]:
    """The service with as many places as there are streams, and a model in a process of its own."""
    port, model = free_port(), free_port()
    _tuned(folder / "packs" / PACK)
    settings = {
        "PACKS_DIR": str(folder / "packs"),
        "PACK": PACK,
        "DATA_DIR": str(folder / "data"),
        "LLM_BASE_URL": f"http://127.0.0.1:{model}/v1",
        "LLM_MODEL": "moments",
        "LLM_CONCURRENCY": max(16, size.streaming),
        "RUN_SLOTS": max(20, size.streaming),
        "QUEUE_LIMIT": 10_000,
        "DB_CONNECTIONS": 30,
        "TURN_LIMIT_S": 600,
        "LLM_TIMEOUT_S": 600,
        "LOG_LEVEL": "warning",
    }
    written = [sys.executable, "-m", "benchmarks.lines.model", str(model), str(size.pieces), str(size.pause_s)]
    serve = [str(Path(sys.executable).parent / "suffice"), "serve", "--port", str(port)]
    chosen = ["env", *(f"SUFFICE_{name}={value}" for name, value in settings.items())]
    async with (
        running(written, model, folder / "model.log"),
        running([*chosen, *serve], port, folder / "serve.log") as program,
    ):
        yield program


def _tuned(folder: Path) -> None:
    """The shipped pack, but an answer may be as long as the streams are."""
    shutil.copytree(shipped_packs() / "real_estate", folder)
    yaml = (folder / "pack.yaml").read_text("utf-8")
    answering = "answering: {longest: 8000, generation: {most_tokens: 8192, limit_s: 600}}\n"
    (folder / "pack.yaml").write_text(yaml.replace("name: real_estate", f"name: {PACK}", 1) + "\n" + answering, "utf-8")


def _blocks(ours: Measured, bare: Measured, size: Size) -> list[str | Table]:
    rows = [_row(SERVICE, ours, size), _row(ECHO, bare, size)]
    head = (
        "", "p50 delay", "p95 delay", "p99 delay", "p95 while they begin", "KB a socket", "RSS before",
        "RSS streaming", "cores idle", "cores streaming",
    )  # fmt: skip
    text = (
        f"One process with {size.idle:,} sockets that only stay and {size.streaming} that read an answer of"
        f" {size.pieces} pieces, one each {size.pause_s * 1000:.0f} ms; the delay is from the model's line to the"
        " reader's (the service) or there and back (the echo). The service joins pieces to at most 20 frames a second,"
        f" which alone is up to 50 ms. The questions come evenly over {size.arriving_s:.0f} s, each turn is planned and"
        " searched first: delays while they begin stand apart from those while all of them stream"
        f" ({ours.together[1] - ours.together[0]:.0f} s). Such long answers are no default: the pack's `answering`"
        " figures are raised for this. Clients, model and PostgreSQL run on the same cores and are not counted;"
        " cores: processor time of the one process."
    )
    return [text, Table(head, rows)]


def _row(name: str, measured: Measured, size: Size) -> tuple[str, ...]:
    per_socket = (measured.idle_mb - measured.base_mb) * 1024 / (size.idle + size.streaming)
    delays = [_delay(measured.delays_ms(), share) for share in (0.5, 0.95, 0.99)]
    return (
        name,
        *delays,
        _delay(measured.beginning_ms(), 0.95),
        f"{per_socket:.0f}",
        f"{measured.base_mb:.0f} MB",
        f"{measured.busy_mb:.0f} MB",
        f"{measured.idle_cores:.2f}",
        f"{measured.busy_cores:.2f}",
    )


def _delay(found: Sequence[float], share: float) -> str:
    return f"{percentile(found, share):.0f} ms" if found else "no piece"


if __name__ == "__main__":
    run(__doc__, measure)
