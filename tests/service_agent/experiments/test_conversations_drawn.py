"""The sums over conversations are those of the decisions, collected once each whoever collects; they stay when a
conversation goes, and its own row goes with it."""

from __future__ import annotations

import asyncio
import uuid
from pathlib import Path

import psycopg
import pytest
from alembic import command
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from foundation.contracts.identity import LOCAL
from foundation.storage.conversations.sessions import SessionsRepository
from foundation.storage.database.engine import DatabaseAddress, open_engine
from foundation.storage.database.migrate import alembic_config, upgrade
from foundation.storage.experiments.decision_filters import Filter
from foundation.storage.experiments.labels import Truths
from foundation.storage.experiments.rollups import RollupsRepository
from foundation.storage.people.maintenance import backup, restore
from foundation.storage.repositories import Repositories
from service_agent.statistics.reuse_metrics import SAMPLED
from tests.databases import new_database
from tests.service_agent.experiments.test_truth_days import read

OF = "pack, experiment, arm, variant, demo, figure"
TOTALS = f"SELECT {OF}, sessions, turns, turns_sq, total, total_sq, crossed, squares FROM arm_sums ORDER BY {OF}"
SPENT = ("elapsed_ms", "model_calls", "search_calls", "tokens", "cost_micros")
SHARES = {
    "skipped": ("decision <> 'search'", "true"),
    "reused": ("decision = 'reuse'", "true"),
    "asked": ("asked", "true"),
    "timed_out": ("asked AND timed_out", "asked"),
    "search_again": ("overriding = 'search_again'", "decision <> 'search'"),
}
"""Figure -> which decisions it counts, and of which turns."""
JUDGED = "overriding IS NULL AND cardinality(data_types) > 0"


def themselves() -> str:
    """The same sums, worked out from the decisions at once."""
    each = [
        f"SELECT *, '{name}' AS figure, CASE WHEN {JUDGED} THEN {name} END AS x, ({JUDGED})::int AS n FROM kept"
        for name in SPENT
    ] + [
        f"SELECT *, '{name}' AS figure, ({'' if name == 'search_again' else f'{JUDGED} AND '}{hit})::int AS x,"
        f" ({JUDGED} AND {of})::int AS n FROM kept"
        for name, (hit, of) in SHARES.items()
    ]
    return f"""
        WITH kept AS (
            SELECT session_id, pack, coalesce(experiment, 'default') AS experiment, coalesce(arm, variant) AS arm,
                variant, starts_with(owner_id, 'suffice-demo-') AS demo, decision, asked, timed_out, overriding,
                data_types, elapsed_ms, model_calls, search_calls, prompt_tokens + completion_tokens AS tokens,
                coalesce(cost_micros, 0) AS cost_micros
            FROM decisions WHERE rolled IS NOT NULL
        ), summed AS (
            SELECT {OF}, session_id, sum(n)::float8 AS n, sum(x)::float8 AS x, sum(x::float8 ^ 2) AS squares
            FROM ({" UNION ALL ".join(each)}) AS figures
            WHERE {JUDGED} OR overriding IS NOT NULL GROUP BY {OF}, session_id
        )
        SELECT {OF}, count(*) FILTER (WHERE n > 0), sum(n)::int, sum(n * n), sum(x)::int, sum(x * x), sum(x * n),
            sum(squares)
        FROM summed GROUP BY {OF} ORDER BY {OF}
    """


LAID = """
INSERT INTO decisions (run_id, tenant_id, owner_id, session_id, pack, variant, question, standalone, intent, data_types,
    decision, judge2, inputs, elapsed_ms, search_ms, model_calls, search_calls, prompt_tokens, completion_tokens, day,
    asked, timed_out, cost_micros, overriding)
SELECT %s || n, 'local', owner, session_id, 'real_estate', variant, '시세', '시세', 'market_inquiry', '{market}',
    (ARRAY['reuse', 'search', 'partial'])[mod(n * 7, 3) + 1], '{}', '{}', 100 + mod(n * 7919, 3001), n, mod(n, 4),
    mod(n, 3), 10 * mod(n, 50), n, CAST(now() AS date), mod(n, 5) = 0, mod(n, 10) = 0, 7 * mod(n, 11),
    CASE WHEN mod(n, 13) = 0 THEN 'search_again' END
FROM generate_series(1, %s) AS n
JOIN (SELECT *, row_number() OVER (ORDER BY session_id) - 1 AS place,
      CASE WHEN starts_with(session_id, 'played') THEN 'suffice-demo-9' ELSE owner_id END AS owner
      FROM sessions WHERE title = 'laid') AS of_sessions ON place = mod(n + n * n / 9, 9)
"""
SESSIONS = """
INSERT INTO sessions (session_id, tenant_id, owner_id, pack, variant, title)
SELECT CASE WHEN n >= 7 THEN 'played' ELSE 'laid' END || n,
    'local', CASE WHEN n >= 7 THEN 'suffice-demo-9' ELSE 'local' END, 'real_estate',
    (ARRAY['hybrid', 'no_reuse'])[mod(n, 2) + 1], 'laid'
FROM generate_series(0, 8) AS n
"""


