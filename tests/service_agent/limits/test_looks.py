"""Looks at the database: a few at a time, one name after the other, nobody for longer than the patience."""

from __future__ import annotations

import asyncio

import pytest

from service_agent.limits.looks import Looks


class Refused(Exception):
    """Somebody was sent away."""


class Desk:
    """Those who hold a place, in the order in which they came to it."""

    def __init__(self, **limits: float) -> None:
        self.looks = Looks(1, int(limits.get("most_waiting", 3)), limits.get("patience_s", 60))
        self.came, self.go = list[str](), asyncio.Semaphore(0)

    async def look(self, name: str) -> None:
        async with self.looks.place(name, Refused()):
            self.came.append(name)
            await self.go.acquire()

    async def waiting(self, *names: str) -> list[asyncio.Task[None]]:
        """One task for each, all of them begun."""
        tasks = [asyncio.create_task(self.look(name)) for name in names]
        await asyncio.sleep(0)
        return tasks

    async def all_go(self, tasks: list[asyncio.Task[None]]) -> list[BaseException | None]:
        for _ in tasks:
            self.go.release()
        return await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 5)


async def test_one_of_each_name_comes_in_turn_however_many_wait() -> None:
    desk = Desk()
    await desk.all_go(await desk.waiting("a", "a", "a", "a", "b", "c", "b"))
    assert desk.came == ["a", "a", "b", "c", "a", "b", "a"]


async def test_too_many_of_one_name_are_sent_away_at_once_and_no_others() -> None:
    desk = Desk(most_waiting=2)
    tasks = await desk.waiting("a", "a", "a", "a", "b")
    assert [task.done() for task in tasks] == [False, False, False, True, False]
    assert isinstance(tasks[3].exception(), Refused)
    await desk.all_go([*tasks[:3], tasks[4]])
    assert sorted(desk.came) == ["a", "a", "a", "b"]


async def test_who_waits_too_long_is_sent_away_and_leaves_no_place_taken() -> None:
    desk = Desk(patience_s=0.01)
    tasks = await desk.waiting("a", "a", "b")
    for late in tasks[1:]:
        with pytest.raises(Refused):
            await asyncio.wait_for(late, 5)
    await desk.all_go(tasks[:1])
    await desk.all_go(await desk.waiting("c"))
    assert desk.came == ["a", "c"]


@pytest.mark.parametrize("when", ["while it waits", "when its turn comes", "with the one before it"])
async def test_who_goes_away_hands_the_place_on(when: str) -> None:
    desk = Desk()
    async with desk.looks.place("a", Refused()):
        tasks = gone, before, last = await desk.waiting("b", "c", "b")
        if when == "while it waits":
            gone.cancel()
    gone.cancel()  # its place is its own by now, which it does not know yet
    if when == "with the one before it":
        before.cancel()
    ends = await desk.all_go([*tasks])
    assert isinstance(ends[0], asyncio.CancelledError) and not last.cancelled()
    assert desk.came == (["b"] if before.cancelled() else ["c", "b"])
    await desk.all_go(await desk.waiting("d"))
    assert desk.came[-1] == "d", "no place is taken by nobody"
