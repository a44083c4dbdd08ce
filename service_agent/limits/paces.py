"""How fast one person may go on, and how often one address may be wrong about who it is."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from foundation.contracts.errors import OverLimit, SignInEnded, Unauthenticated
from foundation.contracts.identity import Principal
from service_agent.auth.gate import Gate
from service_agent.auth.signed_in import Offered, SignedIn
from service_agent.limits.lane import Lane
from service_agent.limits.looks import Looks
from service_agent.limits.pace import ROOM, Pace
from service_agent.settings.keys import hash_of
from service_agent.settings.limits import LimitSettings

T = TypeVar("T")
_SIGN_IN, _COOKIE, _FLOW, _LINK = "sign in\0", "cookie\0", "flow\0", "link\0"
LOOKUPS = 2
"""Looks into the database at a time for all addresses that were wrong too often: the others have the rest of the
connections, and one look takes a millisecond or two."""
SIGNS_MINUTE = 600
"""Pings and stops one person may send a minute to one process: a page sends three, and each stop is a transaction."""


class Known:
    """Credentials that were let in by this process, by the network they came from and their hash: as many as there is
    room for. From elsewhere the same may be a guess."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._seen: OrderedDict[tuple[str, str], None] = OrderedDict()

    def has(self, offered: Offered, network: str) -> bool:
        """Whether it was let in from there before; whether it still is to be, the gate says."""
        return (network, _hash(offered)) in self._seen

    def add(self, offered: Offered, network: str) -> None:
        """It was let in."""
        seen = network, _hash(offered)
        self._seen[seen] = None
        self._seen.move_to_end(seen)
        if len(self._seen) > self._room:
            self._seen.popitem(last=False)

    def forget(self, offered: Offered, network: str) -> None:
        """It was not let in any more."""
        self._seen.pop((network, _hash(offered)), None)


@dataclass(frozen=True)
class Paces:
    """All of them, of this process."""

    requests: Pace = field(default_factory=lambda: Pace(None))
    """By the limit of each person's tenant."""
    guesses: Pace = field(default_factory=lambda: Pace(None))
    """Wrong static keys, by address."""
    misses: Pace = field(default_factory=lambda: Pace(None))
    """Wrong credentials that nobody can guess, and links to shared conversations that lead nowhere, by kind and
    address: they are refused when they are too many; right ones are not."""
    tries: Lane = field(default_factory=lambda: Lane(None))
    """Whatever may be guessed, or is dear to check, from an address that was wrong too often."""
    lookups: Looks = field(default_factory=lambda: Looks(LOOKUPS))
    """What the database is asked for addresses that were wrong too often, one address after the other."""
    signs: Pace = field(default_factory=lambda: Pace(SIGNS_MINUTE))
    """Signs of life and stops, which no other limit holds back."""
    known: Known = field(default_factory=Known)

    @classmethod
    def of(cls, settings: LimitSettings) -> Paces:
        """The configured ones."""
        failures = settings.limit_sign_ins_minute
        return cls(guesses=Pace(failures), misses=Pace(failures), tries=Lane(failures))

    def request_wait_s(self, principal: Principal, limit: int | None) -> int | None:
        """Counts a request of this person; seconds to wait when it is one more a minute than the limit."""
        return self.requests.take_of(f"{principal.tenant_id}\0{principal.owner_id}", limit)

    def sign_wait_s(self, principal: Principal) -> int | None:
        """Counts a sign of life or a stop of this person; seconds to wait when it is one too many."""
        return self.signs.take(f"{principal.tenant_id}\0{principal.owner_id}")

    async def admit(self, gate: Gate, offered: Offered, address: str) -> SignedIn:
        """Whom somebody at this address is. Raises as `Gate.admit`, and OverLimit instead of Unauthenticated after too
        many wrong tries. Many people share an address, so whoever is right comes in all the same: what was let in from
        there before at once, what nobody guesses when the database has a moment, what may be a guess when its turn
        comes, so that guessing is no faster (OverLimit, too, when too many others wait for theirs)."""
        if not gate.signs_in or offered.nothing:
            return await gate.admit(offered)
        pace = self.guesses if gate.is_guessable(offered) else self.misses
        network = network_of(address)
        name = f"{_COOKIE if offered.by_cookie else _SIGN_IN}{network}"
        wait = pace.wait_s(name)
        try:
            if wait is None or self.known.has(offered, network):
                found = await gate.admit(offered)
            else:
                found = await self._checked(gate, offered, name, wait)
        except SignInEnded:
            self.known.forget(offered, network)
            if offered.by_cookie:  # also one that was made up: no guess, but a look into the database
                self.misses.note(name)
            raise
        except Unauthenticated:
            self.known.forget(offered, network)
            pace.note(name)
            if wait is not None:
                raise _too_many(wait) from None
            raise
        self.known.add(offered, network)
        return found

    async def _checked(self, gate: Gate, offered: Offered, name: str, wait: int) -> SignedIn:
        if gate.is_guessable(offered) and not await self.tries.turn(name):
            raise _too_many(wait)
        if not gate.is_looked_up(offered):
            return await gate.admit(offered)
        async with self.lookups.place(name, _too_many(wait)):
            return await gate.admit(offered)

    async def flow(self, address: str, finish: Callable[[], Awaitable[T]]) -> T:
        """The end of a sign-in at the provider, which is asked for each. Raises as `finish`, and OverLimit as
        `admit`: after too many wrong tries each waits for its turn."""
        name = f"{_FLOW}{network_of(address)}"
        wait = self.misses.wait_s(name)
        if wait is not None and not await self.tries.turn(name):
            raise _too_many(wait)
        try:
            return await finish()
        except SignInEnded:
            raise
        except Unauthenticated:
            self.misses.note(name)
            if wait is not None:
                raise _too_many(wait) from None
            raise

    async def link(self, address: str, look: Callable[[], Awaitable[T | None]]) -> T | None:
        """What a link leads to, None where it leads nowhere. Raises OverLimit instead after too many of those from
        this address; one that leads somewhere is followed all the same, where not too many others wait for that: nobody
        guesses one."""
        name = f"{_LINK}{network_of(address)}"
        wait = self.misses.wait_s(name)
        if wait is None:
            found = await look()
        else:
            async with self.lookups.place(name, _too_many_links(wait)):
                found = await look()
        if found is None:
            self.misses.note(name)
            if wait is not None:
                raise _too_many_links(wait)
        return found


def _hash(offered: Offered) -> str:
    """Of what the gate looks at: the header, and without one the cookie."""
    cookie = "" if offered.authorization is not None else offered.cookie or ""
    return hash_of(f"{offered.authorization or ''}\0{cookie}".encode(errors="replace").decode())


def _too_many_links(wait_s: int) -> OverLimit:
    return OverLimit(f"Too many links that lead nowhere; try again in {wait_s} s.", retry_after_s=wait_s)


def _too_many(wait_s: int) -> OverLimit:
    return OverLimit(
        f"Too many failed sign-ins from this address; try again in {wait_s} s, with credentials that are valid.",
        retry_after_s=wait_s,
    )


def too_fast(wait_s: int) -> OverLimit:
    """The error for a client that sends too many requests."""
    return OverLimit(f"Too many requests within a minute; try again in {wait_s} s.", retry_after_s=wait_s)


def network_of(address: str) -> str:
    """The addresses that one attacker surely controls: an IPv4 address, or an IPv6 network of 64 bits."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        # A socket for both kinds names IPv4 addresses inside IPv6's: they are not one network.
        return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
