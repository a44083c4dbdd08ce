"""planning: what the person means, what judge 1 thinks of the data in hand, which teams work."""

from __future__ import annotations

import time

from langgraph.runtime import Runtime

from foundation.contracts.events import PlanReady
from foundation.contracts.ports import JsonObject, Usage
from supervisor.deps import SupervisorDeps
from supervisor.memory.context import turn_context
from supervisor.memory.stock import dumped_standings
from supervisor.planning.turn_planning import plan_turn
from supervisor.state import SupervisorState
from supervisor.usage import usage_of


async def planning(state: SupervisorState, runtime: Runtime[SupervisorDeps]) -> JsonObject:
    """Plan the turn."""
    deps, usage = runtime.context, Usage()
    started = time.monotonic()
    plan = await plan_turn(turn_context(state, deps))
    await deps.emit(PlanReady(plan=plan))
    return {
        "plan": plan.model_dump(mode="json"),
        "standings": dumped_standings(deps.memory.standings or {}),
        "timings": {"plan": round((time.monotonic() - started) * 1000)},
        "usage": {"plan": usage_of(usage)},
    }
