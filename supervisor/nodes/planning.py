"""planning: what the person means, what judge 1 thinks of the data in hand, which teams work."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Collection

from langgraph.runtime import Runtime

from foundation.contracts.events import PlanReady
from foundation.contracts.pauses import Clarification
from foundation.contracts.plan import Plan
from foundation.contracts.ports import JsonObject, Usage
from foundation.language.script import language_of
from supervisor.deps import SupervisorDeps
from supervisor.memory.stock import dumped_standings, known_standings, standings_of
from supervisor.planning.clarifying.asking import IN_A_ROW, Settled, clarification_of
from supervisor.planning.plan import plan_of_nothing
from supervisor.planning.turn_planning import plan_turn
from supervisor.state import SupervisorState
from supervisor.turn_context import turn_context, with_documents
from supervisor.usage import usage_of

Planning = Callable[[SupervisorState, Runtime[SupervisorDeps]], Awaitable[JsonObject]]


def planning_node(roster: Collection[str]) -> Planning:
    """The node, over the teams that exist."""

    async def planning(state: SupervisorState, runtime: Runtime[SupervisorDeps]) -> JsonObject:
        deps, usage = runtime.context, Usage()
        started, before = time.monotonic(), len(state["clarified"])
        plan = await _planned(state, deps, usage, roster)
        unclear = await _unclear(plan, state, deps, usage)
        if unclear is None:
            await deps.emit(PlanReady(plan=plan))
        spent = state["timings"].get("plan", 0) + round((time.monotonic() - started) * 1000)
        return {
            "plan": plan.model_dump(mode="json"),
            "clarification": None if unclear is None else unclear.model_dump(mode="json"),
            "standings": dumped_standings(known_standings(plan, deps)),
            "timings": {"plan": spent},
            "usage": {f"plan@{before}" if before else "plan": usage_of(usage)},
        }

    return planning


async def _unclear(plan: Plan, state: SupervisorState, deps: SupervisorDeps, usage: Usage) -> Clarification | None:
    """What has to be asked before this can be planned. Where nobody can be asked, the likeliest reading is planned."""
    settled = tuple(Settled.model_validate(each) for each in state["clarified"])
    if state["memory_alone"] or len(settled) >= IN_A_ROW:
        return None
    found = await clarification_of(plan, turn_context(state, deps), settled, deps.model, usage)
    asked = deps.asks or deps.asks_back
    return None if found is not None and found.likely and not asked else found


async def _planned(state: SupervisorState, deps: SupervisorDeps, usage: Usage, roster: Collection[str]) -> Plan:
    if state["memory_alone"]:
        return plan_of_nothing(state["question"], language_of(state["question"]), deps.pack)
    return await plan_turn(
        await with_documents(turn_context(state, deps), deps),
        lambda understanding: standings_of(understanding, deps),
        deps.model,
        deps.planning,
        usage,
        roster,
    )
