"""LangGraph's checkpoints: a thread is a session, the saver uses its whole pool, and a lost run cannot write.

The library's saver takes one lock for the process around every statement, so a pool is never used in parallel;
a semaphore of the pool's size in its place is safe with a pool (never with one connection). Its default serializer
runs code named in a stored row; ours knows plain values and LangChain's messages only.
"""

from __future__ import annotations

import asyncio
import select
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any, cast

import psycopg
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from psycopg import AsyncConnection, AsyncCursor
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
LOST = "SF001"
"""SQLSTATE our guards in the schema raise (see migrate.GUARDS)."""

_fence: ContextVar[tuple[str, int] | None] = ContextVar("fence", default=None)


def thread_of(run: Run) -> dict[str, Any]:
    """The `configurable` part of a graph's config: the session's thread, and the attempt that may write it."""
    return {"thread_id": run.session_id, RUN_KEY: run.run_id, ATTEMPT_KEY: run.attempt}


class CheckpointSaver(AsyncPostgresSaver):
    """The library's saver, parallel and fenced. A write whose config names a run and attempt (`thread_of`) is one
    transaction with the check that they are still at work; otherwise, and for erased sessions, it raises Fenced."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[DictRow]], size: int) -> None:
        super().__init__(pool, serde=JsonPlusSerializer(allowed_msgpack_modules=[]))
        self.lock = cast(asyncio.Lock, asyncio.Semaphore(size))

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        async with _fenced(config):
            return await super().aput(config, checkpoint, metadata, new_versions)

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        async with _fenced(config):
            await super().aput_writes(config, writes, task_id, task_path)

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


@asynccontextmanager
async def _fenced(config: RunnableConfig) -> AsyncGenerator[None]:
    named = config.get("configurable", {})
    fence = (named[RUN_KEY], named[ATTEMPT_KEY]) if RUN_KEY in named else None
    token = _fence.set(fence)
    try:
        yield
    except psycopg.Error as error:
        if error.sqlstate == LOST:
            raise Fenced from error
        if error.sqlstate in NO_WRITES:
            raise DatabaseTakesNoWrites from error
        raise
    finally:
        _fence.reset(token)


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
    """A server says nothing to an idle connection but that it closes it: only then is asking worth a round trip."""
    socket = select.poll()
    socket.register(connection.fileno(), select.POLLIN)
    if socket.poll(0):
        await connection.execute("SELECT 1")


async def prune(saver: AsyncPostgresSaver, thread_ids: Sequence[str], points: FailPoints | None = None) -> None:
    """Keeps only the newest checkpoint of each thread. A thread another process is at is left to that process."""
    for thread_id in thread_ids:
        try:
            await saver.aprune([thread_id], strategy="keep_latest")
        except (psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected):
            continue
        if points is not None:
            await points.reached(Point.PRUNE)


async def delete_thread(saver: AsyncPostgresSaver, thread_id: str) -> None:
    """Removes everything a thread stored."""
    await saver.adelete_thread(thread_id)
