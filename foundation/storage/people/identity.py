"""API keys, the page's sign-ins, and which of them are still valid. Secrets are passed as SHA-256, never in clear."""

from __future__ import annotations

import uuid
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row, bindparam, delete, func, insert, or_, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from foundation.contracts.errors import NameTaken, UnknownKey
from foundation.contracts.identity import Principal, Role
from foundation.storage.database.erasure_guard import person_hash
from foundation.storage.database.repository import Repository, who
from foundation.storage.people.audit_log import Act, write
from foundation.storage.queue.notify import CHANNEL
from foundation.storage.tables.identity import api_keys, erased_people, sign_ins

USED_EVERY = timedelta(minutes=1)
"""`last_used_at` is not written more often than this."""


@dataclass(frozen=True)
class ApiKey:
    """A stored key, without the key."""

    key_id: str
    name: str
    principal: Principal
    key_hash: str
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None


@dataclass(frozen=True)
class NewKey:
    """What takes the place of a key."""

    key_hash: str
    roles: frozenset[Role]
    expires_at: datetime | None = None
    """None: when the other one would have ended."""


@dataclass(frozen=True)
class SignInRow:
    """A sign-in of the page."""

    principal: Principal
    expires_at: datetime
    key_hash: str | None
    """The key it was made from and ends with."""


@dataclass(frozen=True)
class Standing:
    """Which of the given credentials are still valid, and which people were erased when."""

    keys: frozenset[str]
    cookies: frozenset[str]
    erased: dict[str, datetime]
    """Person's hash -> when."""


_STANDS = api_keys.c.revoked_at.is_(None) & or_(
    api_keys.c.expires_at.is_(None), api_keys.c.expires_at > func.clock_timestamp()
)
_OPEN = sign_ins.c.expires_at > func.clock_timestamp()
_KEY = select(api_keys, (api_keys.c.last_used_at > func.clock_timestamp() - USED_EVERY).label("fresh")).where(
    api_keys.c.key_hash == bindparam("key_hash"), _STANDS
)
_USED = update(api_keys).where(api_keys.c.key_hash == bindparam("used")).values(last_used_at=func.clock_timestamp())
_SIGN_IN = select(sign_ins).where(sign_ins.c.cookie_hash == bindparam("cookie_hash"), _OPEN)
SIGN_INS = "sign-ins"
"""Announced when a sign-in ended, on the channel of all processes; a process that misses it polls every second."""
_TELL = select(func.pg_notify(CHANNEL, SIGN_INS))
_ERASED = text(
    "INSERT INTO erased_people (person_hash, tenant_id, owner_id, erased_at) "
    "VALUES (:person, 'erased', 'erased', clock_timestamp()) "
    "ON CONFLICT (person_hash) DO UPDATE SET erased_at = excluded.erased_at"
)


