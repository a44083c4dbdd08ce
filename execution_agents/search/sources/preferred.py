"""The rest to ask of a source if better ones have rows already: the regions they do not cover."""

from __future__ import annotations

from collections.abc import Sequence

from execution_agents.search.sources.table_filters import TableFilters
from execution_agents.team import TeamDeps
from foundation.contracts.ports import SearchResult
from foundation.contracts.work import Slots
from foundation.domains.schema.pack import TableSource


def without_those_answered(
    slots: Slots, better: Sequence[tuple[str, SearchResult | None]], deps: TeamDeps
) -> Slots | None:
    """The slots without the regions that a better source (name, result) has rows of; None if nothing is left. Without
    regions any row of a better source answers."""
    for name, result in better:
        declared = deps.pack.source(name)
        if result is None or not isinstance(declared, TableSource):
            continue
        filters = TableFilters(declared, deps.pack)
        region = filters.matched("region")
        asked = slots.get(region.slot, ()) if region else ()
        if region is None or not asked:
            return None
        places = {str(item.fields.get(region.column)) for item in result.items if not item.derived}
        left = tuple(one for one in asked if not any(filters.lies_in(place, one) for place in places))
        if not left:
            return None
        slots = {**slots, region.slot: left}
    return slots
