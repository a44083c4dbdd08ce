"""Waiting for what may be away for a while, or gone for good."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import TypeVar

from foundation.contracts.errors import UnknownRun, UnknownSession
from foundation.storage.database.engine import AWAY
from service_agent.events.event_stream import Item

Read = TypeVar("Read")

OUTAGE_S = 60.0
"""How long whoever waits for an answer waits for a database that is away: as long as a turn may take."""
ASK_AGAIN_S = 0.5


async def until_erased(items: AsyncGenerator[Item]) -> AsyncGenerator[Item]:
    """The same. Raises UnknownRun when their conversation was erased: whoever waits for an answer named a run."""
    async with aclosing(items):
        try:
            async for item in items:
                yield item
        except UnknownSession:
            raise UnknownRun from None


async def through_outages(read: Callable[[], Awaitable[Read]]) -> Read:
    """What is read, as soon as the database is there. Raises DatabaseUnreachable when it stays away."""
    until = time.monotonic() + OUTAGE_S
    while True:
        try:
            return await read()
        except AWAY:
            if time.monotonic() > until:
                raise
            await asyncio.sleep(ASK_AGAIN_S)
