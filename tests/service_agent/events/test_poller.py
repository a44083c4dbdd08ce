"""Readers that are behind are woken within a beat, by one question for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from foundation.storage.queue.events import EventsRepository
from service_agent.events.poller import Pulse
from tests.foundation.storage.conftest import desk
from tests.foundation.storage.desk import Desk, decision_of, ending

__all__ = ["desk"]


@dataclass(eq=False)
class Reader:
    session_id: str
    cursor: int = 0
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    ended: asyncio.Event = field(default_factory=asyncio.Event)

    def wake(self, newest: int = 0) -> None:
        del newest
        self.woken.set()

    def end(self) -> None:
        self.ended.set()


async def test_only_who_is_behind_is_woken_and_all_are_asked_for_at_once() -> None:
    asked: list[Sequence[str]] = []

    async def newest(session_ids: Sequence[str]) -> dict[str, int]:
        asked.append(session_ids)
        return {"a": 5, "b": 5}

    behind, level, gone = Reader("a", 4), Reader("b", 5), Reader("c", 9)
    pulse = Pulse(newest, 0.01)
    with ExitStack() as stack:
        for reader in (behind, level, gone):
            stack.enter_context(pulse.felt_by(reader))
        async with asyncio.timeout(10):
            await behind.woken.wait()
    assert asked[0] == ["a", "b", "c"]
    assert not level.woken.is_set()
    assert not gone.woken.is_set()
    assert not gone.ended.is_set(), "once is no proof: a person who is erased loses the conversations first"
    count = len(asked)
    await asyncio.sleep(0.05)
    assert len(asked) == count, "nobody reads, nobody asks"


async def test_who_reads_what_is_gone_is_reported() -> None:
    async def newest(session_ids: Sequence[str]) -> dict[str, int]:
        return {"a": 5}

    there, gone = Reader("a", 5), Reader("b", 5)
    pulse = Pulse(newest, 0.01)
    with pulse.felt_by(there), pulse.felt_by(gone):
        async with asyncio.timeout(10):
            await gone.ended.wait()
    assert not there.ended.is_set()


async def test_a_database_that_is_away_wakes_everybody_to_find_out_themselves() -> None:
    async def newest(session_ids: Sequence[str]) -> dict[str, int]:
        raise OSError("gone")

    reader = Reader("a", 4)
    with Pulse(newest, 0.01).felt_by(reader):
        async with asyncio.timeout(10):
            await reader.woken.wait()


@dataclass(eq=False)
class Giving(Reader):
    """A reader whose client takes what is given when `taking` is set."""

    pulse: Pulse | None = None
    newest: int = 0
    taking: asyncio.Event = field(default_factory=asyncio.Event)
    rests: int = 0

    async def read(self) -> None:
        assert self.pulse is not None
        with self.pulse.counting(self):
            while True:
                self.woken.clear()
                self.cursor = self.newest
                await self.taking.wait()
                with self.pulse.felt_by(self):
                    self.rests += 1
                    await self.woken.wait()


async def test_a_stop_waits_until_every_reader_has_given_what_was_stored() -> None:
    async def newest(session_ids: Sequence[str]) -> dict[str, int]:
        return {"a": 7, "b": 3}

    pulse = Pulse(newest, 3_600)  # no beat: only the stop wakes
    asleep, slow = (Giving(name, pulse=pulse, newest=at) for name, at in (("a", 6), ("b", 3)))
    asleep.taking.set()
    async with asyncio.timeout(10), asyncio.TaskGroup() as group:
        reading = [group.create_task(reader.read()) for reader in (asleep, slow)]
        while not asleep.rests:
            await asyncio.sleep(0)
        asleep.newest = 7
        stopping = group.create_task(pulse.caught_up())
        while asleep.rests < 2:
            await asyncio.sleep(0)
        assert not stopping.done(), "one has read its last event, and its client has not taken it"
        slow.taking.set()
        await stopping
        assert (asleep.cursor, slow.cursor) == (7, 3)
        for task in reading:
            task.cancel()


async def test_a_stop_waits_for_nobody_who_has_gone() -> None:
    async def newest(session_ids: Sequence[str]) -> dict[str, int]:
        return {"a": 7}

    pulse = Pulse(newest, 3_600)
    reader = Giving("a", pulse=pulse)
    async with asyncio.timeout(10), asyncio.TaskGroup() as group:
        reading = group.create_task(reader.read())
        await asyncio.sleep(0)
        stopping = group.create_task(pulse.caught_up())
        await asyncio.sleep(0)
        assert not stopping.done()
        reading.cancel()
        await stopping


async def test_the_newest_event_of_each_session_is_the_databases_own(desk: Desk) -> None:
    run = await desk.working()
    await desk.runs.finish(run, ending(run, decision=decision_of(run)))
    seqs = await desk.seqs(run.session_id)
    found = await EventsRepository(desk.engine).newest([run.session_id, "nothing"])
    assert found == {run.session_id: seqs[-1]}
