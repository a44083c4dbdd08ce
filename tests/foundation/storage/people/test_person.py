"""What stays when a person is erased."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.identity import DEMO_OWNER, Principal
from foundation.storage.experiments.declared import ExperimentsRepository, NewExperiment
from foundation.storage.people.person import PeopleRepository

ARMS = [{"name": "today", "variant": "hybrid_confirm", "weight": 1}]


@pytest.mark.parametrize(("of_demo", "left"), [(False, ["winter"]), (True, [])], ids=["person", "demo"])
async def test_an_erased_demo_persons_experiment_becomes_nobody_elses(
    engine: AsyncEngine, principal: Principal, of_demo: bool, left: list[str]
) -> None:
    owner = principal.model_copy(update={"owner_id": f"{DEMO_OWNER}1"}) if of_demo else principal
    experiments = ExperimentsRepository(engine)
    await experiments.declare(owner, NewExperiment("winter", "p", ARMS, 0.01, datetime.now(UTC), None))
    await PeopleRepository(engine).erase(owner)
    assert [one.name for one in await experiments.list(principal)] == left
    running = await experiments.running(principal, "p")
    assert (running is None) is of_demo, "people's conversations are drawn into no experiment of demo traffic"
