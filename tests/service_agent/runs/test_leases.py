"""A process that slept past a lease may be given the same run again: what it was doing for it before ends."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.identity import Principal
from service_agent.runs.leases import Leases, Stop
from tests.foundation.storage.desk import Desk


async def test_a_run_taken_up_again_in_the_same_process_ends_what_its_earlier_attempt_does(
    engine: AsyncEngine, principal: Principal
) -> None:
    desk = Desk(engine, principal)
    leases = Leases(desk.process_id, desk.runs, 10.0)
    run = await desk.working()
    earlier = leases.hold(run)
    earlier.thinking = asyncio.create_task(asyncio.sleep(60))
    later = leases.hold(replace(run, attempt=run.attempt + 1))
    assert (earlier.stop, later.stop) == (Stop.LOST, None)
    with pytest.raises(asyncio.CancelledError):
        await earlier.thinking
    leases.drop(earlier)
    assert list(leases) == [later]
