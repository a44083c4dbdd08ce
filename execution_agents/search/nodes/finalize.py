"""finalize: combines what was fetched and what was reused in one Finding."""

from __future__ import annotations

from langgraph.runtime import Runtime

from execution_agents.reuse.policy import turn_decision
from execution_agents.search.nodes.announce import settled_decisions
from execution_agents.search.reused import reused_evidence
from execution_agents.search.state import SearchState, brief_of, settled_actions
from execution_agents.team import TeamDeps
from foundation.contracts.ports import JsonObject
from foundation.contracts.work import Finding, TypeDecision


async def finalize(state: SearchState, runtime: Runtime[TeamDeps]) -> JsonObject:
    """Collects the evidence ids and reports for every type where it came from."""
    deps, brief = runtime.context, brief_of(state)
    decisions = tuple(_outcome(decision, state) for decision in settled_decisions(state))
    reused = [decision for decision in decisions if decision.decision == "reused"]
    notices = list(state["notices"])
    for decision in reused:
        part = brief.parts[decision.request]
        for evidence_id in decision.evidence_ids:
            evidence = await deps.store.get(evidence_id, decision.request)
            kept = evidence if decision.also else await reused_evidence(evidence, part, deps)
            deps.store.put(kept, decision.request)
            notices += evidence.notices
    finding = Finding(
        team="search",
        decisions=decisions,
        reuse=turn_decision(settled_actions(state)),
        using_cached_data=tuple(decision.need for decision in reused),
        missing=state["missing"],
        notices=tuple(dict.fromkeys(notices)),
        person=state["person"],
        unasked=tuple(state["unasked"]),
        asked=state["asked"],
        timed_out=state["timed_out"],
        search_calls=state["search_calls"],
    )
    return {
        "finding": finding.model_dump(mode="json"),
        "evidence_ids": list(dict.fromkeys(each for decision in decisions for each in decision.evidence_ids)),
    }


def _outcome(decision: TypeDecision, state: SearchState) -> TypeDecision:
    """A searched type gets the id of what was found; one whose sources all failed is reported as failed."""
    if decision.decision == "reused":
        return decision
    found = state["found"].get(decision.need)
    return decision.model_copy(update={"decision": "searched" if found else "failed", "evidence_id": found})
