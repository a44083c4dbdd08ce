"""The dashboard over a million decisions: 100 random filter combinations of every panel.

Rows are made by SQL (`--rows N`), collected by the service's own statement, and read through the facade the routes
call, so what is measured is everything but HTTP and JSON. Prints the median and p95 of each panel.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.identity import LOCAL, Principal
from foundation.domains.loader import load_pack, shipped_packs
from foundation.storage.decision_filters import Filter
from foundation.storage.decision_pages import PageAsk
from foundation.storage.embedded import EmbeddedPostgres
from foundation.storage.engine import open_engine
from foundation.storage.migrate import upgrade
from service_agent.experiments.decisions import ExperimentRules
from service_agent.experiments.desk import Experiments
from service_agent.jobs.audits import AuditJob, AuditRules
from service_agent.repositories import Repositories
from supervisor.experiments.audit import AuditDeps

LIMIT_MS = 300
COMBINATIONS = 100
DAYS = 90
FIRST = date(2026, 1, 1)
ARMS = ("hybrid_confirm", "hybrid", "supervisor_only", "no_reuse")
INTENTS = ("market_inquiry", "legal_consult", "loan_consult", "contract_review", "comprehensive", "risk_analysis")
TYPES = ("market", "legal", "loan", "contract")
MODELS = ("rules", "a-model")

SESSIONS = text(
    """
    INSERT INTO sessions (session_id, tenant_id, owner_id, pack, variant)
    SELECT 's' || n, 'local', 'local', 'real_estate', (CAST(:arms AS text[]))[n % 4 + 1]
    FROM generate_series(0, CAST(:sessions AS int) - 1) AS n
    """
)
DECISIONS = text(
    """
    INSERT INTO decisions (run_id, tenant_id, owner_id, session_id, pack, variant, question, standalone, intent,
        data_types, decision, judge1, judge2, asked, timed_out, inputs, elapsed_ms, search_ms, model_calls,
        search_calls, prompt_tokens, completion_tokens, created_at, day, experiment, arm, model, pivots, saved_ms,
        cost_micros)
    SELECT 'r' || n, 'local', 'local', 's' || (n % CAST(:sessions AS int)), 'real_estate', arm, '달서구 시세 ' || n,
        '대구 달서구 아파트 시세 ' || n, (CAST(:intents AS text[]))[topic + 1],
        CASE topic WHEN 0 THEN '{market}' WHEN 1 THEN '{legal}' WHEN 2 THEN '{loan}' WHEN 3 THEN '{legal,contract}'
                   ELSE '{legal,market}' END::text[],
        decision, '{"confidence": 900, "is_sufficient": true}', '{}', asked, asked AND random() < 0.1, '{}',
        CASE decision WHEN 'search' THEN 3000 + 2500 * random() ELSE 600 + 900 * random() END,
        CASE decision WHEN 'search' THEN 2800 ELSE 3 END, CASE decision WHEN 'search' THEN 3 ELSE 2 END,
        CASE decision WHEN 'search' THEN 1 ELSE 0 END, 900, 120, moment, CAST(moment AS date), 'default', arm,
        (CAST(:models AS text[]))[CAST(floor(random() * 2) AS int) + 1],
        CASE WHEN arm = 'no_reuse' THEN '{}' ELSE jsonb_build_object('market', 500 + CAST(490 * random() AS int)) END,
        CASE decision WHEN 'search' THEN 0 ELSE 2500 END, 40
    FROM (
        SELECT n, (CAST(:arms AS text[]))[n % 4 + 1] AS arm, CAST(floor(random() * 6) AS int) AS topic,
            CAST(:first AS timestamptz) + n * (interval '90 days' / CAST(:rows AS int)) AS moment,
            CASE WHEN n % 4 = 3 OR random() < 0.55 THEN 'search' WHEN random() < 0.15 THEN 'partial' ELSE 'reuse' END
                AS decision,
            n % 4 = 0 AND random() < 0.06 AS asked
        FROM generate_series(CAST(:from_n AS int), CAST(:to_n AS int)) AS n
    ) AS made
    """.replace("::text[]", "\\:\\:text[]")
)
TRUTHS = text(
    """
    INSERT INTO decision_truths (run_id, tenant_id, owner_id, session_id, day, pack, experiment, arm, variant, intent,
        model, data_types, demo, skipped, outcome, source, audited, pivot, pivot_wrong, decided_at)
    SELECT run_id, tenant_id, owner_id, session_id, day, pack, experiment, arm, variant, intent, model, data_types,
        false, decision <> 'search',
        CASE WHEN wrong THEN 'incorrect_' ELSE 'correct_' END
            || CASE decision WHEN 'search' THEN 'search' ELSE 'skip' END,
        'audit', true, pivot, CASE WHEN wrong THEN pivot ELSE 0 END, created_at
    FROM (SELECT *, random() < 0.004 AS wrong, coalesce(CAST(pivots ->> 'market' AS int), 0) AS pivot FROM decisions
          WHERE CAST(substr(run_id, 2) AS int) % 10 = 0) AS sampled
    """
)


async def fill(engine: AsyncEngine, rows: int) -> None:
    """A million decisions of 90 days, a tenth of them audited."""
    sessions = max(1, rows // 50)
    moment = datetime.combine(FIRST, datetime.min.time(), UTC)
    lists = {"arms": list(ARMS), "intents": list(INTENTS), "models": list(MODELS)}
    async with engine.begin() as connection:
        await connection.execute(SESSIONS, {"arms": lists["arms"], "sessions": sessions})
    for start in range(0, rows, 100_000):
        ends = {"from_n": start, "to_n": min(rows, start + 100_000) - 1}
        given = {
            **lists,
            **ends,
            "rows": rows,
            "sessions": sessions,
            "first": moment,
        }
        async with engine.begin() as connection:
            await connection.execute(DECISIONS, given)
    async with engine.begin() as connection:
        await connection.execute(TRUTHS)


def random_filter(drawn: random.Random) -> Filter:
    """Any combination, sensible or not."""
    first = FIRST + timedelta(days=drawn.randrange(DAYS))
    last = first + timedelta(days=drawn.choice((0, 6, 29, 89)))
    return Filter(
        since=first if drawn.random() < 0.6 else None,
        until=last if drawn.random() < 0.6 else None,
        arm=drawn.choice(ARMS) if drawn.random() < 0.3 else None,
        intent=drawn.choice(INTENTS) if drawn.random() < 0.3 else None,
        data_type=drawn.choice(TYPES) if drawn.random() < 0.3 else None,
        model=drawn.choice(MODELS) if drawn.random() < 0.3 else None,
        demo=drawn.choice(("with", "without", "with", "without", "only")),
    )


Panel = Callable[[Filter, random.Random], Awaitable[object]]


def panels_of(desk: Experiments) -> dict[str, Panel]:
    """Every panel as its route asks for it."""
    operator = LOCAL

    async def page(chosen: Filter, drawn: random.Random) -> object:
        kind = drawn.choice((None, None, "reuse", "partial", "asked", "search"))
        truth = drawn.choice((None, None, "right", "wrong", "unknown"))
        return await desk.page(operator, PageAsk(chosen, kind, truth, limit=50))

    return {
        "KPIs, variants, savings": lambda chosen, _: desk.overview(operator, chosen),
        "days": lambda chosen, _: desk.breakdown(operator, chosen, "day"),
        "by intent": lambda chosen, _: desk.breakdown(operator, chosen, "intent"),
        "by data type": lambda chosen, _: desk.breakdown(operator, chosen, "data_type"),
        "by model": lambda chosen, _: desk.breakdown(operator, chosen, "model"),
        "threshold": lambda chosen, _: desk.curve(operator, chosen),
        "decisions": page,
        "reviews": lambda _chosen, _: desk.reviews(operator),
        "experiments": lambda _chosen, _: desk.list(operator),
    }


async def _no_audits(_principal: Principal, _pack: str) -> AuditDeps:
    raise NotImplementedError("nothing is audited here")


async def measure(engine: AsyncEngine, rows: int) -> int:
    """Fill, collect, ask; 1 when a panel is too slow."""
    started = time.perf_counter()
    await fill(engine, rows)
    print(f"{rows:,} decisions made in {time.perf_counter() - started:.0f} s")
    repositories = Repositories.over(engine)
    started = time.perf_counter()
    await repositories.rollups.collect(0.0, 20_000)
    seconds = time.perf_counter() - started
    print(f"collected in {seconds:.0f} s ({rows / seconds:,.0f} a second)")
    async with engine.begin() as connection:
        sums = (await connection.execute(text("SELECT count(*) FROM decision_days"))).scalar_one()
    async with engine.connect() as connection:
        tidy = await connection.execution_options(isolation_level="AUTOCOMMIT")
        await tidy.execute(text("VACUUM ANALYZE"))
    print(f"{sums:,} rows of sums\n{'panel':26} {'median ms':>10} {'p95 ms':>8}")
    pack = load_pack(shipped_packs() / "real_estate")
    rules = ExperimentRules(None, 0.01, 0.1, None)
    desk = Experiments(repositories, {pack.name: pack}, rules, AuditJob(repositories, AuditRules(0.0, 0), _no_audits))
    slow = False
    for name, panel in panels_of(desk).items():
        drawn, times = random.Random(name), list[float]()
        for _ in range(COMBINATIONS):
            chosen = random_filter(drawn)
            began = time.perf_counter()
            await panel(chosen, drawn)
            times.append((time.perf_counter() - began) * 1000)
        p95 = sorted(times)[int(0.95 * len(times)) - 1]
        slow |= p95 > LIMIT_MS
        print(f"{name:26} {statistics.median(times):10.0f} {p95:8.0f}{'  above the limit' if p95 > LIMIT_MS else ''}")
    return int(slow)


async def main(rows: int) -> int:
    """On a server of its own."""
    with tempfile.TemporaryDirectory(prefix="suffice-bench-") as folder:
        embedded = EmbeddedPostgres(Path(folder) / "data")
        address = await asyncio.to_thread(embedded.start)
        try:
            await asyncio.to_thread(upgrade, address)
            engine = open_engine(address, 4)
            try:
                return await measure(engine, rows)
            finally:
                await engine.dispose()
        finally:
            await asyncio.to_thread(embedded.stop)
            await asyncio.to_thread(embedded.remove)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    raise SystemExit(asyncio.run(main(parser.parse_args().rows)))
