"""Prometheus and the dashboard tell the same of the same decisions: every share, time, call, token and saving."""

from __future__ import annotations

import csv
import io
import uuid
from collections.abc import AsyncGenerator
from typing import Any

import pytest
import pytest_asyncio
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text

from foundation.storage.database.engine import DatabaseAddress, open_engine
from foundation.storage.experiments.truths import resolve
from tests.databases import filled_database
from tests.service_agent.experiments.conftest import Stage
from tests.serving import serving

DECISIONS = """
INSERT INTO decisions (run_id, tenant_id, owner_id, session_id, pack, variant, question, standalone, intent, data_types,
    decision, judge2, person, asked, timed_out, inputs, elapsed_ms, search_ms, model_calls, search_calls, prompt_tokens,
    completion_tokens, day, arm, model, saved_ms, cost_micros, overriding)
SELECT prefix || n, 'local', owner, 'kept' || mod(n, 400), 'real_estate', arm, '시세', '시세', 'market_inquiry',
    '{market}', decision, '{}', CASE WHEN asked THEN 'use_previous' END, asked, asked AND mod(n, 40) = 0, '{}',
    CASE decision WHEN 'search' THEN 3000 + mod(n, 700) ELSE 600 + mod(n, 300) END, 40, 2 + mod(n, 2),
    CASE decision WHEN 'search' THEN 1 ELSE 0 END, 900, mod(n, 50), CAST(now() AS date), arm, 'a-model', 2500,
    1200 + mod(n, 7), CASE WHEN mod(n, 90) = 0 AND arm <> 'no_reuse' THEN 'search_again' END
FROM (
    SELECT n, prefix, owner, (ARRAY['hybrid_confirm', 'hybrid', 'supervisor_only', 'no_reuse'])[mod(n, 4) + 1] AS arm,
        mod(n, 20) = 0 AS asked,
        CASE WHEN mod(n, 4) = 3 OR mod(n, 5) BETWEEN 1 AND 2 THEN 'search' WHEN mod(n, 7) = 0 THEN 'partial'
             ELSE 'reuse' END AS decision
    FROM generate_series(1, 1200) AS n, (VALUES ('mine', 'local'), ('demo', 'suffice-demo-1')) AS two (prefix, owner)
) AS made
"""
SAID = """
INSERT INTO labels (label_id, run_id, tenant_id, owner_id, session_id, source, outcome)
SELECT run_id, run_id, tenant_id, source, session_id, source,
    CASE WHEN mod(abs(hashtext(run_id)), 7) = 0 THEN 'wrong' ELSE 'right' END
FROM (SELECT *, (ARRAY['audit', 'person', 'label'])[mod(abs(hashtext(run_id || 'x')), 4) + 1] AS source FROM decisions)
    AS spoken WHERE source IS NOT NULL AND overriding IS NULL
"""
AUDITED = """
INSERT INTO audits (run_id, tenant_id, owner_id, session_id, kind, status, findings, drawn)
SELECT run_id, tenant_id, owner_id, session_id, 'skip', 'done', '{}', mod(abs(hashtext(run_id || 'y')), 2) = 0
FROM labels WHERE source IN ('audit', 'label')
"""
RATES = ("skip_rate", "ask_rate", "time_out_rate", "override_rate")
SAVED = {
    "waiting_seconds": ("waiting_ms", 1000),
    "search_calls": ("search_calls", 1),
    "model_calls": ("model_calls", 1),
    "tokens": ("tokens", 1),
    "money": ("cost", 1),
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def kept(
    server: DatabaseAddress, worker_id: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Stage]:
    """People's decisions of four variants with their truths, and as many of demo traffic."""
    database = filled_database(server, f"scraped_{worker_id}_{uuid.uuid4().hex[:6]}")
    folder = tmp_path_factory.mktemp("scraped")
    async with serving(database, folder, audit_share=0.0, audit_per_minute=0) as service:
        stage = Stage(service, database)
        stage.sql(
            "INSERT INTO sessions (session_id, tenant_id, owner_id, pack, variant)"
            " SELECT 'kept' || n, 'local', 'local', 'real_estate', 'hybrid' FROM generate_series(0, 399) AS n"
        )
        stage.sql(DECISIONS)
        stage.sql(SAID)
        stage.sql(AUDITED)
        engine = open_engine(database, 1)
        async with engine.begin() as connection:
            found = await connection.execute(text("SELECT run_id FROM labels"))
            await resolve(connection, [row.run_id for row in found])
        await engine.dispose()
        yield stage


def reuse_samples(text_form: str) -> dict[tuple[str, ...], float]:
    """(figure, its labels' values in the labels' order by name) -> value, of all figures of reuse."""
    return {
        (
            sample.name.removeprefix("suffice_reuse_"),
            *(sample.labels[name] for name in sorted(sample.labels)),
        ): sample.value
        for family in text_string_to_metric_families(text_form)
        for sample in family.samples
        if sample.name.startswith("suffice_reuse_")
    }


async def both(stage: Stage) -> tuple[dict[str, Any], dict[tuple[str, ...], float]]:
    """What the dashboard tells without demo traffic, and what Prometheus scrapes."""
    stage.later()
    board = await stage.get("/api/experiments/default/metrics?demo=without")
    return board, reuse_samples((await stage.service.http.get("/metrics")).text)


async def test_shares_and_their_intervals_are_those_of_the_dashboard(kept: Stage) -> None:
    board, scraped = await both(kept)
    assert board["turns"] > 1_000 and len(board["variants"]) == 4
    seen = 0
    for arm in board["variants"]:
        figures, name = arm["figures"], arm["variant"]
        shares = {each.removesuffix("_rate"): figures[each] for each in RATES}
        shares["full_reuse"] = figures["full_reuse_rate"]
        shares |= {each: figures["known"][each] for each in ("accuracy", "wrong_reuse", "missed_reuse")}
        assert scraped["turns", "all", name] == figures["turns"]
        for share, rate in shares.items():
            for end in ("value", "low", "high"):
                found = scraped.get(("rate", end, share, name))
                assert found == (None if rate["value"] is None else pytest.approx(rate[end])), (name, share, end)
                seen += found is not None
        if name != "no_reuse":
            assert scraped["wrong_upper", name] == pytest.approx(figures["known"]["wrong_reuse"]["high"])
    assert seen > 70, "rates of all four variants"
    assert scraped["rate", "value", "wrong_reuse", "hybrid"] > 0


async def test_truth_stays_told_apart_by_its_source(kept: Stage) -> None:
    board, scraped = await both(kept)
    apart = set[str]()
    for arm in board["variants"]:
        for source, truth in arm["figures"]["by_source"].items():
            for outcome, many in truth["counts"].items():
                assert scraped["known", outcome, source, arm["variant"]] == many
                apart |= {source} if many else set()
    assert apart == {"audit", "label", "audit_chosen", "label_chosen", "person"}


async def test_times_calls_tokens_and_money_are_those_of_the_dashboard(kept: Stage) -> None:
    board, scraped = await both(kept)
    for arm in board["variants"]:
        name, totals, times = arm["variant"], arm["figures"]["totals"], arm["figures"]["times_ms"]
        for figure in ("mean", "p95", "reused_mean", "searched_mean"):
            ms = times[figure]
            assert scraped.get(("seconds", figure, name)) == (None if ms is None else pytest.approx(ms / 1000))
        for figure in ("mean", "p95"):
            for end in ("low", "high"):
                ms = times[f"{figure}_interval"][end]
                assert scraped["seconds", f"{figure}_{end}", name] == pytest.approx(ms / 1000)
            assert times[f"{figure}_interval"]["low"] < times[figure] < times[f"{figure}_interval"]["high"]
        for what in ("model_calls", "search_calls", "tokens"):
            assert scraped["spent", name, what] == pytest.approx(totals[what] / totals["turns"])
        assert scraped["spent", name, "money"] == pytest.approx(totals["cost"] / totals["turns"])
        assert totals["cost"] > 0


async def test_the_file_tells_times_with_their_intervals_and_how_they_were_found(kept: Stage) -> None:
    board, _ = await both(kept)
    answer = await kept.service.http.get("/api/experiments/default/metrics?demo=without&format=csv")
    rows = {row["value"]: row for row in csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")))}
    for arm in board["variants"]:
        times, row = arm["figures"]["times_ms"], rows[arm["arm"]]
        for name, method in (("mean", "normal"), ("p95", "order-statistic")):
            interval = times[f"{name}_interval"]
            assert interval["method"] == row[f"{name}_method"] == method
            assert (float(row[f"{name}_low_ms"]), float(row[f"{name}_high_ms"])) == (interval["low"], interval["high"])
            assert float(row[f"{name}_ms"]) == times[name]
        searched = times["searched_mean"]
        assert row["searched_mean_ms"] == ("" if searched is None else str(searched)), "the columns after them"


async def test_what_was_saved_is_what_the_dashboard_says_was_saved(kept: Stage) -> None:
    board, scraped = await both(kept)
    assert board["savings"]["measured"] is True
    assert (scraped["saved_measured",], scraped["saved_left_out",]) == (1, 0)
    the_same_savings(board, scraped)
    assert scraped["saved", "low", "waiting_seconds"] > 0, "an interval that excludes 0"


def the_same_savings(board: dict[str, Any], scraped: dict[tuple[str, ...], float]) -> None:
    for what, (name, unit) in SAVED.items():
        saving = board["savings"][name]
        for end in ("value", "low", "high"):
            wanted = None if saving[end] is None else pytest.approx(saving[end] / unit)
            assert scraped.get(("saved", end, what)) == wanted, (what, end)


def anew(stage: Stage) -> None:
    """Nothing has been collected yet."""
    for table in ("decision_days", "session_sums", "arm_sums"):
        stage.sql(f"DELETE FROM {table}")
    stage.sql("UPDATE decisions SET rolled = NULL")


async def test_a_trial_with_few_turns_is_left_out_of_the_saving(kept: Stage) -> None:
    before, _ = await both(kept)
    kept.sql(
        "UPDATE decisions SET arm = 'trial' WHERE owner_id = 'local' AND variant = 'hybrid' AND run_id LIKE 'mine1__'"
    )
    anew(kept)
    try:
        board, scraped = await both(kept)
        (trial,) = [arm for arm in board["variants"] if arm["arm"] == "trial"]
        assert (trial["variant"], 0 < trial["total"] < board["measured_from"]) == ("hybrid", True)
        assert board["savings"]["measured"] is True and board["savings"]["tokens"] is not None
        assert scraped["saved_left_out",] == board["savings"]["left_out"] == trial["total"]
        assert board["savings"]["search_calls"]["value"] < before["savings"]["search_calls"]["value"]
        the_same_savings(board, scraped)
        turns = [arm["figures"]["turns"] for arm in board["variants"] if arm["variant"] == "hybrid"]
        assert len(turns) == 2 and scraped["turns", "all", "hybrid"] == sum(turns), "turns are counted by variant"
    finally:
        kept.sql("UPDATE decisions SET arm = variant")
        anew(kept)


async def test_a_variant_that_is_gone_is_not_reported_any_more(kept: Stage) -> None:
    _, before = await both(kept)
    assert ("turns", "all", "supervisor_only") in before
    kept.sql("DELETE FROM decision_days WHERE variant = 'supervisor_only'")
    kept.sql("DELETE FROM decision_truths WHERE variant = 'supervisor_only'")
    _, after = await both(kept)
    assert not [key for key in after if "supervisor_only" in key]
