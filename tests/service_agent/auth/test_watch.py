"""Who watches over open connections goes on watching after the database was away."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Collection
from contextlib import suppress

import psycopg
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.errors import DatabaseUnreachable
from foundation.contracts.identity import Principal
from foundation.storage.database.engine import DatabaseAddress, open_engine
from foundation.storage.people.identity import IdentityRepository, Standing
from foundation.storage.queue.wake_ups import PostgresWakeUps
from service_agent.auth.signed_in import SignedIn
from service_agent.auth.watch import REVOKED, Watch
from service_agent.settings.keys import hash_of, new_key
from tests.databases import new_database

PATIENCE_S = 60.0


class Observed(IdentityRepository):
    """The real one; it is seen when it cannot be asked."""

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(engine)
        self.failed = asyncio.Event()

    async def standing(self, keys: Collection[str], cookies: Collection[str], people: Collection[str]) -> Standing:
        try:
            return await super().standing(keys, cookies, people)
        except BaseException:
            self.failed.set()
            raise


def ran(server: DatabaseAddress, *statements: str) -> None:
    with psycopg.connect(**server.psycopg_kwargs(), autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


async def shut_out(server: DatabaseAddress, name: str, failed: asyncio.Event) -> None:
    """Until the watch noticed. A connection just being made is in no list yet, and is ended in the next round."""
    ran(server, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    async with asyncio.timeout(PATIENCE_S):
        while not failed.is_set():
            ran(server, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
            with suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await failed.wait()


async def revoked(stored: IdentityRepository) -> None:
    """As a person does it: again, when the database was not there."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            with suppress(DatabaseUnreachable):
                await stored.revoke_key("local", "laptop")
                return
            await asyncio.sleep(0.1)


async def test_a_key_revoked_after_an_outage_closes_what_it_opened(
    server: DatabaseAddress, database: DatabaseAddress
) -> None:
    name = f"suffice_watched_{uuid.uuid4().hex[:12]}"
    own = new_database(server, name, migrated=True)
    engine = open_engine(own, 2)
    stored = Observed(engine)
    person = Principal(tenant_id="local", owner_id="ann")
    secret_hash = hash_of(new_key())
    row = await stored.create_key(person, "laptop", secret_hash, None)
    async with PostgresWakeUps(database) as wakes, Watch(stored, wakes, lambda _: False) as watch:
        with watch.over(lambda: SignedIn(person, None, secret_hash), row.created_at) as watched:
            await shut_out(server, name, stored.failed)
            assert not watched.ended.is_set(), "nobody knows of an end"
            ran(server, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
            await revoked(stored)
            async with asyncio.timeout(PATIENCE_S):
                await watched.ended.wait()
    assert watched.reason == REVOKED
    await engine.dispose()
