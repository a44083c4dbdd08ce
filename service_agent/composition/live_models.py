"""Which model answers a tenant now: what its administrators entered on the page, else the environment's.

Every turn reads the version of its tenant's endpoint with its opening, in the statement that is read anyway: what is
changed in one process is what the next turn of every process asks. A turn in progress ends with what it began with.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import structlog

from foundation.contracts.identity import Principal
from foundation.contracts.ports import LanguageModel
from foundation.llm.client import ModelClient
from foundation.storage.people.model_endpoints import StoredEndpoint
from service_agent.services.endpoints.kept import KeptEndpoints
from service_agent.settings.sealing import UNREADABLE, NotOpened

log = structlog.get_logger(__name__)
MOST_HELD = 64
"""Tenants with an endpoint of their own whose client is kept open. Of more, those are closed whose last turn must be
over: closing one that is used would open another at the next turn, beside the one that the turns in progress hold."""
LOOK_AGAIN_S = 30.0
"""An endpoint whose key could not be decrypted is tried again after so long: somebody may have put the secret there."""
WORST_FIRST = ("open", "half_open", "closed")

ClientOf = Callable[[StoredEndpoint, str], ModelClient]
"""A client of a stored endpoint with its key."""


class Models(Protocol):
    """Which model answers."""

    async def at(self, principal: Principal, version: str | None) -> LanguageModel | None:
        """The tenant's, at this version of its endpoint; None: the rules."""
        ...

    async def fresh(self, principal: Principal) -> LanguageModel | None:
        """The tenant's, as the database has it now."""
        ...

    def last(self, principal: Principal) -> LanguageModel | None:
        """What answered the tenant's last turn in this process."""
        ...


@dataclass(frozen=True)
class OneModel:
    """One for everybody, whatever the database says."""

    model: LanguageModel | None

    async def at(self, principal: Principal, version: str | None) -> LanguageModel | None:
        """See Models."""
        del principal, version
        return self.model

    async def fresh(self, principal: Principal) -> LanguageModel | None:
        """See Models."""
        del principal
        return self.model

    def last(self, principal: Principal) -> LanguageModel | None:
        """See Models."""
        del principal
        return self.model


@dataclass
class _Held:
    version: str
    client: ModelClient | None
    """None: its key could not be decrypted."""
    looked_at: float
    used_at: float = field(default_factory=time.monotonic)
    """When a turn last began with it."""


class LiveModels:
    """Models of all tenants."""

    def __init__(
        self,
        configured: ModelClient | None,
        kept: KeptEndpoints,
        client_of: ClientOf,
        opened: Callable[[], None],
        retire_s: float,
    ) -> None:
        """`opened` is called when a client was made; `retire_s`: no turn lasts longer."""
        self._configured = configured
        self._kept = kept
        self._client_of = client_of
        self._opened = opened
        self._retire_s = retire_s
        self._held = OrderedDict[str, _Held]()
        self._loading = asyncio.Lock()
        self._retired = dict[asyncio.Task[None], ModelClient]()

    @property
    def kept(self) -> KeptEndpoints:
        """Where the stored ones are."""
        return self._kept

    async def at(self, principal: Principal, version: str | None) -> ModelClient | None:
        """See Models."""
        if version is None:
            self._forget(principal.tenant_id)
            return self._configured
        held = self._held.get(principal.tenant_id)
        if held is None or held.version != version or _is_due(held):
            async with self._loading:
                held = await self._loaded(principal)
        if held is None:
            return self._configured
        self._use(principal.tenant_id)
        return held.client or self._configured

    async def fresh(self, principal: Principal) -> ModelClient | None:
        """See Models."""
        stored = await self._kept.of(principal)
        return await self.at(principal, None if stored is None else stored.version)

    def last(self, principal: Principal) -> ModelClient | None:
        """See Models."""
        held = self._held.get(principal.tenant_id)
        return self._configured if held is None or held.client is None else held.client

    @property
    def trouble(self) -> str | None:
        """Why a stored endpoint cannot be used here; None: each one can."""
        return UNREADABLE if any(held.client is None for held in self._held.values()) else None

    def breaker_state(self) -> str:
        """The worst of all breakers."""
        clients = [self._configured, *(held.client for held in self._held.values())]
        states = {client.breaker.state for client in clients if client is not None}
        return next((state for state in WORST_FIRST if state in states), "closed")

    async def aclose(self) -> None:
        """Closes what it opened."""
        retired, self._retired = self._retired, {}
        for task in retired:
            task.cancel()
        await asyncio.gather(*retired, return_exceptions=True)
        for client in (*retired.values(), *(held.client for held in self._held.values())):
            if client is not None:
                await client.aclose()
        self._held.clear()

    async def _loaded(self, principal: Principal) -> _Held | None:
        """What the database has now; the same client where it is held already."""
        stored = await self._kept.of(principal)
        if stored is None:
            self._forget(principal.tenant_id)
            return None
        held = self._held.get(principal.tenant_id)
        if held is None or held.version != stored.version or _is_due(held):
            self._forget(principal.tenant_id)
            held = _Held(stored.version, await self._client(principal, stored), time.monotonic())
            self._held[principal.tenant_id] = held
            if held.client is not None:
                self._opened()
        self._use(principal.tenant_id)
        self._make_room()
        return held

    def _use(self, tenant: str) -> None:
        if (held := self._held.get(tenant)) is not None:
            held.used_at = time.monotonic()
            self._held.move_to_end(tenant)

    def _make_room(self) -> None:
        while len(self._held) > MOST_HELD:
            tenant, longest_unused = next(iter(self._held.items()))
            if time.monotonic() - longest_unused.used_at < self._retire_s:
                return
            self._forget(tenant)

    async def _client(self, principal: Principal, stored: StoredEndpoint) -> ModelClient | None:
        try:
            key = await self._kept.key_of(principal, stored)
        except NotOpened:
            log.warning("model_endpoint_unusable", reason=UNREADABLE)
            return None
        return self._client_of(stored, key)

    def _forget(self, tenant: str) -> None:
        held = self._held.pop(tenant, None)
        if held is None or held.client is None:
            return
        task = asyncio.create_task(self._retire(held.client))
        self._retired[task] = held.client
        task.add_done_callback(lambda done: self._retired.pop(done, None))

    async def _retire(self, client: ModelClient) -> None:
        """Closed when no turn that began with it can be left, or when the process ends."""
        await asyncio.sleep(self._retire_s)
        await client.aclose()


def _is_due(held: _Held) -> bool:
    return held.client is None and time.monotonic() - held.looked_at > LOOK_AGAIN_S
