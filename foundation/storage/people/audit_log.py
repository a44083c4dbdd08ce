"""The audit log: who did what, when, from where, and how it ended. Rows are added; nothing here changes one.

A trigger refuses changes, with two exceptions. Erasing a person replaces their name by a pseudonym, the same in all
their rows, and deletes addresses and details; the action, its time and its result stay. Retention removes rows that are
older than `KEEP_AUDIT_DAYS`, and leaves a row that says so.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Row, func, or_, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from foundation.contracts.identity import LOCAL, Principal
from foundation.storage.conversations.sessions import ERASED
from foundation.storage.database.erasure_guard import hold_shared, person_hash
from foundation.storage.database.repository import Repository
from foundation.storage.tables.audit_log import audit_log

Result = Literal["done", "refused", "failed"]
Way = Literal["key", "token", "page", "command", "service", "none"]
"""How the actor was authenticated: an API key, a provider's token, the page's cookie, a command on the host, the
service itself, not at all."""
NOBODY = ""
"""The tenant and owner of an action by an unknown actor, such as a refused sign-in."""


@dataclass(frozen=True)
class Act:
    """An entry for the audit log."""

    action: str
    tenant_id: str
    owner_id: str
    way: Way
    result: Result = "done"
    origin: str = ""
    """The address it came from."""
    subject: str = ""
    """The id of the object of the action: a key's id, a pack's name."""
    about: str = ""
    """The person it was done to."""
    code: str = ""
    """The error's, where it was refused or failed."""
    detail: Mapping[str, str | int | bool] = field(default_factory=dict[str, "str | int | bool"])
    lasted_s: float = 0.0
    """How long ago it began: a person erased since is not named."""


@dataclass(frozen=True)
class Entry:
    """A row."""

    entry_id: int
    at: datetime
    owner_id: str
    way: str
    action: str
    subject: str
    about: str
    origin: str
    result: str
    code: str
    detail: dict[str, Any]


@dataclass(frozen=True)
class Wanted:
    """Which rows, newest first; None: whatever it is."""

    action: str | None = None
    person: str | None = None
    """The actor, or the person it was done to."""
    result: Result | None = None
    since: datetime | None = None
    until: datetime | None = None
    before: int | None = None
    """Rows older than this one."""
    limit: int = 50


_ADD = """
    INSERT INTO audit_log (tenant_id, owner_id, way, action, subject, about, origin, result, code, detail)
    SELECT :tenant_id, CASE WHEN gone.who THEN :erased ELSE CAST(:owner_id AS text) END, :way, :action, :subject,
           CASE WHEN gone.whom THEN :erased ELSE CAST(:about AS text) END,
           CASE WHEN gone.who OR gone.whom THEN '' ELSE CAST(:origin AS text) END, :result, :code,
           CASE WHEN gone.who OR gone.whom THEN '{}'::jsonb ELSE CAST(:detail AS jsonb) END
    FROM (
        SELECT coalesce(bool_or(person_hash = :who), false) AS who,
               coalesce(bool_or(person_hash = :whom), false) AS whom
        FROM erased_people
        WHERE person_hash IN (:who, :whom) AND erased_at >= clock_timestamp() - make_interval(secs => :lasted_s)
    ) AS gone
"""
_ANY = text(_ADD)
_FIRST_OF_DAY = text(
    f"""{_ADD}
    WHERE NOT EXISTS (
        SELECT FROM audit_log WHERE tenant_id = :tenant_id AND owner_id = :owner_id AND action = :action
            AND way = :way AND subject = :subject AND origin = :origin AND result = :result
            AND at >= date_trunc('day', clock_timestamp(), 'UTC')
    )"""
)
_PATH = text("SELECT set_config('suffice.audit_log', :path, true)")
_ERASE = text(
    """
    UPDATE audit_log
    SET owner_id = CASE WHEN owner_id = :owner_id THEN :pseudonym ELSE owner_id END,
        about = CASE WHEN about = :owner_id THEN :pseudonym ELSE about END,
        origin = CASE WHEN owner_id = :owner_id THEN '' ELSE origin END, detail = '{}'
    WHERE tenant_id = :tenant_id AND (owner_id = :owner_id OR about = :owner_id)
    """
)


