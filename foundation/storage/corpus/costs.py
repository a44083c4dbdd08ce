"""The measured cost of searching a source: a confirmation is not asked where it would save too little."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import insert, text

from foundation.contracts.identity import DEMO_OWNER, Principal
from foundation.storage.conversations.sessions import ERASED
from foundation.storage.database.repository import Repository
from foundation.storage.tables.corpus import source_costs

NEWEST = 25
"""How many of a source's last costs its median is taken over."""

_MEDIAN = text(
    """
    SELECT wanted.source, percentile_disc(0.5) WITHIN GROUP (ORDER BY newest.cost_ms) AS median
    FROM unnest(CAST(:sources AS text[])) AS wanted (source)
    CROSS JOIN LATERAL (
        SELECT cost_ms FROM source_costs
        WHERE tenant_id = :tenant_id AND pack = :pack AND source = wanted.source
        ORDER BY cost_id DESC LIMIT :newest
    ) AS newest
    GROUP BY wanted.source
    """
)


class CostsRepository(Repository):
    """Costs of one tenant's sources: the cost of a search does not depend on the person."""

    async def record(self, principal: Principal, pack: str, source: str, cost_ms: int) -> None:
        """Stores what one search of this source took, without the person: one erased meanwhile must not reappear. What
        demo people's took is not kept: their process reads the example service's table itself, in no time."""
        if principal.owner_id.startswith(DEMO_OWNER):
            return
        nobody = {"tenant_id": principal.tenant_id, "owner_id": ERASED}
        await self._changed(insert(source_costs).values(**nobody, pack=pack, source=source, cost_ms=cost_ms))

    async def median(self, principal: Principal, pack: str, sources: Sequence[str]) -> dict[str, int]:
        """Source -> median milliseconds; sources never measured are left out."""
        rows = await self._all(_MEDIAN, tenant_id=principal.tenant_id, pack=pack, sources=list(sources), newest=NEWEST)
        return {row.source: row.median for row in rows}
