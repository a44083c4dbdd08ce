"""The model endpoint that a tenant's administrators entered. Its key is sealed: nothing here can read it."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert

from foundation.contracts.identity import Principal
from foundation.storage.database.repository import Repository
from foundation.storage.people.audit_log import Act, write
from foundation.storage.tables.model_endpoints import model_endpoints


@dataclass(frozen=True)
class NewEndpoint:
    """An endpoint to be kept."""

    base_url: str
    model: str
    reply_format: str | None = None
    """How structured replies are asked for first; None: found out."""
    sealed_key: str | None = None
    """None: it takes no key."""
    key_end: str = ""
    """The last characters of the key, to tell keys apart by; "" where there is none, or it is short."""


@dataclass(frozen=True)
class StoredEndpoint(NewEndpoint):
    """One that is kept."""

    version: str = ""
    """Another one at each change."""
    changed_at: datetime | None = None


class ModelEndpoints(Repository):
    """One row at most for each tenant."""

    async def of(self, principal: Principal) -> StoredEndpoint | None:
        """The tenant's; None: none was entered."""
        kept = model_endpoints.c
        row = await self._first(select(model_endpoints).where(kept.tenant_id == principal.tenant_id))
        if row is None:
            return None
        return StoredEndpoint(
            row.base_url, row.model, row.reply_format, row.sealed_key, row.key_end, row.version, row.changed_at
        )

    async def save(self, principal: Principal, entered: NewEndpoint, act: Act, *, over: str | None = None) -> bool:
        """In the place of an earlier one; with `over` in the place of that version alone: a key that was read from it
        must not come back when another removed or replaced it meanwhile. Whether it is stored; `act` is logged with
        it."""
        content = {
            "owner_id": principal.owner_id,
            "version": uuid.uuid4().hex,
            "base_url": entered.base_url,
            "model": entered.model,
            "reply_format": entered.reply_format,
            "sealed_key": entered.sealed_key,
            "key_end": entered.key_end,
            "changed_at": func.clock_timestamp(),
        }
        new = insert(model_endpoints).values(tenant_id=principal.tenant_id, **content)
        statement = new.on_conflict_do_update(index_elements=["tenant_id"], set_=content)
        if over is not None:
            kept = model_endpoints.c
            mine = (kept.tenant_id == principal.tenant_id, kept.version == over)
            statement = update(model_endpoints).where(*mine).values(**content)
        async with self._transaction() as connection:
            stored = (await connection.execute(statement)).rowcount > 0
            if stored:
                await write(connection, act)
        return stored

    async def remove(self, principal: Principal, act: Act) -> bool:
        """The environment's from now on; whether there was another. `act` is logged where there was."""
        async with self._transaction() as connection:
            gone = delete(model_endpoints).where(model_endpoints.c.tenant_id == principal.tenant_id)
            found = (await connection.execute(gone)).rowcount > 0
            if found:
                await write(connection, act)
        return found
