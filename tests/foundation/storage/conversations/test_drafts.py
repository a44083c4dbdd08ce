"""Drafted documents and attachments: for their person alone, written once, gone with the conversation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from foundation.contracts.drafting import DocumentVersion, UnknownDraft
from foundation.contracts.errors import Fenced, UnknownSession
from foundation.contracts.identity import Principal
from foundation.storage.conversations.drafts import DraftsRepository
from foundation.storage.conversations.sessions import SessionsRepository
from foundation.storage.people.person import PeopleRepository
from foundation.storage.queue.snapshots import OpeningsRepository
from tests.foundation.storage.desk import Desk

STRANGER = Principal(tenant_id="elsewhere", owner_id="somebody")
LEASE = DocumentVersion(
    document_id="00000000-0000-5000-8000-000000000001",
    template="housing_lease",
    title="계약서",
    language="ko",
    fields={"deposit": "200000000"},
    clauses=("pets",),
    terms=("약속",),
    markdown="# 계약서\x00",
)


async def test_a_version_comes_back_as_it_was(desk: Desk) -> None:
    run, drafts = await desk.working(), DraftsRepository(desk.engine)
    await drafts.keep(run, LEASE)
    (kept,) = await drafts.versions(desk.principal, LEASE.document_id)
    assert kept.document == LEASE.model_copy(update={"markdown": kept.document.markdown})
    assert (kept.session_id, kept.approved_at) == (run.session_id, None)
    assert await drafts.newest(desk.principal, run.session_id) == kept.document


async def test_a_run_that_begins_again_writes_its_version_once(desk: Desk) -> None:
    run, drafts = await desk.working(), DraftsRepository(desk.engine)
    for markdown in ("first", "second"):
        await drafts.keep(run, LEASE.model_copy(update={"markdown": markdown}))
    assert [one.document.markdown for one in await drafts.versions(desk.principal, LEASE.document_id)] == ["second"]


async def test_whoever_lost_the_run_writes_nothing(desk: Desk) -> None:
    run, drafts = await desk.working(), DraftsRepository(desk.engine)
    with pytest.raises(Fenced):
        await drafts.keep(replace(run, attempt=run.attempt + 1), LEASE)
    with pytest.raises(UnknownDraft):
        await drafts.versions(desk.principal, LEASE.document_id)


async def test_an_approved_version_stays_as_it_is(desk: Desk) -> None:
    run, drafts = await desk.working(), DraftsRepository(desk.engine)
    await drafts.keep(run, LEASE)
    await drafts.approve(desk.principal, LEASE.document_id, 1)
    (first,) = await drafts.versions(desk.principal, LEASE.document_id)
    await drafts.approve(desk.principal, LEASE.document_id, 1)
    with pytest.raises(Fenced):
        await drafts.keep(run, LEASE.model_copy(update={"markdown": "other"}))
    assert await drafts.versions(desk.principal, LEASE.document_id) == [first]
    with pytest.raises(UnknownDraft):
        await drafts.approve(desk.principal, LEASE.document_id, 2)


async def test_nothing_of_it_exists_for_somebody_else(desk: Desk) -> None:
    run, drafts = await desk.working(), DraftsRepository(desk.engine)
    await drafts.keep(run, LEASE)
    await drafts.attach(desk.principal, run.session_id, "a.txt", "words")
    assert await drafts.newest(STRANGER, run.session_id) is None
    assert await drafts.attached(STRANGER, run.session_id) == []
    for work in (drafts.versions(STRANGER, LEASE.document_id), drafts.approve(STRANGER, LEASE.document_id, 1)):
        with pytest.raises(UnknownDraft):
            await work
    with pytest.raises(UnknownSession):
        await drafts.attach(STRANGER, run.session_id, "a.txt", "words")


async def test_everything_goes_with_its_conversation_and_its_person(desk: Desk) -> None:
    run, drafts = await desk.working(), DraftsRepository(desk.engine)
    await drafts.keep(run, LEASE)
    await drafts.attach(desk.principal, run.session_id, "a.txt", "words")
    await SessionsRepository(desk.engine).delete(desk.principal, run.session_id)
    assert await drafts.attached(desk.principal, run.session_id) == []
    with pytest.raises(UnknownDraft):
        await drafts.versions(desk.principal, LEASE.document_id)
    again = await desk.working()
    await drafts.keep(again, LEASE)
    people = PeopleRepository(desk.engine)
    await people.erase(desk.principal)
    assert not await people.known(desk.principal)


async def test_what_is_attached_can_be_taken_off(desk: Desk) -> None:
    run, drafts = await desk.working(), DraftsRepository(desk.engine)
    first = await drafts.attach(desk.principal, run.session_id, "a.txt", "one\x00")
    await drafts.attach(desk.principal, run.session_id, "b.txt", "two")
    assert {one.name for one in await drafts.attached(desk.principal, run.session_id)} == {"a.txt", "b.txt"}
    await drafts.detach(desk.principal, run.session_id, first)
    assert [one.name for one in await drafts.attached(desk.principal, run.session_id)] == ["b.txt"]
    with pytest.raises(UnknownDraft):
        await drafts.detach(desk.principal, run.session_id, first)


async def test_passages_of_a_file_are_its_persons_alone_and_go_with_it(desk: Desk) -> None:
    run, drafts = await desk.working(), DraftsRepository(desk.engine)
    places: list[dict[str, int | str]] = [{"page": 2}, {}]
    passages = (("a.pdf", "One.\x00", 0, 4, places[0]), ("a.pdf", "Two.", 5, 9, places[1]))
    await drafts.attach(desk.principal, run.session_id, "a.pdf", "One. Two.", passages)
    await drafts.attach(desk.principal, run.session_id, "b.txt", "words")
    kept = {one.name: one.passages for one in await drafts.passages(desk.principal, run.session_id)}
    assert kept == {"a.pdf": (("a.pdf", "One.\ufffd", 0, 4, {"page": 2}), ("a.pdf", "Two.", 5, 9, {})), "b.txt": ()}
    assert await drafts.passages(STRANGER, run.session_id) == []
    opening = await OpeningsRepository(desk.engine).read(desk.principal, run.session_id, "real_estate", ["upload"])
    assert [name for _, name in opening.attached] == ["b.txt", "a.pdf"]
    others = await OpeningsRepository(desk.engine).read(STRANGER, run.session_id, "real_estate", ["upload"])
    assert others.attached == ()
    await PeopleRepository(desk.engine).erase(desk.principal)
    assert await drafts.passages(desk.principal, run.session_id) == []
