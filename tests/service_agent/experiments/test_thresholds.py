"""A proven threshold is tried, proves wrong, and the service takes it back by itself: real routes, the real job."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncGenerator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
import pytest_asyncio
from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued
from structlog.testing import capture_logs

from foundation.contracts.identity import LOCAL
from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.experiments.decision_filters import Filter
from foundation.storage.tables.columns import JOBS_SCHEMA
from service_agent.experiments.audit.job import AFTER_S
from service_agent.jobs.background import QUEUE
from tests.databases import filled_database
from tests.service_agent.experiments.audit.test_auditor import PRICES, REMOVE, RETURN, rows_of
from tests.service_agent.experiments.conftest import Stage
from tests.serving import serving

BOUND = 0.4
"""So large that a dozen conversations are enough to prove it, and to break it."""
NAME = "hybrid_confirm"


COPIES = """
INSERT INTO decisions (run_id, tenant_id, owner_id, session_id, pack, variant, question, standalone, intent, data_types,
    decision, judge2, inputs, elapsed_ms, search_ms, model_calls, search_calls, prompt_tokens, completion_tokens)
SELECT %s || n, tenant_id, owner_id, session_id, pack, variant, question, standalone, intent, data_types, decision,
    judge2, inputs, elapsed_ms, search_ms, model_calls, search_calls, prompt_tokens, completion_tokens
FROM decisions CROSS JOIN generate_series(1, 1000) AS n WHERE run_id IN (
    SELECT run_id FROM decisions WHERE session_id = %s ORDER BY created_at LIMIT 1)
"""


@pytest_asyncio.fixture(loop_scope="session")
async def audited(
    server: DatabaseAddress, worker_id: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Stage]:
    """A service that audits everything in the background."""
    database = filled_database(server, f"stepping_{worker_id}_{uuid.uuid4().hex[:6]}")
    folder = tmp_path_factory.mktemp("stepping")
    async with serving(database, folder, audit_share=1.0, audit_per_minute=60) as service:
        yield Stage(service, database)


async def the_job(stage: Stage) -> None:
    """The service's worker does `audits` now rather than at the next minute; returns when it was done."""
    options = {**stage.database.psycopg_kwargs(), "options": f"-c search_path={JOBS_SCHEMA},public"}
    app = App(connector=PsycopgConnector(kwargs=options, min_size=1, max_size=1))
    async with app.open_async():
        task = app.configure_task("audits", queue=QUEUE, lock="audits", queueing_lock="audits", allow_unknown=True)
        with suppress(AlreadyEnqueued):  # its minute has come
            await task.defer_async(timestamp=int(datetime.now(UTC).timestamp()))
        while await app.job_manager.list_jobs_async(task="audits", status="todo") or (
            await app.job_manager.list_jobs_async(task="audits", status="doing")
        ):
            await asyncio.sleep(0.05)


async def the_background(stage: Stage) -> None:
    """Two passes: what the first collects waits until its answer was surely sent, and is audited in the second."""
    await the_job(stage)
    await asyncio.sleep(AFTER_S)
    await the_job(stage)


async def reuses(stage: Stage, session: str, many: int) -> list[str]:
    """A search, and so many reuses of it."""
    await stage.ask(session, PRICES)
    runs: list[str] = []
    for _ in range(many):
        answer = await stage.ask(session, PRICES)
        assert answer["reuse"]["decision"] == "reuse"
        runs.append(str(answer["run_id"]))
    return runs


async def tried_session(stage: Stage, arm: str) -> str:
    """A new session that was drawn into this arm."""
    repositories = stage.service.services.experiments.repositories
    for _ in range(60):  # never in all of them: once in a quintillion at one half
        session = await stage.service.session()
        opening = await repositories.openings.read(LOCAL, session, "real_estate", ["market"])
        if opening.arm is not None and opening.arm["name"] == arm:
            return session
    raise AssertionError(f"no session was drawn into {arm}")


async def experiment(stage: Stage) -> dict[str, Any]:
    """The declared one."""
    (declared,) = [each for each in (await stage.get("/api/experiments"))["experiments"] if each["declared"]]
    return dict(declared)


