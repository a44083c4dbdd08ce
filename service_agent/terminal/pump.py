"""Reads the socket all the time, so that neither the screen nor a slow reader holds the line up."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from foundation.contracts.errors import ServiceUnreachable
from service_agent.terminal.client import SessionClient

Frame = dict[str, Any]


class FramePump:
    """Frames by queue."""

    def __init__(self, client: SessionClient) -> None:
        self._client = client
        self._queue: asyncio.Queue[Frame | Exception] = asyncio.Queue()
        self._task = asyncio.create_task(self._run())

    async def next(self, timeout_s: float | None) -> Frame | None:
        """The next frame, or None after the time; raises what the client raised."""
        try:
            found = await asyncio.wait_for(self._queue.get(), timeout_s)
        except TimeoutError:
            return None
        if isinstance(found, Exception):
            raise found
        return found

    async def close(self) -> None:
        """Stop reading."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _run(self) -> None:
        try:
            async for frame in self._client.frames():
                self._queue.put_nowait(frame)
            self._queue.put_nowait(ServiceUnreachable())
        except Exception as error:  # noqa: BLE001 -- handed to the reader, who says it
            self._queue.put_nowait(error)
