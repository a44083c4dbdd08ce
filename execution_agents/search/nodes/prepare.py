"""prepare_search: judge 2 over every data type needed, and what the variant makes of the verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from langgraph.runtime import Runtime

from execution_agents.search.confirmation import confirmation_card
from execution_agents.search.costs import saving_by_type
from execution_agents.search.policy import Action, Choice
from execution_agents.search.quality import Standing, Verdict, judge
from execution_agents.search.state import SearchState, brief_of
from execution_agents.team import TeamDeps
from foundation.contracts.ports import JsonObject
from foundation.contracts.work import Brief, TypeDecision

ANY_SAVING_MS = 10**9
"""Stands for "worth asking" while nobody measured yet whether a person would be asked at all."""


async def prepare_search(state: SearchState, runtime: Runtime[TeamDeps]) -> JsonObject:
    """Decide per data type: reuse, ask or search."""
    deps, brief = runtime.context, brief_of(state)
    standings = await deps.reuse.standings()
    verdicts = _verdicts(brief, deps, standings)
    actions, card, person = await _decide(brief, deps, standings, verdicts)
    decisions = [_decision(verdicts[name], standings.get(name), deps) for name in brief.data_types]
    for name, action in actions.items():
        standing = standings.get(name)
        if action != "search" and standing is not None and standing.evidence is not None:
            deps.desk.put(standing.evidence)
    return {
        "actions": dict(actions),
        "decisions": [decision.model_dump(mode="json") for decision in decisions],
        "card": card,
        "person": person,
    }


def _verdicts(brief: Brief, deps: TeamDeps, standings: Mapping[str, Standing]) -> dict[str, Verdict]:
    confidence = deps.reuse.judge1.confidence if deps.reuse.judge1 else None
    return {
        name: judge(standings.get(name) or Standing(name), deps.pack.data_type(name), confidence)
        for name in brief.data_types
    }


async def _decide(
    brief: Brief, deps: TeamDeps, standings: Mapping[str, Standing], verdicts: Mapping[str, Verdict]
) -> tuple[Mapping[str, Action], JsonObject | None, str | None]:
    """The actions, the card when a person is to be asked, and the answer when it was given in advance."""
    terms = deps.reuse
    if terms.insist:
        return {name: _insisted(verdict) for name, verdict in verdicts.items()}, None, Choice.USE_PREVIOUS.value
    if terms.preset is Choice.SEARCH_NEW:
        return dict.fromkeys(verdicts, cast(Action, "search")), None, None
    doubtful = terms.policy.resolve(verdicts, dict.fromkeys(verdicts, ANY_SAVING_MS), 0)
    if not doubtful.asks:
        return doubtful.actions, None, None
    if terms.preset is Choice.USE_PREVIOUS:
        return doubtful.decided(use_previous=True), None, Choice.USE_PREVIOUS.value
    if not terms.may_ask:
        return doubtful.decided(use_previous=False), None, None
    return await _ask_if_worth(brief, deps, standings, verdicts)


async def _ask_if_worth(
    brief: Brief, deps: TeamDeps, standings: Mapping[str, Standing], verdicts: Mapping[str, Verdict]
) -> tuple[Mapping[str, Action], JsonObject | None, str | None]:
    saving = await saving_by_type(tuple(verdicts), deps)
    resolution = deps.reuse.policy.resolve(verdicts, saving, deps.reuse.ask_worth_ms)
    if not resolution.asks:
        return resolution.actions, None, None
    asked = [(standings[name], verdicts[name]) for name in resolution.asks]
    card = confirmation_card(brief, deps, asked, resolution.saving_ms)
    return resolution.actions, card.model_dump(mode="json"), None


def _insisted(verdict: Verdict) -> Action:
    """The person takes what there is: old or few is their choice, a conflict or nothing at all is not."""
    return "search" if verdict.missing or verdict.vetoed else "reuse"


def _decision(verdict: Verdict, standing: Standing | None, deps: TeamDeps) -> TypeDecision:
    """What is known of the type so far; a type that is not reused in the end loses the evidence's id."""
    judged = deps.reuse.policy.has_judge2
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
