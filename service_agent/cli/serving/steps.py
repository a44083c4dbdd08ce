"""What a start is at, said to whoever waits for it: a service that starts for the first time takes half a minute."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

from service_agent.terminal.console import Console


@contextmanager
def starting(console: Console, what: str = "Starting") -> Generator[Callable[[str], None]]:
    """What is called with each step: one line that changes on a terminal, elsewhere (a log, a pipe) a line for each."""
    if not console.is_terminal:
        yield lambda step: console.print(f"{what}: {step} …", highlight=False)
        return
    with console.status(f"{what} …") as status:
        yield lambda step: status.update(f"{what}: {step} …")
