"""`suffice serve --processes N`: one port, one process that looks after N others.

The port is taken once and handed to every one of them, so the kernel gives each connection to whichever is free. The
first one is ready before the others start: it brings the database up to date and loads the packs, alone. One that dies
is started again; its questions are taken over by the others under their leases meanwhile. A line to each of them tells
when it is ready, and tells them when whoever looks after them is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import structlog

from service_agent.cli.serving.server import stop_signal
from service_agent.settings.environment import environment_with
from service_agent.settings.settings import Settings

PAUSES_S = (0.5, 1.0, 2.0, 5.0, 15.0)
"""Waits before one that died is started again; the last one repeats. One that was ready for a minute begins anew."""
STEADY_S = 60.0
EMBEDDED_CONNECTIONS = 90
"""Of the embedded PostgreSQL's 100; the rest is for commands beside the service."""
FEWEST_CONNECTIONS = 8
READY = b"r"

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Handed:
    """What a process gets from the one that looks after it: file descriptors."""

    listening: int
    line: int


def adopted(handed: Handed) -> tuple[socket.socket, Callable[[], None]]:
    """The port, and what to call when this process takes requests. When the one that looks after it is gone, this
    process stops as on SIGTERM. Raises OSError for what are no open descriptors."""
    line = socket.socket(fileno=handed.line)
    line.setblocking(False)

    def heard() -> None:
        with contextlib.suppress(BlockingIOError):
            if not line.recv(1):
                asyncio.get_running_loop().remove_reader(line)
                os.kill(os.getpid(), signal.SIGTERM)

    def ready() -> None:
        line.send(READY)

    asyncio.get_running_loop().add_reader(line, heard)
    return socket.socket(fileno=handed.listening), ready


class Processes:
    """So many processes on one port, until a signal."""

    def __init__(self, count: int, port: socket.socket, settings: Settings) -> None:
        self._count = count
        self._port = port
        # What was said by flags they would not know.
        said = {"SUFFICE_HOST": settings.host, "SUFFICE_PORT": str(settings.port), "SUFFICE_PACK": settings.pack}
        self._environment = environment_with({**said, **_connections(count, settings)})
        self._running: dict[int, asyncio.subprocess.Process] = {}
        self._lines: list[asyncio.Task[None]] = []
        self._stopping = False

    async def run(self, say_ready: Callable[[], None]) -> int:
        """Start them, then keep them; a signal ends them gracefully, a second one at once. The exit code: that of the
        first process when it does not come up (what was wrong it has said itself), else 0."""
        stopped = asyncio.ensure_future(stop_signal())
        first = asyncio.ensure_future(self._started(0))
        keepers: list[asyncio.Task[None]] = []
        try:
            await asyncio.wait({stopped, first}, return_when=asyncio.FIRST_COMPLETED)
            if first.done():
                if first.result() is None:
                    return 0 if stopped.done() else self._running[0].returncode or 1
                say_ready()
                numbers = range(self._count)
                keepers = [asyncio.create_task(self._keep(one, None if one else first.result())) for one in numbers]
                await stopped
            await self._end([first, *keepers])
            return 0
        finally:
            stopped.cancel()
            for process in self._running.values():
                with contextlib.suppress(ProcessLookupError):
                    process.kill()

    async def _end(self, waiting: Sequence[asyncio.Future[Any]]) -> None:
        """SIGTERM to all, again at the next signal, until none is left."""
        self._stopping = True
        self._signal_all()
        again = asyncio.create_task(self._hurry())
        for process in list(self._running.values()):
            await process.wait()
        again.cancel()
        for task in (*waiting, *self._lines):
            task.cancel()
        await asyncio.gather(*waiting, *self._lines, again, return_exceptions=True)

    async def _hurry(self) -> None:
        await stop_signal()
        self._signal_all()

    def _signal_all(self) -> None:
        for process in self._running.values():
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGTERM)

    async def _keep(self, number: int, process: asyncio.subprocess.Process | None) -> None:
        """One of them, started again whenever it ends by itself."""
        failures = -1
        clock = asyncio.get_running_loop().time
        while not self._stopping:
            begun = clock()
            process = process or await self._started(number)
            if process is not None:
                code = await process.wait()
                if self._stopping:
                    return
                _log.warning("process_ended", number=number, pid=process.pid, code=code)
            failures = pause_after(failures, clock() - begun)
            process = None
            await asyncio.sleep(PAUSES_S[failures])

    async def _started(self, number: int) -> asyncio.subprocess.Process | None:
        """A process that is ready; None when it ended before it was."""
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        try:
            process = await self._launched(theirs)
        finally:
            theirs.close()
        self._running[number] = process
        try:
            is_ready = await asyncio.get_running_loop().sock_recv(ours, 1) == READY
        except OSError:
            is_ready = False
        if is_ready:
            # Held open for as long as it lives: its end tells the process that it is alone.
            self._lines.append(asyncio.create_task(_closed_after(process, ours)))
            return process
        ours.close()
        await process.wait()
        return None

    async def _launched(self, line: socket.socket) -> asyncio.subprocess.Process:
        handed = [str(self._port.fileno()), str(line.fileno())]
        return await asyncio.create_subprocess_exec(
            sys.executable, "-c", _PROGRAM, *handed,
            stdin=subprocess.DEVNULL, env=self._environment, start_new_session=True,
            pass_fds=(self._port.fileno(), line.fileno()),
        )  # fmt: skip


_PROGRAM = "import sys; from service_agent.cli.serving.serve import serve_on; serve_on(*map(int, sys.argv[1:]))"


async def _closed_after(process: asyncio.subprocess.Process, line: socket.socket) -> None:
    await process.wait()
    line.close()


def pause_after(failures: int, lived_s: float) -> int:
    """Which of PAUSES_S to wait when one ended that had lived so long: the next one, the first after steady work."""
    return 0 if lived_s > STEADY_S else min(failures + 1, len(PAUSES_S) - 1)


def _connections(count: int, settings: Settings) -> dict[str, str]:
    """The embedded PostgreSQL's connections are divided; of a server of one's own each process takes what is set."""
    if settings.database_url is not None:
        return {}
    share = max(FEWEST_CONNECTIONS, min(settings.db_connections, EMBEDDED_CONNECTIONS // count))
    return {"SUFFICE_DB_CONNECTIONS": str(share)}
