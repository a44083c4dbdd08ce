"""How a database is reached, and whether it is fit: PostgreSQL 15 or newer with pgvector.

Connections are described by keywords, never by a URI: the embedded server's socket folder may hold spaces.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import asyncpg  # pyright: ignore[reportMissingTypeStubs]  # it ships no types
import psycopg
from psycopg_pool import PoolTimeout
from sqlalchemy import URL, event, make_url, text
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidatePoolError
from sqlalchemy.exc import TimeoutError as NoFreeConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from foundation.contracts.errors import DatabaseTakesNoWrites, DatabaseUnfit, DatabaseUnreachable, WrongSetting

OLDEST_POSTGRES = 15
CONNECT_TIMEOUT_S = 10.0
PLACE_S = 5.0
"""How long a free connection is waited for."""
PATIENCE_S = 8.0
"""How long a statement of a turn or a request is waited for, its connection included: a fraction of a turn (60 s), so
that it can begin again when a server went silent without closing its lines."""


@dataclass(frozen=True)
class DatabaseAddress:
    """The address of a database, and our account there."""

    host: str
    """Host name, or the folder of the server's Unix socket."""
    port: int
    user: str
    password: str
    database: str
    sslmode: str | None = None
    """libpq's sslmode (disable, prefer, require, verify-ca, verify-full); None: the driver's default."""

    def __repr__(self) -> str:
        return f"DatabaseAddress({self.user}@{self.host}:{self.port}/{self.database})"

    def asyncpg_kwargs(self) -> dict[str, Any]:
        """Keywords of `asyncpg.connect`."""
        kwargs: dict[str, Any] = {
            "host": self.host,
            "port": self.port,
            "user": self.user,
            "password": self.password,
            "database": self.database,
            "timeout": CONNECT_TIMEOUT_S,
        }
        if self.sslmode:
            kwargs["ssl"] = self.sslmode
        return kwargs

    def psycopg_kwargs(self) -> dict[str, Any]:
        """Keywords of `psycopg.connect`."""
        kwargs: dict[str, Any] = {
            "host": self.host,
            "port": self.port,
            "user": self.user,
            "password": self.password,
            "dbname": self.database,
            "connect_timeout": int(CONNECT_TIMEOUT_S),
        }
        if self.sslmode:
            kwargs["sslmode"] = self.sslmode
        return kwargs


def parse_url(url: str) -> DatabaseAddress:
    """The address a `postgresql://user:password@host:port/database` URL names. Raises WrongSetting."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise WrongSetting(
            "SUFFICE_DATABASE_URL is not a URL; write postgresql://user:password@host:5432/database."
        ) from error
    if parsed.get_backend_name() not in ("postgresql", "postgres"):
        raise WrongSetting(f"SUFFICE_DATABASE_URL names {parsed.get_backend_name()}; only postgresql:// is understood.")
    if not parsed.database:
        raise WrongSetting("SUFFICE_DATABASE_URL names no database; add it after the host: …/suffice.")
    if "@" in (parsed.host or ""):
        raise WrongSetting(
            "SUFFICE_DATABASE_URL has more than one @; "
            "write those of the password, and its / : # ?, as %40 %2F %3A %23 %3F."
        )
    return DatabaseAddress(
        host=_one(parsed, "host") or parsed.host or "localhost",
        port=_port(parsed),
        user=_one(parsed, "user") or parsed.username or "postgres",
        password=_one(parsed, "password") or parsed.password or "",
        database=parsed.database,
        sslmode=_one(parsed, "sslmode"),
    )


def _port(url: URL) -> int:
    named = _one(url, "port") or (5432 if url.port is None else url.port)
    if not str(named).isdecimal() or not 0 < int(named) < 2**16:
        raise WrongSetting(f"SUFFICE_DATABASE_URL names the port {named}; a port is 1 to 65535, usually 5432.")
    return int(named)


def _one(url: URL, name: str) -> str | None:
    value = url.query.get(name)
    return value if isinstance(value, str) or value is None else value[-1]


def open_engine(address: DatabaseAddress, pool_size: int = 10) -> AsyncEngine:
    """An engine over asyncpg with prepared statements cached per connection; it does not connect yet.

    Every statement raises DatabaseUnreachable when the server is down or goes down.
    """
    engine = create_async_engine(
        "postgresql+asyncpg://",
        connect_args={
            **address.asyncpg_kwargs(),
            "async_creator_fn": _connected,
            "prepared_statement_cache_size": 512,
            "statement_cache_size": 512,
            "max_cached_statement_lifetime": 0,
            "server_settings": {"application_name": "suffice", "jit": "off", "timezone": "UTC"},
        },
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=PLACE_S,
        pool_recycle=3600,
        hide_parameters=True,  # an SQL error must not carry a question into the log
    )
    event.listen(engine.sync_engine, "checkout", _require_open)
    event.listen(engine.sync_engine, "handle_error", _tell_lost)
    return engine


@asynccontextmanager
async def answered_within(seconds: float | None) -> AsyncGenerator[None]:
    """Timeout for the database calls inside. Raises DatabaseUnreachable."""
    limit = asyncio.timeout(seconds)
    try:
        async with limit:
            yield
    except TimeoutError as late:
        if limit.expired():
            raise unreachable(late) from late
        raise


def pool_of(engine: AsyncEngine) -> tuple[Callable[[], float], Callable[[], float]]:
    """How many of the engine's connections are in use, and how many it may have, as of when they are called."""
    pool: Any = engine.sync_engine.pool
    return pool.checkedout, pool.size


