"""One reuse decision per turn, with all its inputs, so that it can be replayed (`experiments/replay.py`)."""

from __future__ import annotations

from typing import Any

from foundation.contracts.plan import Plan
from foundation.contracts.ports import JsonObject, Usage
from foundation.contracts.work import Finding, TypeDecision
from foundation.storage.records import DecisionRow
from supervisor.deps import SupervisorDeps
from supervisor.state import SupervisorState


def decision_row(
    state: SupervisorState, deps: SupervisorDeps, plan: Plan, finding: Finding | None, usage: Usage
) -> DecisionRow:
    """The row of a turn; a turn that needed no data decided `search` over no types."""
    run, understanding = deps.run, plan.understanding
    found = finding or Finding(team="search")
    return DecisionRow(
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
        judge2={each.data_type: _judge2(each) for each in found.decisions},
        person=found.person,
        asked=found.asked,
        timed_out=found.timed_out,
        outcome=None,
        outcome_source=None,
        inputs=_inputs(state, deps, plan),
        elapsed_ms=deps.memory.elapsed_ms(),
        search_ms=found.elapsed_ms,
        model_calls=usage.model_calls,
        search_calls=found.search_calls,
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
    )


def _judge2(decision: TypeDecision) -> JsonObject:
    return decision.model_dump(mode="json")


def _inputs(state: SupervisorState, deps: SupervisorDeps, plan: Plan) -> JsonObject:
    """Everything the judges were given."""
    options = deps.run.options
    return {
        "now": state["now"],
        "understanding": plan.understanding.model_dump(mode="json"),
        "engine": plan.engine,
        "exchanges": [dict(exchange) for exchange in state["exchanges"]],
        "ledger": state["ledger"],
        "standings": state["standings"],
        "variant": deps.variant,
        "thresholds": deps.thresholds.model_dump(mode="json"),
        "judge1_rules": deps.pack.judge1_rules.model_dump(mode="json"),
        "figures": {name: _figures(name, deps) for name in plan.understanding.data_types},
        "slot_labels": {slot.name: dict(slot.label) for slot in deps.pack.slots},
        "pack_version": deps.pack.version,
        "ask_worth_s": deps.ask_worth_s,
        "may_ask": deps.may_ask,
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
        "probe": data_type.probe.model_dump(mode="json"),
        "matching_slots": list(data_type.matching_slots),
    }