@pytest.mark.long  # every day: test_trials.py
async def test_a_tried_threshold_that_proves_wrong_is_taken_back_by_the_service(audited: Stage) -> None:
    stage = audited
    await reuses(stage, await stage.session(NAME), 8)
    await the_background(stage)
    stage.later()
    curve = await stage.get(f"/api/experiments/default/threshold-curve?bound={BOUND}")
    assert curve["proposal"]["threshold"] is not None, curve["proposal"]
    body = {"threshold": curve["proposal"]["threshold"], "weight": 0.5, "bound": BOUND}
    applied = await stage.service.http.post("/api/experiments/default/threshold", json=body)
    assert applied.status_code == 201, applied.text
    (trial,) = [arm for arm in applied.json()["arms"] if arm["tried_since"]]

    session = await tried_session(stage, trial["name"])
    wrong = await reuses(stage, session, 6)
    rows = (await rows_of(stage, session))[:2]
    stage.sql(REMOVE, rows)  # the next two were right when written; what audits find now is that they no longer are
    try:
        with capture_logs() as logs:  # from the first label on: the job's own minute may come at any moment
            for run in wrong[:-2]:
                labelled = await stage.service.http.post(f"/api/decisions/{run}/label", json={"outcome": "wrong"})
                assert labelled.status_code == 200
            await the_background(stage)
    finally:
        stage.sql(RETURN, rows)
    assert [await stage.truth(run) for run in wrong] == ["incorrect_skip"] * 6
    sources = [(await stage.get(f"/api/decisions/{run}"))["line"]["truth"]["source"] for run in wrong]
    assert sources == ["label"] * 4 + ["audit"] * 2, "four alone would not have been enough"

    after = {arm["name"]: arm for arm in (await experiment(stage))["arms"]}
    assert after[trial["name"]]["stepped_back_at"] is not None, "shown where the dashboard reads"
    assert (after[trial["name"]]["weight"], after[NAME]["weight"]) == (0, 1), "its share went back"
    (line,) = [line for line in logs if line["event"] == "stepped_back"]
    assert (line["arm"], line["wrong"], line["log_level"]) == (trial["name"], 6, "warning")
    shown = (await stage.get(f"/api/experiments/{applied.json()['name']}/metrics"))["variants"]
    assert [each["stepped_back_at"] is not None for each in shown if each["arm"] == trial["name"]] == [True]

    answer = await stage.ask(session, PRICES)
    judged = (await stage.get(f"/api/decisions/{answer['run_id']}"))["thresholds"]
    assert judged == {"reuse_above": 0.9, "ask_above": 0.6}, "its sessions are judged by the pack's again"
    repositories = stage.service.services.experiments.repositories
    for _ in range(12):
        opening = await repositories.openings.read(LOCAL, await stage.service.session(), "real_estate", ["market"])
        assert opening.arm is not None and opening.arm["name"] == NAME


async def test_what_lies_between_two_thresholds_counts_for_the_lower_one_alone(audited: Stage) -> None:
    runs = await reuses(audited, await audited.session("hybrid"), 2)
    repositories = audited.service.services.experiments.repositories
    labels = repositories.labels
    await repositories.rollups.collect(1.0)
    for run in runs:
        await audited.service.http.post(f"/api/decisions/{run}/audit")
    for pivot, wrong, counted in ((905, 901, (910, 910)), (900, 0, (900, 0)), (891, 890, (900, 890))):
        at, wrongly = counted
        audited.sql("UPDATE decision_truths SET pivot = %s, pivot_wrong = %s WHERE audited", pivot, wrong)
        rows = await labels.audited(LOCAL, Filter(arm="hybrid"))
        assert rows == {False: [(at, 0, 2), *([(0, wrongly, 2)] if wrongly else [])]}, (
            "as all turns' histogram has it: above 900 and up to 910 skips at 900"
        )


async def test_the_share_of_the_settings_is_the_share_that_is_audited(audited: Stage) -> None:
    stage = audited
    session = await stage.session("hybrid")
    await stage.ask(session, PRICES)
    repositories = stage.service.services.experiments.repositories
    await repositories.rollups.collect(0.0)
    stage.sql("DELETE FROM audits")
    for share, least, most in ((0.0, 0, 0), (0.1, 60, 150), (0.5, 430, 570), (1.0, 1_000, 1_000)):
        stage.sql(COPIES, f"of{share}-", session)
        await repositories.rollups.collect(share)
        chosen = (await repositories.audits.figures(LOCAL)).due
        assert least <= chosen <= most, f"{chosen} of 1,000 at {share}: outside by chance once in 10,000"
        stage.sql("DELETE FROM audits")
