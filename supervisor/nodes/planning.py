"""planning: what the person means, what judge 1 thinks of the data in hand, which teams work."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Collection

from langgraph.runtime import Runtime

from foundation.contracts.events import PlanReady
from foundation.contracts.plan import Plan
from foundation.contracts.ports import JsonObject, Usage
from foundation.language.script import language_of
from supervisor.deps import SupervisorDeps
from supervisor.memory.stock import dumped_standings, known_standings, standings_of
from supervisor.planning.plan import plan_of_nothing
from supervisor.planning.turn_planning import plan_turn
from supervisor.state import SupervisorState
from supervisor.turn_context import turn_context
from supervisor.usage import usage_of

Planning = Callable[[SupervisorState, Runtime[SupervisorDeps]], Awaitable[JsonObject]]


def planning_node(roster: Collection[str]) -> Planning:
    """The node, over the teams that exist."""

    async def planning(state: SupervisorState, runtime: Runtime[SupervisorDeps]) -> JsonObject:
        deps, usage = runtime.context, Usage()
        started = time.monotonic()
        plan = await _planned(state, deps, usage, roster)
        await deps.emit(PlanReady(plan=plan))
        return {
            "plan": plan.model_dump(mode="json"),
            "standings": dumped_standings(known_standings(plan, deps)),
            "timings": {"plan": round((time.monotonic() - started) * 1000)},
            "usage": {"plan": usage_of(usage)},
        }

    return planning


async def _planned(state: SupervisorState, deps: SupervisorDeps, usage: Usage, roster: Collection[str]) -> Plan:
    if state["memory_alone"]:
        return plan_of_nothing(state["question"], language_of(state["question"]), deps.pack)
    return await plan_turn(
        turn_context(state, deps),
        lambda understanding: standings_of(understanding, deps),
        deps.model,
        deps.planning,
        usage,
        roster,
    )
