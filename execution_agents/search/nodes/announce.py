"""The event that reports what is reused, what is searched, and why, once the decision is final."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from execution_agents.reuse.policy import Action, Choice, turn_decision, weakest
from execution_agents.reuse.wording import age_words, doubt_words, label_of, said
from execution_agents.search.state import SearchState, brief_of, settled_actions
from execution_agents.team import TeamDeps
from foundation.contracts.events import DataReuseDecided
from foundation.contracts.work import TypeDecision


def settled_decisions(state: SearchState) -> tuple[TypeDecision, ...]:
    """Every type's decision as it is known before anything is fetched."""
    actions = settled_actions(state)
    return tuple(_settled(TypeDecision.model_validate(raw), actions, state) for raw in state["decisions"])


def reuse_event(state: SearchState, deps: TeamDeps) -> DataReuseDecided:
    """The whole decision, with its reasons as sentences."""
    language = brief_of(state).language
    decisions = settled_decisions(state)
    return DataReuseDecided(
        decision=turn_decision(settled_actions(state)),
        variant=deps.reuse.variant,
        types=decisions,
        judge1=weakest([deps.reuse.judge1, *(one.judge1 for one in deps.reuse.others)]),
        reasons=(
            *_person_reasons(state, language),
            *dict.fromkeys(_reason(decision, deps, language) for decision in decisions),
        ),
    )


def _settled(judged: TypeDecision, actions: Mapping[str, Action], state: SearchState) -> TypeDecision:
    if actions.get(judged.need) == "reuse":
        return judged.model_copy(update={"decision": "reused", "unasked": judged.need in state["unasked"]})
    return judged.model_copy(
        update={"decision": "searched", "evidence_id": None, "also": (), "fetched_at": None, "as_of": None}
    )


def _person_reasons(state: SearchState, language: str) -> tuple[str, ...]:
    if state["timed_out"]:
        return (said("timed_out", language),)
    if state["person"] is None:
        return ()
    chose = "person_previous" if state["person"] == Choice.USE_PREVIOUS else "person_new"
    return (said(chose, language),)


def _reason(decision: TypeDecision, deps: TeamDeps, language: str) -> str:
    label = label_of(deps.pack.data_type(decision.data_type).label, language)
    deps = replace(deps, reuse=deps.reuse.of_request(decision.request))
    if decision.decision == "reused":
        age = age_words(decision.age_s, language)
        if decision.unasked:
            return said("reused_unasked", language, label=label, age=age, **_doubt(deps))
        return said("reused", language, label=label, age=age)
    issues = doubt_words(decision.issues, language, deps.pack)
    return said("searched_because", language, label=label, why=issues or _unsure(deps, language))


def _unsure(deps: TeamDeps, language: str) -> str:
    """Why it is searched although judge 2 found nothing against reuse."""
    if deps.reuse.preset is Choice.SEARCH_NEW:
        return said("asked_to_search", language)
    if deps.reuse.judge1 is None:
        return said("always_searched", language)
    return said("unsure", language, **_doubt(deps))


def _doubt(deps: TeamDeps) -> dict[str, str]:
    judge1 = deps.reuse.judge1
    return {"share": f"{judge1.confidence / 10:.0f}", "why": judge1.reasoning} if judge1 else {"share": "0", "why": ""}
