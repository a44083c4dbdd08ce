"""Connections of a benchmark: some only stay, some read what is written."""

from __future__ import annotations

import asyncio
import json
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from benchmarks.lines.model import QUESTION
from benchmarks.lines.moments import delays_ms, now_marked
from service_agent.protocol.wire import PROTOCOL

AT_ONCE = 20
"""Connections opened side by side."""
PATIENCE_S = 400.0

Arrival = tuple[float, float]
"""When a piece came (seconds since 1970), and how long it was on its way (milliseconds)."""
Opener = Callable[[], Awaitable[str]]
"""Gives the address of the next connection."""


async def opened(stack: AsyncExitStack, count: int, address: Opener) -> list[ClientConnection]:
    """So many connections, closed with the stack."""
    places = asyncio.Semaphore(AT_ONCE)

    async def one() -> ClientConnection:
        async with places:
            where = await address()
            protocols = [Subprotocol(PROTOCOL)] if "/ws/" in where else None
            line = connect(where, subprotocols=protocols, compression=None, proxy=None, ping_interval=None)
            return await stack.enter_async_context(line)

    return list(await asyncio.gather(*(one() for _ in range(count))))


def sessions_of(url: str, http: httpx.AsyncClient) -> Opener:
    """Addresses of new conversations of a service."""

    async def address() -> str:
        made = await http.post(f"{url}/api/sessions")
        return f"{url.replace('http', 'ws', 1)}/ws/chat/{made.raise_for_status().json()['session_id']}"

    return address


async def asked(line: ClientConnection) -> list[Arrival]:
    """Ask, and read until the answer was written once. (It is no answer: it is refused, and the run goes on.)

    Raises RuntimeError when it is not answered by the model.
    """
    await line.send(json.dumps({"type": "user_message", "message_id": uuid.uuid4().hex, "content": QUESTION}))
    found: list[Arrival] = []
    async with asyncio.timeout(PATIENCE_S):
        while True:
            frame = json.loads(await line.recv())
            if frame["type"] == "answer_delta":
                now = time.time()
                found += [(now, delay) for delay in delays_ms(frame["text"], now)]
            if frame["type"] in ("run_failed", "run_cancelled", "busy", "error"):
                raise RuntimeError(f"A question was not answered: {frame}")
            if frame["type"] in ("answer_retry", "run_completed"):
                if not found:
                    raise RuntimeError("An answer came without the model's pieces: the machine is too busy for this.")
                return found


async def echoed(line: ClientConnection, pieces: int, pause_s: float) -> list[Arrival]:
    """Send a moment, read it back, wait; as often as there are pieces."""
    found: list[Arrival] = []
    for _ in range(pieces):
        await line.send(now_marked())
        sent = str(await line.recv())
        now = time.time()
        found += [(now, delay) for delay in delays_ms(sent, now)]
        await asyncio.sleep(pause_s)
    return found


async def keep_reading(lines: Sequence[ClientConnection]) -> None:
    """Idle clients read too: an unread ping or frame would close them."""

    async def read(line: ClientConnection) -> None:
        async for _ in line:
            continue

    await asyncio.gather(*(read(line) for line in lines), return_exceptions=True)
