"""The places of one server's connections, and who makes room when all are taken.

A connection that waits for its client may be asked to go: one that says nothing, half a request, and a WebSocket nobody
has signed in on. A WebSocket that was signed in keeps its place. Those may not take all of them, for a request that
finds no place is not answered at all, neither a person's nor that of whoever watches the service; and while as many of
them are there as may be, those of one network give way to others'.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import Any, Protocol, cast

import structlog

from service_agent.limits.paces import network_of

log = structlog.get_logger(__name__)

KEPT_SHARE = 0.75
"""Of all places, what WebSockets that were signed in may keep."""
LOGGED_EACH_S = 1.0


class Seldom:
    """Log lines of one kind, one each second at most, with how often it happened meanwhile."""

    def __init__(self, event: str, **more: Any) -> None:
        self._event = event
        self._more = more
        self._count = 0
        self._last = float("-inf")

    def note(self) -> None:
        """It happened."""
        self._count += 1
        now = time.monotonic()
        if now - self._last >= LOGGED_EACH_S:
            log.warning(self._event, times=self._count, **self._more)
            self._count, self._last = 0, now


class Connection(Protocol):
    """A connection as its protocol has it."""

    transport: asyncio.Transport


class Keeping(Connection, Protocol):
    """A WebSocket."""

    def turn_away(self) -> None:
        """End it, so that its client comes back later."""
        ...


class Room:
    """The connections of one server: how many there may be, and who would make room."""

    def __init__(self, most: int | None) -> None:
        self.most = most
        """None: any number."""
        self._kept_most = None if most is None else max(1, int(most * KEPT_SHARE))
        self._waiting: dict[Connection, None] = {}
        """Whose client was not heard of for longest stands first, here and below."""
        self._kept: dict[Keeping, str] = {}
        """WebSocket that was signed in -> its client's network."""
        remedy = "raise `ulimit -n` or SUFFICE_MAX_CONNECTIONS"
        self._full = Seldom("connections_full", limit=most, remedy=remedy)
        self._crowded = Seldom("sockets_full", limit=self._kept_most, remedy=remedy)

    def wait(self, connection: Connection) -> None:
        """It waits for its client, who was heard of just now."""
        self._waiting.pop(connection, None)
        self._waiting[connection] = None

    def heard(self, socket: Keeping) -> None:
        """Something came from a WebSocket's client."""
        network = self._kept.pop(socket, None)
        if network is None:
            self.wait(socket)
        else:
            self._kept[socket] = network

    def keep(self, socket: Keeping, address: str) -> bool:
        """A WebSocket that was signed in from this address keeps its place from now on. False: there are as many as may
        be, and no network has more of them than this one."""
        network = network_of(address)
        if self._kept_most is not None and len(self._kept) >= self._kept_most:
            self._crowded.note()
            many = Counter(self._kept.values())
            fullest, most = many.most_common(1)[0]
            if most <= many[network] + 1:
                return False
            gone = next(each for each, of in self._kept.items() if of == fullest)
            del self._kept[gone]
            self.wait(gone)  # until its client has taken that it ends
            gone.turn_away()
        self._waiting.pop(socket, None)
        self._kept[socket] = network
        return True

    def leave(self, connection: Connection) -> None:
        """It has a request at work, or is gone."""
        self._waiting.pop(connection, None)
        self._kept.pop(cast("Keeping", connection), None)

    def make(self, connections: set[Any]) -> None:
        """One goes where there are too many: whose client was not heard of for longest, which may be the newest."""
        if self.most is None or len(connections) <= self.most:
            return
        self._full.note()
        quietest = next(iter(self._waiting))
        self.leave(quietest)
        connections.discard(quietest)
        quietest.transport.abort()