@pytest.fixture
def laid(server: DatabaseAddress) -> DatabaseAddress:
    """Nine conversations, two of them demo traffic, with 300 decisions nobody collected yet."""
    address = new_database(server, f"drawn_{uuid.uuid4().hex[:8]}", migrated=True)
    with psycopg.connect(**address.psycopg_kwargs(), autocommit=True) as connection:
        connection.execute(SESSIONS)
    lay(address, "a", 300)
    return address


def lay(address: DatabaseAddress, prefix: str, many: int) -> None:
    """So many decisions more."""
    with psycopg.connect(**address.psycopg_kwargs(), autocommit=True) as connection:
        connection.execute(LAID, (prefix, many))


def assert_the_same(address: DatabaseAddress) -> list[tuple[object, ...]]:
    """The totals are those of the decisions; which these are."""
    totals = read(address, TOTALS)
    assert totals == [pytest.approx(row) for row in read(address, themselves())]
    return totals


async def test_totals_are_those_of_the_decisions_however_they_were_collected(laid: DatabaseAddress) -> None:
    engines = [open_engine(laid, 1) for _ in range(2)]
    first, other = (RollupsRepository(engine) for engine in engines)
    await first.collect(0.0, batch=37)
    seen = assert_the_same(laid)
    assert len(seen) == 40, "ten figures of two variants, demo traffic apart"
    lay(laid, "b", 200)
    # Two processes at once: each in many small steps, into the same conversations.
    await asyncio.gather(first.collect(0.0, batch=7), other.collect(0.0, batch=11))
    after = assert_the_same(laid)
    assert after != seen
    assert await first.collect(0.0) == 0
    assert assert_the_same(laid) == after
    for engine in engines:
        await engine.dispose()


async def test_a_conversation_that_goes_takes_its_row_along_and_the_totals_stay(laid: DatabaseAddress) -> None:
    engine = open_engine(laid, 1)
    rollups = RollupsRepository(engine)
    await rollups.collect(0.0)
    before, rows = assert_the_same(laid), "SELECT session_id FROM session_sums ORDER BY session_id"
    there = read(laid, rows)
    assert ("laid0",) in there
    await SessionsRepository(engine).delete(LOCAL, "laid0")
    assert read(laid, rows) == [row for row in there if row != ("laid0",)]
    assert read(laid, TOTALS) == before
    assert read(laid, "SELECT 1 FROM arm_sums WHERE owner_id <> ''") == []
    lay(laid, "c", 100)
    assert await rollups.collect(0.0) > 80
    after = read(laid, TOTALS)
    sessions = [[row[6] for row in rows if row[5] == "elapsed_ms"] for rows in (before, after)]
    assert sessions[0] == sessions[1], "it is counted still, and nobody twice"
    await engine.dispose()


async def test_what_is_shown_is_filtered_by_pack_arm_and_demo_traffic(laid: DatabaseAddress) -> None:
    engine = open_engine(laid, 1)
    repositories = Repositories.over(engine)
    await repositories.rollups.collect(0.0)
    whole = await repositories.clusters.arms(LOCAL, Filter())
    parts = [await repositories.clusters.arms(LOCAL, Filter(demo=demo)) for demo in ("only", "without")]
    for key in whole:
        sums = [part[key]["elapsed_ms"] for part in parts]
        assert whole[key]["elapsed_ms"] == sums[0].plus(sums[1]) and min(each.sessions for each in sums) > 0
    assert await repositories.clusters.variants() == parts[1]
    assert list(await repositories.clusters.arms(LOCAL, Filter(arm="hybrid"))) == [("hybrid", "hybrid")]
    assert await repositories.clusters.arms(LOCAL, Filter(pack="handbook")) == {}
    assert await repositories.demo.forget_sums(LOCAL) > 0
    assert await repositories.clusters.arms(LOCAL, Filter()) == parts[1]
    assert read(laid, "SELECT 1 FROM session_sums WHERE demo") == []
    await engine.dispose()


