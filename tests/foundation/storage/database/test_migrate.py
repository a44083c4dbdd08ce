"""Migrations: from nothing to all tables, again without change, many at once, and no drift from the tables."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from foundation.contracts.errors import DatabaseUnfit, DatabaseUnreachable
from foundation.contracts.failpoints import Point
from foundation.storage.database.engine import DatabaseAddress, check_fit, open_engine, require_fit
from foundation.storage.database.migrate import alembic_config, upgrade
from foundation.storage.database.revision import require_current
from foundation.storage.experiments.audits import RETRIES
from foundation.storage.tables.all import metadata
from tests.databases import new_database


def tables_of(address: DatabaseAddress, schema: str) -> set[str]:
    with psycopg.connect(**address.psycopg_kwargs()) as connection:
        rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", (schema,)).fetchall()
    return {row[0] for row in rows}


def test_an_empty_database_gets_all_tables_and_migrating_again_changes_nothing(server: DatabaseAddress) -> None:
    address = new_database(server, "migrated_twice", migrated=False)
    upgrade(address)
    first = tables_of(address, "public"), tables_of(address, "checkpoints"), tables_of(address, "jobs")
    upgrade(address)
    assert first == (tables_of(address, "public"), tables_of(address, "checkpoints"), tables_of(address, "jobs"))
    assert set(metadata.tables) | {"alembic_version"} == first[0]
    assert {"checkpoints", "checkpoint_blobs", "checkpoint_writes"} <= first[1]
    assert "procrastinate_jobs" in first[2]


def test_four_processes_may_migrate_the_same_empty_database_at_once(server: DatabaseAddress) -> None:
    address = new_database(server, "migrated_by_four", migrated=False)
    with ThreadPoolExecutor(4) as pool:
        for outcome in [pool.submit(upgrade, address) for _ in range(4)]:
            outcome.result(timeout=60)
    assert "runs" in tables_of(address, "public")


def test_the_tables_in_code_and_the_migrations_do_not_drift_apart(database: DatabaseAddress) -> None:
    config = alembic_config()
    engine = create_engine("postgresql+psycopg://", connect_args=database.psycopg_kwargs(), poolclass=NullPool)
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.check(config)
    engine.dispose()


def test_migrations_can_be_taken_back_and_applied_again(server: DatabaseAddress) -> None:
    address = new_database(server, "there_and_back", migrated=True)
    config = alembic_config()
    engine = create_engine("postgresql+psycopg://", connect_args=address.psycopg_kwargs(), poolclass=NullPool)
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
        connection.commit()
    engine.dispose()
    assert tables_of(address, "public") == {"alembic_version"}
    upgrade(address)
    assert "runs" in tables_of(address, "public")


def test_who_finishes_an_audit_does_not_wait_for_a_waiting_migration(server: DatabaseAddress) -> None:
    address = new_database(server, "audited_meanwhile", migrated=True)
    config = alembic_config()
    engine = create_engine("postgresql+psycopg://", connect_args=address.psycopg_kwargs(), poolclass=NullPool)

    def migrate(step: Callable[[Config, str], None], to: str) -> None:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            step(config, to)

    migrate(command.downgrade, "0013")
    with ThreadPoolExecutor(1) as pool, psycopg.connect(**address.psycopg_kwargs()) as service:
        for step, to in ((command.downgrade, "0012"), (command.upgrade, "0013")):
            service.execute("UPDATE audits SET status = 'done'")
            migrating = pool.submit(migrate, step, to)
            waiting = "SELECT FROM pg_locks WHERE relation = 'audits'::regclass AND NOT granted"
            while not service.execute(waiting).fetchall():
                assert not migrating.done()
            service.execute("LOCK TABLE decision_truths IN ROW EXCLUSIVE MODE NOWAIT")
            service.commit()
            migrating.result()


def test_a_drawn_audit_that_failed_earlier_is_tried_once_more(server: DatabaseAddress) -> None:
    address = new_database(server, "failed_before", migrated=True)
    config = alembic_config()
    engine = create_engine("postgresql+psycopg://", connect_args=address.psycopg_kwargs(), poolclass=NullPool)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0015")
    engine.dispose()
    with psycopg.connect(**address.psycopg_kwargs(), autocommit=True) as service:
        service.execute("SET session_replication_role = replica")  # of their conversations nothing is needed here
        for run, status, drawn in (("lost", "failed", True), ("asked", "failed", False), ("done", "done", True)):
            service.execute(
                "INSERT INTO audits (run_id, tenant_id, owner_id, session_id, kind, status, drawn)"
                " VALUES (%s, 'a', 'b', 'c', 'skip', %s, %s)",
                (run, status, drawn),
            )
        upgrade(address)
        left = service.execute("SELECT run_id, tries FROM audits WHERE next_at <= now()").fetchall()
    assert left == [("lost", RETRIES)]


def test_every_table_of_ours_names_its_tenant_and_owner() -> None:
    for table in metadata.tables.values():
        if table.name == "write_checks":  # nothing is ever kept there
            continue
        assert not table.c.tenant_id.nullable, table.name
        assert not table.c.owner_id.nullable, table.name


async def test_a_fit_database_passes(database: DatabaseAddress) -> None:
    engine = open_engine(database, pool_size=1)
    await check_fit(engine)
    await engine.dispose()


@pytest.mark.parametrize(
    ("version", "vector", "fault"),
    [(14, True, "PostgreSQL 14"), (15, False, "pgvector"), (18, False, "pgvector")],
)
def test_an_unfit_database_is_refused_naming_what_is_missing(version: int, vector: bool, fault: str) -> None:
    with pytest.raises(DatabaseUnfit, match=fault):
        require_fit(version, vector)


@pytest.mark.parametrize(("version", "vector"), [(15, True), (16, True), (18, True)])
def test_fifteen_and_newer_with_pgvector_will_do(version: int, vector: bool) -> None:
    require_fit(version, vector)


async def test_a_database_that_does_not_answer_is_one_sentence(server: DatabaseAddress) -> None:
    nowhere = DatabaseAddress("127.0.0.1", 1, "suffice", "x", "suffice")
    engine = open_engine(nowhere, pool_size=1)
    with pytest.raises(DatabaseUnreachable, match="SUFFICE_DATABASE_URL"):
        await check_fit(engine)
    await engine.dispose()
    with pytest.raises(DatabaseUnreachable):
        upgrade(nowhere)


async def test_a_version_older_than_the_database_starts_and_changes_nothing(server: DatabaseAddress) -> None:
    address = new_database(server, "ahead", migrated=True)
    with psycopg.connect(**address.psycopg_kwargs(), autocommit=True) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.execute("DROP TRIGGER refuse_erased ON checkpoints.checkpoints")
    upgrade(address)
    engine = open_engine(address, 1)
    await require_current(engine)
    await engine.dispose()
    with psycopg.connect(**address.psycopg_kwargs()) as connection:
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        guards = connection.execute("SELECT 1 FROM pg_trigger WHERE tgrelid = 'checkpoints.checkpoints'::regclass")
        assert revision == ("9999",)
        assert guards.fetchall() == [], "the newer version's guards are its own"


@pytest.mark.parametrize("stage", ["alembic", "saver"])
def test_a_migration_cut_short_is_carried_on_by_the_next(server: DatabaseAddress, stage: str) -> None:
    address = new_database(server, f"cut_short_{stage}", migrated=False)
    with pytest.raises(CutShort):
        upgrade(address, CutShort({"alembic": 1, "saver": 2}[stage]))
    upgrade(address)
    assert "runs" in tables_of(address, "public")
    assert "procrastinate_jobs" in tables_of(address, "jobs")


class CutShort(Exception):
    """Implements `FailPoints`: raises itself at the nth point."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self._left = at

    async def reached(self, point: Point) -> None:
        self.reached_in_thread(point)

    def reached_in_thread(self, point: Point) -> None:
        self._left -= 1
        if not self._left:
            raise self
