"""Events on their way to the database: order, batches, and a run that was taken away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import pytest

from foundation.contracts.errors import Fenced
from service_agent.runs.outbox import LINGER_S, Frame, Outbox


class Table:
    """Where frames end up, when they are let."""

    def __init__(self, failure: Exception | None = None, *, held: bool = False) -> None:
        self.batches: list[list[int]] = []
        self.failure = failure
        self.begun = asyncio.Event()
        """A write is under way."""
        self.let = asyncio.Event()
        if not held:
            self.let.set()

    async def store(self, frames: Sequence[Frame]) -> None:
        self.begun.set()
        await self.let.wait()
        if self.failure is not None:
            raise self.failure
        self.batches.append([frame["n"] for frame in frames])


def outbox_to(table: Table) -> tuple[Outbox, list[str]]:
    calls: list[str] = []
    return Outbox(table.store, lambda: calls.append("wake"), lambda: calls.append("failed")), calls


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.001)


async def test_frames_of_one_moment_are_stored_in_one_batch_and_readers_are_woken() -> None:
    table = Table()
    outbox, calls = outbox_to(table)
    for number in range(3):
        outbox.put({"n": number})
    await until(lambda: calls)
    assert table.batches == [[0, 1, 2]]
    assert calls == ["wake"]


async def test_what_comes_during_a_write_waits_for_the_next_one_in_order() -> None:
    table = Table(held=True)
    outbox, calls = outbox_to(table)
    outbox.put({"n": 0})
    await table.begun.wait()
    for number in (1, 2):
        outbox.put({"n": number})
    await asyncio.sleep(LINGER_S * 2)
    table.let.set()
    await until(lambda: len(calls) == 2)
    assert table.batches == [[0], [1, 2]]


async def test_draining_hands_back_what_is_not_stored_yet() -> None:
    table = Table()
    outbox, _ = outbox_to(table)
    outbox.put({"n": 0})
    assert await outbox.drain() == ({"n": 0},)
    await asyncio.sleep(LINGER_S * 4)
    assert table.batches == []


async def test_draining_waits_for_the_write_under_way() -> None:
    table = Table(held=True)
    outbox, _ = outbox_to(table)
    outbox.put({"n": 0})
    await table.begun.wait()
    draining = asyncio.create_task(outbox.drain())
    await asyncio.sleep(0)
    assert not draining.done()
    table.let.set()
    assert await draining == ()
    assert table.batches == [[0]]


async def test_a_refused_write_stops_the_run_and_is_raised_at_its_end() -> None:
    outbox, calls = outbox_to(Table(failure=Fenced()))
    outbox.put({"n": 0})
    await until(lambda: calls)
    assert calls == ["failed"]
    with pytest.raises(Fenced):
        await outbox.drain()


async def test_flushing_leaves_nothing_behind() -> None:
    table = Table()
    outbox, calls = outbox_to(table)
    outbox.put({"n": 0})
    await outbox.flush()
    await outbox.flush()
    assert table.batches == [[0]]
    assert calls == ["wake"]


async def test_a_flush_that_is_cancelled_loses_nothing_and_keeps_the_order() -> None:
    table = Table(held=True)
    outbox, calls = outbox_to(table)
    for number in range(2):
        outbox.put({"n": number})
    flushing = asyncio.create_task(outbox.flush())
    await table.begun.wait()
    flushing.cancel()
    await asyncio.gather(flushing, return_exceptions=True)
    assert flushing.cancelled()
    outbox.put({"n": 2})
    table.let.set()
    assert await outbox.drain() == ({"n": 2},), "what came meanwhile waits behind the write, and is handed back"
    assert table.batches == [[0, 1]]
    assert calls == ["wake"]


async def test_a_stream_is_stored_in_batches_and_not_piece_by_piece() -> None:
    table = Table(held=True)
    outbox, calls = outbox_to(table)
    outbox.put({"n": 0})
    await table.begun.wait()
    for number in range(1, 60):
        outbox.put({"n": number})
        await asyncio.sleep(0.001)
    table.let.set()
    await until(lambda: len(calls) == 2)
    assert table.batches == [[0], list(range(1, 60))], "each waits for its neighbours, also behind a write"


async def test_draining_while_frames_wait_behind_a_write_keeps_their_order() -> None:
    table = Table(held=True)
    outbox, _ = outbox_to(table)
    outbox.put({"n": 0})
    await table.begun.wait()
    outbox.put({"n": 1})
    draining = asyncio.create_task(outbox.drain())
    await asyncio.sleep(0)
    table.let.set()
    rest = await draining
    await asyncio.sleep(LINGER_S * 3)
    assert [number for batch in table.batches for number in batch] + [frame["n"] for frame in rest] == [0, 1]


async def test_what_comes_during_a_flush_is_stored_after_it() -> None:
    table = Table(held=True)
    outbox, _ = outbox_to(table)
    outbox.put({"n": 0})
    flushing = asyncio.create_task(outbox.flush())
    await table.begun.wait()
    outbox.put({"n": 1})
    table.let.set()
    await asyncio.gather(flushing, outbox.flush())
    assert [number for batch in table.batches for number in batch] == [0, 1]


async def test_a_flush_that_is_refused_says_so_and_stops_the_run() -> None:
    outbox, calls = outbox_to(Table(failure=Fenced()))
    outbox.put({"n": 0})
    with pytest.raises(Fenced):
        await outbox.flush()
    assert calls == ["failed"]
