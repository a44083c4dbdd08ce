"""carry_results: the results of a message's requests travel to those that lean on them.

A request that leans on another was read, and searched for, beside it, when nobody knew that one's result. Now its
answer is there, written by rules from its evidence, and the request is read once more, as a message after that answer
would be. Where it means something else now (another month, another thing, arithmetic with the figure that was said),
the teams work on it again, and on it alone.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Collection, Sequence

import structlog
from langgraph.runtime import Runtime

from execution_agents.answer.writing.draft import write_answer
from foundation.contracts.errors import DatabaseUnreachable, Fenced
from foundation.contracts.events import AnswerWritten, PlanReady, RunEvent
from foundation.contracts.plan import Plan
from foundation.contracts.ports import JsonObject, Usage
from foundation.contracts.work import Finding
from supervisor.deps import SupervisorDeps
from supervisor.memory.stock import dumped_standings, known_standings, standings_of
from supervisor.memory.window import ExchangeState, exchange_of, exchanges_of, finished
from supervisor.nodes.answer_requests import SEARCH, answer_request, asked_apart, used
from supervisor.planning.context import Exchange
from supervisor.planning.several.reading_again import lacks_input, next_leaning, read_again
from supervisor.routing import plan_of
from supervisor.state import SupervisorState
from supervisor.turn_context import context_of, with_documents

log = structlog.get_logger()
Carrying = Callable[[SupervisorState, Runtime[SupervisorDeps]], Awaitable[JsonObject]]


def carrying_node(roster: Collection[str]) -> Carrying:
    """The node, for the existing teams."""

    async def carry_results(state: SupervisorState, runtime: Runtime[SupervisorDeps]) -> JsonObject:
        deps, started = runtime.context, time.monotonic()
        changes = await _carried(state, deps, roster)
        spent = state["timings"].get("plan", 0) + round((time.monotonic() - started) * 1000)
        return {**changes, "timings": {"plan": spent}}

    return carry_results


async def _carried(state: SupervisorState, deps: SupervisorDeps, roster: Collection[str]) -> JsonObject:
    """The next request that is read otherwise after the results before it; all are settled if there is none."""
    plan = plan_of(state)
    at = next_leaning(plan, state["settled"])
    while at is not None:
        again = await _read_again(state, deps, at, roster)
        if again is None and lacks_input(plan.requests[at]):
            again = plan  # It was held back.
        if again is not None:
            return await _changes(state, deps, again, at)
        at = next_leaning(plan, at + 1)
    return {"settled": len(plan.requests), "again": []}


async def _read_again(state: SupervisorState, deps: SupervisorDeps, at: int, roster: Collection[str]) -> Plan | None:
    """The plan with this request read again; None where nothing changes, and where that broke: it was read before."""
    try:
        before = await _before(state, deps, at)
        if not before:
            return None
        context = await with_documents(await context_of(state, deps), deps)
        return await read_again(
            plan_of(state), at, context, before, (lambda understanding: standings_of(understanding, deps), roster)
        )
    except (DatabaseUnreachable, Fenced):
        raise
    except Exception:
        log.exception("result_not_carried", run_id=deps.run.run_id, request=at)
        return None


async def _before(state: SupervisorState, deps: SupervisorDeps, at: int) -> Sequence[Exchange]:
    """The exchanges of the requests before this one, with their answers by rules; none if the one right before it is
    not answered: there is no result to lean on."""
    plan = plan_of(state)
    findings = [Finding.model_validate(each) for each in state["findings"].values()]
    whole = await answer_request(state, deps, plan, findings)
    each = await asked_apart(state, deps, plan, whole, findings)
    found: list[ExchangeState] = []
    for place, request in enumerate(each[:at]):
        understanding = plan.requests[place].understanding
        answer = await write_answer(request, None, Usage(), _unseen, _unheard, deps.means)
        if _is_answered(answer, plan, place):
            found.append(exchange_of("", understanding, answer, used(whole.decisions, place), deps.pack))
        elif place == at - 1:
            return ()
        else:
            found.append(finished("", understanding, ""))
    return exchanges_of(found)


def _is_answered(answer: AnswerWritten, plan: Plan, place: int) -> bool:
    return plan.requests[place].ends_early is None and not answer.record.get("failure")


async def _changes(state: SupervisorState, deps: SupervisorDeps, plan: Plan, at: int) -> JsonObject:
    """The changed plan, and what the teams do next. Evidence of this turn that serves again is not searched for."""
    await deps.emit(PlanReady(plan=plan))
    settled, asked = at + 1, plan.requests[at].understanding
    changes: JsonObject = {
        "plan": plan.model_dump(mode="json"),
        "standings": dumped_standings(known_standings(plan, deps)),
        "settled": settled,
        "again": [at],
    }
    held = state["findings"].get(SEARCH)
    ids = {each for found in state["evidence_ids"].values() for each in found}
    if held is None or not asked.shown or not ids.issuperset(asked.shown):
        return changes
    finding = Finding.model_validate(held)
    others = [one for one in finding.decisions if one.request != at]
    serving = {one.data_type: one for one in others if set(one.evidence_ids) & set(asked.shown)}
    again = tuple(serving[name].model_copy(update={"request": at}) for name in asked.data_types if name in serving)
    kept = finding.model_copy(update={"decisions": (*others, *again)})
    return {**changes, "findings": {SEARCH: kept.model_dump(mode="json")}, "worked": {SEARCH: settled}}


async def _unseen(text: str) -> None:
    """Nobody reads it: the section is written when everything is there."""
    del text


async def _unheard(event: RunEvent) -> None:
    del event
