"""What administrators see of people: figures, by tenant, and nothing anybody said."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.identity import Principal
from foundation.storage.conversations.sessions import SessionsRepository
from foundation.storage.people.identity import IdentityRepository
from foundation.storage.people.spending import Spender, SpendingRepository, Spent
from foundation.storage.people.standing import PeopleStanding


async def test_people_are_counted_with_what_they_have_and_used(
    engine: AsyncEngine, principal: Principal, colleague: Principal
) -> None:
    keys, sessions = IdentityRepository(engine), SessionsRepository(engine)
    for _ in range(2):
        await sessions.create(principal, "real_estate", "hybrid", uuid.uuid4().hex)
    await keys.create_key(principal, "good", uuid.uuid4().hex, None)
    await keys.create_key(principal, "over", uuid.uuid4().hex, datetime.now(UTC) - timedelta(days=1))
    await keys.sign_in(colleague, uuid.uuid4().hex, 60, None)
    await SpendingRepository(engine).add({Spender.of(principal): Spent(70, 1_500_000)})
    standing = PeopleStanding(engine)
    found = {one.owner_id: one for one in await standing.people(principal, "", "", 50)}
    mine, theirs = found[principal.owner_id], found[colleague.owner_id]
    assert (mine.sessions, mine.keys, mine.sign_ins, mine.tokens_today, mine.micros_month) == (2, 1, 0, 70, 1_500_000)
    assert mine.last_used is not None
    assert (theirs.sessions, theirs.keys, theirs.sign_ins, theirs.last_used) == (0, 0, 1, None)
    totals = await standing.totals(principal)
    assert (totals.people, totals.sessions, totals.keys, totals.sign_ins, totals.tokens_month) == (2, 2, 1, 1, 70)


async def test_names_are_found_anywhere_in_them_and_read_page_by_page(
    engine: AsyncEngine, principal: Principal
) -> None:
    people = [Principal(tenant_id=principal.tenant_id, owner_id=name) for name in ("Ann_1", "bob%", "joanna")]
    for one in people:
        await SessionsRepository(engine).create(one, "real_estate", "hybrid", uuid.uuid4().hex)
    standing = PeopleStanding(engine)

    async def named(sought: str, after: str = "", limit: int = 50) -> list[str]:
        return [one.owner_id for one in await standing.people(principal, sought, after, limit)]

    assert await named("ann") == ["Ann_1", "joanna"]
    assert await named("%") == ["bob%"]
    assert await named("", limit=2) == ["Ann_1", "bob%"]
    assert await named("", after="bob%") == ["joanna"]


async def test_another_tenants_people_are_not_there(engine: AsyncEngine, principal: Principal) -> None:
    other = Principal(tenant_id=f"{principal.tenant_id}-other", owner_id="elsewhere")
    await SessionsRepository(engine).create(other, "real_estate", "hybrid", uuid.uuid4().hex)
    assert [one.owner_id for one in await PeopleStanding(engine).people(principal, "", "", 50)] == []
    assert (await PeopleStanding(engine).totals(principal)).people == 0


async def test_tables_are_listed_by_their_size(engine: AsyncEngine) -> None:
    tables = await PeopleStanding(engine).tables(5)
    assert len(tables) == 5
    assert [one.size for one in tables] == sorted((one.size for one in tables), reverse=True)
