"""How fast one person may go on, and how often one address may be wrong about who it is."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from dataclasses import dataclass, field

from foundation.contracts.errors import OverLimit, SignInEnded, Unauthenticated
from foundation.contracts.identity import Principal
from service_agent.auth.gate import Gate
from service_agent.auth.signed_in import Offered, SignedIn
from service_agent.limits.pace import ROOM, Pace
from service_agent.settings.keys import hash_of
from service_agent.settings.limits import LimitSettings

SIGNS_MINUTE = 600
"""Pings and stops one person may send a minute to one process: a page sends three, and each stop is a transaction."""


class Known:
    """Credentials that were let in by this process, by their hash: as many as there is room for."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._hashes: OrderedDict[str, None] = OrderedDict()

    def has(self, offered: Offered) -> bool:
        """Whether it was let in before; whether it still is to be, the gate says."""
        return offered.authorization is not None and _hash(offered.authorization) in self._hashes

    def add(self, offered: Offered) -> None:
        """It was let in."""
        if offered.authorization is None:
            return
        hashed = _hash(offered.authorization)
        self._hashes[hashed] = None
        self._hashes.move_to_end(hashed)
        if len(self._hashes) > self._room:
            self._hashes.popitem(last=False)


@dataclass(frozen=True)
class Paces:
    """Both, of this process."""

    requests: Pace = field(default_factory=lambda: Pace(None))
    sign_ins: Pace = field(default_factory=lambda: Pace(None))
    links: Pace = field(default_factory=lambda: Pace(None))
    """Links to shared conversations that lead nowhere, by address."""
    signs: Pace = field(default_factory=lambda: Pace(SIGNS_MINUTE))
    """Signs of life and stops, which no other limit holds back."""
    known: Known = field(default_factory=Known)

    @classmethod
    def of(cls, settings: LimitSettings) -> Paces:
        """The configured ones."""
        return cls(
            Pace(settings.limit_requests_minute),
            Pace(settings.limit_sign_ins_minute),
            Pace(settings.limit_sign_ins_minute),
        )

    def request_wait_s(self, principal: Principal) -> int | None:
        """Counts a request of this person; seconds to wait when it is one too many."""
        return self.requests.take(f"{principal.tenant_id}\0{principal.owner_id}")

    def sign_wait_s(self, principal: Principal) -> int | None:
        """Counts a sign of life or a stop of this person; seconds to wait when it is one too many."""
        return self.signs.take(f"{principal.tenant_id}\0{principal.owner_id}")

    async def admit(self, gate: Gate, offered: Offered, address: str) -> SignedIn:
        """Whom somebody at this address is. Raises as `Gate.admit`, and OverLimit after too many wrong tries: then
        only what nobody guesses is looked at, and what was let in here before. Many people share an address."""
        name = network_of(address)
        wait = self.sign_ins.wait_s(name) if gate.signs_in and not offered.nothing else None
        if wait is not None and not self.known.has(offered) and gate.is_guessable(offered):
            raise _too_many(wait)
        try:
            found = await gate.admit(offered)
        except SignInEnded:  # was good once, or is a cookie: nobody guesses one
            raise
        except Unauthenticated:
            if wait is not None:
                raise _too_many(wait) from None
            if not offered.nothing:
                self.sign_ins.note(name)
            raise
        self.known.add(offered)
        return found

    def require_try(self, address: str) -> None:
        """Raises OverLimit after too many wrong tries from this address."""
        wait = self.sign_ins.wait_s(network_of(address))
        if wait is not None:
            raise _too_many(wait)

    def require_link(self, address: str) -> None:
        """Raises OverLimit after too many links from this address that lead nowhere."""
        wait = self.links.wait_s(network_of(address))
        if wait is not None:
            raise OverLimit(f"Too many links that lead nowhere; try again in {wait} s.", retry_after_s=wait)

    def note_wrong_link(self, address: str) -> None:
        """Somebody at this address followed a link that leads nowhere."""
        self.links.note(network_of(address))

    def note_wrong(self, address: str) -> None:
        """Somebody at this address was wrong about who they are."""
        self.sign_ins.note(network_of(address))


def _hash(authorization: str) -> str:
    return hash_of(authorization.encode(errors="replace").decode())


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
