"""What all repositories share: an engine, statements of one round trip, and rows as they are."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any, ClassVar

from sqlalchemy import Executable, Row, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from foundation.contracts.identity import Principal
from foundation.storage.database.direct import Direct
from foundation.storage.database.engine import PATIENCE_S, answered_within


class Repository:
    """Base of the repositories. A statement alone needs no BEGIN and COMMIT around it: three round trips become one."""

    patience_s: ClassVar[float | None] = PATIENCE_S
    """Timeout of an interactive database call; None where it may take minutes."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._single = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._direct = Direct(engine)

    @asynccontextmanager
    async def _connected(self) -> AsyncGenerator[AsyncConnection]:
        """A connection in autocommit mode. Raises DatabaseUnreachable, as all below."""
        async with answered_within(self.patience_s), self._single.connect() as connection:
            yield connection

    @asynccontextmanager
    async def _transaction(self) -> AsyncGenerator[AsyncConnection]:
        """A connection whose statements are committed together."""
        async with answered_within(self.patience_s), self._engine.begin() as connection:
            yield connection

    async def _first(self, statement: Executable, **values: Any) -> Row[Any] | None:
        rows = await self._all(statement, **values)
        return rows[0] if rows else None

    async def _all(self, statement: Executable, **values: Any) -> Sequence[Row[Any]]:
        if self._direct.takes(statement):
            async with answered_within(self.patience_s):
                return await self._direct.rows(statement, values)
        async with self._connected() as connection:
            return (await connection.execute(statement, values)).all()

    async def _changed(self, statement: Executable, **values: Any) -> int:
        """Runs the statement; how many rows it touched."""
        async with self._connected() as connection:
            return (await connection.execute(statement, values)).rowcount

    async def _analyze(self, *tables: str) -> None:
        """SYSTEM: runs ANALYZE on the tables; skipped while another process does it."""
        await self._changed(text("ANALYZE (SKIP_LOCKED) " + ", ".join(tables)))


def who(principal: Principal) -> dict[str, str]:
    """The two values every statement names."""
    return {"tenant_id": principal.tenant_id, "owner_id": principal.owner_id}