async def test_the_sums_are_restored_and_those_of_before_are_counted(
    laid: DatabaseAddress, server: DatabaseAddress, tmp_path: Path
) -> None:
    engine = open_engine(laid, 1)
    await RollupsRepository(engine).collect(0.0)
    await engine.dispose()
    wanted, sessions = assert_the_same(laid), "SELECT * FROM session_sums ORDER BY session_id"
    backup(laid, tmp_path / "backup")
    address = new_database(server, f"{laid.database}_again", migrated=False)
    restore(address, tmp_path / "backup")
    assert read(address, TOTALS) == wanted and read(address, sessions) == read(laid, sessions)
    sync = create_engine("postgresql+psycopg://", connect_args=address.psycopg_kwargs(), poolclass=NullPool)
    config = alembic_config()
    with sync.connect() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0016")
        connection.commit()
    sync.dispose()
    upgrade(address)
    assert read(address, TOTALS) == [pytest.approx(row) for row in wanted]
    assert read(address, sessions) == read(laid, sessions)


KNOWN = """
INSERT INTO decision_truths (run_id, tenant_id, owner_id, session_id, day, pack, experiment, arm, variant, intent,
    model, data_types, demo, skipped, outcome, source, audited)
SELECT run_id, tenant_id, owner_id, session_id, day, pack, 'default', variant, variant, intent, 'rules', data_types,
    starts_with(owner_id, 'suffice-demo-'), true,
    CASE WHEN mod(search_ms, 3) = 0 THEN 'incorrect_skip' ELSE 'correct_skip' END,
    CASE WHEN mod(search_ms, 5) = 0 THEN 'person' WHEN mod(search_ms, 2) = 0 THEN 'label' ELSE 'audit' END,
    mod(search_ms, 7) > 1
FROM decisions WHERE decision <> 'search' AND overriding IS NULL
"""


async def test_wrong_reuse_is_counted_of_the_same_truths_as_its_rate(laid: DatabaseAddress) -> None:
    with psycopg.connect(**laid.psycopg_kwargs(), autocommit=True) as connection:
        connection.execute(KNOWN)
    engine = open_engine(laid, 1)
    repositories = Repositories.over(engine)
    seen = 0
    for chosen in (Filter(), Filter(demo="only"), Filter(arm="hybrid"), Filter(intent="nobodys")):
        rates = dict[tuple[str, str], list[Truths]]()
        for (arm, variant, source), each in (
            await repositories.labels.truths(LOCAL, chosen, ("arm", "variant"))
        ).items():
            if source in SAMPLED:
                rates.setdefault((arm, variant), []).append(each)
        found = await repositories.clusters.with_truths(LOCAL, chosen)
        assert {key: (hybrid["wrong_reuse"].total, hybrid["wrong_reuse"].turns) for key, hybrid in found.items()} == {
            key: (
                sum(each.incorrect_skip for each in truths),
                sum(each.correct_skip + each.incorrect_skip for each in truths),
            )
            for key, truths in rates.items()
        }
        seen += len(found)
    assert seen == 5, "two arms twice, then one"
    hybrid = (await repositories.clusters.wrong_reuse(LOCAL, Filter(arm="hybrid")))["hybrid", "hybrid"]["wrong_reuse"]
    by_hand = read(laid, OF_HYBRID)
    assert (hybrid.sessions, hybrid.turns_sq, hybrid.total_sq, hybrid.crossed) == by_hand[0]
    await engine.dispose()


OF_HYBRID = """
SELECT count(*)::int, sum(n * n)::float8, sum(x * x)::float8, sum(x * n)::float8 FROM (
    SELECT count(*) AS n, count(*) FILTER (WHERE outcome = 'incorrect_skip') AS x FROM decision_truths
    WHERE arm = 'hybrid' AND source <> 'person' AND (audited OR (demo AND source = 'label'))
    GROUP BY session_id) AS each
"""
