"""Sign-in is tried against a whole service, with the keys in its database at hand."""

from __future__ import annotations

import uuid
from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace
from datetime import datetime

import pytest_asyncio

from foundation.contracts.identity import Principal, Role, roles_up_to
from foundation.storage.database.engine import DatabaseAddress, open_engine
from foundation.storage.people.identity import ApiKey, IdentityRepository
from service_agent.settings.keys import hash_of, new_key
from tests.serving import Serve


@dataclass(frozen=True)
class Keys:
    """The keys of the service's database, as the command line reaches them."""

    stored: IdentityRepository

    async def make(
        self, owner: str | None = None, role: Role = Role.PERSON, ends: datetime | None = None
    ) -> tuple[str, ApiKey]:
        """A new key, and its row."""
        secret, name = new_key(), f"key-{uuid.uuid4().hex[:8]}"
        person = Principal(tenant_id="local", owner_id=owner or name, roles=roles_up_to(role))
        return secret, await self.stored.create_key(person, name, hash_of(secret), ends)


@pytest_asyncio.fixture
async def keys(server: DatabaseAddress, worker_id: str, serve: Serve) -> AsyncGenerator[Keys]:
    """Of the services `serve` starts."""
    engine = open_engine(replace(server, database=f"suffice_{worker_id}_chosen"), 2)
    yield Keys(IdentityRepository(engine))
    await engine.dispose()
