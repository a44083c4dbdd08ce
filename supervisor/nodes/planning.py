"""planning: what the person means, judge 1's verdict on the available data, which teams run."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Collection
from typing import cast

from langgraph.runtime import Runtime

from execution_agents.answer.writing.model_away import Watched
from foundation.contracts.events import PlanReady
from foundation.contracts.plan import Plan
from foundation.contracts.ports import JsonObject, Usage
from foundation.language.script import language_of
from supervisor.deps import SupervisorDeps
from supervisor.memory.stock import dumped_standings, known_standings, standings_of
from supervisor.nodes.ask_clarification import assumption
from supervisor.planning.clarifying.asking import Settled, Unclear, clarification_of
from supervisor.planning.plan import plan_of_nothing
from supervisor.planning.turn_planning import plan_turn
from supervisor.state import SupervisorState
from supervisor.turn_context import context_of, with_documents
from supervisor.usage import usage_of
from supervisor.words import said

Planning = Callable[[SupervisorState, Runtime[SupervisorDeps]], Awaitable[JsonObject]]


def planning_node(roster: Collection[str]) -> Planning:
    """The node, for the existing teams."""

    async def planning(state: SupervisorState, runtime: Runtime[SupervisorDeps]) -> JsonObject:
        deps, usage = runtime.context, Usage()
        started, before = time.monotonic(), len(state["clarified"])
        plan = await _planned(state, deps, usage, roster)
        unclear = await _unclear(plan, state, deps)
        changes: JsonObject = {}
        if unclear is not None and (unclear.alike or not (deps.asks or deps.asks_back)):
            plan, changes = await _unasked(plan, unclear, state, deps, (usage, roster))
            unclear = None
        if unclear is None:
            await deps.emit(PlanReady(plan=plan))
        spent = state["timings"].get("plan", 0) + round((time.monotonic() - started) * 1000)
        return {
            **changes,
            "plan": plan.model_dump(mode="json"),
            "clarification": None if unclear is None else unclear.asked.model_dump(mode="json"),
            "standings": dumped_standings(known_standings(plan, deps)),
            "timings": {"plan": spent},
            "usage": {f"plan@{before}" if before else "plan": usage_of(usage)},
        }

    return planning


async def _unclear(plan: Plan, state: SupervisorState, deps: SupervisorDeps) -> Unclear | None:
    """What has to be asked before this can be planned."""
    if state["memory_alone"]:
        return None
    settled = tuple(Settled.model_validate(each) for each in state["clarified"])
    return await clarification_of(plan, await context_of(state, deps), settled, deps.sources)


async def _unasked(
    plan: Plan, unclear: Unclear, state: SupervisorState, deps: SupervisorDeps, means: tuple[Usage, Collection[str]]
) -> tuple[Plan, JsonObject]:
    """The plan of the likeliest reading, or of all where they are alike, if nobody can be asked or asking would change
    nothing; the assumption is named."""
    asked, language = unclear.asked, language_of(state["question"])
    best = asked.option(asked.default)
    if best is None or not (asked.likely or unclear.for_all):
        return plan, {}  # A graph's likeliest reading is planned already, and its answer says so.
    labels = ", ".join(one.label for one in asked.options)
    query = unclear.for_all or best.query
    settled = Settled(
        original_query=asked.original_query, message=asked.message, label=best.label, query=query, by="nobody"
    )
    remark = said("alike", language, labels=labels) if unclear.alike else assumption(settled, language)
    changes: JsonObject = {
        "question": query,
        "clarified": [*state["clarified"], settled.model_dump(mode="json")],
        "assumed": remark,
    }
    usage, roster = means
    changed = cast(SupervisorState, {**state, **changes})
    return await _planned(changed, deps, usage, roster), changes


async def _planned(state: SupervisorState, deps: SupervisorDeps, usage: Usage, roster: Collection[str]) -> Plan:
    if state["memory_alone"]:
        return plan_of_nothing(state["question"], language_of(state["question"]), deps.pack)
    model = None if deps.model is None else Watched(deps.model)
    plan = await plan_turn(
        await with_documents(await context_of(state, deps), deps),
        lambda understanding: standings_of(understanding, deps),
        model,
        deps.planning,
        usage,
        roster,
    )
    deps.memory.model_failed = "" if model is None else model.failed
    return plan
