"""What somebody chose to audit or to label is shown, and counts in no rate, no threshold and no step back."""

from __future__ import annotations

import csv
import io
import uuid
from collections.abc import AsyncGenerator
from typing import Any

import pytest
import pytest_asyncio

from foundation.contracts.identity import LOCAL, Principal
from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.experiments.declared import NewExperiment
from foundation.storage.records import DecisionRow
from service_agent.experiments.audit.auditor import AuditDeps
from service_agent.experiments.audit.job import AuditJob, AuditRules
from service_agent.experiments.declared import Arm, arms_of
from service_agent.experiments.replaying import Other, replay_all
from tests.databases import filled_database
from tests.service_agent.experiments.audit.test_auditor import AGAIN, PRICES
from tests.service_agent.experiments.conftest import Stage
from tests.serving import serving

METRICS = "/api/experiments/default/metrics?arm=hybrid"
CURVE = "/api/experiments/default/threshold-curve?arm=hybrid"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def undrawn(
    server: DatabaseAddress, worker_id: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Stage]:
    """A service that draws nothing for audit: whatever is audited, somebody asked for."""
    database = filled_database(server, f"undrawn_{worker_id}_{uuid.uuid4().hex[:6]}")
    async with serving(database, tmp_path_factory.mktemp("undrawn"), audit_share=0.0, audit_per_minute=0) as service:
        yield Stage(service, database)


async def reuse(stage: Stage) -> str:
    """The run of a reuse."""
    session = await stage.session("hybrid")
    await stage.ask(session, PRICES)
    return str((await stage.ask(session, AGAIN))["run_id"])


async def draw(stage: Stage, *runs: str) -> int:
    """What becomes of runs that were drawn after somebody had asked for them; how many."""
    stage.sql("UPDATE decisions SET rolled = false WHERE run_id = ANY(%s)", list(runs))
    return await stage.service.services.experiments.repositories.audits.note_drawn()


async def post(stage: Stage, address: str, **body: Any) -> Any:
    """What it answers."""
    reply = await stage.service.http.post(address, json=body)
    assert reply.status_code < 300, reply.text
    return reply.json()


async def figures(stage: Stage) -> tuple[dict[str, Any], list[Any]]:
    """All figures of the arm, and its curve's audited rows."""
    stage.later()
    points = (await stage.get(CURVE))["points"]
    return (await stage.get(METRICS))["figures"], [point["wrong_reuse"] for point in points]


async def test_an_audit_asked_for_is_shown_and_enters_no_rate(undrawn: Stage) -> None:
    run = await reuse(undrawn)
    before, curve = await figures(undrawn)
    assert (await post(undrawn, f"/api/decisions/{run}/audit"))["drawn"] is False
    decision = await undrawn.get(f"/api/decisions/{run}")
    assert (decision["line"]["audit"], decision["audit"]["drawn"]) == ("asked", False)
    assert decision["line"]["truth"] == {"outcome": "correct_skip", "source": "audit", "contested": False}
    after, drawn = await figures(undrawn)
    assert (after["known"], drawn) == (before["known"], curve)
    many = [each["by_source"].get("audit_chosen", {"counts": {"correct_skip": 0}}) for each in (before, after)]
    assert many[1]["counts"]["correct_skip"] == many[0]["counts"]["correct_skip"] + 1
    text = (await undrawn.service.http.get("/api/experiments/default/decisions?format=csv")).text.removeprefix("\ufeff")
    assert {row["audit"] for row in csv.DictReader(io.StringIO(text)) if row["run_id"] == run} == {"asked"}


async def test_only_a_label_on_a_drawn_audit_enters_rates_and_proofs(
    undrawn: Stage,
) -> None:
    run = await reuse(undrawn)
    before, curve = await figures(undrawn)
    await post(undrawn, f"/api/decisions/{run}/label", outcome="wrong")
    after, points = await figures(undrawn)
    assert (after["known"], points) == (before["known"], curve)
    assert after["by_source"]["label_chosen"]["counts"]["incorrect_skip"] > 0
    await post(undrawn, f"/api/decisions/{run}/audit")
    assert await draw(undrawn, run) == 1, "as if the draw had taken it"
    drawn, points = await figures(undrawn)
    counts = [each["known"]["counts"]["incorrect_skip"] for each in (before, drawn)]
    assert counts[1] == counts[0] + 1, "the audit found it right; the label knows better"
    assert [point["hits"] for point in points] != [point["hits"] for point in curve]
    assert drawn["by_source"]["label"]["counts"]["incorrect_skip"] == 1


