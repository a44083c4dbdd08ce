"""How far a command that measures is: bars on a terminal, elsewhere (a log, a pipe) a line now and then. On standard
error."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from service_agent.terminal.console import Console

EVERY_S = 15.0
"""Seconds between two lines where there is no terminal: what ends sooner says nothing."""
Report = Callable[[str, int, int], None]
"""Called with (what is done, done, of)."""


@contextmanager
def progress_bars(console: Console | None = None, every_s: float = EVERY_S) -> Generator[Report]:
    """What is called with how far each thing is."""
    console = console or Console(stderr=True)
    if not console.is_terminal:
        yield _lines(console, every_s)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def report(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total)
            bars.update(tasks[what], completed=done, total=total)

        yield report


def _lines(console: Console, every_s: float) -> Report:
    said = time.monotonic()

    def report(what: str, done: int, total: int) -> None:
        nonlocal said
        if time.monotonic() - said >= every_s:
            said = time.monotonic()
            console.print(f"{what}: {done:,} of {total:,}", highlight=False)

    return report
