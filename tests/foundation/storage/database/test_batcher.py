"""Many wishes in few batches: what comes while one is on its way goes together in the next."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from foundation.storage.database.batcher import LARGEST, Batcher


class Counted:
    """Doubles numbers, and writes down its batches."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []

    async def __call__(self, wishes: Sequence[int]) -> list[int]:
        self.batches.append(list(wishes))
        await asyncio.sleep(0)
        if 13 in wishes:
            raise ValueError("13")
        return [2 * wish for wish in wishes]


async def test_many_at_once_go_in_few_batches_and_each_gets_its_own() -> None:
    work = Counted()
    batcher = Batcher(work)
    numbers = range(100, 350)
    assert await asyncio.gather(*(batcher.ask(number) for number in numbers)) == [2 * number for number in numbers]
    assert [len(batch) for batch in work.batches] == [LARGEST, LARGEST, 250 - 2 * LARGEST]


async def test_two_of_one_key_are_never_in_one_batch_and_keep_their_order() -> None:
    work = Counted()
    batcher = Batcher(work, key=lambda number: number % 2)
    await asyncio.gather(*(batcher.ask(number) for number in (0, 2, 4, 1)))
    assert work.batches == [[0, 1], [2], [4]]


async def test_a_batch_that_fails_fails_for_its_own_and_the_next_goes_on() -> None:
    batcher = Batcher(Counted(), key=lambda number: number % 2)
    results = await asyncio.gather(*(batcher.ask(number) for number in (13, 2, 15)), return_exceptions=True)
    assert [str(one) for one in results] == ["13", "13", "30"]


async def test_who_gives_up_takes_nothing_from_the_others() -> None:
    batcher = Batcher(Counted(), key=lambda _: "one at a time")
    asking = [asyncio.create_task(batcher.ask(number)) for number in (1, 2, 3)]
    await asyncio.sleep(0)
    asking[1].cancel()
    assert (await asking[0], await asking[2]) == (2, 6)
    with pytest.raises(asyncio.CancelledError):
        await asking[1]
