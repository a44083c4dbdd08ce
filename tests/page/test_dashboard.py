"""The dashboard in a real browser: every panel over real routes, a decision labelled, a threshold tried."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import uuid
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from foundation.storage.database.engine import DatabaseAddress
from tests.databases import filled_database
from tests.page import test_browser
from tests.page.looked import as_promised
from tests.page.test_browser import CHROMIUM, EVERY_SIZE, NODE, PICTURES, WEB
from tests.service_agent.experiments.audit.test_auditor import AGAIN, PRICES, REMOVE, RETURN, rows_of
from tests.service_agent.experiments.conftest import Stage
from tests.serving import serving

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300), *test_browser.pytestmark[2:]]

LIMIT_S = 1200.0
ARMS = ("hybrid_confirm", "hybrid", "supervisor_only", "no_reuse")
INTENT, INTENT_LABEL = "loan_consult", "대출 상담"
PAST = """
INSERT INTO sessions (session_id, tenant_id, owner_id, pack, variant)
SELECT 'board' || n, 'local', 'local', 'real_estate', (%(arms)s::text[])[n %% 4 + 1] FROM generate_series(0, 399) AS n;
INSERT INTO decisions (run_id, tenant_id, owner_id, session_id, pack, variant, question, standalone, intent,
    data_types, decision, judge1, judge2, asked, timed_out, inputs, elapsed_ms, search_ms, model_calls,
    search_calls, prompt_tokens, completion_tokens, created_at, day, experiment, arm, model, pivots, saved_ms,
    cost_micros)
SELECT 'past' || n, 'local', 'local', 'board' || (n %% 400), 'real_estate', arm, '달서구 시세 ' || n, '',
    CASE WHEN n %% 10 = 4 THEN 'loan_consult' ELSE 'market_inquiry' END, '{market}', decision,
    '{"confidence": 900, "is_sufficient": true}', '{}', asked, asked AND n %% 40 = 0, '{}',
    CASE decision WHEN 'search' THEN 3000 + n %% 1700 ELSE 700 + n %% 300 END,
    CASE decision WHEN 'search' THEN 2800 ELSE 3 END, 2, CASE decision WHEN 'search' THEN 1 ELSE 0 END, 900, 120,
    moment, (moment AT TIME ZONE 'UTC')::date, 'default', arm, 'rules',
    CASE WHEN arm = 'no_reuse' THEN '{}'::jsonb ELSE jsonb_build_object('market', pivot) END,
    CASE decision WHEN 'search' THEN 0 ELSE 2500 END, 0
FROM (
    SELECT n, (%(arms)s::text[])[CASE WHEN n >= 3960 THEN 1 ELSE n %% 4 + 1 END] AS arm,
        CASE WHEN n / 4 %% 5 = 0 THEN 700 + (n / 4) * 37 %% 200 ELSE 905 + (n / 4) * 37 %% 85 END AS pivot,
        n %% 4 = 0 AND n %% 20 = 0 AS asked,
        now() - interval '1 day' - (n %% 13) * interval '1 day' AS moment,
        CASE WHEN n %% 4 = 3 OR n %% 5 < 2 THEN 'search' WHEN n %% 7 = 0 THEN 'partial' ELSE 'reuse' END AS decision
    FROM generate_series(0, 3999) AS n
) AS made
"""
"""Thirteen days of decisions, as the service keeps them."""
AUDITED = """
INSERT INTO decision_truths (run_id, tenant_id, owner_id, session_id, day, pack, experiment, arm, variant, intent,
    model, data_types, demo, skipped, outcome, source, audited, pivot, pivot_wrong, decided_at)
SELECT run_id, tenant_id, owner_id, session_id, day, pack, experiment, arm, variant, intent, model, data_types,
    false, decision <> 'search', CASE WHEN decision = 'search' THEN 'incorrect_search' WHEN wrong THEN 'incorrect_skip'
    ELSE 'correct_skip' END, 'audit', true, pivot,
    CASE WHEN wrong THEN pivot ELSE 0 END, created_at
FROM (SELECT *, (pivots ->> 'market')::int AS pivot, (pivots ->> 'market')::int < 740
        AND length(run_id) %% 2 = 0 AS wrong
      FROM decisions WHERE run_id LIKE 'past%%' AND arm = 'hybrid_confirm' AND intent = 'market_inquiry'
        AND (decision <> 'search' OR (pivots ->> 'market')::int BETWEEN 740 AND 899)) AS sampled
