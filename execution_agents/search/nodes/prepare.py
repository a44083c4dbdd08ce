"""prepare_search: judge 2 over every data type needed, and what the variant makes of the verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from langgraph.runtime import Runtime

from execution_agents.reuse.judge2 import Standing, Verdict, judge
from execution_agents.reuse.policy import Action, Choice
from execution_agents.search.costs import saving_by_type
from execution_agents.search.nodes.ask_person import confirmation_card
from execution_agents.search.state import SearchState, brief_of
from execution_agents.team import TeamDeps
from foundation.contracts.ports import JsonObject
from foundation.contracts.work import Brief, TypeDecision

ANY_SAVING_MS = 10**9
"""Stands for "worth asking" while nobody measured yet whether a person would be asked at all."""


@dataclass(frozen=True)
class _Decided:
    """What is to happen."""

    actions: Mapping[str, Action]
    card: JsonObject | None = None
    """`ConfirmationAsked`, where a person is to be asked."""
    person: str | None = None
    """The answer, where it was given in advance."""
    unasked: tuple[str, ...] = ()
    """Types in doubt that cost too little to ask about."""


async def prepare_search(state: SearchState, runtime: Runtime[TeamDeps]) -> JsonObject:
    """Decide per data type: reuse, ask or search."""
    deps, brief = runtime.context, brief_of(state)
    standings = deps.reuse.standings
    verdicts = _verdicts(brief, deps, standings)
    decided = await _decide(brief, deps, standings, verdicts)
    decisions = [_decision(verdicts[name], standings.get(name), deps) for name in brief.data_types]
    for name, action in decided.actions.items():
        standing = standings.get(name)
        if action != "search" and standing is not None and standing.evidence is not None:
            deps.desk.put(standing.evidence)
    return {
        "actions": dict(decided.actions),
        "decisions": [decision.model_dump(mode="json") for decision in decisions],
        "card": decided.card,
        "person": decided.person,
        "unasked": list(decided.unasked),
    }


def _verdicts(brief: Brief, deps: TeamDeps, standings: Mapping[str, Standing]) -> dict[str, Verdict]:
    confidence = deps.reuse.judge1.confidence if deps.reuse.judge1 else None
    return {
        name: judge(standings.get(name) or Standing(name), deps.pack.data_type(name), confidence)
        for name in brief.data_types
    }


async def _decide(
    brief: Brief, deps: TeamDeps, standings: Mapping[str, Standing], verdicts: Mapping[str, Verdict]
) -> _Decided:
    terms = deps.reuse
    if terms.insist:
        actions: dict[str, Action] = {name: _insisted(verdict) for name, verdict in verdicts.items()}
        return _Decided(actions, person=Choice.USE_PREVIOUS.value)
    if terms.preset is Choice.SEARCH_NEW:
        return _Decided(dict.fromkeys(verdicts, cast(Action, "search")))
    doubtful = terms.resolve(verdicts, dict.fromkeys(verdicts, ANY_SAVING_MS), 0)
    if not doubtful.asks:
        return _Decided(doubtful.actions)
    if terms.preset is Choice.USE_PREVIOUS:
        return _Decided(doubtful.decided(use_previous=True), person=Choice.USE_PREVIOUS.value)
    return await _ask_if_worth(brief, deps, standings, verdicts)


async def _ask_if_worth(
    brief: Brief, deps: TeamDeps, standings: Mapping[str, Standing], verdicts: Mapping[str, Verdict]
) -> _Decided:
    saving = await saving_by_type(tuple(verdicts), deps)
    resolution = deps.reuse.resolve(verdicts, saving, deps.reuse.ask_worth_ms)
    if not resolution.asks:
        return _Decided(resolution.actions, unasked=resolution.not_worth_asking)
    if not deps.reuse.may_ask:
        return _Decided(resolution.decided(use_previous=False))
    asked = [(standings[name], verdicts[name]) for name in resolution.asks]
    card = confirmation_card(brief, deps, asked, resolution.saving_ms)
    return _Decided(resolution.actions, card.model_dump(mode="json"))


def _insisted(verdict: Verdict) -> Action:
    """The person takes what there is: old or few is their choice, a conflict or nothing at all is not."""
    return "search" if verdict.missing or verdict.vetoed else "reuse"


def _decision(verdict: Verdict, standing: Standing | None, deps: TeamDeps) -> TypeDecision:
    """What is known of the type so far; a type that is not reused in the end loses the evidence's id."""
    judged = deps.reuse.has_judge2
    evidence = standing.evidence if standing else None
    return TypeDecision(
        data_type=verdict.data_type,
        decision="searched",
        verdict=verdict.verdict if judged else None,
        confidence=verdict.confidence if judged else 0,
        issues=verdict.issues if judged else (),
        evidence_id=evidence.evidence_id if evidence else None,
        fetched_at=evidence.fetched_at if evidence else None,
        age_s=standing.age_s if standing else None,
        source_changed=standing.source_changed if standing else False,
        as_of=evidence.as_of if evidence else None,
    )
