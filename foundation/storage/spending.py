"""What model calls cost, per day: one row for each person and one for their tenant together. Days are UTC's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import BigInteger, Integer, Text

from foundation.contracts.identity import Principal
from foundation.storage.identity import person_hash
from foundation.storage.repository import Repository, who

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
class Today:
    """A day so far."""

    person: Spent
    tenant: Spent
    left_s: int
    """Seconds until the day ends, 1 at least."""


_ADD = text(
    """
    INSERT INTO spending (tenant_id, owner_id, day, tokens, micros)
    SELECT tenant_id, owner_id, current_date, sum(tokens), sum(micros)
    FROM unnest(CAST(:tenants AS text[]), CAST(:owners AS text[]), CAST(:tokens AS bigint[]),
                CAST(:micros AS bigint[])) AS given (tenant_id, owner_id, tokens, micros)
    GROUP BY tenant_id, owner_id ORDER BY tenant_id, owner_id
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

    async def add(self, spent: Mapping[tuple[str, str], Spent]) -> None:
        """(tenant, owner) -> what they spent; it counts for the tenant too."""
        rows = [
            row for (tenant, owner), each in spent.items() for row in ((tenant, owner, each), (tenant, TENANT, each))
        ]
        await self._changed(
            _ADD,
            tenants=[tenant for tenant, _, _ in rows],
            owners=[owner for _, owner, _ in rows],
            tokens=[each.tokens for _, _, each in rows],
            micros=[each.micros for _, _, each in rows],
        )

    async def today(self, principal: Principal) -> Today:
        """What this person, also before they were erased, and their tenant spent since midnight."""
        rows = await self._all(_TODAY, **who(principal), kept_as=_kept_as(principal))
        spent = {row.owner_id: Spent(row.tokens, row.micros) for row in rows}
        person = spent[principal.owner_id] + spent[_kept_as(principal)]
        return Today(person, spent[TENANT], max(1, rows[0].left_s))


async def erase_spending(connection: AsyncConnection, principal: Principal) -> None:
    """Takes the person's name off what they spent: today's sum stays until midnight under their hash, or whoever
    erased themselves could spend the day's limit again. `retention.py` removes it."""
    await connection.execute(_ERASE, {**who(principal), "kept_as": _kept_as(principal)})


def _kept_as(principal: Principal) -> str:
    """The owner of what somebody erased spent today."""
    return f"erased-{person_hash(principal)}"
