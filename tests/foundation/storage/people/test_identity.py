"""Keys, sign-ins and what stands of them."""

from __future__ import annotations

import asyncio
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.errors import UnknownKey
from foundation.contracts.identity import LOCAL, Principal, Role, roles_up_to
from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.database.erasure_guard import person_hash
from foundation.storage.people.audit_log import Act
from foundation.storage.people.identity import SIGN_INS, IdentityRepository, NewKey
from foundation.storage.people.person import PeopleRepository
from foundation.storage.queue.notify import Listener


def a_hash() -> str:
    return uuid.uuid4().hex * 2


def test_whoever_may_more_may_the_less() -> None:
    assert [roles_up_to(role) for role in Role] == [
        {Role.PERSON},
        {Role.PERSON, Role.OPERATOR},
        {Role.PERSON, Role.OPERATOR, Role.ADMIN},
    ]
    assert LOCAL.roles == roles_up_to(Role.ADMIN)


def test_people_are_not_taken_for_one_another_wherever_their_names_are_cut() -> None:
    people = [("a", "bc"), ("ab", "c"), ("", "abc"), ("a:b", "c"), ("a", "b:c"), ("1:a", "b")]
    hashes = {person_hash(Principal(tenant_id=tenant, owner_id=owner)) for tenant, owner in people}
    assert len(hashes) == len(people)


async def test_a_keys_use_is_noted_once_a_minute(engine: AsyncEngine, principal: Principal) -> None:
    stored, key_hash = IdentityRepository(engine), a_hash()
    made = await stored.create_key(principal, "a", key_hash, None)
    await stored.key(key_hash)
    (first,) = await stored.keys(principal.tenant_id)
    await stored.key(key_hash)
    (second,) = await stored.keys(principal.tenant_id)
    assert first.last_used_at == second.last_used_at is not None
    async with engine.begin() as connection:
        await connection.execute(
            text("UPDATE api_keys SET last_used_at = last_used_at - interval '2 minutes' WHERE key_id = :key_id"),
            {"key_id": made.key_id},
        )
    await stored.key(key_hash)
    (third,) = await stored.keys(principal.tenant_id)
    assert third.last_used_at is not None
    assert first.last_used_at is not None
    assert third.last_used_at >= first.last_used_at


async def test_a_key_named_like_anothers_id_is_not_revoked_with_it(engine: AsyncEngine, principal: Principal) -> None:
    stored = IdentityRepository(engine)
    first = await stored.create_key(principal, "first", a_hash(), None)
    second = await stored.create_key(principal, first.key_id, a_hash(), None)
    for meant in (first, second):
        assert await stored.key(meant.key_hash) is not None
        assert (await stored.revoke_key(principal.tenant_id, first.key_id)).key_id == meant.key_id
        assert await stored.key(meant.key_hash) is None
    with pytest.raises(UnknownKey):
        await stored.revoke_key(principal.tenant_id, first.key_id)


async def test_one_question_tells_what_stands_of_many(
    engine: AsyncEngine, principal: Principal, colleague: Principal
) -> None:
    stored = IdentityRepository(engine)
    good, over, revoked, unknown = (a_hash() for _ in range(4))
    cookie, old = a_hash(), a_hash()
    await stored.create_key(principal, "good", good, None)
    await stored.create_key(principal, "over", over, datetime.now(UTC) - timedelta(seconds=5))
    await stored.create_key(principal, "revoked", revoked, None)
    await stored.revoke_key(principal.tenant_id, "revoked")
    await stored.sign_in(principal, cookie, 60, good)
    await stored.sign_in(principal, old, -5, None)
    gone = person_hash(colleague)
    await PeopleRepository(engine).erase(colleague)
    standing = await stored.standing(
        {good, over, revoked, unknown}, {cookie, old, unknown}, {gone, person_hash(principal)}
    )
    assert (standing.keys, standing.cookies, set(standing.erased)) == ({good}, {cookie}, {gone})
    assert await stored.signed_in(old) is None
    row = await stored.signed_in(cookie)
    assert row is not None
    assert (row.principal, row.key_hash) == (principal, good)


async def test_what_is_kept_of_somebody_erased_does_not_name_them(
    engine: AsyncEngine, principal: Principal, colleague: Principal
) -> None:
    stored, theirs, anothers = IdentityRepository(engine), a_hash(), a_hash()
    await stored.create_key(principal, "theirs", theirs, None)
    await stored.create_key(colleague, "another's", anothers, None)
    await stored.sign_in(principal, theirs, 60, None)
    await PeopleRepository(engine).erase(principal)
    assert await stored.key(theirs) is None
    assert await stored.signed_in(theirs) is None
    assert await stored.key(anothers) is not None
    async with engine.connect() as connection:
        found = await connection.execute(text("SELECT erased_people::text FROM erased_people"))
        assert not [row for row in found.scalars() if principal.owner_id in row or principal.tenant_id in row]


async def test_every_process_hears_when_a_sign_in_ends(
    engine: AsyncEngine, principal: Principal, database: DatabaseAddress
) -> None:
    stored = IdentityRepository(engine)
    await stored.create_key(principal, "a", a_hash(), None)
    async with Listener(database) as listener, listener.subscribe(SIGN_INS) as woken:
        for end in (
            stored.revoke_key(principal.tenant_id, "a"),
            stored.sign_out(a_hash()),
            PeopleRepository(engine).erase(principal),
        ):
            woken.clear()
            await end
            async with asyncio.timeout(20):
                await woken.wait()


async def test_a_replaced_key_ends_where_the_new_one_begins(engine: AsyncEngine, principal: Principal) -> None:
    stored, old, new = IdentityRepository(engine), a_hash(), a_hash()
    ends = datetime.now(UTC) + timedelta(days=3)
    act = Act("key_replaced", principal.tenant_id, "boss", "page")
    made = await stored.create_key(principal, "nightly", old, ends)
    other = await stored.replace_key(principal.tenant_id, made.key_id, NewKey(new, roles_up_to(Role.OPERATOR)), act)
    assert (other.name, other.principal.owner_id, other.expires_at) == ("nightly", principal.owner_id, ends)
    assert other.principal.roles == roles_up_to(Role.OPERATOR)
    assert await stored.key(old) is None
    assert await stored.key(new) is not None
    for gone in (made.key_id, "never-there"):
        with pytest.raises(UnknownKey):
            await stored.replace_key(principal.tenant_id, gone, NewKey(a_hash(), roles_up_to(Role.ADMIN)), act)
    with pytest.raises(UnknownKey):
        await stored.replace_key("elsewhere", other.key_id, NewKey(a_hash(), roles_up_to(Role.ADMIN)), act)
    assert await stored.key(new) is not None
