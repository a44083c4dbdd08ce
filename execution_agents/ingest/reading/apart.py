"""Has files read by separate processes, with a time limit, and validates everything they return.

Within `reading()` one process is started for all files (`__main__.py` forks a child for each); without it, one per
file.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncGenerator, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar, copy_context
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from threading import Lock
from typing import IO, Any, TypeVar, cast

from execution_agents.ingest.outline import Outline, outline_from
from execution_agents.ingest.reading.bounds import TIME_S, WAIT_S
from foundation.contracts.errors import BrokenDocument

_ROOT = Path(__file__).resolve().parents[3]
ENVIRONMENT: dict[str, str] = {"PYTHONPATH": str(_ROOT)}
"""All environment variables the process gets: the service's own hold its keys. Tests add those for measuring
coverage."""
COMMAND: list[str] = [sys.executable, "-m", "execution_agents.ingest.reading"]
"""Starts it. Tests give it smaller limits."""
_LEAVING_S = 1.0
"""An idle process ends by itself at once; one that does not is killed."""


class ReadingProcess:
    """Started with the first file, and again after a file that took too long. One file at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._is_over = False
        self._starting = Lock()

    def read(self, kind: str, path: Path, into: Path) -> int | None:
        """The exit code of the child that read the file (negative: the signal that ended it); None when the process
        itself is gone. Raises TimeoutError."""
        with self._starting:
            if self._is_over:
                return None
            if self._process is None or self._process.poll() is not None:
                self._process = self._started()
            process = self._process
        asked = json.dumps({"kind": kind, "path": str(path.resolve()), "into": str(into)})
        lines, answers = cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)
        try:
            lines.write(asked.encode() + b"\n")
        except OSError:
            return None
        with DefaultSelector() as waiting:
            waiting.register(answers, EVENT_READ)
            if not waiting.select(WAIT_S):
                self.close()
                raise TimeoutError
        code = answers.readline().strip()
        return int(code) if code else None

    def end(self) -> None:
        """Closes it for good: a thread whose reader has gone starts none for the next file."""
        with self._starting:
            self._is_over = True
        self.close()

    def close(self) -> None:
        """Ends it, and a child that still reads."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError):
            cast("IO[bytes]", process.stdin).close()
        try:
            process.wait(_LEAVING_S)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        cast("IO[bytes]", process.stdout).close()

    def _started(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            COMMAND, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=_ROOT,
            env=ENVIRONMENT, process_group=0,
        )  # fmt: skip


_THREADS = ThreadPoolExecutor(4, "reading")
Found = TypeVar("Found")
_SHARED: ContextVar[ReadingProcess | None] = ContextVar("reading process", default=None)


@asynccontextmanager
async def reading() -> AsyncGenerator[None]:
    """Files read within this context, by this task and its threads, one after another, share a process; it ends with
    the context."""
    with _sharing() as shared:
        try:
            yield
        finally:
            await asyncio.to_thread(shared.end)


@contextmanager
def reading_at_once() -> Generator[None]:
    """The same without an event loop."""
    with _sharing() as shared:
        try:
            yield
        finally:
            shared.end()


@contextmanager
def _sharing() -> Generator[ReadingProcess]:
    shared = ReadingProcess()
    token = _SHARED.set(shared)
    try:
        yield shared
    finally:
        _SHARED.reset(token)


async def in_reading_thread(work: Callable[[], Found]) -> Found:
    """Like `asyncio.to_thread`, in separate threads: some files take minutes, and questions need the default ones."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, copy_context().run, work)


def outline_of(kind: str, path: Path, name: str) -> Outline:
    """The outline of a file. Raises BrokenDocument with the problem and what to do about it."""
    found = read_apart(kind, path, name)
    try:
        return outline_from(cast(dict[str, Any], found))
    except (ValueError, AttributeError) as problem:
        raise ended(name) from problem


def read_apart(kind: str, path: Path, name: str) -> Any:
    """What the reader of this kind makes of the file. Raises BrokenDocument."""
    shared = _SHARED.get()
    process = shared or ReadingProcess()
    with tempfile.TemporaryDirectory(prefix="suffice-reading-") as folder:
        into = Path(folder) / "outline.json"
        try:
            code = process.read(kind, path, into)
            if code:
                raise _slow(name, TIME_S) if code == -signal.SIGXCPU else ended(name)
            return _believed(json.loads(into.read_bytes()), name)
        except TimeoutError as problem:
            raise _slow(name, WAIT_S) from problem
        except (OSError, ValueError, KeyError, AttributeError, RecursionError) as problem:
            raise ended(name) from problem
        finally:
            if shared is None:
                process.close()


def _believed(answer: Any, name: str) -> Any:
    problem, line = answer.get("problem"), answer.get("line")
    if isinstance(problem, str):
        place = {"line": line} if isinstance(line, int) else {}
        raise BrokenDocument(f"{name}:{line}: {problem[:400]}." if place else f"{name} {problem[:400]}.", **place)
    return answer["outline"]


def _slow(name: str, limit_s: float) -> BrokenDocument:
    return BrokenDocument(f"{name} takes longer than {limit_s} seconds to read; split it.")


def ended(name: str) -> BrokenDocument:
    """The message for a file whose reader ended, or wrote invalid output."""
    return BrokenDocument(f"{name} is damaged: reading it failed. Save it again from its program, or as PDF or text.")
