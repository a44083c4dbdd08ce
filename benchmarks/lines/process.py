"""A program in a process of its own: started, waited for, weighed (Linux: /proc), stopped."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.harness.page import CHECKOUT

START_LIMIT_S = 120.0
STOP_LIMIT_S = 60.0
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Weight:
    """What a process was at one moment."""

    rss_mb: float
    cpu_s: float
    at: float

    def cores_since(self, before: Weight) -> float:
        """Cores it kept busy since then."""
        return (self.cpu_s - before.cpu_s) / (self.at - before.at)


@dataclass(frozen=True)
class Program:
    """A running program."""

    pid: int
    port: int

    def weight(self) -> Weight:
        """Its memory and its processor time by now."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        rss_kb = int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return Weight(rss_kb / 1024, (int(fields[11]) + int(fields[12])) / TICKS, time.monotonic())


async def nothing_to_end() -> None:
    """A server that holds nothing but its lines has nothing to hand over."""


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@asynccontextmanager
async def running(command: Sequence[str], port: int, log: Path) -> AsyncGenerator[Program]:
    """The program while inside, from the moment its port answers. Raises RuntimeError when it ends before."""
    with log.open("wb") as written:
        process = subprocess.Popen(command, cwd=CHECKOUT, stdout=written, stderr=written)
        try:
            await _until_open(process, port, log)
            yield Program(process.pid, port)
        finally:
            process.terminate()
            await asyncio.to_thread(process.wait, STOP_LIMIT_S)


async def _until_open(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + START_LIMIT_S
    while process.poll() is None and time.monotonic() < deadline:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return
    raise RuntimeError(f"It did not start; it said: {log.read_text(errors='replace')[-2000:]}")
