"""The days' sums of truths are those of the truths themselves, whatever becomes of these; nothing is left of what was
erased, and a restored database has them again."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import psycopg
from alembic import command
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from foundation.contracts.identity import LOCAL
from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.database.migrate import alembic_config, upgrade
from foundation.storage.experiments.decision_filters import Filter
from foundation.storage.experiments.labels import Truths
from foundation.storage.people.maintenance import backup, restore
from tests.databases import new_database
from tests.service_agent.experiments.audit.test_auditor import PRICES
from tests.service_agent.experiments.conftest import Stage

AGAIN = "그 지역 평균 시세를 다시 요약해줘"
COUNTED = """
SELECT arm, source, outcome, sum(decisions)::int FROM truth_days WHERE outcome <> ''
GROUP BY 1, 2, 3 HAVING sum(decisions) <> 0 ORDER BY 1, 2, 3
"""
THEMSELVES = """
SELECT arm, CASE WHEN source <> 'person' AND NOT audited AND NOT (demo AND source = 'label') THEN source || '_chosen'
    ELSE source END, outcome, count(*)::int FROM decision_truths WHERE outcome IS NOT NULL
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""
HISTOGRAM = """
SELECT (SELECT coalesce(sum(one), 0) FROM unnest(CAST(sum(pivots) AS real[])) AS one)::int,
    (SELECT count(*)::int FROM decision_truths WHERE audited) FROM truth_days
"""


def read(address: DatabaseAddress, query: str) -> list[tuple[object, ...]]:
    """The query's rows."""
    with psycopg.connect(**address.psycopg_kwargs()) as connection:
        return connection.execute(query.encode()).fetchall()


def assert_the_same(address: DatabaseAddress) -> list[tuple[object, ...]]:
    """The sums are those of the truths; which these are."""
    counted = read(address, COUNTED)
    assert counted == read(address, THEMSELVES)
    ((audited, wanted),) = read(address, HISTOGRAM) or [(0, 0)]
    assert audited == wanted
    return counted


def by_source(sums: list[tuple[object, ...]]) -> Counter[tuple[object, str, object]]:
    """How many truths of each source, chosen or drawn: which it was, the table of before 0013 does not hold, and its
    upgrade guesses it from the share of the draw."""
    counts: Counter[tuple[object, str, object]] = Counter()
    for arm, source, outcome, decisions in sums:
        counts[arm, str(source).removesuffix("_chosen"), outcome] += int(str(decisions))
    return counts


async def test_sums_follow_labels_audits_and_erasure_settled_or_not(stage: Stage) -> None:
    labels = stage.service.services.experiments.repositories.labels
    session = await stage.session("hybrid")
    await stage.ask(session, PRICES)
    reused = (await stage.ask(session, AGAIN))["run_id"]
    address = f"/api/decisions/{reused}/label"
    seen = [assert_the_same(stage.database)]
    for outcome in ("wrong", "right", "unsure"):
        await stage.service.http.post(address, json={"outcome": outcome})
        seen.append(assert_the_same(stage.database))
        await labels.settle()
        assert assert_the_same(stage.database) == seen[-1], "settling changes no figure"
    assert len({tuple(each) for each in seen}) >= 3, "each word changed the sums"
    await stage.service.http.post(f"/api/decisions/{reused}/audit")
    before = assert_the_same(stage.database)
    assert await labels.settle() > 0
    assert await labels.settle() == 0, "nothing is fresh any more"
    assert read(stage.database, "SELECT 1 FROM truth_days WHERE fresh") == []
    keys = "day, pack, experiment, arm, intent, model, data_types, demo, outcome, source"
    ((rows, different),) = read(stage.database, f"SELECT count(*), count(DISTINCT ({keys})) FROM truth_days")
    assert rows == different, "one row a day and key"
    assert (await stage.service.http.delete(f"/api/sessions/{session}")).status_code < 300
    after = assert_the_same(stage.database)
    assert after != before
    await labels.settle()
    assert assert_the_same(stage.database) == after
    assert read(stage.database, "SELECT 1 FROM truth_days WHERE decisions <= 0") == []


async def test_what_the_repository_tells_is_what_the_truths_say(stage: Stage) -> None:
    session = await stage.session("supervisor_only")
    await stage.ask(session, PRICES)
    run = (await stage.ask(session, AGAIN))["run_id"]
    labels = stage.service.services.experiments.repositories.labels
    before = (await labels.truths(LOCAL, Filter(arm="supervisor_only"), ("data_type",))).get(
        ("market", "label_chosen"), Truths()
    )
    await stage.service.http.post(f"/api/decisions/{run}/label", json={"outcome": "wrong"})
    after = (await labels.truths(LOCAL, Filter(arm="supervisor_only"), ("data_type",)))["market", "label_chosen"]
    assert after == before.plus(Truths(incorrect_skip=1))
    assert (await labels.truths(LOCAL, Filter(arm="nobodys"), ("data_type",))) == {}


async def test_a_restored_database_has_the_sums_again(stage: Stage, server: DatabaseAddress, tmp_path: Path) -> None:
    assert assert_the_same(stage.database), "there are truths by now"
    backup(stage.database, tmp_path / "backup")
    address = new_database(server, f"truths_{tmp_path.name[-6:].lower().replace('-', '_')}", migrated=False)
    restore(address, tmp_path / "backup")
    # Not the sums of the service: it goes on auditing meanwhile what earlier tests have left to it.
    restored = assert_the_same(address)
    assert restored
    decisions = "SELECT run_id FROM decisions ORDER BY 1"
    assert read(address, decisions) == read(stage.database, decisions), "no decision was lost"
    engine = create_engine("postgresql+psycopg://", connect_args=address.psycopg_kwargs(), poolclass=NullPool)
    config = alembic_config()
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0011")
        connection.commit()
    engine.dispose()
    upgrade(address)
    again = by_source(assert_the_same(address))
    assert again == by_source(restored), "truths from before the table are counted"
