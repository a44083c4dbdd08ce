"""Who comes in from an address that was wrong too often: what was let in from there before, the others in turn."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import cast

import pytest
from pydantic import SecretStr

from foundation.contracts.errors import OverLimit, SignInEnded, Unauthenticated
from foundation.storage.people.identity import IdentityRepository
from service_agent.auth.credentials import Credentials
from service_agent.auth.gate import Gate
from service_agent.auth.signed_in import NOBODY_NEEDED, Offered, SignedIn
from service_agent.limits.lane import Lane
from service_agent.limits.looks import MOST_WAITING
from service_agent.limits.pace import Pace
from service_agent.limits.paces import LOOKUPS, Known, Paces
from service_agent.settings.keys import read_keys

KEY, DESK, ELSEWHERE, GUESSER = "summer-holiday-77", "192.0.2.5", "198.51.100.4", "203.0.113.9"
NO_DATABASE = cast(IdentityRepository, None)
STATIC = Gate(Credentials(read_keys(SecretStr(f"kim:{KEY}")), NO_DATABASE, None, 3600), frozenset())


@dataclass
class Slept:
    """The seconds that tries wait; the clock stands."""

    seconds: list[float] = field(default_factory=list[float])

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


class Database(Gate):
    """Looks cookies up, each for as long as nobody says more."""

    def __init__(self, *valid: str) -> None:
        super().__init__(STATIC.credentials, frozenset())
        self.valid, self.asked, self.answers = valid, list[str](), asyncio.Semaphore(0)

    async def admit(self, offered: Offered) -> SignedIn:
        self.asked.append(offered.cookie or "")
        await self.answers.acquire()
        if offered.cookie in self.valid:
            return NOBODY_NEEDED
        raise SignInEnded


def paces(slept: Slept | None = None) -> Paces:
    return Paces(guesses=Pace(3), misses=Pace(3), tries=Lane(3, lambda: 0.0, slept or Slept()))


async def flagged(all_of_them: Paces, gate: Gate, wrong: Offered, *addresses: str) -> None:
    """These addresses were wrong too often."""
    for address in addresses:
        for _ in range(3):
            with pytest.raises((Unauthenticated, SignInEnded)):
                await all_of_them.admit(gate, wrong, address)


async def test_a_key_somebody_uses_is_a_guess_from_another_address() -> None:
    slept = Slept()
    limits = paces(slept)
    assert (await limits.admit(STATIC, Offered(f"Bearer {KEY}"), DESK)).principal.owner_id == "kim"
    await flagged(limits, STATIC, Offered("Bearer summer-holiday-00"), GUESSER, DESK)
    with pytest.raises(OverLimit):
        await limits.admit(STATIC, Offered("Bearer summer-holiday-01"), GUESSER)
    for _ in range(2):
        await limits.admit(STATIC, Offered(f"Bearer {KEY}"), GUESSER)
    assert slept.seconds == [0, 20], "the right one took a turn, behind the wrong one's; then it was known there, too"
    await limits.admit(STATIC, Offered(f"Bearer {KEY}"), DESK)
    assert len(slept.seconds) == 2, "from where it is used it needs none"


async def test_made_up_cookies_of_one_address_hold_up_no_other_addresses() -> None:
    gate, limits = Database("good"), paces()
    for _ in range(6):
        gate.answers.release()
    await flagged(limits, gate, Offered(cookie="bad"), GUESSER, ELSEWHERE)
    bad = [asyncio.create_task(limits.admit(gate, Offered(cookie="bad"), GUESSER)) for _ in range(400)]
    await asyncio.sleep(0)
    assert sum(not one.done() for one in bad) == MOST_WAITING + LOOKUPS, "the others are refused at once"
    good = asyncio.create_task(limits.admit(gate, Offered(cookie="good"), ELSEWHERE))
    for _ in range(4):
        gate.answers.release()
    assert await asyncio.wait_for(good, 5) is NOBODY_NEEDED
    assert gate.asked[6:].index("good") <= 3
    again = asyncio.create_task(limits.admit(gate, Offered(cookie="good"), ELSEWHERE))
    await asyncio.sleep(0)
    assert gate.asked[-1] == "good", "let in from there before, it waits for nobody"
    for task in (*bad, again):
        task.cancel()
    ends = await asyncio.gather(*bad, return_exceptions=True)
    assert sum(isinstance(one, OverLimit) for one in ends) >= 400 - MOST_WAITING - LOOKUPS


async def test_who_is_not_let_in_any_more_is_not_known_any_more() -> None:
    gate, limits, mine = Database("good"), paces(), Offered(cookie="good")
    for _ in range(2):
        gate.answers.release()
    await limits.admit(gate, mine, DESK)
    assert limits.known.has(mine, DESK)
    gate.valid = ()
    with pytest.raises(SignInEnded):
        await limits.admit(gate, mine, DESK)
    assert not limits.known.has(mine, DESK)


def test_as_many_known_credentials_are_remembered_as_there_is_room_for() -> None:
    known = Known(room=2)
    for key in ("a", "b", "a", "c"):
        known.add(Offered(key), DESK)
    assert [known.has(Offered(key), DESK) for key in ("a", "b", "c")] == [True, False, True]
    assert not known.has(Offered("a"), ELSEWHERE)
    assert not known.has(Offered(cookie="a"), DESK)
