"""Service processes that start in a moment: forked from one that has imported everything, then run as `suffice serve`.

A process that dies hundreds of times would otherwise spend the soak importing. What runs is the command itself, with
its settings in its environment, in a process of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path

from service_agent.cli.main import main

PRELOADED = [
    "service_agent.cli.main",
    "service_agent.cli.serving.serve",
    "benchmarks.soak.nursery",
    "benchmarks.soak.page",
]
"""The last one for whoever is forked: it first imports what the soak's own `__main__` does."""
GRACE_S = 30.0


def nursery() -> ForkServerContext:
    """Where processes come from."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    return context


@dataclass
class Service:
    """One service process and what it writes."""

    process: ForkServerProcess
    log: Path
    _read: int = field(default=0)

    @classmethod
    def start(cls, context: ForkServerContext, settings: Mapping[str, str], log: Path) -> Service:
        """`suffice serve` with these settings; everything it prints goes to the end of the log."""
        log.touch()
        read = log.stat().st_size
        process = context.Process(target=_serve, args=(dict(settings), str(log)), daemon=True)
        process.start()
        return cls(process, log, read)

    @property
    def alive(self) -> bool:
        """False once it has ended, however."""
        return self.process.is_alive()

    def said(self) -> list[str]:
        """Whole lines written since the last time."""
        with self.log.open("rb") as file:
            file.seek(self._read)
            text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        self._read += len(whole)
        return whole.decode("utf-8", "replace").splitlines()

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal, if it is still there."""
        if self.process.pid is not None and self.alive:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process.pid, number)

    async def ended(self, limit_s: float = GRACE_S) -> None:
        """Wait for its end; it is killed after the limit."""
        try:
            async with asyncio.timeout(limit_s):
                while self.alive:
                    await asyncio.sleep(0.02)
        except TimeoutError:
            return
        finally:
            self.kill()

    def kill(self) -> None:
        """It is gone, stopped or not."""
        self.signal(signal.SIGKILL)
        self.process.join()


def _serve(settings: Mapping[str, str], log: str) -> None:
    # A session of its own, as for a service started in a shell: a Ctrl-C for the soak does not reach it twice.
    os.setsid()
    descriptor = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    for stream in (1, 2):
        os.dup2(descriptor, stream)
    sys.stdout = sys.stderr = os.fdopen(2, "w", buffering=1, encoding="utf-8")
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    os.environ.update(settings)  # noqa: TID251  (a service reads its settings from the new process' environment)
    main(["serve"])


def _end_with(parent: int) -> None:
    """A soak that is killed leaves nothing behind."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
