"""Connections that say nothing, or begin to and stop, beside somebody who asks: are they answered, and what is logged?

python -m benchmarks.badinput.silent [--connections 1100] [--descriptors 1024] [--seconds 20]; exit code 1 when a
request beside them was not answered within 5 s, or the log grew by more than a megabyte a minute.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import sys
import tempfile
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from benchmarks.badinput.__main__ import open_files, own_service, resident_kb

PATIENCE_S = 5.0
MOST_LOG = 1_000_000
"""Bytes a minute."""
KINDS = {
    "silent": b"",
    "half a head": b"GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    "half a body": b"POST /api/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 900\r\n\r\n{",
}
"""What each connection sends before it falls silent. One that is closed is opened again, AGAIN_S later."""
AGAIN_S = 1.0


@dataclass
class Beside:
    """The replies to a client that asked meanwhile."""

    answered: int = 0
    asked: int = 0
    slowest_s: float = 0.0


def main() -> int:
    """One line a kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=1100)
    parser.add_argument("--descriptors", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--kind", choices=tuple(KINDS), help="one alone")
    asked = parser.parse_args()
    own = asked.connections + 500
    resource.setrlimit(resource.RLIMIT_NOFILE, (own, max(own, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
    return asyncio.run(_measured(asked))


async def _measured(asked: argparse.Namespace) -> int:
    sound, seconds = True, float(asked.seconds)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        for name, words in KINDS.items():
            if asked.kind not in (None, name):
                continue
            async with own_service(descriptors=asked.descriptors, log=log, level="info") as (url, process):
                logged = -log.stat().st_size
                async with _held(url, words, asked.connections):
                    beside = await _ask(url, seconds)
                    resources = f"{resident_kb(process) // 1024} MB, {open_files(process)} files"
                logged = (logged + log.stat().st_size) * 60 / seconds
            sound &= beside.answered == beside.asked and logged <= MOST_LOG
            print(
                f"{name}: {beside.answered} of {beside.asked} answered, the slowest after {beside.slowest_s:.2f} s; "
                f"log {logged / 1e6:.3f} MB a minute; {resources}",
                flush=True,
            )
    return 0 if sound else 1


@asynccontextmanager
async def _held(url: str, words: bytes, connections: int) -> AsyncGenerator[None]:
    tasks = [asyncio.create_task(_hold(url, words)) for _ in range(connections)]
    await asyncio.sleep(2)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _hold(url: str, words: bytes) -> None:
    address = urlsplit(url)
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection(address.hostname, address.port, limit=1024)
            try:
                writer.write(words)
                await asyncio.sleep(0.1)
                while not reader.at_eof() and reader.exception() is None:
                    await asyncio.sleep(0.2)
            finally:
                writer.transport.abort()
        await asyncio.sleep(AGAIN_S)


async def _ask(url: str, seconds: float) -> Beside:
    beside, ending = Beside(), time.perf_counter() + seconds
    while time.perf_counter() < ending:
        began = time.perf_counter()
        with suppress(httpx.HTTPError):
            async with httpx.AsyncClient(base_url=url, timeout=PATIENCE_S, trust_env=False) as http:
                beside.answered += (await http.post("/api/sessions", json={})).status_code == 201
        beside.asked += 1
        beside.slowest_s = max(beside.slowest_s, time.perf_counter() - began)
        await asyncio.sleep(max(0.0, 0.5 - (time.perf_counter() - began)))
    return beside


if __name__ == "__main__":
    sys.exit(main())
