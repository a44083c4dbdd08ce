"""LangGraph's checkpoints, from which a paused turn resumes. A thread is a session, and a lost run cannot write.

A turn that ends without a pause writes none: a run whose process dies begins again from its message, and the state for
the next turn is a row of its own. So the writes of a turn are held in memory (`HeldWrites`) until it pauses.

The library's saver takes one process-wide lock around every statement, so a pool is never used in parallel. Here a
semaphore of the pool's size replaces it, which is safe with a pool (never with one connection). The library's default
serializer runs code named in a stored row; ours accepts plain values and LangChain's messages only.
"""

from __future__ import annotations

import asyncio
import select
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, cast

import psycopg
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from psycopg import AsyncConnection, AsyncCursor, sql
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool

from foundation.contracts.errors import DatabaseTakesNoWrites, Fenced
from foundation.contracts.failpoints import FailPoints, Point
from foundation.storage.database.engine import (
    NO_WRITES,
    PATIENCE_S,
    PLACE_S,
    DatabaseAddress,
    answered_within,
    unreachable,
)
from foundation.storage.records import Run
from foundation.storage.tables.columns import CHECKPOINT_SCHEMA

RUN_KEY = "suffice_run"
ATTEMPT_KEY = "suffice_attempt"
HELD_KEY = "suffice_held"
TABLES = ("checkpoint_writes", "checkpoint_blobs", "checkpoints")
LOST = "SF001"
"""SQLSTATE our guards in the schema raise (see migrate.GUARDS)."""

_fence: ContextVar[tuple[str, int] | None] = ContextVar("fence", default=None)


def thread_of(run: Run) -> dict[str, Any]:
    """The `configurable` part of a graph's config: the session's thread, and the attempt that may write it."""
    return {"thread_id": run.session_id, RUN_KEY: run.run_id, ATTEMPT_KEY: run.attempt}


Write = Callable[[AsyncPostgresSaver], Awaitable[object]]


@dataclass
class HeldWrites:
    """The graph's writes in one part of a turn, stored only if it pauses (`CheckpointSaver.store`)."""

    resumed: bool
    """The turn goes on from a stored pause; a turn that begins reads nothing of what its thread stored."""
    writes: list[Write] = field(default_factory=list[Write])


