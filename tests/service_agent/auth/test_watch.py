"""Who watches over open connections goes on watching after the database was away."""

from __future__ import annotations

import asyncio

import psycopg
import structlog

from foundation.contracts.identity import Principal
from foundation.storage.engine import DatabaseAddress, open_engine
from foundation.storage.identity import IdentityRepository
from foundation.storage.wake_ups import PostgresWakeUps
from service_agent.auth.secret import hash_of, new_key
from service_agent.auth.signed_in import SignedIn
from service_agent.auth.watch import Watch
from tests.conftest import new_database

PATIENCE_S = 20.0


def told(server: DatabaseAddress, *statements: str) -> None:
    with psycopg.connect(**server.psycopg_kwargs(), autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


async def test_a_key_revoked_after_the_database_was_away_still_closes_what_it_opened(
    server: DatabaseAddress, database: DatabaseAddress, worker_id: str
) -> None:
    name = f"suffice_{worker_id}_watched"
    own = new_database(server, name, migrated=True)
    engine = open_engine(own, 2)
    stored = IdentityRepository(engine)
    person = Principal(tenant_id="local", owner_id="ann")
    secret_hash = hash_of(new_key())
    row = await stored.create_key(person, "laptop", secret_hash, None)
    async with PostgresWakeUps(database) as wakes, Watch(stored, wakes, lambda _: False) as watch:
        with watch.over(lambda: SignedIn(person, None, secret_hash), row.created_at) as watched:
            with structlog.testing.capture_logs() as logs:
                told(
                    server,
                    f"ALTER DATABASE {name} ALLOW_CONNECTIONS false",
                    f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'",
                )
                async with asyncio.timeout(PATIENCE_S):
                    while not any(entry["event"] == "sign_ins_not_checked" for entry in logs):
                        await asyncio.sleep(0.05)
            told(server, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
            await stored.revoke_key("local", "laptop")
            async with asyncio.timeout(PATIENCE_S):
                await watched.ended.wait()
    await engine.dispose()
