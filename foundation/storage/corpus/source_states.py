"""Which version each source of a pack has, and since when; how many background jobs wait."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import text

from foundation.contracts.identity import Principal
from foundation.storage.database.repository import Repository

_VERSIONS = text(
    "SELECT pack, kind, name, version, updated_at AS changed_at FROM source_versions WHERE tenant_id = :tenant_id"
    " ORDER BY pack, name"
)
_WAITING = text("SELECT count(*) AS waiting FROM jobs.procrastinate_jobs WHERE status IN ('todo', 'doing')")


@dataclass(frozen=True)
class SourceState:
    """One source that was ever filled."""

    pack: str
    source: str
    kind: str
    version: str
    changed_at: datetime | None


class SourceStates(Repository):
    """Sources of a tenant."""

    async def all(self, principal: Principal) -> list[SourceState]:
        """By pack and name."""
        rows = await self._all(_VERSIONS, tenant_id=principal.tenant_id)
        return [SourceState(row.pack, row.name, row.kind, str(row.version), row.changed_at) for row in rows]

    async def jobs_waiting(self) -> int:
        """Background jobs that wait or are being done, in the whole service."""
        row = await self._first(_WAITING)
        return 0 if row is None else int(row.waiting)