async def test_only_what_was_drawn_takes_a_trial_back(undrawn: Stage) -> None:
    repositories = undrawn.service.services.experiments.repositories
    now = await repositories.clock.now()
    arm = Arm(name="low", variant="hybrid", weight=1, reuse_above=600, ask_above=500, tried_since=now)
    arms = [arm.model_dump(mode="json", exclude_none=True)]
    await repositories.experiments.declare(LOCAL, NewExperiment("trial", "real_estate", arms, 0.1, now, None))
    session = await undrawn.service.session()
    await undrawn.ask(session, PRICES)
    runs = [str((await undrawn.ask(session, PRICES))["run_id"]) for _ in range(4)]
    for run in runs:
        await post(undrawn, f"/api/decisions/{run}/audit")
        await post(undrawn, f"/api/decisions/{run}/label", outcome="wrong")
    job = AuditJob(repositories, AuditRules(share=0.0, per_minute=0), nothing_is_audited)

    async def stepped_back() -> bool:
        await job.step_back()
        (stored,) = await repositories.experiments.list(LOCAL)
        return arms_of(stored)[0].stepped_back_at is not None

    assert not await stepped_back(), "four of four wrong: of those that somebody chose to look at"
    assert await draw(undrawn, *runs) == 4
    assert await stepped_back()
    await post(undrawn, "/api/experiments/trial/end")


async def nothing_is_audited(principal: Principal, row: DecisionRow) -> AuditDeps:
    """This job's."""
    raise AssertionError(f"{row.run_id} of {principal.owner_id} is audited")


async def test_what_is_replayed_is_held_against_the_sample_alone(undrawn: Stage) -> None:
    run = await reuse(undrawn)
    repositories = undrawn.service.services.experiments.repositories
    await post(undrawn, f"/api/decisions/{run}/audit")
    before = await replay_all(repositories, LOCAL, Other(), 500)
    await draw(undrawn, run)
    after = await replay_all(repositories, LOCAL, Other(), 500)
    assert after.known_then[False] == before.known_then[False] + 1


@pytest.mark.long
async def test_what_was_drawn_stays_drawn_whenever_somebody_asked_for_it(stage: Stage) -> None:
    run = await reuse(stage)
    await post(stage, f"/api/decisions/{run}/audit")
    stage.later()
    await stage.get(METRICS)
    decision = await stage.get(f"/api/decisions/{run}")
    assert (decision["line"]["audit"], decision["audit"]["status"]) == ("drawn", "done")

    lost = await reuse(stage)
    stage.later()
    await stage.get(METRICS)
    session = (await stage.get(f"/api/decisions/{lost}"))["line"]["session_id"]
    stage.sql("DELETE FROM evidence WHERE session_id = %s", session)
    assert (await post(stage, f"/api/decisions/{lost}/audit"))["drawn"] is True, "it waited already"
    again = await post(stage, f"/api/decisions/{lost}/audit")
    assert (again["status"], again["drawn"]) == ("failed", True), "nobody takes it out of the sample by asking"


async def test_drawn_after_it_was_asked_for_it_is_of_the_sample(
    stage: Stage,
) -> None:
    run = await reuse(stage)
    await post(stage, f"/api/decisions/{run}/audit")
    repositories = stage.service.services.experiments.repositories
    stage.sql("UPDATE decisions SET rolled = NULL WHERE run_id = %s", run)
    stage.sql("UPDATE audits SET drawn = false WHERE run_id = %s", run)
    assert await repositories.rollups.collect(1.0) >= 1, "here it dies"
    assert await repositories.audits.sampled(LOCAL, [run]) == set()
    await AuditJob(repositories, AuditRules(share=1.0, per_minute=0), nothing_is_audited).collect()
    assert await repositories.audits.sampled(LOCAL, [run]) == {run}
    assert await repositories.audits.note_drawn() == 0, "once"
