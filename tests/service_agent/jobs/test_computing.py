"""What computes does so beside the event loop, short texts first, and what stops the loop is known."""

from __future__ import annotations

import asyncio
import ctypes
import time
from collections.abc import AsyncGenerator
from functools import partial
from threading import Event

import pytest
import pytest_asyncio

from service_agent.jobs.computing import ComputeThread

HOLDS = ctypes.PyDLL(None)
"""Calls through this keep the interpreter's lock, as a pattern that matches for ever does."""


@pytest_asyncio.fixture
async def thread() -> AsyncGenerator[ComputeThread]:
    made = ComputeThread(longest_s=0.6)
    yield made
    made.close()


def in_python(seconds: float) -> int:
    until, rounds = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        rounds += 1
    return rounds


async def longest_stall(during: asyncio.Task[object]) -> float:
    longest = 0.0
    while not during.done():
        before = time.monotonic()
        await asyncio.sleep(0.005)
        longest = max(longest, time.monotonic() - before)
    return longest


async def test_the_loop_goes_on_beside_what_computes(thread: ComputeThread) -> None:
    compute = thread.place("long", 10)
    work = asyncio.create_task(compute(partial(in_python, 1.5)))
    assert await longest_stall(work) < 0.75
    assert await work > 0
    assert thread.stalled() == []


async def test_what_stops_the_loop_is_reported_with_its_run(thread: ComputeThread) -> None:
    await thread.place("short", 10)(partial(in_python, 0.01))
    await thread.place("poison", 10)(partial(HOLDS.usleep, 900_000))
    assert thread.stalled() == ["poison"]
    assert thread.stalled() == [], "each once"


async def test_a_question_of_one_line_does_not_wait_for_pages(thread: ComputeThread) -> None:
    let, ended = Event(), list[str]()

    async def ask(name: str, characters: int) -> None:
        await thread.place(name, characters)(partial(ended.append, name))

    first = asyncio.create_task(thread.place("first", 0)(let.wait))
    await asyncio.sleep(0.01)
    asked = [
        asyncio.create_task(ask(*each))
        for each in (("pages", 8_000), ("more pages", 8_000), ("line", 20), ("another line", 20))
    ]
    await asyncio.sleep(0.01)
    let.set()
    await asyncio.gather(first, *asked)
    assert ended == ["line", "another line", "pages", "more pages"]


async def test_a_turn_that_has_computed_much_lets_others_go_first(thread: ComputeThread) -> None:
    let, ended = Event(), list[str]()
    heavy = thread.place("heavy", 20)
    await heavy(partial(in_python, 0.2))
    first = asyncio.create_task(thread.place("first", 0)(let.wait))
    await asyncio.sleep(0.01)
    again = asyncio.create_task(heavy(partial(ended.append, "heavy")))
    line = asyncio.create_task(thread.place("line", 20)(partial(ended.append, "line")))
    await asyncio.sleep(0.01)
    let.set()
    await asyncio.gather(first, again, line)
    assert ended == ["line", "heavy"]


async def test_a_long_one_is_passed_by_for_a_while_and_not_for_ever(thread: ComputeThread) -> None:
    let, ended = Event(), list[str]()
    first = asyncio.create_task(thread.place("first", 0)(let.wait))
    pages = thread.place("pages", 200)
    await asyncio.sleep(0.2)
    line = thread.place("line", 10)
    asked = [asyncio.create_task(place(partial(ended.append, at))) for place, at in ((line, "line"), (pages, "pages"))]
    await asyncio.sleep(0.01)
    let.set()
    await asyncio.gather(first, *asked)
    assert ended == ["pages", "line"]


async def test_whoever_stops_waiting_keeps_nobody_waiting(thread: ComputeThread) -> None:
    let = Event()
    first = asyncio.create_task(thread.place("first", 0)(let.wait))
    await asyncio.sleep(0.01)
    gone = [asyncio.create_task(thread.place(f"gone {at}", 0)(let.wait)) for at in range(3)]
    stays = asyncio.create_task(thread.place("stays", 10)(let.is_set))
    await asyncio.sleep(0.01)
    for task in (first, *gone):
        task.cancel()
    let.set()
    assert await asyncio.wait_for(stays, 10)
    assert all(isinstance(one, asyncio.CancelledError) for one in await asyncio.gather(*gone, return_exceptions=True))


async def test_what_work_raises_is_raised_where_it_is_waited_for(thread: ComputeThread) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        await thread.place("run", 1)(partial(int, "x"))
    assert await thread.place("run", 1)(partial(int, "7")) == 7
