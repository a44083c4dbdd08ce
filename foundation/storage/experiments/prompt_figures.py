"""What each prompt was sent for, and what it cost: summed over the records of answers."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import text

from foundation.contracts.identity import DEMO_OWNER, Principal
from foundation.storage.database.repository import Repository
from foundation.storage.experiments.decision_filters import Demo

MOST = 500
"""Prompts and versions; more are no list of prompts."""
_SUMS = text(
    """
    SELECT each.key AS name,
           coalesce(record #>> ARRAY['usage', 'versions', each.key], '') AS version,
           count(*) AS answers,
           sum(each.value::bigint) AS calls,
           sum(coalesce((record #>> ARRAY['usage', 'tokens_by_prompt', each.key])::bigint, 0)) AS tokens,
           sum(coalesce((record #>> ARRAY['usage', 'cost_by_prompt', each.key])::double precision, 0)) AS cost,
           sum(coalesce((record #>> ARRAY['usage', 'repaired_by_prompt', each.key])::bigint, 0)) AS repaired
      FROM answer_records
     CROSS JOIN LATERAL jsonb_each_text(record #> '{usage,by_prompt}') AS each
     WHERE tenant_id = :tenant
       AND created_at >= clock_timestamp() - make_interval(days => :days)
       AND (:demo = 'with' OR starts_with(owner_id, :demo_owner) = (:demo = 'only'))
     GROUP BY 1, 2
     ORDER BY tokens DESC, name, version
     LIMIT :most
    """
)


@dataclass(frozen=True)
class PromptFigures:
    """One version of one prompt."""

    name: str
    version: str
    """"": sent before versions were kept."""
    answers: int
    calls: int
    """Requests, repairs included."""
    tokens: int
    cost: float
    repaired: int
    """Replies that were of no use and were asked for once more."""


class PromptFiguresRepository(Repository):
    """Sums over a tenant's answers, for its operators."""

    async def sums(self, principal: Principal, days: int, demo: Demo = "with") -> list[PromptFigures]:
        """Of the last days, the dearest first."""
        rows = await self._all(
            _SUMS, tenant=principal.tenant_id, days=days, demo=demo, demo_owner=DEMO_OWNER, most=MOST
        )
        return [
            PromptFigures(
                row.name, row.version, row.answers, int(row.calls), int(row.tokens), row.cost, int(row.repaired)
            )
            for row in rows
        ]