async def _connected(**kwargs: Any) -> Any:
    """The driver's connection. A server that is just starting is waited for. Raises DatabaseUnreachable."""
    tries = int(STARTING_LIMIT_S / STARTING_PAUSE_S)
    while True:
        try:
            return await _connect(**kwargs)
        except asyncpg.CannotConnectNowError as error:
            tries -= 1
            if tries < 0:
                raise unreachable(error) from error
            await asyncio.sleep(STARTING_PAUSE_S)
        except UNREACHABLE as error:
            raise unreachable(error) from error


def _require_open(connection: Any, _record: object, _proxy: object) -> None:
    """A stopped server has closed its sockets, and the driver knows: the check needs no round trip."""
    if connection.driver_connection.is_closed():
        raise InvalidatePoolError


def _tell_lost(context: ExceptionContext) -> None:
    if getattr(context.original_exception, "sqlstate", None) in NO_WRITES:
        raise DatabaseTakesNoWrites from context.original_exception
    # A task that is cancelled loses its connection too, and must stay cancelled.
    if context.is_disconnect and isinstance(context.original_exception, Exception):
        raise unreachable(context.original_exception) from context.original_exception


_connect: Any = asyncpg.connect  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
STARTING_LIMIT_S = 3.0
"""How long a request waits for a server that says it is starting or recovering."""
STARTING_PAUSE_S = 0.1

NO_ANSWER = (NoFreeConnection, PoolTimeout, psycopg.OperationalError)
"""Errors of the pools and of the checkpoints' driver while the server is down."""
AWAY = (DatabaseUnreachable, *NO_ANSWER)
"""Errors of work during which the server goes down. A later retry may succeed."""
UNREACHABLE = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, DBAPIError)
"""Driver errors when the server does not answer or refuses the connection."""

NO_WRITES = frozenset({"53100", "58030", "25006"})
"""SQLSTATE of a full disk, of one that fails, and of a server that is read-only."""
REFUSED = re.compile(
    r"(password authentication failed|no password supplied|no pg_hba\.conf entry"
    r"|(role|database) \".*\" does not exist).*"
)
"""Messages of a server that refuses the sign-in."""


def unreachable(error: BaseException) -> DatabaseUnreachable:
    """The error for a server that does not answer or refuses connections, with the driver's message."""
    said = str(error).strip().splitlines()
    reason = said[0] if said else type(error).__name__
    refused = REFUSED.search(reason)
    if refused:
        return DatabaseUnreachable(
            f"The database does not let us in ({refused.group()}); mend SUFFICE_DATABASE_URL, "
            "or unset it for the embedded one."
        )
    return DatabaseUnreachable(
        f"The database does not answer ({reason}); start it, or mend SUFFICE_DATABASE_URL, "
        "or unset it for the embedded one."
    )


_FITNESS = text(
    "SELECT current_setting('server_version_num')::int / 10000 AS version,"
    " EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'vector') AS vector"
)


async def check_fit(engine: AsyncEngine) -> None:
    """Raises DatabaseUnreachable or DatabaseUnfit, naming what is missing."""
    try:
        async with engine.connect() as connection:
            version, vector = (await connection.execute(_FITNESS)).one()
    except UNREACHABLE as error:
        raise unreachable(error) from error
    require_fit(version, vector)


def require_fit(version: int, vector: bool) -> None:
    """Raises DatabaseUnfit when this server version, or the lack of pgvector, will not do."""
    if version < OLDEST_POSTGRES:
        raise DatabaseUnfit(
            f"The database is PostgreSQL {version}; Suffice needs {OLDEST_POSTGRES} or newer. Upgrade the server."
        )
    if not vector:
        raise DatabaseUnfit(
            "The database has no pgvector; install the package postgresql-<version>-pgvector on the server."
        )
