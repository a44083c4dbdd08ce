"""A worker that the interpreter or a library crashed (a segmentation fault, not a test that failed): its stack is kept
and stands at the end of the run."""

from __future__ import annotations

import faulthandler
import tempfile
from pathlib import Path
from typing import TextIO

import pytest

_OPEN: list[TextIO] = []
"""Files that `faulthandler` writes into: they stay open as long as the worker lives."""
LINES = 60
"""Of a stack, from the thread that crashed on."""


def file_of(run: str, worker: str) -> Path:
    """Where the stacks of this worker's threads are written when it crashes."""
    return Path(tempfile.gettempdir()) / f"suffice-crash-{run}-{worker}.txt"


def watch(run: str, worker: str) -> None:
    """From now on a crash of this process leaves its stacks in a file."""
    opened = file_of(run, worker).open("w", encoding="utf-8")
    _OPEN.append(opened)
    faulthandler.enable(opened)


def forget() -> None:
    """The process ends as it should: no file is left."""
    while _OPEN:
        opened = _OPEN.pop()
        faulthandler.disable()
        opened.close()
        Path(opened.name).unlink(missing_ok=True)


def stack_of(run: str, worker: str) -> str:
    """The stack of the thread that crashed, "" where the worker ended otherwise. The file goes."""
    path = file_of(run, worker)
    if not path.exists():
        return ""
    written = path.read_text("utf-8", errors="replace")
    path.unlink()
    fault, _, rest = written.partition("\n")
    mine = rest[max(0, rest.find("Current thread")) :]
    return "\n".join([fault, *mine.strip().splitlines()[:LINES]]) if fault.startswith("Fatal Python error") else ""


class Crashes:
    """What one run knows of workers that crashed."""

    def __init__(self, run: str) -> None:
        self._run = run
        self._seen: list[tuple[str, str]] = []

    def take(self, test: str, worker: str, report: pytest.TestReport) -> None:
        """The stack stands with the failure, too."""
        stack = stack_of(self._run, worker)
        if stack:
            report.longrepr = f"{report.longrepr}\n{stack}"
            self._seen.append((test, stack))

    def lines(self) -> list[str]:
        """Closing lines: which tests a worker crashed in, and the stack of each."""
        return [line for test, stack in self._seen for line in (f"A worker crashed in {test}:", *stack.splitlines())]
