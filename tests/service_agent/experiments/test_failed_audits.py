"""A drawn audit that fails is tried again, counts as wrong for thresholds until it succeeds, and in no rate."""

from __future__ import annotations

import uuid
from collections.abc import AsyncGenerator, Generator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import pytest
import pytest_asyncio

from foundation.contracts.identity import LOCAL
from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.experiments.audits import RETRIES
from foundation.storage.experiments.declared import NewExperiment
from service_agent.experiments.audit.job import AuditJob, AuditRules
from service_agent.experiments.declared import Arm, arms_of
from tests.databases import filled_database
from tests.service_agent.experiments.audit.test_auditor import AGAIN, PRICES
from tests.service_agent.experiments.conftest import Stage
from tests.service_agent.experiments.test_asked_audits import nothing_is_audited
from tests.service_agent.experiments.test_trials import lay
from tests.serving import serving

CURVE = "/api/experiments/default/threshold-curve?arm=hybrid"
METRICS = "/api/experiments/default/metrics?arm=hybrid"
FAILS = """
INSERT INTO audits (run_id, tenant_id, owner_id, session_id, status, kind, drawn, tries, done_at, next_at)
SELECT run_id, tenant_id, owner_id, session_id, 'failed', 'skip', true, 1, now(), now() + interval '1 hour'
FROM decision_truths WHERE arm = %s AND experiment = %s AND outcome = 'incorrect_skip'
"""
HIDDEN = """
UPDATE decision_truths SET audited = false, outcome = NULL, source = NULL, pivot_wrong = 0
WHERE arm = %s AND experiment = %s AND outcome = 'incorrect_skip'
"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def drawing(
    server: DatabaseAddress, worker_id: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Stage]:
    """A service that draws everything; a test says when it is audited."""
    database = filled_database(server, f"failing_{worker_id}_{uuid.uuid4().hex[:6]}")
    async with serving(database, tmp_path_factory.mktemp("failing"), audit_share=1.0, audit_per_minute=0) as service:
        yield Stage(service, database)


@contextmanager
def source_away(stage: Stage) -> Generator[None]:
    """The market's table cannot be read."""
    stage.sql("ALTER TABLE table_rows RENAME TO table_rows_away")
    try:
        yield
    finally:
        stage.sql("ALTER TABLE table_rows_away RENAME TO table_rows")


async def reuse(stage: Stage) -> str:
    """The run of a reuse whose own search is audited already."""
    session = await stage.session("hybrid")
    await stage.ask(session, PRICES)
    await stage.audit()
    return str((await stage.ask(session, AGAIN))["run_id"])


async def kept(stage: Stage, run: str) -> dict[str, Any]:
    """The audit of a decision."""
    return dict((await stage.get(f"/api/decisions/{run}"))["audit"])


def pause_of(audit: dict[str, Any]) -> float:
    """Seconds from its failure to its next try."""
    moments = (datetime.fromisoformat(audit[name]) for name in ("next_at", "done_at"))
    return (next(moments) - next(moments)).total_seconds()


async def rates_now(stage: Stage) -> tuple[tuple[int, int], tuple[int, int, int], dict[str, Any]]:
    """(wrong, audited) above 0.5; (failed, retried, audited) of the proposal; what is known for rates."""
    stage.later()
    curve = await stage.get(CURVE)
    at = next(point["wrong_reuse"] for point in curve["points"] if point["threshold"] == 0.5)
    proposal = curve["proposal"]
    known = (await stage.get(METRICS))["figures"]["known"]
    return (at["hits"], at["of"]), (proposal["failed"], proposal["retried"], proposal["audited"]), known


async def post(stage: Stage, address: str, **body: Any) -> dict[str, Any]:
    """What it answers."""
    answer = await stage.service.http.post(address, json=body)
    assert answer.status_code < 300, answer.text
    return dict(answer.json())


async def test_until_an_outage_heals_what_it_hid_is_wrong_for_thresholds(drawing: Stage) -> None:
    run = await reuse(drawing)
    (_, before), _, known = await rates_now(drawing)
    with source_away(drawing):
        assert await drawing.audit() == 1
        assert await drawing.audit() == 0, "not again before its time"
        failed = await kept(drawing, run)
        assert (failed["status"], failed["drawn"], pause_of(failed)) == ("failed", True, pytest.approx(60, abs=1))
        assert await rates_now(drawing) == ((1, before + 1), (1, 1, before + 1), known)
        asked = await post(drawing, f"/api/decisions/{run}/audit")
        assert (asked["status"], asked["next_at"], asked["drawn"]) == ("failed", failed["next_at"], True)
    health = await drawing.get("/api/experiments/default/health")
    assert (health["audits_retried"], health["audits_failed_30d"], health["audits_drawn_failed_30d"]) == (1, 0, 0)
    drawing.sql("UPDATE audits SET next_at = now() WHERE run_id = %s", run)
    assert await drawing.audit() == 1, "whichever process comes next: it stands in the database"
    assert await drawing.truth(run) == "correct_skip"
    healed = await kept(drawing, run)
    assert (healed["status"], healed["next_at"], healed["drawn"]) == ("done", None, True)
    rows, failures, after = await rates_now(drawing)
    assert (rows, failures) == ((0, before + 1), (0, 0, before + 1))
    assert after["counts"]["correct_skip"] == known["counts"]["correct_skip"] + 1


