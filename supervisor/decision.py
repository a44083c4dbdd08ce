"""One reuse decision per turn, with all its inputs, so that it can be replayed (`replay.py`)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any, cast
from zoneinfo import ZoneInfo

import structlog

from execution_agents.reuse.pivots import pivots_of
from foundation.contracts.plan import Plan, VariantName
from foundation.contracts.ports import JsonObject, Usage
from foundation.contracts.work import Finding, TypeDecision
from foundation.storage.records import DecisionRow, RunOptions
from supervisor.deps import SupervisorDeps
from supervisor.memory.window import EXCHANGES
from supervisor.replay import replay
from supervisor.state import SupervisorState

log = structlog.get_logger(__name__)
RULES = "rules"
"""Used instead of a model's name."""


def decision_row(
    state: SupervisorState, deps: SupervisorDeps, plan: Plan, finding: Finding | None, usage: Usage
) -> DecisionRow:
    """The row of a turn; for a turn that needed no data the decision is `search` over no types."""
    run, understanding = deps.run, plan.understanding
    found = finding or Finding(team="search")
    row = DecisionRow(
        run_id=run.run_id,
        session_id=run.session_id,
        pack=deps.pack.name,
        variant=deps.variant,
        question=understanding.question,
        standalone=understanding.standalone,
        intent=understanding.intent,
        data_types=understanding.data_types,
        decision=found.reuse,
        judge1=plan.judge1.model_dump(mode="json") if plan.judge1 else None,
        judge2={each.need: _judge2(each) for each in found.decisions},
        person=found.person,
        asked=found.asked,
        timed_out=found.timed_out,
        outcome=None,
        outcome_source=None,
        inputs=_inputs(state, deps, plan, found),
        elapsed_ms=deps.memory.elapsed_ms(),
        search_ms=found.elapsed_ms,
        model_calls=usage.model_calls,
        search_calls=found.search_calls,
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
        day=datetime.fromisoformat(state["now"]).astimezone(ZoneInfo(deps.pack.time_zone)).date(),
        experiment=deps.experiment,
        arm=deps.arm or deps.variant,
        model=deps.model.name if deps.model is not None and plan.engine == "model" else RULES,
        saved_ms=_saved_ms(state, found),
        cost_micros=round(usage.cost * 1_000_000),
        overriding=_overriding(run.options),
    )
    return replace(row, pivots=_pivots(row))


def _pivots(row: DecisionRow) -> dict[str, int]:
    try:
        again = replay(row)
    except ValueError:
        # A row that cannot be replayed is stored all the same; no threshold is proposed from it.
        log.exception("pivots_unknown", run_id=row.run_id)
        return {}
    unasked: list[str] = row.inputs["unasked"]
    variant = cast("VariantName", row.variant)
    found: dict[str, int] = {}
    for need, verdict in again.verdicts.items():
        found |= pivots_of(variant, again.judged[need], {need: verdict}, unasked)
    return found


def _saved_ms(state: SupervisorState, found: Finding) -> int:
    """Sources are queried in parallel: reuse saves the time by which its search would have been longer than the one
    made now."""
    held: dict[str, Any] = {name: (state["standings"].get(name) or {}) for name in found.using_cached_data}
    costs = [int(standing["evidence"]["cost_ms"]) for standing in held.values() if standing.get("evidence")]
    return max(0, max(costs, default=0) - (found.elapsed_ms if found.search_calls else 0))


def _overriding(options: RunOptions) -> str | None:
    if options.override_of is None:
        return None
    return "search_again" if options.reuse == "never" else "use_previous"


def _judge2(decision: TypeDecision) -> JsonObject:
    return decision.model_dump(mode="json")


def _inputs(state: SupervisorState, deps: SupervisorDeps, plan: Plan, found: Finding) -> JsonObject:
    """The inputs of the judges."""
    options = deps.run.options
    apart = [
        {
            "understanding": part.understanding.model_dump(mode="json"),
            "judge1": part.judge1.model_dump(mode="json") if part.judge1 else None,
        }
        for part in plan.requests
    ]
    return {
        **({"requests": apart} if apart else {}),
        "now": state["now"],
        "understanding": plan.understanding.model_dump(mode="json"),
        "engine": plan.engine,
        "exchanges": [dict(exchange) for exchange in state["exchanges"][-EXCHANGES:]],
        "ledger": state["ledger"],
        "standings": state["standings"],
        "variant": deps.variant,
        "thresholds": deps.thresholds.model_dump(mode="json"),
        "judge1_rules": deps.pack.judge1_rules.model_dump(mode="json"),
        "figures": {name: _figures(name, deps) for name in plan.understanding.data_types},
        "slot_labels": {slot.name: dict(slot.label) for slot in deps.pack.slots},
        "pack_version": deps.pack.version,
        "configuration": {"retrieval": deps.pack.retrieval.hash, "answering": deps.pack.answering.hash},
        "ask_worth_s": deps.ask_worth_s,
        "may_ask": deps.may_ask,
        "unasked": list(found.unasked),
        "options": {
            "reuse": options.reuse,
            "wait_for_person": options.wait_for_person,
            "override_of": options.override_of,
        },
    }


def _figures(name: str, deps: SupervisorDeps) -> dict[str, Any]:
    data_type = deps.pack.data_type(name)
    return {
        "label": dict(data_type.label),
        "judge2": data_type.judge2.model_dump(mode="json"),
        "freshness": data_type.freshness.model_dump(mode="json"),
        "web_freshness": data_type.web_freshness.model_dump(mode="json"),
        "probe": data_type.probe.model_dump(mode="json"),
        "matching_slots": list(data_type.matching_slots),
    }
