"""Statements of text past SQLAlchemy: the same rows, the same errors, a connection that is given back."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import event, literal, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.errors import DatabaseTakesNoWrites
from foundation.storage.database.direct import Direct
from foundation.storage.database.engine import pool_of

KINDS = text(
    "SELECT CAST(:words AS text[]) AS words, CAST(:at AS timestamptz) AS at, CAST(:held AS jsonb) AS held,"
    " CAST(:none AS text) AS none, :words[1] AS first"
)
VALUES: dict[str, Any] = {"words": ["가", "b:c"], "at": datetime(2026, 11, 25, tzinfo=UTC), "held": '{"a":[1,null]}'}


async def test_rows_are_those_sqlalchemy_gives(engine: AsyncEngine) -> None:
    values = {**VALUES, "none": None}
    row: Any = (await Direct(engine).rows(KINDS, values))[0]
    async with engine.connect() as connection:
        usual: Any = (await connection.execute(KINDS, values)).one()
    assert tuple(row) == tuple(usual)
    assert (row.words, row.at, row.held, row.none, row[4]) == tuple(usual)
    assert dict(row._mapping) == dict(usual._mapping)
    with pytest.raises(AttributeError):
        _ = row.other


async def test_only_text_goes_this_way_and_nothing_that_is_traced(engine: AsyncEngine) -> None:
    direct = Direct(engine)
    assert direct.takes(text("SELECT 1"))
    assert not direct.takes(select(literal(1)))

    def heard(*_: object) -> None:
        """Somebody who traces statements."""

    event.listen(engine.sync_engine, "before_cursor_execute", heard)
    try:
        assert not direct.takes(text("SELECT 1"))
    finally:
        event.remove(engine.sync_engine, "before_cursor_execute", heard)


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (
            "INSERT INTO messages (tenant_id, owner_id, session_id, message_id, run_id, role, content)"
            " VALUES ('t', 'o', 'nowhere', 'm', 'r', 'user', '')",
            IntegrityError,
        ),
        ("SELECT 1 / 0", DBAPIError),
        ("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100'; END $$", DatabaseTakesNoWrites),
    ],
)
async def test_errors_are_sqlalchemys_and_the_connection_is_given_back(
    engine: AsyncEngine, statement: str, expected: type[Exception]
) -> None:
    in_use, _ = pool_of(engine)
    before = in_use()
    with pytest.raises(expected):
        await Direct(engine).rows(text(statement), {})
    assert in_use() == before
    [row] = await Direct(engine).rows(text("SELECT 1 AS one"), {})
    assert row.one == 1


async def test_what_is_cut_off_in_the_middle_is_not_lent_again(engine: AsyncEngine) -> None:
    in_use, _ = pool_of(engine)
    before = in_use()
    asking = asyncio.create_task(Direct(engine).rows(text("SELECT pg_backend_pid() AS pid, pg_sleep(60)"), {}))
    await asyncio.sleep(0.1)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert in_use() == before
