"""What a turn starts from is read at once, and is its person's and its tenant's alone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from foundation.contracts.identity import Principal
from foundation.storage.conversations.evidence import EvidenceRepository
from foundation.storage.corpus.documents import CorpusRepository
from foundation.storage.corpus.rows import RowsRepository
from foundation.storage.database.clock import DatabaseClock
from foundation.storage.experiments.declared import ExperimentsRepository, NewExperiment
from foundation.storage.people.person import PeopleRepository
from foundation.storage.records import Opening, PersonSettings, TableRow
from tests.foundation.storage.batches import batch
from tests.foundation.storage.desk import Desk


async def opening(desk: Desk, principal: Principal | None = None, pack: str = "real_estate") -> Opening:
    session = await desk.session()
    return await desk.openings.read(principal or desk.principal, session.session_id, pack, ["market"])


async def test_a_person_who_set_nothing_in_a_new_session_starts_from_defaults(desk: Desk) -> None:
    found = await opening(desk, pack="empty")
    assert (found.person, found.versions, found.ledger) == (PersonSettings(), {}, ())
    assert abs(found.now - await DatabaseClock(desk.engine).now()) < timedelta(seconds=60)


@pytest.mark.parametrize(
    "settings",
    [PersonSettings(12.5, "en", ask=False), PersonSettings(None, None, ask=True), PersonSettings(0.0, "ko", ask=True)],
)
async def test_what_a_person_set_is_there(desk: Desk, stranger: Principal, settings: PersonSettings) -> None:
    await PeopleRepository(desk.engine).save(desk.principal, settings)
    assert (await opening(desk)).person == settings
    assert (await opening(desk, stranger)).person == PersonSettings()


async def test_versions_are_those_the_repositories_tell(desk: Desk, stranger: Principal) -> None:
    rows, corpus = RowsRepository(desk.engine), CorpusRepository(desk.engine)
    await rows.upsert_rows(desk.principal, "real_estate", "trades", [TableRow("1", "h", {"a": 1})])
    version = await rows.version(desk.principal, "real_estate", "trades")
    found = await opening(desk)
    assert found.versions == {("table", "trades"): version}
    assert found.versions_of("table") == {"trades": version}
    assert found.versions_of("corpus") == await corpus.versions(desk.principal, "real_estate") == {}
    assert (await opening(desk, pack="handbook")).versions == {}
    assert (await opening(desk, stranger)).versions == {}


async def test_a_ledger_nobody_can_read_costs_a_search_and_not_the_turn(desk: Desk) -> None:
    run = await desk.working()
    await EvidenceRepository(desk.engine).add(run, batch(run))
    await desk.sql("UPDATE evidence SET kind = 'hearsay' WHERE run_id = :id", id=run.run_id)
    with capture_logs() as logs:
        assert await desk.ledger(run.session_id) == ()
    assert [line["event"] for line in logs] == ["ledger_unreadable"]


async def test_a_session_keeps_its_arm_when_the_experiment_has_ended_and_says_so(desk: Desk) -> None:
    experiments = ExperimentsRepository(desk.engine)
    now = await DatabaseClock(desk.engine).now()
    arm = {"name": "low", "variant": "hybrid", "weight": 1}
    name = (await experiments.declare(desk.principal, NewExperiment("opened", "endless", [arm], 0.01, now, None))).name
    session = await desk.sessions.create(desk.principal, "endless", "hybrid", drawn=(name, "low"))
    found_at: list[tuple[str | None, object, bool]] = []
    for step in (None, experiments.end):
        if step is not None:
            await step(desk.principal, name)
        found = await desk.openings.read(desk.principal, session.session_id, "endless", ["market"])
        found_at.append((found.experiment, found.arm, found.experiment_ended))
    assert found_at == [(name, arm, False), (name, arm, True)]
    assert not (await opening(desk)).experiment_ended, "in none there is nothing to end"
