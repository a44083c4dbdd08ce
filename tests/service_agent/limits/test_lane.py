"""A slow lane: evenly spaced turns of one name, others untouched, nobody waits longer than the patience."""

from __future__ import annotations

from service_agent.limits.lane import PATIENCE_S, Lane
from tests.service_agent.limits.test_pace import Clock


class Slept:
    """Keeps what was slept; the clock stands."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


async def test_turns_are_evenly_spaced_and_each_name_has_its_own() -> None:
    clock, slept = Clock(), Slept()
    lane = Lane(30, clock, slept)
    assert [await lane.turn("a") for _ in range(3)] == [True] * 3
    assert await lane.turn("b")
    assert slept.seconds == [0, 2, 4, 0]
    clock.now += 60
    assert await lane.turn("a")
    assert slept.seconds[-1] == 0


async def test_who_would_wait_too_long_is_sent_away_and_uses_no_turn() -> None:
    clock, slept = Clock(), Slept()
    lane = Lane(30, clock, slept)
    taken = [await lane.turn("a") for _ in range(100)]
    assert sum(taken) == 8
    assert max(slept.seconds) <= PATIENCE_S
    clock.now += 2
    assert [await lane.turn("a") for _ in range(2)] == [True, False]


async def test_a_spacing_longer_than_the_patience_is_waited_for() -> None:
    slept = Slept()
    lane = Lane(2, Clock(), slept)
    assert [await lane.turn("a") for _ in range(3)] == [True, True, False]
    assert slept.seconds == [0, 30]


async def test_no_more_names_are_remembered_than_there_is_room_for() -> None:
    slept = Slept()
    lane = Lane(30, Clock(), slept, room=2)
    for name in ("a", "b", "c", "a"):
        assert await lane.turn(name)
    assert slept.seconds == [0, 0, 0, 0], "the first was forgotten for the third"
