"""The audit log as the surfaces use it: who came in, who was refused, what operators and administrators did.

What must stand there with the act itself is written in the act's transaction (keys, sign-ins, erasing a person); all
else when the act is done, before its answer goes out. A row that cannot be written stops nobody, and is logged whole.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Mapping
from dataclasses import asdict, replace
from datetime import UTC, date, datetime
from typing import Final

import structlog

from foundation.contracts.errors import SignInEnded, Unauthenticated
from foundation.contracts.identity import Principal
from foundation.storage.people.audit_log import NOBODY, Act, AuditLogRepository, Entry, Wanted, Way
from service_agent.auth.signed_in import Offered, SignedIn
from service_agent.limits.pace import ROOM
from service_agent.limits.paces import network_of
from service_agent.services.parts import Access

log = structlog.get_logger(__name__)

PAGE: Final = 500
"""Rows read at once for an export."""


class AuditLog:
    """Writes and lists."""

    def __init__(self, repository: AuditLogRepository, access: Access) -> None:
        self._repository = repository
        self._access = access
        self._seen = OrderedDict[tuple[object, ...], None]()
        self._wrong = OrderedDict[tuple[str, date], int]()
        """(network, day) -> how often it was wrong in this process."""

    async def admit(self, offered: Offered, address: str) -> SignedIn:
        """Whom somebody at this address is, as `Paces.admit`. Of a right key or token its first use of the day (UTC)
        from an address is written down, of wrong ones the 1st, 10th, 100th … of the day. An IPv6 network of 64 bits is
        one address: whoever has one has all."""
        try:
            found = await self._access.paces.admit(self._access.gate, offered, address)
        except SignInEnded:
            raise
        except Unauthenticated as error:
            if not offered.nothing:
                await self._was_wrong(offered, network_of(address), str(error.code))
            raise
        if self._access.gate.signs_in and not offered.by_cookie:
            await self._came_in(found, network_of(address))
        return found

    async def _was_wrong(self, offered: Offered, network: str, code: str) -> None:
        today = (network, datetime.now(UTC).date())
        tries = self._wrong[today] = self._wrong.pop(today, 0) + 1
        if len(self._wrong) > ROOM:
            self._wrong.popitem(last=False)
        if str(tries).strip("0") == "1":
            way: Way = "page" if offered.by_cookie else "none"
            act = Act("sign_in", NOBODY, NOBODY, way, "refused", network, code=code, detail={"tries": tries})
            await self.add(act)

    async def _came_in(self, found: SignedIn, address: str) -> None:
        person = found.principal
        way = way_of(found)
        seen = (person.tenant_id, person.owner_id, way, found.key_id, address, datetime.now(UTC).date())
        if seen in self._seen:
            return
        act = Act(f"{way}_used", person.tenant_id, person.owner_id, way, origin=address, subject=found.key_id or "")
        await self.add(act, once_a_day=True)
        self._seen[seen] = None
        if len(self._seen) > ROOM:
            self._seen.popitem(last=False)

    async def add(self, act: Act, *, once_a_day: bool = False) -> None:
        """Write it down; what goes wrong with that is logged, with the row."""
        try:
            await asyncio.shield(self._repository.add(act, once_a_day=once_a_day))
        except Exception as error:  # noqa: BLE001 - whatever it is: what was done is done, and its answer goes out
            log.error("audit_log_not_written", reason=type(error).__name__, **asdict(act))

    async def page(self, principal: Principal, wanted: Wanted) -> list[Entry]:
        """Rows of the tenant, newest first."""
        return await self._repository.page(principal, wanted)

    async def actions(self, principal: Principal) -> list[str]:
        """The kinds of acts there are."""
        return await self._repository.actions(principal)

    async def all(self, principal: Principal, wanted: Wanted, most: int) -> AsyncGenerator[Entry]:
        """Rows of the tenant, newest first, page by page."""
        left, before = most, wanted.before
        while left > 0:
            page = await self._repository.page(principal, replace(wanted, before=before, limit=min(PAGE, left)))
            for entry in page:
                yield entry
            if len(page) < PAGE:
                return
            left, before = left - len(page), page[-1].entry_id


def way_of(signed_in: SignedIn) -> Way:
    """How somebody who was let in is known."""
    if signed_in.cookie_hash is not None:
        return "page"
    if signed_in.key_hash is not None:
        return "key"
    return "token" if signed_in.expires_at is not None else "none"


def act_of(action: str, signed_in: SignedIn, address: str, detail: Mapping[str, str | int | bool] | None = None) -> Act:
    """What somebody who was let in does from this address."""
    person = signed_in.principal
    return Act(action, person.tenant_id, person.owner_id, way_of(signed_in), origin=address, detail=detail or {})
