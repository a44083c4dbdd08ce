"""One statement on one connection, over the driver itself.

SQLAlchemy makes a connection object, an execution, a cursor and a result for each statement. For a turn of eight small
statements that is a seventh of its processor time. Textual statements bypass all of it: the pool provides a connection,
the driver caches the prepared statement, and its rows are returned as they are. Errors are those of SQLAlchemy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast
from weakref import WeakKeyDictionary

import asyncpg  # pyright: ignore[reportMissingTypeStubs]  # it ships no types
from sqlalchemy import Executable, Row, TextClause
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.sql.selectable import TextualSelect
from sqlalchemy.util.concurrency import greenlet_spawn

from foundation.contracts.errors import DatabaseTakesNoWrites
from foundation.storage.database.engine import NO_WRITES, unreachable

_Record: Any = asyncpg.Record


class Named(_Record):
    """A row whose columns are also attributes, as SQLAlchemy's are."""

    __slots__ = ()
    """No dictionary behind the columns, which the driver's C code would have to know of."""

    @property
    def _mapping(self) -> Mapping[str, Any]:
        """Its columns by name: SQLAlchemy's word for it, which readers of rows go by."""
        return cast("Mapping[str, Any]", self)

    def __getattr__(self, name: str) -> Any:
        try:
            return cast(Any, self)[name]
        except KeyError:
            raise AttributeError(name) from None


class Direct:
    """An engine's pool without SQLAlchemy's execution."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine.sync_engine
        self._worded: WeakKeyDictionary[Executable, tuple[str, tuple[str, ...]]] = WeakKeyDictionary()

    def takes(self, statement: Executable) -> bool:
        """Whether a statement can be sent directly: it is textual, and statements are not traced."""
        traced: Any = self._engine.dispatch
        return isinstance(statement, (TextClause, TextualSelect)) and not traced.before_cursor_execute

    async def rows(self, statement: Executable, values: Mapping[str, Any]) -> Sequence[Row[Any]]:
        """Its rows. Raises IntegrityError and DBAPIError, DatabaseUnreachable, DatabaseTakesNoWrites."""
        words, names = self._words(statement)
        given = [values[name] for name in names]
        lent: Any = await greenlet_spawn(self._engine.pool.connect)
        driver: Any = lent.driver_connection
        try:
            rows = await driver.fetch(words, *given, record_class=Named)
        except BaseException as failure:
            # As with SQLAlchemy: a connection that was interrupted is not reused.
            if driver.is_closed() or not isinstance(failure, Exception):
                await greenlet_spawn(lent.invalidate)
            lent.close()
            if isinstance(failure, Exception):
                raise _as_sqlalchemy(failure, words, lost=driver.is_closed()) from failure
            raise
        lent.close()
        return cast("Sequence[Row[Any]]", rows)

    def _words(self, statement: Executable) -> tuple[str, tuple[str, ...]]:
        """The statement as the driver takes it, and the names of its values in their order."""
        worded = self._worded.get(statement)
        if worded is None:
            compiled: Any = cast(Any, statement).compile(dialect=self._engine.dialect)
            worded = (str(compiled), tuple(compiled.positiontup or ()))
            self._worded[statement] = worded
        return worded


def _as_sqlalchemy(failure: Exception, words: str, *, lost: bool) -> Exception:
    state = getattr(failure, "sqlstate", None)
    if state in NO_WRITES:
        return DatabaseTakesNoWrites()
    if lost:
        return unreachable(failure)
    if isinstance(failure, asyncpg.IntegrityConstraintViolationError):
        return IntegrityError(words, None, failure, hide_parameters=True)
    if isinstance(failure, (asyncpg.PostgresError, asyncpg.InterfaceError)):
        return DBAPIError(words, None, failure, hide_parameters=True)
    return failure
