"""Finds the connections that stay open after their sign-in ended, and notifies their clients.

One database query covers all connections of a process. It runs each second, and at once when another process announces
that a key was revoked, a page signed out or a person erased. A lost announcement costs a second.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import NoReturn, Self

import structlog

from foundation.contracts.errors import SignInEnded
from foundation.contracts.ports import Wakes
from foundation.storage.database.erasure_guard import person_hash
from foundation.storage.people.identity import SIGN_INS, IdentityRepository, Standing
from service_agent.auth.signed_in import SignedIn

log = structlog.get_logger(__name__)

LOOK_EVERY_S = 1.0
EXPIRED = "The token or sign-in of this connection has expired; sign in again."
REVOKED = "This connection's key was revoked or its page signed out; sign in again."
ERASED = "Everything of this person was erased; this connection is closed."


@dataclass(eq=False)
class Watched:
    """One open connection."""

    signed_in: Callable[[], SignedIn]
    """As whom now: a client may renew its sign-in."""
    since: datetime
    """The database's time when it began."""
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    reason: str = ""

    async def until_ended(self) -> NoReturn:
        """Wait. Raises SignInEnded."""
        await self.ended.wait()
        raise SignInEnded(self.reason)


class Watch:
    """All connections of this process. `async with`."""

    def __init__(self, stored: IdentityRepository, wakes: Wakes, is_static: Callable[[str], bool]) -> None:
        self._stored = stored
        self._wakes = wakes
        self._is_static = is_static
        self._open: set[Watched] = set()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._keep_looking())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @contextmanager
    def over(self, signed_in: Callable[[], SignedIn], since: datetime) -> Generator[Watched]:
        """Watch a connection while it is open."""
        watched = Watched(signed_in, since)
        self._open.add(watched)
        try:
            yield watched
        finally:
            self._open.discard(watched)

    async def _keep_looking(self) -> None:
        async with self._wakes.subscribe(SIGN_INS) as woken:
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_EVERY_S):
                        await woken.wait()
                woken.clear()
                try:
                    await self._look()
                except Exception as error:  # noqa: BLE001 - whatever it is: a watch that ended would let everybody stay
                    log.warning("sign_ins_not_checked", reason=type(error).__name__)
                except asyncio.CancelledError:
                    task = asyncio.current_task()
                    if task is None or task.cancelling():
                        raise
                    log.warning("sign_ins_not_checked", reason="CancelledError")  # a driver's own, not ours

    async def _look(self) -> None:
        """End every connection whose sign-in is no longer valid."""
        asked = [(watched, watched.signed_in()) for watched in self._open]
        if not asked:
            return
        standing = await self._stored.standing(
            {one.key_hash for _, one in asked if one.key_hash and not self._is_static(one.key_hash)},
            {one.cookie_hash for _, one in asked if one.cookie_hash},
            {person_hash(one.principal) for _, one in asked},
        )
        for watched, one in asked:
            reason = self._over(one, watched.since, standing)
            if reason is not None:
                watched.reason = reason
                watched.ended.set()

    def _over(self, one: SignedIn, since: datetime, standing: Standing) -> str | None:
        if one.expires_at is not None and one.expires_at <= time.time():
            return EXPIRED
        if one.cookie_hash is not None and one.cookie_hash not in standing.cookies:
            return REVOKED
        if one.key_hash is not None and one.key_hash not in standing.keys and not self._is_static(one.key_hash):
            return REVOKED
        erased_at = standing.erased.get(person_hash(one.principal))
        return ERASED if erased_at is not None and erased_at >= since else None