"""
"""Every reuse of the first arm was audited; those that a low threshold alone lets through were wrong. So were searches
of the band below the running threshold: what they would have reused was right, so that a lower one gains something."""


@dataclass(frozen=True)
class Laid:
    """What the stories look for."""

    stage: Stage
    wrong: str
    fresh: str
    intent_turns: int


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def laid(
    server: DatabaseAddress, worker_id: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Laid]:
    """A planted wrong reuse that an audit found, two weeks of decisions, and a reuse nobody looked at yet."""
    database = filled_database(server, f"board_{worker_id}_{uuid.uuid4().hex[:6]}")
    async with serving(database, tmp_path_factory.mktemp("board"), audit_share=1.0, audit_per_minute=0) as service:
        stage = Stage(service, database)
        wrong = await planted(stage)
        for statement in PAST.split(";"):
            stage.sql(
                statement.replace("%(arms)s", "%s").replace("%%", "%%"), *([list(ARMS)] * statement.count("%(arms)s"))
            )
        stage.sql(AUDITED)
        session = await stage.session("hybrid")
        await stage.ask(session, PRICES)
        fresh = (await stage.ask(session, AGAIN))["run_id"]
        await service.services.experiments.repositories.rollups.collect(0.0, 20_000)
        stage.later()
        metrics = await stage.get(f"/api/experiments/default/metrics?intent={INTENT}")
        yield Laid(stage, wrong, str(fresh), metrics["turns"])


async def planted(stage: Stage) -> str:
    """A reuse by judge 1 alone after two rows had gone from their source; audited."""
    session = await stage.session("supervisor_only")
    await stage.ask(session, PRICES)
    rows = (await rows_of(stage, session))[:2]
    stage.sql(REMOVE, rows)
    try:
        reused = await stage.ask(session, PRICES)
        await stage.audit()
    finally:
        stage.sql(RETURN, rows)
    return str(reused["run_id"])


@pytest.mark.long  # every day: the routes in tests/service_agent/experiments, the parts in web/src
async def test_operators_see_every_panel_of_the_dashboard(laid: Laid, tmp_path: Path) -> None:
    lines = await played(laid, tmp_path, "every panel")
    assert [line.split(" (")[0] for line in lines] == ["@ok every panel, its figures and its files", "@played 1"], lines


@pytest.mark.nightly  # every day: the routes in tests/service_agent/experiments, the parts in web/src
@pytest.mark.timeout(1300)  # every panel in every size; a loaded machine is waited for
async def test_operators_use_the_dashboard(laid: Laid, tmp_path: Path) -> None:
    lines = await played(laid, tmp_path, os.environ.get("SUFFICE_TEST_STORY", ""), **EVERY_SIZE)
    sys.stdout.write("\n".join(lines) + "\n")
    assert not [line for line in lines if line.startswith(("@failed", " "))], "\n".join(lines)[-8000:]
    assert len([line for line in lines if line.startswith("@ok")]) == 7, lines
    await what_was_kept(laid.stage, laid)


async def what_was_kept(stage: Stage, laid: Laid) -> None:
    """Labels as the last key said; the experiment as the dialog said, and ended."""
    labels = (await stage.get(f"/api/decisions/{laid.wrong}"))["labels"]
    assert [(each["outcome"], each["undone"]) for each in labels if each["mine"]] == [("wrong", False), ("right", True)]
    fresh = (await stage.get(f"/api/decisions/{laid.fresh}"))["line"]["truth"]
    assert (fresh["outcome"], fresh["contested"]) == ("correct_skip", False)
    (tried,) = [each for each in (await stage.get("/api/experiments"))["experiments"] if each["declared"]]
    trial = [arm for arm in tried["arms"] if arm["tried_since"] is not None]
    (arm,) = trial
    base = next(each for each in tried["arms"] if each["name"] == "hybrid_confirm")
    assert arm["variant"] == "hybrid_confirm"
    assert arm["weight"] == pytest.approx((arm["weight"] + base["weight"]) / 4), "a quarter of the arm's sessions"
    assert tried["ends_at"] is not None
    assert tried["pack"] == "real_estate"
    again = await stage.service.http.post("/api/experiments/default/threshold", json={"threshold": 0.95})
    assert (again.status_code, again.json()["pack"]) == (201, "real_estate"), "the only pack with decisions is meant"


async def played(laid: Laid, folder: Path, part: str, **more: str) -> list[str]:
    """What the What the stories printed whose names hold this part."""
    assert NODE is not None
    board = {
        "arms": len(ARMS),
        "wrong": laid.wrong,
        "fresh": laid.fresh,
        "question": PRICES,
        "intent": INTENT,
        "intentLabel": INTENT_LABEL,
        "intentTurns": f"{laid.intent_turns:,}",
    }
    own = {"HOME": str(folder), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "CHROMIUM": CHROMIUM or "", **more}
    environment: dict[str, Any] = {**own, "BOARD": json.dumps(board), **({"SHOTS": PICTURES} if PICTURES else {})}
    process = await asyncio.create_subprocess_exec(
        NODE, "browser/run.mjs", laid.stage.service.url, part, cwd=WEB, env=environment,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    try:
        output, _ = await asyncio.wait_for(process.communicate(), LIMIT_S)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return as_promised(output.decode().splitlines(), whole="EVERY_SIZE" in more and part == "")
