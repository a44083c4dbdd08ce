"""`python -m benchmarks.processes`: turns a second of `suffice serve --processes N` on one port, over HTTP.

Each number of processes is started on a data folder of its own and asked by the same client, so many conversations at
a time, each asking its next question when the last one is answered. A turn counts when its final message is here.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
import time
import uuid
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from benchmarks.harness.command import Asked, run, tell
from benchmarks.harness.figures import percentile
from benchmarks.harness.page import Section, Table, load_now
from benchmarks.harness.talk import DISTRICTS
from benchmarks.lines.process import free_port, running
from foundation.storage.database.embedded import EmbeddedPostgres

PATIENCE_S = 120.0
AGAIN = "그 지역 평균 시세를 다시 요약해줘"


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    processes: tuple[int, ...] = (1, 2, 4)
    conversations: int = 24
    turns: int = 10
    """Of each conversation; the first one searches, the others reuse."""


QUICK = Size(processes=(1, 2), conversations=2, turns=2)


@dataclass
class Measured:
    """One number of processes."""

    seconds: list[float] = field(default_factory=list[float])
    """Of each turn."""
    took_s: float = 0.0

    @property
    def rate(self) -> float:
        """Turns a second."""
        return len(self.seconds) / self.took_s


async def measure(asked: Asked) -> Section:
    """The section of the page."""
    size, load = QUICK if asked.quick else Size(), load_now()
    found: dict[int, Measured] = {}
    for count in size.processes:
        tell(f"processes: {count}")
        found[count] = await _measured(count, size)
    return Section("processes", "One port, several processes", _blocks(found, size), load)


async def _measured(count: int, size: Size) -> Measured:
    folder, found = Path(tempfile.mkdtemp(prefix="suffice-processes-")), Measured()
    try:
        async with _service(folder, count) as url, httpx.AsyncClient(base_url=url, timeout=PATIENCE_S) as http:
            await asyncio.gather(*(_talk(http, number, 2, Measured()) for number in range(4 * count)))  # warm
            began = time.perf_counter()
            await asyncio.gather(*(_talk(http, number, size.turns, found) for number in range(size.conversations)))
            found.took_s = time.perf_counter() - began
    finally:
        await asyncio.to_thread(EmbeddedPostgres(folder / "data").remove)
        shutil.rmtree(folder, ignore_errors=True)
    return found


async def _talk(http: httpx.AsyncClient, number: int, turns: int, found: Measured) -> None:
    session: dict[str, str] = {}
    for turn in range(turns):
        content = AGAIN if turn else f"{DISTRICTS[number % len(DISTRICTS)]} 아파트 매매 시세 알려줘"
        body = {"content": content, "message_id": uuid.uuid4().hex, **session}
        began = time.perf_counter()
        answer = await http.post("/api/chat", json=body)
        answer.raise_for_status()
        found.seconds.append(time.perf_counter() - began)
        session = {"session_id": answer.json()["session_id"]}


@asynccontextmanager
async def _service(folder: Path, count: int) -> AsyncGenerator[str]:
    port = free_port()
    settings = {
        "DATA_DIR": str(folder / "data"),
        "QUEUE_LIMIT": 10_000,
        "LOG_LEVEL": "warning",
    }
    chosen = ["env", *(f"SUFFICE_{name}={value}" for name, value in settings.items())]
    serve = [str(Path(sys.executable).parent / "suffice"), "serve", "--port", str(port), "--processes", str(count)]
    async with running([*chosen, *serve], port, folder / "serve.log"):
        await asyncio.sleep(0 if count == 1 else 5.0 * count)  # the first one is ready: the others are about to be
        yield f"http://127.0.0.1:{port}"


def _blocks(found: dict[int, Measured], size: Size) -> Sequence[str | Table]:
    first = found[size.processes[0]].rate
    rows = [
        (
            f"{count}",
            f"{one.rate:.1f}",
            f"{one.rate / first:.2f}",
            f"{percentile(one.seconds, 0.5) * 1000:,.0f}",
            f"{percentile(one.seconds, 0.95) * 1000:,.0f}",
        )
        for count, one in found.items()
    ]
    return [
        f"{size.conversations} conversations at a time, {size.turns} turns each, over HTTP; no model. Client,"
        " PostgreSQL and all processes share the cores, so that more processes than cores bring nothing here.",
        Table(("processes", "turns/s", "against the first", "median, ms", "p95, ms"), rows),
    ]


if __name__ == "__main__":
    run(__doc__, measure)
