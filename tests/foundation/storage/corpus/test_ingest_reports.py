"""Reports of ingests: the newest of each origin, of one tenant, gone with the person who uploaded."""

from __future__ import annotations

import pytest

from foundation.contracts.errors import SignInEnded
from foundation.storage.corpus.ingest_reports import IngestReports, KeptReport
from foundation.storage.database.clock import DatabaseClock
from foundation.storage.people.person import PeopleRepository
from tests.foundation.storage.desk import Desk

COUNTS = {"law": {"added": 1, "changed": 0, "removed": 0, "unchanged": 0}}


async def test_the_newest_report_of_an_origin_takes_the_place_of_the_last(desk: Desk) -> None:
    reports = IngestReports(desk.engine)
    await reports.keep(desk.principal, "p", KeptReport("/files", COUNTS, ["a.pdf: damaged"]))
    await reports.keep(desk.principal, "p", KeptReport("upload:b.md", {}, []))
    await reports.keep(desk.principal, "p", KeptReport("/files", COUNTS, []))
    found = await reports.of(desk.principal, "p")
    assert [(one.origin, list(one.left_out)) for one in found] == [("/files", []), ("upload:b.md", [])]
    assert found[0].sources == COUNTS
    assert found[0].updated_at is not None
    assert await reports.of(desk.principal.model_copy(update={"tenant_id": "elsewhere"}), "p") == []
    assert await reports.of(desk.principal, "other") == []


async def test_an_erased_persons_uploads_take_their_reports_along(desk: Desk) -> None:
    reports, ann = IngestReports(desk.engine), desk.principal.model_copy(update={"owner_id": "ann"})
    began = await DatabaseClock(desk.engine).now()
    await reports.keep(ann, "p", KeptReport("upload:mine.md", COUNTS, []))
    await reports.keep(ann, "p", KeptReport("/folder", COUNTS, []))
    await PeopleRepository(desk.engine).erase(ann)
    assert [one.origin for one in await reports.of(desk.principal, "p")] == ["/folder"]
    assert not await PeopleRepository(desk.engine).known(ann)
    with pytest.raises(SignInEnded):
        await reports.since(began).keep(ann, "p", KeptReport("upload:late.md", {}, []))
