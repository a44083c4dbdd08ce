"""The limits and days of retention that tenants' administrators chose. Each change is written down with itself."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert

from foundation.contracts.identity import Principal
from foundation.storage.corpus.source_versions import alone
from foundation.storage.database.repository import Repository
from foundation.storage.people.audit_log import Act, write
from foundation.storage.tables.chosen_settings import chosen_settings

Value = int | float | None
"""None: no limit."""
_TABLE = chosen_settings.c


def written(value: Value) -> str:
    """A value as the audit log tells it."""
    return "none" if value is None else f"{value}"


class ChosenSettings(Repository):
    """One row for each setting that a tenant has otherwise than the environment."""

    async def of(self, tenant_id: str) -> dict[str, Value]:
        """The tenant's; a setting without a choice is left out."""
        rows = await self._all(select(_TABLE.name, _TABLE.value).where(_TABLE.tenant_id == tenant_id))
        return {row.name: json.loads(row.value) for row in rows}

    async def by_tenant(self) -> dict[str, dict[str, Value]]:
        """SYSTEM: those of every tenant that has any."""
        found: dict[str, dict[str, Value]] = {}
        for row in await self._all(select(_TABLE.tenant_id, _TABLE.name, _TABLE.value)):
            found.setdefault(row.tenant_id, {})[row.name] = json.loads(row.value)
        return found

    async def choose(self, principal: Principal, chosen: Mapping[str, Value], default: Value, act: Act) -> None:
        """One setting with its value; `act` is written down with what it was before, the default where none was
        chosen."""
        ((name, value),) = chosen.items()
        content = {
            "owner_id": principal.owner_id,
            "value": json.dumps(value),
            "changed_at": func.clock_timestamp(),
        }
        new = insert(chosen_settings).values(tenant_id=principal.tenant_id, name=name, **content)
        async with self._transaction() as connection:
            await alone(connection, "chosen_settings", principal.tenant_id, name)
            before = await connection.execute(
                select(_TABLE.value).where(_TABLE.tenant_id == principal.tenant_id, _TABLE.name == name)
            )
            row = before.first()
            old = default if row is None else json.loads(row.value)
            await connection.execute(new.on_conflict_do_update(index_elements=["tenant_id", "name"], set_=content))
            await write(connection, replace(act, detail={"old": written(old), "new": written(value)}))

    async def give_back(self, principal: Principal, name: str, default: Value, act: Act) -> None:
        """The default from now on; `act` is written down where there was a choice."""
        mine = (_TABLE.tenant_id == principal.tenant_id, _TABLE.name == name)
        async with self._transaction() as connection:
            await alone(connection, "chosen_settings", principal.tenant_id, name)
            gone = await connection.execute(delete(chosen_settings).where(*mine).returning(_TABLE.value))
            row = gone.first()
            if row is not None:
                detail = {"old": written(json.loads(row.value)), "new": written(default)}
                await write(connection, replace(act, detail=detail))
