"""The model endpoint that a tenant's administrators entered: kept with its key sealed, changed, given up.

A key goes to the address it was entered with and nowhere else: whoever changes the address enters it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from foundation.contracts.endpoint_errors import EndpointRefused, KeyInClear, KeyNeeded
from foundation.contracts.identity import Principal
from foundation.llm.public_line import IN_CLEAR, bounds_of, refusal_of
from foundation.storage.people.audit_log import Act
from foundation.storage.people.model_endpoints import ModelEndpoints, NewEndpoint, StoredEndpoint
from service_agent.services.endpoints.trying import EnteredEndpoint
from service_agent.settings.sealing import UNREADABLE as SEALED_ELSEWHERE
from service_agent.settings.sealing import NotOpened, Sealing

SHOWN, LONG = 4, 12
"""The last characters of a key are shown, of one so long or longer."""


@dataclass(frozen=True)
class KeptEndpoint:
    """One as it may be shown."""

    base_url: str
    model: str
    reply_format: str | None
    has_key: bool
    key_end: str
    changed_at: datetime | None
    trouble: str | None
    """Why this process cannot use it; None: it does."""


class KeptEndpoints:
    """One at most for each tenant."""

    def __init__(self, stored: ModelEndpoints, sealing: Sealing, *, private: bool) -> None:
        """`private`: addresses that are not public are taken, too."""
        self._stored = stored
        self._sealing = sealing
        self._private = private

    async def of(self, principal: Principal) -> StoredEndpoint | None:
        """As it is stored."""
        return await self._stored.of(principal)

    async def key_of(self, principal: Principal, stored: StoredEndpoint) -> str:
        """Its key; "": it takes none. Raises NotOpened."""
        if stored.sealed_key is None:
            return ""
        return await asyncio.to_thread(self._sealing.opened, stored.sealed_key, _owner(principal, stored.base_url))

    async def shown(self, principal: Principal) -> KeptEndpoint | None:
        """As an operator sees it."""
        stored = await self.of(principal)
        if stored is None:
            return None
        trouble = None
        try:
            await self.key_of(principal, stored)
        except NotOpened:
            trouble = SEALED_ELSEWHERE
        return KeptEndpoint(
            stored.base_url,
            stored.model,
            stored.reply_format,
            stored.sealed_key is not None,
            stored.key_end,
            stored.changed_at,
            trouble,
        )

    async def key_for(self, principal: Principal, base_url: str) -> tuple[str, str]:
        """The stored key, for its own address alone, and the version it was read from. Raises KeyNeeded."""
        stored = await self.of(principal)
        if stored is None or stored.base_url != plain(base_url):
            raise KeyNeeded
        try:
            return await self.key_of(principal, stored), stored.version
        except NotOpened as problem:
            raise KeyNeeded(SEALED_ELSEWHERE) from problem

    async def save(self, principal: Principal, entered: EnteredEndpoint, act: Act) -> None:
        """It answers from the next turn on, in every process. Raises EndpointRefused, KeyInClear, KeyNeeded
        and SettingsKeyUnusable."""
        address = plain(entered.base_url)
        key, over = await self.key_for(principal, address) if entered.keep_key else (entered.api_key, None)
        await self._require_within_bounds(address, has_key=bool(key))
        sealed = await asyncio.to_thread(self._sealing.seal, key, _owner(principal, address)) if key else None
        end = key[-SHOWN:] if len(key) >= LONG else ""
        new = NewEndpoint(address, entered.model, entered.reply_format, sealed, end)
        if not await self._stored.save(principal, new, act, over=over):
            raise KeyNeeded

    async def remove(self, principal: Principal, act: Act) -> bool:
        """The environment's answers from the next turn on; whether there was another."""
        return await self._stored.remove(principal, act)

    async def _require_within_bounds(self, address: str, *, has_key: bool) -> None:
        why = await refusal_of(address, bounds_of(address, private=self._private, has_key=has_key))
        if why == IN_CLEAR:
            raise KeyInClear(field="base_url")
        if why is not None:
            raise EndpointRefused(f"The endpoint was not stored: {why}.", field="base_url")


def plain(address: str) -> str:
    """The address as it is kept."""
    return address.rstrip("/")


def _owner(principal: Principal, base_url: str) -> Mapping[str, str]:
    return {"tenant": principal.tenant_id, "base_url": base_url}
