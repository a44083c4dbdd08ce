"""Items as they come, and a sign of every pause between them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import TypeVar

Item = TypeVar("Item")


async def with_pauses(items: AsyncGenerator[Item], pause_s: float) -> AsyncGenerator[Item | None]:
    """Every item; None whenever nothing came for so many seconds. Closes what it was given."""
    upcoming: asyncio.Future[Item] | None = None
    try:
        while True:
            upcoming = upcoming or asyncio.ensure_future(anext(items))
            done, _ = await asyncio.wait({upcoming}, timeout=pause_s)
            if not done:
                yield None
                continue
            try:
                item = upcoming.result()
            except StopAsyncIteration:
                return
            upcoming = None
            yield item
    finally:
        if upcoming is not None:
            upcoming.cancel()
            await asyncio.gather(upcoming, return_exceptions=True)
        await items.aclose()