class CheckpointSaver(AsyncPostgresSaver):
    """The library's saver, parallel and fenced. A write whose config names a run and attempt (`thread_of`) checks in
    the same transaction that they are still at work; otherwise, and for erased sessions, it raises Fenced. With a
    config that carries `HeldWrites` under HELD_KEY it writes into those."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[DictRow]], size: int) -> None:
        super().__init__(pool, serde=JsonPlusSerializer(allowed_msgpack_modules=[]))
        self.lock = cast(asyncio.Lock, asyncio.Semaphore(size))

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        held = _held(config)
        return None if held is not None and not held.resumed else await super().aget_tuple(config)

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        held = _held(config)
        if held is None:
            async with _fenced(config):
                return await super().aput(config, checkpoint, metadata, new_versions)
        held.writes.append(lambda saver: saver.aput(config, checkpoint, metadata, new_versions))
        named = config.get("configurable", {})
        kept = {key: named[key] for key in ("thread_id", "checkpoint_ns")}
        return {"configurable": {**kept, "checkpoint_id": checkpoint["id"]}}

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        held = _held(config)
        if held is None:
            async with _fenced(config):
                await super().aput_writes(config, writes, task_id, task_path)
        else:
            held.writes.append(lambda saver: saver.aput_writes(config, writes, task_id, task_path))

    async def store(self, run: Run, held: HeldWrites) -> None:
        """Stores the held writes, in one transaction. Raises Fenced."""
        pool = cast(AsyncConnectionPool[AsyncConnection[DictRow]], self.conn)
        with _faults():
            async with answered_within(PATIENCE_S), pool.connection() as connection, connection.transaction():
                await connection.execute("SELECT require_attempt(%s::text, %s::int)", (run.run_id, run.attempt))
                if not held.resumed:
                    for table in TABLES:  # left by the pause of an earlier turn
                        await connection.execute(
                            sql.SQL("DELETE FROM {} WHERE thread_id = %s").format(sql.Identifier(table)),
                            (run.session_id,),
                        )
                saver = AsyncPostgresSaver(connection, serde=self.serde)
                for write in held.writes:
                    await write(saver)

    @asynccontextmanager
    async def _cursor(self, *, pipeline: bool = False) -> AsyncGenerator[AsyncCursor[DictRow]]:
        fence = _fence.get()
        async with answered_within(PATIENCE_S), super()._cursor(pipeline=pipeline) as cursor:
            if fence is None:
                yield cursor
                return
            # In the pipeline the check costs no round trip of its own.
            async with cursor.connection.transaction():
                await cursor.execute("SELECT require_attempt(%s::text, %s::int)", fence)
                yield cursor


def _held(config: RunnableConfig) -> HeldWrites | None:
    return config.get("configurable", {}).get(HELD_KEY)


@asynccontextmanager
async def _fenced(config: RunnableConfig) -> AsyncGenerator[None]:
    named = config.get("configurable", {})
    fence = (named[RUN_KEY], named[ATTEMPT_KEY]) if RUN_KEY in named else None
    token = _fence.set(fence)
    try:
        with _faults():
            yield
    finally:
        _fence.reset(token)


@contextmanager
def _faults() -> Generator[None]:
    """Translates database errors into our own."""
    try:
        yield
    except psycopg.Error as error:
        if error.sqlstate == LOST:
            raise Fenced from error
        if error.sqlstate in NO_WRITES:
            raise DatabaseTakesNoWrites from error
        raise


@asynccontextmanager
async def open_saver(address: DatabaseAddress, pool_size: int = 4) -> AsyncGenerator[CheckpointSaver]:
    """The saver over its own pool; its tables are made by `migrate.upgrade`. Raises DatabaseUnreachable."""
    kwargs: dict[str, Any] = {
        **address.psycopg_kwargs(),
        "autocommit": True,
        "prepare_threshold": 0,
        "row_factory": dict_row,
        "options": f"-c search_path={CHECKPOINT_SCHEMA} -c jit=off",
        "application_name": "suffice checkpoints",
    }
    try:  # a pool would try again until its time is over, and not say why
        await (await AsyncConnection[Any].connect(**kwargs)).close()
    except psycopg.OperationalError as error:
        raise unreachable(error) from error
    pool: AsyncConnectionPool[AsyncConnection[DictRow]] = AsyncConnectionPool(
        kwargs=kwargs, min_size=1, max_size=pool_size, open=False, check=_require_open, timeout=PLACE_S
    )
    async with pool:
        yield CheckpointSaver(pool, pool_size)


def saver_connections(saver: CheckpointSaver) -> tuple[Callable[[], float], Callable[[], float]]:
    """How many of the saver's connections are in use, and how many it may have, as of when they are called."""
    pool = cast(AsyncConnectionPool[AsyncConnection[DictRow]], saver.conn)

    def used() -> float:
        stats = pool.get_stats()
        return stats["pool_size"] - stats["pool_available"]

    return used, lambda: pool.max_size


async def _require_open(connection: AsyncConnection[DictRow]) -> None:
    """A server sends an idle connection nothing but its closing: only after input is a check worth a round trip."""
    socket = select.poll()
    socket.register(connection.fileno(), select.POLLIN)
    if socket.poll(0):
        await connection.execute("SELECT 1")


_PRUNE = """
    WITH idle AS (
        SELECT id FROM unnest(%s::text[]) AS id WHERE NOT EXISTS (
            SELECT 1 FROM public.runs WHERE session_id = id AND status IN ('queued', 'running', 'waiting'))
    ), writes AS (
        DELETE FROM checkpoint_writes USING idle WHERE thread_id = id
    ), blobs AS (
        DELETE FROM checkpoint_blobs USING idle WHERE thread_id = id
    )
    DELETE FROM checkpoints USING idle WHERE thread_id = id
"""
"""One statement, one snapshot: the writes of a run that begins meanwhile are not visible, and stay."""
PRUNED_AT_ONCE = 200


async def prune(saver: CheckpointSaver, session_ids: Sequence[str], points: FailPoints | None = None) -> None:
    """Removes the checkpoints of sessions that no run works on, waits in or is queued for."""
    pool = cast(AsyncConnectionPool[AsyncConnection[DictRow]], saver.conn)
    for first in range(0, len(session_ids), PRUNED_AT_ONCE):
        try:
            async with answered_within(PATIENCE_S), pool.connection() as connection:
                await connection.execute(_PRUNE, (list(session_ids[first : first + PRUNED_AT_ONCE]),))
        except psycopg.errors.DeadlockDetected:  # one of them is being erased; the next pass removes the rest
            continue
        if points is not None:
            await points.reached(Point.PRUNE)