class IdentityRepository(Repository):
    """Finds the person of a secret. The methods that look a secret up take no Principal: they return it."""

    async def create_key(
        self, principal: Principal, name: str, key_hash: str, expires_at: datetime | None, act: Act | None = None
    ) -> ApiKey:
        """A key of this person's. Raises NameTaken while the tenant has a key of this name that is not revoked. `act`
        is written down with it."""
        values = {
            "key_id": uuid.uuid4().hex[:12],
            "name": name,
            "key_hash": key_hash,
            "roles": sorted(principal.roles),
            "expires_at": expires_at,
        }
        statement = insert(api_keys).values(**who(principal), **values).returning(api_keys)
        try:
            async with self._transaction() as connection:
                made = _key((await connection.execute(statement)).one())
                if act is not None:
                    await write(connection, replace(act, subject=made.key_id, about=made.principal.owner_id))
        except IntegrityError:
            raise NameTaken(f"There is a key named {name} already; revoke it or choose another name.") from None
        return made

    async def keys(self, tenant_id: str | None = None) -> list[ApiKey]:
        """Every key, oldest first; of one tenant, or of all."""
        statement = select(api_keys).order_by(api_keys.c.created_at, api_keys.c.key_id)
        if tenant_id is not None:
            statement = statement.where(api_keys.c.tenant_id == tenant_id)
        return [_key(row) for row in await self._all(statement)]

    async def revoke_key(self, tenant_id: str, named: str, act: Act | None = None) -> ApiKey:
        """Revokes by id, or by name when no valid key has this id; the key no longer signs in. Raises UnknownKey. `act`
        is logged with it."""
        open_ones = (api_keys.c.tenant_id == tenant_id) & api_keys.c.revoked_at.is_(None)
        # A key's name may equal another key's id: the id takes precedence.
        meant = (
            select(api_keys.c.key_id)
            .where(open_ones, or_(api_keys.c.key_id == named, api_keys.c.name == named))
            .order_by((api_keys.c.key_id == named).desc())
            .limit(1)
            .scalar_subquery()
        )
        statement = (
            update(api_keys)
            .where(open_ones, api_keys.c.key_id == meant)
            .values(revoked_at=func.clock_timestamp())
            .returning(api_keys)
        )
        async with self._transaction() as connection:
            row = (await connection.execute(statement)).first()
            if row is None:
                raise UnknownKey(f"There is no key {named} that is not revoked; `suffice keys list` shows them.")
            gone = _key(row)
            if act is not None:
                detail = {"name": gone.name, **act.detail}
                await write(connection, replace(act, subject=gone.key_id, about=gone.principal.owner_id, detail=detail))
            await connection.execute(_TELL)
        return gone

    async def replace_key(self, tenant_id: str, key_id: str, new: NewKey, act: Act) -> ApiKey:
        """Revokes a key and makes another of its name and person, in one transaction: there is no moment with both or
        neither. Raises UnknownKey. `act` is logged with it."""
        old = (api_keys.c.tenant_id == tenant_id) & (api_keys.c.key_id == key_id) & api_keys.c.revoked_at.is_(None)
        revoked = update(api_keys).where(old).values(revoked_at=func.clock_timestamp()).returning(api_keys)
        async with self._transaction() as connection:
            row = (await connection.execute(revoked)).first()
            if row is None:
                raise UnknownKey(
                    f"There is no key {key_id} that is not revoked; the list of keys shows which there are."
                )
            gone = _key(row)
            values = {
                "key_id": uuid.uuid4().hex[:12],
                "name": gone.name,
                "key_hash": new.key_hash,
                "roles": sorted(new.roles),
                "expires_at": new.expires_at or gone.expires_at,
            }
            statement = insert(api_keys).values(**who(gone.principal), **values).returning(api_keys)
            made = _key((await connection.execute(statement)).one())
            detail = {"name": gone.name, "old": _highest(gone), "new": _highest(made), "replaced": gone.key_id}
            await write(connection, replace(act, subject=made.key_id, about=gone.principal.owner_id, detail=detail))
            await connection.execute(_TELL)
        return made

    async def end_sign_ins(self, principal: Principal, act: Act | None = None) -> int:
        """Signs out all pages of a person; how many. Their keys stay valid. `act` is logged with it."""
        theirs = (sign_ins.c.tenant_id == principal.tenant_id) & (sign_ins.c.owner_id == principal.owner_id)
        async with self._transaction() as connection:
            ended = (await connection.execute(delete(sign_ins).where(theirs))).rowcount
            if act is not None:
                detail = {"sign_ins": ended, **act.detail}
                await write(connection, replace(act, about=principal.owner_id, detail=detail))
            await connection.execute(_TELL)
        return ended

    async def key(self, key_hash: str) -> ApiKey | None:
        """The key of this hash while it is valid; its last use is stored once a minute."""
        row = await self._first(_KEY, key_hash=key_hash)
        if row is None:
            return None
        if not row.fresh:
            await self._changed(_USED, used=key_hash)
        return _key(row)

    async def sign_in(self, principal: Principal, cookie_hash: str, lasts_s: int, key_hash: str | None) -> None:
        """Signs the page in as this person for `lasts_s` seconds."""
        values = {
            "cookie_hash": cookie_hash,
            "roles": sorted(principal.roles),
            "expires_at": func.clock_timestamp() + timedelta(seconds=lasts_s),
            "key_hash": key_hash,
        }
        await self._changed(insert(sign_ins).values(**who(principal), **values))

    async def signed_in(self, cookie_hash: str) -> SignInRow | None:
        """The sign-in of this cookie while it is valid."""
        row = await self._first(_SIGN_IN, cookie_hash=cookie_hash)
        return SignInRow(_principal(row), row.expires_at, row.key_hash) if row else None

    async def sign_out(self, cookie_hash: str) -> None:
        """Invalidates the cookie; idempotent."""
        await self._changed(delete(sign_ins).where(sign_ins.c.cookie_hash == cookie_hash))
        await self._first(_TELL)

    async def standing(self, keys: Collection[str], cookies: Collection[str], people: Collection[str]) -> Standing:
        """Which of these hashes are still valid: one connection and three statements for any number of them."""
        async with self._connected() as connection:
            standing_keys = await _column(
                connection, select(api_keys.c.key_hash).where(api_keys.c.key_hash.in_(keys), _STANDS)
            )
            standing_cookies = await _column(
                connection, select(sign_ins.c.cookie_hash).where(sign_ins.c.cookie_hash.in_(cookies), _OPEN)
            )
            gone = await connection.execute(
                select(erased_people.c.person_hash, erased_people.c.erased_at).where(
                    erased_people.c.person_hash.in_(people)
                )
            )
            return Standing(standing_keys, standing_cookies, {row.person_hash: row.erased_at for row in gone})


async def _column(connection: AsyncConnection, statement: Any) -> frozenset[str]:
    return frozenset((await connection.execute(statement)).scalars())


async def erase_identity(connection: AsyncConnection, principal: Principal) -> None:
    """Deletes the person's keys and sign-ins, and notifies every process to close their connections."""
    for table in (api_keys, sign_ins):
        await connection.execute(
            delete(table).where(table.c.tenant_id == principal.tenant_id, table.c.owner_id == principal.owner_id)
        )
    await connection.execute(_ERASED, {"person": person_hash(principal)})
    await connection.execute(_TELL)


def _principal(row: Row[Any]) -> Principal:
    roles = frozenset(Role(role) for role in row.roles)
    return Principal(tenant_id=row.tenant_id, owner_id=row.owner_id, roles=roles)


def _highest(key: ApiKey) -> str:
    """Its role, which includes those below."""
    return str(next(role for role in reversed(Role) if role in key.principal.roles))


def _key(row: Row[Any]) -> ApiKey:
    return ApiKey(
        key_id=row.key_id,
        name=row.name,
        principal=_principal(row),
        key_hash=row.key_hash,
        created_at=row.created_at,
        expires_at=row.expires_at,
        revoked_at=row.revoked_at,
        last_used_at=row.last_used_at,
    )