async def test_what_fails_for_good_stays_wrong_for_thresholds_until_somebody_labels_it(
    drawing: Stage,
) -> None:
    run = await reuse(drawing)
    (_, before), _, known = await rates_now(drawing)
    healthy = await drawing.get("/api/experiments/default/health")
    pauses: list[float] = []
    with source_away(drawing):
        for _ in range(RETRIES):
            assert await drawing.audit() == 1
            pauses.append(pause_of(await kept(drawing, run)))
            drawing.sql("UPDATE audits SET next_at = now() WHERE run_id = %s", run)
        assert pauses == pytest.approx([60 * 5**n for n in range(RETRIES)], abs=1)
        assert await drawing.audit() == 1
        assert (await kept(drawing, run))["next_at"] is None
        assert await drawing.audit() == 0, "given up"
        again = await post(drawing, f"/api/decisions/{run}/audit")
        assert (again["status"], again["drawn"], again["next_at"]) == ("failed", True, None)
    lost = ((1, before + 1), (1, 0, before + 1), known)
    assert await rates_now(drawing) == lost, "unknown in rates, wrong in the proof"
    health = await drawing.get("/api/experiments/default/health")
    assert (health["audits_retried"], health["audits_failed_30d"], health["audits_drawn_failed_30d"]) == (0, 1, 1)
    assert health["audits_drawn_30d"] == healthy["audits_drawn_30d"] + 1

    await post(drawing, f"/api/decisions/{run}/label", outcome="right")
    rows, failures, labelled = await rates_now(drawing)
    assert (rows, failures) == ((0, before + 1), (0, 0, before + 1))
    assert labelled["counts"]["correct_skip"] == known["counts"]["correct_skip"] + 1
    assert (await drawing.service.http.delete(f"/api/decisions/{run}/label")).status_code < 300
    assert await rates_now(drawing) == lost
    assert (await post(drawing, f"/api/decisions/{run}/audit"))["status"] == "done"
    assert (await rates_now(drawing))[:2] == ((0, before + 1), (0, 0, before + 1)), (
        "asked for again, it stays of the sample"
    )


async def test_where_a_turns_own_search_failed_its_audit_makes_it(drawing: Stage) -> None:
    session = await drawing.session("hybrid")
    with source_away(drawing):
        searched = await drawing.ask(session, PRICES)
        await drawing.audit()
        assert (await kept(drawing, searched["run_id"]))["status"] == "failed"
    drawing.sql("UPDATE audits SET next_at = now() WHERE status = 'failed'")
    await drawing.audit()
    found = await kept(drawing, searched["run_id"])
    assert (found["status"], found["search_calls"] > 0) == ("done", True)
    assert await drawing.truth(searched["run_id"]) == "correct_search"


async def test_a_trial_survives_an_outage_but_not_where_nobody_can_watch(drawing: Stage) -> None:
    repositories = drawing.service.services.experiments.repositories
    now = await repositories.clock.now()
    arm = Arm(name="low", variant="hybrid", weight=1, reuse_above=600, ask_above=500, tried_since=now)
    arms = [arm.model_dump(mode="json", exclude_none=True)]
    await repositories.experiments.declare(LOCAL, NewExperiment("trial", "real_estate", arms, 0.1, now, None))
    session = await drawing.service.session()
    await drawing.ask(session, PRICES)
    for _ in range(4):
        await drawing.ask(session, PRICES)
    job = AuditJob(repositories, AuditRules(share=0.0, per_minute=0), nothing_is_audited)
    with source_away(drawing):
        assert await drawing.audit() == 5
        assert await job.step_back() == 0, "they are tried again"
        drawing.sql("UPDATE audits SET tries = %s, next_at = now() WHERE status = 'failed'", RETRIES)
        assert await drawing.audit() == 4
    assert await job.step_back() == 1
    (stored,) = await repositories.experiments.list(LOCAL)
    assert arms_of(stored)[0].stepped_back_at is not None
    await post(drawing, "/api/experiments/trial/end")


async def test_no_threshold_is_tried_while_failed_audits_could_change_the_verdict(drawing: Stage) -> None:
    arms = [{"name": "today", "variant": "hybrid_confirm", "weight": 1}]
    made = {"name": "hiding", "pack": "real_estate", "arms": arms}
    await post(drawing, "/api/experiments", **made)
    await lay(drawing, "hiding", "today", "hybrid_confirm", many=450)
    await lay(drawing, "hiding", "today", "hybrid_confirm", many=3, wrong=3)
    drawing.sql(FAILS, "today", "hiding")
    drawing.sql(HIDDEN, "today", "hiding")
    drawing.later()
    body = {"threshold": 0.9, "weight": 0.1, "arm": "today"}
    refused = await drawing.service.http.post("/api/experiments/hiding/threshold", json=body)
    assert refused.status_code == 409
    sentence = "there are 453, of which 3 failed and count as wrong until they succeed or are labelled."
    assert sentence in refused.json()["detail"]
    proposal = (await drawing.get("/api/experiments/hiding/threshold-curve"))["proposal"]
    assert (proposal["threshold"], proposal["failed"], proposal["retried"]) == (None, 3, 3)
    drawing.sql("DELETE FROM audits")
    drawing.later()
    assert (await drawing.get("/api/experiments/hiding/threshold-curve"))["proposal"]["threshold"] is not None
