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
            AND starts_with(owner_id, :demo_owner) = :demo
        ORDER BY cost_id DESC LIMIT :newest
    ) AS newest
    GROUP BY wanted.source
    """
)


class CostsRepository(Repository):
    """Costs of one tenant's sources: the cost of a search does not depend on the person. Demo traffic's stand apart:
    its process may have another example service than the one that people ask, or none."""

    async def record(self, principal: Principal, pack: str, source: str, cost_ms: int) -> None:
        """Stores what one search of this source took, without the person: one erased meanwhile must not reappear. A
        demo person's goes when demo traffic is erased."""
        demo = principal.owner_id.startswith(DEMO_OWNER)
        whose = {"tenant_id": principal.tenant_id, "owner_id": principal.owner_id if demo else ERASED}
        await self._changed(insert(source_costs).values(**whose, pack=pack, source=source, cost_ms=cost_ms))

    async def median(self, principal: Principal, pack: str, sources: Sequence[str]) -> dict[str, int]:
        """Source -> median milliseconds; sources never measured are left out."""
        of = {"tenant_id": principal.tenant_id, "pack": pack, "sources": list(sources), "newest": NEWEST}
        demo = principal.owner_id.startswith(DEMO_OWNER)
        rows = await self._all(_MEDIAN, **of, demo=demo, demo_owner=DEMO_OWNER)
        return {row.source: row.median for row in rows}
