"""The audit log in the database: rows stay as they were written, but for erasing and retention."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.identity import LOCAL, Principal
from foundation.storage.people.audit_log import NOBODY, Act, AuditLogRepository, Entry, Wanted, open_path
from foundation.storage.people.person import PeopleRepository
from foundation.storage.people.retention import Keep, prune

KEPT = Keep(None, None, None, None, None, None, None, None, timedelta(days=60))
BACK = "UPDATE audit_log SET at = at - make_interval(days => :days) WHERE tenant_id = :tenant"


def act(principal: Principal, action: str = "key_made", **more: Any) -> Act:
    return Act(action, principal.tenant_id, principal.owner_id, "key", origin="192.0.2.7", **more)


async def listed(engine: AsyncEngine, principal: Principal, **wanted: Any) -> list[Entry]:
    return await AuditLogRepository(engine).page(principal, Wanted(**wanted))


async def aged(engine: AsyncEngine, principal: Principal, days: int) -> None:
    """Rows as if they were written so long ago: as the superuser that owns the table may, its triggers switched off."""
    async with engine.begin() as connection:
        await connection.execute(text("ALTER TABLE audit_log DISABLE TRIGGER keep_rows"))
        await connection.execute(text(BACK), {"days": days, "tenant": principal.tenant_id})
        await connection.execute(text("ALTER TABLE audit_log ENABLE TRIGGER keep_rows"))


async def test_a_row_says_who_what_when_from_where_and_how_it_ended(engine: AsyncEngine, principal: Principal) -> None:
    log = AuditLogRepository(engine)
    await log.add(act(principal, subject="k1", about="ann", detail={"role": "admin"}))
    await log.add(act(principal, "key_revoked", result="refused", code="missing_role"))
    newest, oldest = await listed(engine, principal)
    assert (newest.action, newest.result, newest.code) == ("key_revoked", "refused", "missing_role")
    assert (oldest.owner_id, oldest.way, oldest.origin) == (principal.owner_id, "key", "192.0.2.7")
    assert (oldest.subject, oldest.about, oldest.detail) == ("k1", "ann", {"role": "admin"})
    assert oldest.entry_id < newest.entry_id
    assert await log.actions(principal) == ["key_made", "key_revoked"]


async def test_rows_are_found_by_each_filter_and_page_by_page(engine: AsyncEngine, principal: Principal) -> None:
    log = AuditLogRepository(engine)
    for number in range(5):
        await log.add(act(principal, f"act_{number % 2}", about=f"p{number}"))
    everything = await listed(engine, principal)
    assert [one.about for one in everything] == ["p4", "p3", "p2", "p1", "p0"]
    assert [one.about for one in await listed(engine, principal, action="act_1")] == ["p3", "p1"]
    assert [one.about for one in await listed(engine, principal, person="p2")] == ["p2"]
    assert len(await listed(engine, principal, person=principal.owner_id)) == 5
    assert await listed(engine, principal, result="failed") == []
    rest = await listed(engine, principal, before=everything[1].entry_id, limit=2)
    assert [one.about for one in rest] == ["p2", "p1"]
    at = everything[2].at
    assert [one.about for one in await listed(engine, principal, since=at)] == ["p4", "p3", "p2"]
    assert [one.about for one in await listed(engine, principal, until=at)] == ["p1", "p0"]


async def test_another_tenant_sees_nothing_and_the_services_own_sees_nobodys(
    engine: AsyncEngine, principal: Principal
) -> None:
    other = Principal(tenant_id=f"{principal.tenant_id}-other", owner_id=principal.owner_id)
    await AuditLogRepository(engine).add(act(principal))
    await AuditLogRepository(engine).add(Act("sign_in", NOBODY, NOBODY, "none", "refused", "198.51.100.9"))
    assert await listed(engine, other) == []
    assert [one.action for one in await listed(engine, principal)] == ["key_made"]
    assert "198.51.100.9" in {one.origin for one in await listed(engine, LOCAL)}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit_log SET result = 'done'",
        "UPDATE audit_log SET owner_id = 'erased-0123456789ab'",
        "DELETE FROM audit_log",
        "TRUNCATE audit_log",
    ],
)
async def test_the_database_refuses_to_change_a_row(engine: AsyncEngine, principal: Principal, statement: str) -> None:
    await AuditLogRepository(engine).add(act(principal))
    with pytest.raises(DBAPIError, match="append-only"):
        async with engine.begin() as connection:
            await connection.execute(text(statement))
    assert len(await listed(engine, principal)) == 1


@pytest.mark.parametrize(
    ("path", "statement"),
    [
        ("erasure", "UPDATE audit_log SET action = 'nothing'"),
        ("erasure", "UPDATE audit_log SET owner_id = 'somebody-else'"),
        ("erasure", "UPDATE audit_log SET at = now()  - interval '1 hour'"),
        ("erasure", 'UPDATE audit_log SET detail = \'{"role": "person"}\''),
        ("erasure", "DELETE FROM audit_log"),
        ("retention", "DELETE FROM audit_log"),
        ("retention", "UPDATE audit_log SET owner_id = 'erased-0123456789ab'"),
    ],
)
async def test_each_way_past_the_trigger_leads_only_where_it_must(
    engine: AsyncEngine, principal: Principal, path: Any, statement: str
) -> None:
    await AuditLogRepository(engine).add(act(principal))
    before = await listed(engine, principal)
    with pytest.raises(DBAPIError, match="append-only"):
        async with engine.begin() as connection:
            await open_path(connection, path)
            await connection.execute(text(statement))
    assert await listed(engine, principal) == before


async def test_an_erased_person_becomes_one_pseudonym_in_all_rows(
    engine: AsyncEngine, principal: Principal, colleague: Principal
) -> None:
    log = AuditLogRepository(engine)
    await log.add(act(colleague, "document_added", subject="real_estate", detail={"file": "of-theirs.pdf"}))
    await log.add(act(principal, "key_made", subject="k9", about=colleague.owner_id, detail={"name": "their-laptop"}))
    await log.add(act(principal, "experiment_ended", subject="autumn"))
    await PeopleRepository(engine).erase(colleague, act(principal, "person_erased", about=colleague.owner_id))
    erased, ended, made, added = await listed(engine, principal)
    assert erased.about == made.about == added.owner_id
    assert added.owner_id.startswith("erased-")
    assert (added.action, added.subject, added.origin, added.detail) == ("document_added", "real_estate", "", {})
    assert (made.owner_id, made.origin, made.subject, made.detail) == (principal.owner_id, "192.0.2.7", "k9", {})
    assert (erased.owner_id, ended.subject, ended.origin) == (principal.owner_id, "autumn", "192.0.2.7")
    assert not await PeopleRepository(engine).known(colleague)


async def test_whoever_erases_themselves_is_not_named_by_that(engine: AsyncEngine, principal: Principal) -> None:
    await AuditLogRepository(engine).add(act(principal, "key_used"))
    await PeopleRepository(engine).erase(principal, act(principal, "person_erased"))
    erased, used = await listed(engine, principal)
    assert erased.owner_id == erased.about == used.owner_id != principal.owner_id
    assert erased.origin == used.origin == ""


async def test_what_somebody_began_before_they_were_erased_does_not_name_them(
    engine: AsyncEngine, principal: Principal
) -> None:
    await PeopleRepository(engine).erase(principal)
    await AuditLogRepository(engine).add(act(principal, "slow", detail={"file": "theirs"}, lasted_s=60.0))
    await AuditLogRepository(engine).add(act(principal, "later"))
    later, slow = await listed(engine, principal)
    assert (slow.owner_id, slow.origin, slow.detail) == ("erased", "", {})
    assert later.owner_id == principal.owner_id, "whoever comes back is somebody again"


async def test_once_a_day_is_once_for_who_what_and_where(engine: AsyncEngine, principal: Principal) -> None:
    log = AuditLogRepository(engine)
    for _ in range(2):
        await log.add(act(principal, "key_used"), once_a_day=True)
    await log.add(Act("key_used", principal.tenant_id, principal.owner_id, "key", origin="192.0.2.8"), once_a_day=True)
    assert [one.origin for one in await listed(engine, principal)] == ["192.0.2.8", "192.0.2.7"]
    await aged(engine, principal, 2)
    await log.add(act(principal, "key_used"), once_a_day=True)
    assert len(await listed(engine, principal)) == 3


async def test_retention_removes_old_rows_and_leaves_one_that_says_so(
    engine: AsyncEngine, principal: Principal
) -> None:
    log = AuditLogRepository(engine)
    await log.add(act(principal, "old"))
    await aged(engine, principal, 61)
    await log.add(act(principal, "new"))
    assert (await prune(engine, KEPT))["audit_log"] >= 1
    assert [one.action for one in await listed(engine, principal)] == ["new"]
    (said, *_) = await listed(engine, LOCAL, action="audit_log_pruned")
    assert (said.way, said.detail["days"]) == ("service", 60)
    assert said.detail["rows"] >= 1


async def test_no_retention_takes_what_is_younger_than_a_month(engine: AsyncEngine, principal: Principal) -> None:
    await AuditLogRepository(engine).add(act(principal))
    await aged(engine, principal, 20)
    await prune(engine, Keep(None, None, None, None, None, None, None, None, timedelta(days=1)))
    await prune(engine, Keep.for_all(timedelta(0)))
    assert len(await listed(engine, principal)) == 1


async def test_rows_written_side_by_side_all_stand_there(engine: AsyncEngine, principal: Principal) -> None:
    log = AuditLogRepository(engine)
    await asyncio.gather(*(log.add(act(principal, about=f"p{number}")) for number in range(20)))
    assert {one.about for one in await listed(engine, principal)} == {f"p{number}" for number in range(20)}
