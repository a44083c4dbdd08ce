"""Sums read while somebody else collects: nothing that was decided before is missing."""

from __future__ import annotations

import asyncio
from typing import Any

import psycopg

from foundation.contracts.identity import LOCAL
from tests.service_agent.experiments.conftest import Stage

KNOWN = "/api/experiments/default/metrics?arm=hybrid"
WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"


async def turns(stage: Stage) -> int:
    """How many turns the figures tell of."""
    metrics: dict[str, Any] = await stage.get(KNOWN)
    return int(metrics["figures"]["totals"]["turns"])


async def test_figures_wait_for_the_background_that_holds_the_newest_decisions(stage: Stage) -> None:
    before = await turns(stage)
    await stage.ask(await stage.session("hybrid"), "대구 달서구 아파트 시세 알려줘")
    stage.later()
    other = await psycopg.AsyncConnection.connect(**stage.database.psycopg_kwargs())  # pyright: ignore[reportArgumentType]
    async with other, await psycopg.AsyncConnection.connect(**stage.database.psycopg_kwargs(), autocommit=True) as look:  # pyright: ignore[reportArgumentType]
        # As the background does, up to the moment before it is done; then its process dies.
        await other.execute("SELECT pg_advisory_xact_lock(hashtextextended('suffice.sums', 0))")
        rows = await (await other.execute("SELECT run_id FROM decisions WHERE rolled IS NULL FOR UPDATE")).fetchall()
        assert rows, "there is something to collect"
        asked = asyncio.create_task(turns(stage))
        while not asked.done():
            waiting = await (await look.execute(WAITING)).fetchone()
            if waiting is not None and waiting[0]:
                break
            await asyncio.sleep(0.01)
        await other.rollback()
        assert await asked == before + 1


ASK = """
    INSERT INTO audits (run_id, tenant_id, owner_id, session_id, kind)
    SELECT run_id, tenant_id, owner_id, session_id, 'search' FROM decisions WHERE run_id = %s
"""
BEHIND = "SELECT count(*) FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted"


async def test_what_somebody_asks_for_while_it_is_collected_is_collected_and_drawn(stage: Stage) -> None:
    run = str((await stage.ask(await stage.session("hybrid"), "대구 달서구 아파트 시세 알려줘"))["run_id"])
    repositories = stage.service.services.experiments.repositories
    other = await psycopg.AsyncConnection.connect(**stage.database.psycopg_kwargs())  # pyright: ignore[reportArgumentType]
    async with other, await psycopg.AsyncConnection.connect(**stage.database.psycopg_kwargs(), autocommit=True) as look:  # pyright: ignore[reportArgumentType]
        await other.execute(ASK, (run,))
        collecting = asyncio.create_task(repositories.rollups.collect(1.0))
        while not collecting.done():
            waiting = await (await look.execute(BEHIND)).fetchone()
            if waiting is not None and waiting[0]:
                break
            await asyncio.sleep(0.01)
        await other.commit()
    assert await collecting >= 1, "who asks holds the decision's key alone: it is not passed over"
    assert await repositories.audits.note_drawn() == 1
    kept = await repositories.audits.of(LOCAL, run)
    assert kept is not None
    assert kept.drawn
