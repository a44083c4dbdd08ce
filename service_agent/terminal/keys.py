"""Single keys while a turn runs (prompt-toolkit reads them on every platform)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Generator

from prompt_toolkit.input import create_input
from prompt_toolkit.keys import Keys


@contextlib.contextmanager
def pressed() -> Generator[asyncio.Queue[str]]:
    """Keys as they are pressed: the character itself, "stop" for Ctrl-C and Esc."""
    queue: asyncio.Queue[str] = asyncio.Queue()
    source = create_input()

    def read() -> None:
        for press in source.read_keys():
            stop = press.key in (Keys.ControlC, Keys.Escape)
            queue.put_nowait("stop" if stop else str(getattr(press.key, "value", press.key)))

    with source.raw_mode(), source.attach(read):
        yield queue


@contextlib.asynccontextmanager
async def no_keys() -> AsyncGenerator[asyncio.Queue[str]]:
    """Where there is no terminal: a queue that stays empty."""
    yield asyncio.Queue()
