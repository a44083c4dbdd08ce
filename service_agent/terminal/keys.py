"""Single keys while a turn runs (prompt-toolkit reads them on every platform)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Generator

from prompt_toolkit.input import create_input
from prompt_toolkit.keys import Keys

STOP = "<stop>"
"""Ctrl-C."""
BACK = "<back>"
"""Backspace."""
ENTER = "<enter>"
OTHER = "\0"
"""A key that types nothing."""
NAMED = {Keys.ControlC: STOP, Keys.ControlH: BACK, Keys.ControlM: ENTER, Keys.ControlJ: ENTER}


@contextlib.contextmanager
def pressed() -> Generator[asyncio.Queue[str]]:
    """Keys as they are pressed: the character itself, STOP, BACK, ENTER or OTHER."""
    queue: asyncio.Queue[str] = asyncio.Queue()
    source = create_input()

    def read() -> None:
        for press in source.read_keys():
            key = press.key
            queue.put_nowait(NAMED.get(key, OTHER) if isinstance(key, Keys) else key)

    with source.raw_mode(), source.attach(read):
        yield queue
