"""Brings a database up to date: our tables by Alembic, then the saver's and the job queue's own schemas.

Many processes may start at once; one migrates, the others wait. The lock is polled, because a statement that waits
holds a snapshot, and `CREATE INDEX CONCURRENTLY` of LangGraph's saver would wait for that snapshot: a deadlock.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, LiteralString

import psycopg
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from langgraph.checkpoint.postgres import PostgresSaver
from procrastinate.schema import SchemaManager
from psycopg import sql
from psycopg.rows import dict_row
from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from foundation.contracts.errors import DatabaseUnfit, DatabaseUnreachable
from foundation.contracts.failpoints import FailPoints, Point
from foundation.storage.database.engine import DatabaseAddress, require_fit, unreachable
from foundation.storage.tables.columns import CHECKPOINT_SCHEMA, JOBS_SCHEMA
from foundation.storage.tables.vectors import INDEX_PREFIX

MIGRATIONS = Path(__file__).resolve().parents[3] / "alembic"
LOCK = 5_318_008_020_117
"""Number of the advisory lock; any process of Suffice takes the same one."""
LOCK_LIMIT_S = 300.0


def only_ours(name: str | None, kind: str, _parents: Any) -> bool:
    """Keeps Alembic's autogenerate off the schemas that libraries migrate themselves, and off the vector indexes that
    large packs get as they grow."""
    if kind == "index" and name is not None and name.startswith(INDEX_PREFIX):
        return False
    return kind != "schema" or name is None


def upgrade(address: DatabaseAddress, points: FailPoints | None = None) -> None:
    """Migrates; doing it again changes nothing, nor does a database that is ahead of this version (an upgrade,
    docs/decisions/0007). Raises DatabaseUnreachable or DatabaseUnfit."""
    with _connected(address) as connection, _alone(connection), _allowed():
        _require_fit(connection)
        if _is_ahead(connection):
            return
        _run_alembic(address, lambda config: command.upgrade(config, "head"))
        _reached(points)
        _set_up_saver(address, connection)
        _reached(points)
        _set_up_jobs(address, connection)


def _reached(points: FailPoints | None) -> None:
    if points is not None:
        points.reached_in_thread(Point.MIGRATION)


def _is_ahead(connection: psycopg.Connection[Any]) -> bool:
    """A newer version has migrated. It only added what we do not know, and its guards are not ours to replace."""
    if not _first(connection, "SELECT to_regclass('alembic_version') IS NOT NULL"):
        return False
    found = _first(connection, "SELECT version_num FROM alembic_version")
    return found is not None and found not in known_revisions()


def known_revisions() -> set[str]:
    """Every migration of this version."""
    return {script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()}


def rebuild(address: DatabaseAddress, revision: str) -> None:
    """Brings an EMPTY database to exactly this revision, so that a backup of that age fits it."""
    with _connected(address) as connection, _alone(connection), _allowed():
        _require_fit(connection)
        if _first(connection, "SELECT to_regclass('alembic_version') IS NOT NULL"):
            _run_alembic(address, lambda config: command.downgrade(config, "base"))
        _run_alembic(address, lambda config: command.upgrade(config, revision))


@contextmanager
def _connected(address: DatabaseAddress, schema: str | None = None) -> Generator[psycopg.Connection[Any]]:
    options = f"-c search_path={schema},public" if schema else ""
    try:
        connection = psycopg.connect(**address.psycopg_kwargs(), autocommit=True, options=options)
    except psycopg.OperationalError as error:
        raise unreachable(error) from error
    with connection:
        yield connection


@contextmanager
def _alone(connection: psycopg.Connection[Any]) -> Generator[None]:
    deadline = time.monotonic() + LOCK_LIMIT_S
    while not _first(connection, "SELECT pg_try_advisory_lock(%s)", LOCK):
        if time.monotonic() > deadline:
            raise DatabaseUnreachable(
                f"Another process has been migrating the database for {LOCK_LIMIT_S:.0f} s; look whether it hangs."
            )
        time.sleep(0.05)
    try:
        yield
    finally:
        connection.execute("SELECT pg_advisory_unlock(%s)", (LOCK,))


@contextmanager
def _allowed() -> Generator[None]:
    """Raises DatabaseUnfit for a user who may not create tables (since version 15 only an owner may, by default)."""
    try:
        yield
    except (psycopg.errors.InsufficientPrivilege, DBAPIError) as error:
        refused = error.orig if isinstance(error, DBAPIError) else error
        if not isinstance(refused, psycopg.errors.InsufficientPrivilege):
            raise
        raise DatabaseUnfit(
            f"This user may not set up the database ({refused.diag.message_primary}); "
            "make the user its owner: ALTER DATABASE … OWNER TO …."
        ) from error


def _first(connection: psycopg.Connection[Any], query: LiteralString, *values: object) -> Any:
    row = connection.execute(query, values).fetchone()
    return None if row is None else row[0]


def _require_fit(connection: psycopg.Connection[Any]) -> None:
    version = connection.info.server_version // 10_000
    vector = bool(_first(connection, "SELECT count(*) FROM pg_available_extensions WHERE name = 'vector'"))
    require_fit(version, vector)
    encoding = _first(connection, "SHOW server_encoding")
    if encoding != "UTF8":
        raise DatabaseUnfit(
            f"The database's encoding is {encoding}, which cannot hold every text; "
            "make another: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0."
        )
    if _first(connection, "SHOW transaction_read_only") == "on":
        raise DatabaseUnfit("The database takes no writes (a standby?); name one that does in SUFFICE_DATABASE_URL.")
    try:
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
    except psycopg.errors.InsufficientPrivilege as error:
        raise DatabaseUnfit(
            "The database has pgvector, but this user may not switch it on; "
            "run `CREATE EXTENSION vector` there as its administrator."
        ) from error


def alembic_config() -> Config:
    """Alembic's configuration without its file: the folder beside `foundation/`."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _run_alembic(address: DatabaseAddress, migrate: Callable[[Config], None]) -> None:
    config = alembic_config()
    engine = create_engine("postgresql+psycopg://", connect_args=address.psycopg_kwargs(), poolclass=NullPool)
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        migrate(config)
        connection.commit()
    engine.dispose()


