"""The dashboard over a million decisions: 100 random filter combinations of every panel.

Rows are made by SQL (`--rows N`, `experiment_rows.py`), collected by the service's own statement, and read through the
facade the routes call, so what is measured is everything but HTTP and JSON. Prints the median, p95 and longest of each
panel, and the machine's load beside them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from benchmarks.experiment_rows import ARMS, DAYS, FIRST, INTENTS, MODELS, TYPES, fill
from foundation.contracts.identity import LOCAL, Principal
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.storage.database.embedded import EmbeddedPostgres
from foundation.storage.database.engine import open_engine
from foundation.storage.database.migrate import upgrade
from foundation.storage.experiments.decision_filters import Filter
from foundation.storage.experiments.decision_pages import PageAsk
from foundation.storage.records import DecisionRow
from foundation.storage.repositories import Repositories
from service_agent.experiments.audit.auditor import AuditDeps
from service_agent.experiments.audit.job import AuditJob, AuditRules
from service_agent.experiments.decisions import ExperimentRules
from service_agent.experiments.service import Experiments
from service_agent.telemetry.metrics import Metrics

LIMIT_MS = 300
COMBINATIONS = 100


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


def panels_of(service: Experiments) -> dict[str, Panel]:
    """Every panel as its route asks for it."""
    operator, counters = LOCAL, Metrics()

    async def page(chosen: Filter, drawn: random.Random) -> object:
        kind = drawn.choice((None, None, "reuse", "partial", "asked", "search"))
        truth = drawn.choice((None, None, "right", "wrong", "unknown"))
        return await service.page(operator, PageAsk(chosen, kind, truth, limit=50))

    return {
        "KPIs, variants, savings": lambda chosen, _: service.overview(operator, chosen),
        "days": lambda chosen, _: service.breakdown(operator, chosen, "day"),
        "by intent": lambda chosen, _: service.breakdown(operator, chosen, "intent"),
        "by data type": lambda chosen, _: service.breakdown(operator, chosen, "data_type"),
        "by model": lambda chosen, _: service.breakdown(operator, chosen, "model"),
        "threshold": lambda chosen, _: service.curve(operator, chosen),
        "decisions": page,
        "reviews": lambda _chosen, _: service.reviews(operator),
        "experiments": lambda _chosen, _: service.list(operator),
        "state of things": lambda _chosen, _: service.health(operator, counters),
    }


async def _no_audits(_principal: Principal, _row: DecisionRow) -> AuditDeps:
    raise NotImplementedError("nothing is audited here")


async def measure(engine: AsyncEngine, rows: int) -> int:
    """Fill, collect, ask; 1 when a panel is too slow."""
    started = time.perf_counter()
    await fill(engine, rows)
    print(f"{rows:,} decisions made in {time.perf_counter() - started:.0f} s")
    repositories = Repositories.over(engine)
    started = time.perf_counter()
    await repositories.rollups.collect(0.0, 20_000)
    await repositories.labels.settle()
    seconds = time.perf_counter() - started
    print(f"collected in {seconds:.0f} s ({rows / seconds:,.0f} a second)")
    async with engine.begin() as connection:
        sums, truths = (
            await connection.execute(
                text("SELECT (SELECT count(*) FROM decision_days), (SELECT count(*) FROM truth_days)")
            )
        ).one()
    async with engine.connect() as connection:
        tidy = await connection.execution_options(isolation_level="AUTOCOMMIT")
        await tidy.execute(text("VACUUM ANALYZE"))
    print(f"{sums:,} rows of sums, {truths:,} of truths")
    pack = load_pack(shipped_packs() / "real_estate")
    rules = ExperimentRules(None, 0.01, 0.1, None)
    service = Experiments(
        repositories, {pack.name: pack}, rules, AuditJob(repositories, AuditRules(0.0, 0), _no_audits)
    )
    return await ask(service)


async def ask(service: Experiments) -> int:
    """Every panel under random filters; 1 when one is too slow."""
    before = os.getloadavg()[0]
    print(f"{'panel':26} {'median ms':>10} {'p95 ms':>8} {'longest':>8}")
    slow = False
    for name, panel in panels_of(service).items():
        drawn, times = random.Random(name), list[float]()
        for _ in range(COMBINATIONS):
            chosen = random_filter(drawn)
            began = time.perf_counter()
            await panel(chosen, drawn)
            times.append((time.perf_counter() - began) * 1000)
        p95 = sorted(times)[int(0.95 * len(times)) - 1]
        slow |= p95 > LIMIT_MS
        missed = "  above the limit" if p95 > LIMIT_MS else ""
        print(f"{name:26} {statistics.median(times):10.0f} {p95:8.0f} {max(times):8.0f}{missed}")
    print(f"load of the machine {before:.1f} to {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
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
