"""What model calls cost, per day: one row for each person and one for their tenant together. Days are UTC's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import BigInteger, Integer, Text

from foundation.contracts.identity import Principal
from foundation.storage.database.erasure_guard import person_hash
from foundation.storage.database.repository import Repository, who

TENANT = ""
"""The owner of a tenant's own row; no person has this id."""


@dataclass(frozen=True)
class Spent:
    """Tokens, and money in millionths of the operator's currency."""

    tokens: int = 0
    micros: int = 0

    def __add__(self, other: Spent) -> Spent:
        return Spent(self.tokens + other.tokens, self.micros + other.micros)

    def __sub__(self, other: Spent) -> Spent:
        return Spent(self.tokens - other.tokens, self.micros - other.micros)


@dataclass(frozen=True)
class Spender:
    """The person who spent, and the time when they were known to exist."""

    tenant_id: str
    owner_id: str
    since: datetime | None = None
    """The database's time when their question was accepted: if they have been erased since, the amount is stored
    without their name. None: now."""

    @classmethod
    def of(cls, principal: Principal, since: datetime | None = None) -> Spender:
        """This person."""
        return cls(principal.tenant_id, principal.owner_id, since)

    @property
    def principal(self) -> Principal:
        """The person."""
        return Principal(tenant_id=self.tenant_id, owner_id=self.owner_id)


@dataclass(frozen=True)
class Today:
    """A day so far."""

    person: Spent
    tenant: Spent
    left_s: int
    """Seconds until the day ends, 1 at least."""


_ADD = text(
    """
    INSERT INTO spending (tenant_id, owner_id, day, tokens, micros)
    SELECT tenant_id, named, current_date, sum(tokens), sum(micros)
    FROM (
        SELECT tenant_id, tokens, micros, CASE WHEN EXISTS (
            SELECT FROM erased_people WHERE person_hash = given.hash AND erased_at >= given.since
        ) THEN 'erased-' || hash ELSE owner_id END AS named
        FROM unnest(CAST(:tenants AS text[]), CAST(:owners AS text[]), CAST(:hashes AS text[]),
                    CAST(:sinces AS timestamptz[]), CAST(:tokens AS bigint[]), CAST(:micros AS bigint[]))
             AS given (tenant_id, owner_id, hash, since, tokens, micros)
    ) AS spent
    GROUP BY tenant_id, named ORDER BY tenant_id, named
    ON CONFLICT (tenant_id, owner_id, day) DO UPDATE
    SET tokens = spending.tokens + excluded.tokens, micros = spending.micros + excluded.micros
    """
)
"""Rows in one order, so that two processes wait for each other and never deadlock."""

_TODAY = text(
    """
    SELECT asked.owner_id, coalesce(tokens, 0) AS tokens, coalesce(micros, 0) AS micros,
           CAST(ceil(extract(epoch FROM current_date + 1 - CAST(now() AS timestamp))) AS integer) AS left_s
    FROM unnest(ARRAY[CAST(:owner_id AS text), CAST(:kept_as AS text), '']) AS asked (owner_id)
    LEFT JOIN spending ON spending.tenant_id = :tenant_id AND spending.owner_id = asked.owner_id
                       AND spending.day = current_date
    """
).columns(owner_id=Text, tokens=BigInteger, micros=BigInteger, left_s=Integer)

_ALONE = text("LOCK TABLE spending IN SHARE ROW EXCLUSIVE MODE")
"""Waits for writes in progress under the person's name; later ones see that the person is erased."""

_ERASE = text(
    """
    WITH gone AS (
        DELETE FROM spending WHERE tenant_id = :tenant_id AND owner_id = :owner_id RETURNING day, tokens, micros
    )
    INSERT INTO spending (tenant_id, owner_id, day, tokens, micros)
    SELECT CAST(:tenant_id AS text), CAST(:kept_as AS text), day, tokens, micros FROM gone WHERE day = current_date
    ON CONFLICT (tenant_id, owner_id, day) DO UPDATE
    SET tokens = spending.tokens + excluded.tokens, micros = spending.micros + excluded.micros
    """
)


class SpendingRepository(Repository):
    """Notes and adds up."""

    async def add(self, spent: Mapping[Spender, Spent]) -> None:
        """Adds each person's amount; it counts for the tenant too."""
        rows = [
            row
            for who_spent, each in spent.items()
            for row in ((who_spent, each), (Spender(who_spent.tenant_id, TENANT), each))
        ]
        await self._changed(
            _ADD,
            tenants=[spender.tenant_id for spender, _ in rows],
            owners=[spender.owner_id for spender, _ in rows],
            hashes=[person_hash(spender.principal) for spender, _ in rows],
            sinces=[spender.since for spender, _ in rows],
            tokens=[each.tokens for _, each in rows],
            micros=[each.micros for _, each in rows],
        )

    async def today(self, principal: Principal) -> Today:
        """What this person, also before they were erased, and their tenant spent since midnight."""
        rows = await self._all(_TODAY, **who(principal), kept_as=_kept_as(principal))
        spent = {row.owner_id: Spent(row.tokens, row.micros) for row in rows}
        person = spent[principal.owner_id] + spent[_kept_as(principal)]
        return Today(person, spent[TENANT], max(1, rows[0].left_s))


async def erase_spending(connection: AsyncConnection, principal: Principal) -> None:
    """Removes the person's name from their spending. Today's sum stays until midnight under their hash, because
    otherwise an erased person could spend the day's limit again; `retention.py` removes it. Call it last, after
    `erase_identity`: it blocks all writes of spending until the transaction ends."""
    await connection.execute(_ALONE)
    await connection.execute(_ERASE, {**who(principal), "kept_as": _kept_as(principal)})


def _kept_as(principal: Principal) -> str:
    """The owner under which an erased person's spending of today is stored."""
    return f"erased-{person_hash(principal)}"