def _set_up_saver(address: DatabaseAddress, ours: psycopg.Connection[Any]) -> None:
    ours.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(CHECKPOINT_SCHEMA)))
    with _connected(address, CHECKPOINT_SCHEMA) as connection:
        connection.row_factory = dict_row
        PostgresSaver(connection).setup()
    for statement in GUARDS:
        ours.execute(statement)


def _set_up_jobs(address: DatabaseAddress, ours: psycopg.Connection[Any]) -> None:
    if _first(ours, "SELECT to_regclass(%s) IS NOT NULL", f"{JOBS_SCHEMA}.procrastinate_jobs"):
        return
    ours.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(JOBS_SCHEMA)))
    with _connected(address, JOBS_SCHEMA) as connection, connection.transaction():
        connection.execute(SchemaManager.get_schema())
        connection.execute(_PIN_JOB_FUNCTIONS)


_PIN_JOB_FUNCTIONS: LiteralString = """
    DO $$
    DECLARE name text;
    BEGIN
        FOR name IN SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'jobs'::regnamespace LOOP
            EXECUTE 'ALTER ROUTINE ' || name || ' SET search_path = jobs, public';
        END LOOP;
    END $$
"""
"""The queue's functions and triggers use unqualified table names; this lets any caller use them, e.g. an erasure."""


GUARDS: tuple[LiteralString, ...] = (
    """
    CREATE OR REPLACE FUNCTION checkpoints.refuse_erased() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        -- The row lock makes an erasure in progress and this write wait for each other.
        PERFORM 1 FROM public.sessions WHERE session_id = NEW.thread_id FOR KEY SHARE;
        IF NOT FOUND AND EXISTS (SELECT 1 FROM public.erased_sessions WHERE session_id = NEW.thread_id) THEN
            RAISE EXCEPTION 'session % was erased', NEW.thread_id USING ERRCODE = 'SF001';
        END IF;
        RETURN NEW;
    END $$
    """,
    """
    CREATE OR REPLACE FUNCTION checkpoints.require_attempt(run text, attempt_no int) RETURNS void
    LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM 1 FROM public.runs
            WHERE run_id = run AND attempt = attempt_no AND status = 'running' FOR SHARE;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'run % attempt % is not the one at work', run, attempt_no USING ERRCODE = 'SF001';
        END IF;
    END $$
    """,
    """
    CREATE OR REPLACE TRIGGER refuse_erased BEFORE INSERT ON checkpoints.checkpoints
        FOR EACH ROW EXECUTE FUNCTION checkpoints.refuse_erased()
    """,
    """
    CREATE OR REPLACE TRIGGER refuse_erased BEFORE INSERT ON checkpoints.checkpoint_blobs
        FOR EACH ROW EXECUTE FUNCTION checkpoints.refuse_erased()
    """,
    """
    CREATE OR REPLACE TRIGGER refuse_erased BEFORE INSERT ON checkpoints.checkpoint_writes
        FOR EACH ROW EXECUTE FUNCTION checkpoints.refuse_erased()
    """,
)
"""Triggers that refuse checkpoints of a process that has lost its run, or whose session has been erased."""
