"""What all repositories share: an engine, statements of one round trip, and rows as they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Executable, Row, text
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.identity import Principal


class Repository:
    """Base of the repositories. A statement alone needs no BEGIN and COMMIT around it: three round trips become one."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._single = engine.execution_options(isolation_level="AUTOCOMMIT")

    async def _first(self, statement: Executable, **values: Any) -> Row[Any] | None:
        async with self._single.connect() as connection:
            return (await connection.execute(statement, values)).first()

    async def _all(self, statement: Executable, **values: Any) -> Sequence[Row[Any]]:
        async with self._single.connect() as connection:
            return (await connection.execute(statement, values)).all()

    async def _changed(self, statement: Executable, **values: Any) -> int:
        """Runs the statement; how many rows it touched."""
        async with self._single.connect() as connection:
            return (await connection.execute(statement, values)).rowcount

    async def _analyze(self, *tables: str) -> None:
        """SYSTEM: what the query planner knows of the tables is counted anew; left out while another does it."""
        await self._changed(text("ANALYZE (SKIP_LOCKED) " + ", ".join(tables)))


def who(principal: Principal) -> dict[str, str]:
    """The two values every statement names."""
    return {"tenant_id": principal.tenant_id, "owner_id": principal.owner_id}
