"""Lines of standard input, read beside the running loop: a pipe, a file or a terminal alike."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import TextIO


class InputLines:
    """Lines as they come.

    The thread may stay blocked in a read that never ends, so it is a daemon with a file object of its own: at exit
    the interpreter waits neither for it nor for the lock of `sys.stdin`.
    """

    def __init__(self, source: TextIO) -> None:
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._descriptor = source.fileno()
        threading.Thread(target=self._read, daemon=True, name="stdin").start()

    async def next(self) -> str | None:
        """The next line that is not empty, without its end; None at the end of input."""
        return await self._queue.get()

    def _read(self) -> None:
        with open(self._descriptor, encoding="utf-8", errors="replace", closefd=False) as lines:
            for line in lines:
                if line.strip():
                    self._hand_over(line.strip())
        self._hand_over(None)

    def _hand_over(self, line: str | None) -> None:
        # The loop may be closed before the input ends.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._queue.put_nowait, line)