class AuditLogRepository(Repository):
    """Adds and lists."""

    async def add(self, act: Act, *, once_a_day: bool = False) -> None:
        """Write it down; `once_a_day`: unless the same was written down today (UTC)."""
        async with self._transaction() as connection:
            await write(connection, act, once_a_day=once_a_day)

    async def page(self, principal: Principal, wanted: Wanted) -> list[Entry]:
        """Rows of the tenant, newest first. What belongs to no tenant is shown to the service's own."""
        columns = audit_log.c
        tenants = (principal.tenant_id, NOBODY) if principal.tenant_id == LOCAL.tenant_id else (principal.tenant_id,)
        statement = select(audit_log).where(columns.tenant_id.in_(tenants))
        for column, value in ((columns.action, wanted.action), (columns.result, wanted.result)):
            if value is not None:
                statement = statement.where(column == value)
        if wanted.person is not None:
            statement = statement.where(or_(columns.owner_id == wanted.person, columns.about == wanted.person))
        if wanted.since is not None:
            statement = statement.where(columns.at >= wanted.since)
        if wanted.until is not None:
            statement = statement.where(columns.at < wanted.until)
        if wanted.before is not None:
            statement = statement.where(columns.entry_id < wanted.before)
        rows = await self._all(statement.order_by(columns.entry_id.desc()).limit(wanted.limit))
        return [_entry(row) for row in rows]

    async def actions(self, principal: Principal) -> list[str]:
        """The kinds of acts there are, for the filter."""
        tenants = (principal.tenant_id, NOBODY) if principal.tenant_id == LOCAL.tenant_id else (principal.tenant_id,)
        statement = select(func.distinct(audit_log.c.action).label("action")).where(audit_log.c.tenant_id.in_(tenants))
        return sorted(row.action for row in await self._all(statement))


async def write(connection: AsyncConnection, act: Act, *, once_a_day: bool = False) -> None:
    """Writes within an open transaction. It waits for an erasure of the person in progress, and then omits the name."""
    who, whom = (person_hash(Principal(tenant_id=act.tenant_id, owner_id=name)) for name in (act.owner_id, act.about))
    for person in sorted({who, whom}):
        await hold_shared(connection, person)
    values: dict[str, Any] = {
        name: getattr(act, name)
        for name in (
            "tenant_id",
            "owner_id",
            "way",
            "action",
            "subject",
            "about",
            "origin",
            "result",
            "code",
            "lasted_s",
        )
    }
    values |= {"who": who, "whom": whom, "erased": ERASED, "detail": json.dumps(dict(act.detail), ensure_ascii=False)}
    await connection.execute(_FIRST_OF_DAY if once_a_day else _ANY, values)


async def erase_audit_log(connection: AsyncConnection, principal: Principal) -> str:
    """Replaces the person's name in the entries; returns the pseudonym."""
    pseudonym = f"erased-{uuid.uuid4().hex[:12]}"
    await open_path(connection, "erasure")
    values = {"tenant_id": principal.tenant_id, "owner_id": principal.owner_id, "pseudonym": pseudonym}
    await connection.execute(_ERASE, values)
    await open_path(connection, "")
    return pseudonym


async def open_path(connection: AsyncConnection, path: Literal["erasure", "retention", ""]) -> None:
    """Sets what this transaction may do to existing rows; "" for nothing."""
    await connection.execute(_PATH, {"path": path})


def _entry(row: Row[Any]) -> Entry:
    return Entry(
        row.entry_id, row.at, row.owner_id, row.way, row.action, row.subject, row.about, row.origin, row.result,
        row.code, dict(row.detail),
    )  # fmt: skip
