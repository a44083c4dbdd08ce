"""Figures for administrators: the people, what they have and used, and the disk space of everything. No content."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import text

from foundation.contracts.identity import Principal
from foundation.storage.database.repository import Repository

_NAMED = """
    SELECT owner_id FROM sessions WHERE tenant_id = :tenant_id
    UNION SELECT owner_id FROM api_keys WHERE tenant_id = :tenant_id
    UNION SELECT owner_id FROM sign_ins WHERE tenant_id = :tenant_id AND expires_at > clock_timestamp()
    UNION SELECT owner_id FROM people WHERE tenant_id = :tenant_id
    UNION SELECT owner_id FROM spending WHERE tenant_id = :tenant_id AND owner_id <> '' AND owner_id !~ '^erased'
"""
"""Everybody something is kept of."""
_PEOPLE = text(
    f"""
    SELECT named.owner_id, conversations.many AS sessions, conversations.last AS last_used,
           (SELECT count(*) FROM api_keys WHERE tenant_id = :tenant_id AND owner_id = named.owner_id
                AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp())) AS keys,
           (SELECT count(*) FROM sign_ins WHERE tenant_id = :tenant_id AND owner_id = named.owner_id
                AND expires_at > clock_timestamp()) AS sign_ins,
           spent.today AS tokens_today, spent.month AS tokens_month, spent.micros AS micros_month
    FROM ({_NAMED}) AS named
    CROSS JOIN LATERAL (
        SELECT count(*) AS many, max(updated_at) AS last FROM sessions
        WHERE tenant_id = :tenant_id AND owner_id = named.owner_id
    ) AS conversations
    CROSS JOIN LATERAL (
        SELECT coalesce(sum(tokens) FILTER (WHERE day = current_date), 0)::bigint AS today,
               coalesce(sum(tokens), 0)::bigint AS month, coalesce(sum(micros), 0)::bigint AS micros
        FROM spending WHERE tenant_id = :tenant_id AND owner_id = named.owner_id AND day > current_date - 30
    ) AS spent
    WHERE named.owner_id > :after AND position(lower(CAST(:sought AS text)) IN lower(named.owner_id)) > 0
    ORDER BY named.owner_id LIMIT :limit
    """  # noqa: S608
)
_TOTALS = text(
    f"""
    SELECT (SELECT count(*) FROM ({_NAMED}) AS named) AS people,
           (SELECT count(*) FROM sessions WHERE tenant_id = :tenant_id) AS sessions,
           (SELECT count(*) FROM sessions WHERE tenant_id = :tenant_id
                AND updated_at > clock_timestamp() - interval '7 days') AS sessions_week,
           (SELECT count(*) FROM sign_ins WHERE tenant_id = :tenant_id AND expires_at > clock_timestamp()) AS sign_ins,
           (SELECT count(*) FROM api_keys WHERE tenant_id = :tenant_id AND revoked_at IS NULL
                AND (expires_at IS NULL OR expires_at > clock_timestamp())) AS keys,
           coalesce(sum(tokens) FILTER (WHERE day = current_date), 0)::bigint AS tokens_today,
           coalesce(sum(tokens), 0)::bigint AS tokens_month,
           coalesce(sum(micros) FILTER (WHERE day = current_date), 0)::bigint AS micros_today,
           coalesce(sum(micros), 0)::bigint AS micros_month
    FROM spending WHERE tenant_id = :tenant_id AND owner_id = '' AND day > current_date - 30
    """  # noqa: S608
)
_TABLES = text(
    """
    SELECT CASE WHEN nspname = 'public' THEN relname ELSE nspname || '.' || relname END AS name,
           pg_total_relation_size(pg_class.oid) AS size, greatest(reltuples, 0)::bigint AS rows
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind = 'r' AND nspname NOT IN ('pg_catalog', 'information_schema') AND nspname NOT LIKE 'pg_toast%'
    ORDER BY size DESC, name LIMIT :limit
    """
)
_JOBS = text(
    """
    SELECT named.name, coalesce(waits.many, 0) AS waiting, due.last AS last_due
    FROM (
        SELECT task_name AS name FROM jobs.procrastinate_periodic_defers
        UNION SELECT task_name FROM jobs.procrastinate_jobs
    ) AS named
    LEFT JOIN (SELECT task_name, count(*) AS many FROM jobs.procrastinate_jobs
               WHERE status IN ('todo', 'doing') GROUP BY task_name) AS waits ON waits.task_name = named.name
    LEFT JOIN (SELECT task_name, to_timestamp(max(defer_timestamp)) AS last
               FROM jobs.procrastinate_periodic_defers GROUP BY task_name) AS due ON due.task_name = named.name
    ORDER BY named.name
    """
)
"""Jobs that are done are not kept; when one was last due is."""


@dataclass(frozen=True)
class PersonStanding:
    """One person, without anything they said."""

    owner_id: str
    sessions: int
    last_used: datetime | None
    keys: int
    """That sign in now."""
    sign_ins: int
    """Of the page, now."""
    tokens_today: int
    tokens_month: int
    micros_month: int
    """Money of the last thirty days, in millionths."""


@dataclass(frozen=True)
class Totals:
    """The tenant."""

    people: int
    sessions: int
    sessions_week: int
    """Used within seven days."""
    sign_ins: int
    keys: int
    tokens_today: int
    tokens_month: int
    micros_today: int
    micros_month: int


@dataclass(frozen=True)
class TableSize:
    """A table with its indexes."""

    name: str
    size: int
    rows: int
    """As the planner estimates them."""


@dataclass(frozen=True)
class JobStanding:
    """One kind of background work."""

    name: str
    waiting: int
    """In the queue, or being done."""
    last_due: datetime | None


class PeopleStanding(Repository):
    """Reads alone."""

    async def people(self, principal: Principal, sought: str, after: str, limit: int) -> list[PersonStanding]:
        """People of the tenant by name: those after `after` whose name contains `sought`."""
        rows = await self._all(_PEOPLE, tenant_id=principal.tenant_id, sought=sought, after=after, limit=limit)
        return [PersonStanding(**_named(row)) for row in rows]

    async def totals(self, principal: Principal) -> Totals:
        """The tenant's sums."""
        row = await self._first(_TOTALS, tenant_id=principal.tenant_id)
        assert row is not None
        return Totals(**_named(row))

    async def tables(self, limit: int) -> list[TableSize]:
        """SYSTEM: the largest tables."""
        return [TableSize(**_named(row)) for row in await self._all(_TABLES, limit=limit)]

    async def jobs(self) -> Sequence[JobStanding]:
        """SYSTEM: background work by kind."""
        return [JobStanding(**_named(row)) for row in await self._all(_JOBS)]


def _named(row: Any) -> dict[str, Any]:
    return dict(row._mapping)
