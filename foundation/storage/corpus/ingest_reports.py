"""The report of the newest ingest of each origin: what it did, and what it left out and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert

from foundation.contracts.identity import Principal
from foundation.storage.database.erasure_guard import LeavingAware
from foundation.storage.database.json_text import plain
from foundation.storage.database.repository import who
from foundation.storage.tables.corpus import ingest_reports

MOST_LEFT_OUT = 200
"""Sentences of one report that are kept."""
MOST_SHOWN = 100
"""Reports of one pack, the newest."""


@dataclass(frozen=True)
class KeptReport:
    """One ingest as it is kept."""

    origin: str
    sources: Mapping[str, Mapping[str, int]]
    """Source -> added, changed, removed, unchanged."""
    left_out: Sequence[str]
    """One sentence each."""
    updated_at: datetime | None = None
    """Set by the database."""


class IngestReports(LeavingAware):
    """Reports of one tenant."""

    async def keep(self, principal: Principal, pack: str, report: KeptReport) -> None:
        """In the place of an earlier one of the same origin. Raises SignInEnded as `LeavingAware` says."""
        content = {
            **who(principal),
            "sources": {name: dict(counts) for name, counts in report.sources.items()},
            "left_out": [plain(line) for line in report.left_out[:MOST_LEFT_OUT]],
            "updated_at": func.clock_timestamp(),
        }
        statement = insert(ingest_reports).values(pack=pack, origin=report.origin, **content)
        async with self._transaction() as connection:
            await self._require_present(connection, principal)
            await connection.execute(
                statement.on_conflict_do_update(index_elements=["tenant_id", "pack", "origin"], set_=content)
            )

    async def of(self, principal: Principal, pack: str) -> list[KeptReport]:
        """Newest first."""
        kept = ingest_reports.c
        statement = (
            select(kept.origin, kept.sources, kept.left_out, kept.updated_at)
            .where(kept.tenant_id == principal.tenant_id, kept.pack == pack)
            .order_by(kept.updated_at.desc(), kept.origin)
            .limit(MOST_SHOWN)
        )
        return [
            KeptReport(row.origin, row.sources, tuple(cast("list[str]", row.left_out)), row.updated_at)
            for row in await self._all(statement)
        ]
