"""The measured cost of searching: the figure behind "saves about 4 s" and behind not asking at all."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from execution_agents.team import TeamDeps


async def saving_by_type(data_types: Sequence[str], deps: TeamDeps) -> dict[str, int]:
    """Data type -> milliseconds its search usually takes: its sources are queried in parallel, so the slowest
    counts."""
    names = {source for name in data_types for source in deps.pack.data_type(name).sources}
    medians: Mapping[str, int] = await deps.costs.median(deps.principal, deps.pack.name, sorted(names))
    return {
        name: max((medians.get(source, 0) for source in deps.pack.data_type(name).sources), default=0)
        for name in data_types
    }


async def record_costs(spent_ms: Mapping[str, int], deps: TeamDeps) -> None:
    """Records the time each source took."""
    await asyncio.gather(
        *(deps.costs.record(deps.principal, deps.pack.name, source, cost) for source, cost in spent_ms.items())
    )
