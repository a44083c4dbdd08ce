"""Pieces of work side by side, a few at a time, their results in order."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

Piece = TypeVar("Piece")
Outcome = TypeVar("Outcome")


async def side_by_side(
    pieces: Sequence[Piece],
    work: Callable[[Piece], Awaitable[Outcome]],
    at_once: int,
    done: Callable[[int, int], None],
) -> list[Outcome]:
    """What the work makes of each piece; `done` hears (finished, of) after each. The first failure ends all others and
    is raised as it is: a TaskGroup would wrap it, and its sentence would not reach the person."""
    places, finished = asyncio.Semaphore(at_once), 0

    async def one(piece: Piece) -> Outcome:
        nonlocal finished
        async with places:
            outcome = await work(piece)
        finished += 1
        done(finished, len(pieces))
        return outcome

    tasks = [asyncio.ensure_future(one(piece)) for piece in pieces]
    try:
        return list(await asyncio.gather(*tasks))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
