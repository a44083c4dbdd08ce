"""Sums told while somebody else collects: nothing that was decided before is missing."""

from __future__ import annotations

import asyncio
from typing import Any

import psycopg

from tests.service_agent.experiments.conftest import Stage

KNOWN = "/api/experiments/default/metrics?arm=hybrid"
WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"


async def turns(stage: Stage) -> int:
    """How many turns the figures tell of."""
    told: dict[str, Any] = await stage.get(KNOWN)
    return int(told["figures"]["totals"]["turns"])


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
