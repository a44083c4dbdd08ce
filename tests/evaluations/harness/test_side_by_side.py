"""Work side by side: in order, a few at a time, and the first failure as it is."""

from __future__ import annotations

import asyncio

import pytest

from evaluations.harness.side_by_side import side_by_side
from foundation.contracts.errors import ServiceUnreachable


async def test_results_come_in_order_and_never_more_run_than_may() -> None:
    running, most, heard = 0, 0, list[tuple[int, int]]()

    async def work(piece: int) -> int:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.01 * (5 - piece))
        running -= 1
        return piece * 10

    assert await side_by_side(range(5), work, 2, lambda finished, of: heard.append((finished, of))) == [
        0,
        10,
        20,
        30,
        40,
    ]
    assert most == 2
    assert heard == [(done, 5) for done in range(1, 6)]


async def test_the_first_failure_ends_the_others_and_keeps_its_sentence() -> None:
    ended: list[int] = []

    async def work(piece: int) -> int:
        if piece == 0:
            raise ServiceUnreachable("It is gone.")
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            ended.append(piece)
            raise
        return piece

    with pytest.raises(ServiceUnreachable, match="It is gone"):
        await side_by_side(range(3), work, 3, lambda done, of: None)
    assert ended == [1, 2]
