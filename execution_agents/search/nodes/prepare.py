"""prepare_search: judge 2's verdict on every data type that each request needs, and the variant's decisions from the
verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from langgraph.runtime import Runtime

from execution_agents.reuse.judge2 import Standing, Verdict, judge
from execution_agents.reuse.policy import Action, Choice, Resolution, ReuseTerms
from execution_agents.search.costs import saving_by_type
from execution_agents.search.nodes.ask_person import confirmation_card
from execution_agents.search.state import SearchState, brief_of
from execution_agents.team import TeamDeps
from foundation.contracts.ports import JsonObject
from foundation.contracts.work import Brief, TypeDecision, need_of

ANY_SAVING_MS = 10**9
"""Stands for "worth asking" until it is measured whether a person would be asked at all."""


@dataclass(frozen=True)
class _Decided:
    """The decided actions."""

    actions: Mapping[str, Action]
    card: JsonObject | None = None
    """`ConfirmationAsked`, if a person is to be asked."""
    person: str | None = None
    """The answer, if it was given in advance."""
    unasked: tuple[str, ...] = ()
    """Types in doubt that cost too little to ask about."""


async def prepare_search(state: SearchState, runtime: Runtime[TeamDeps]) -> JsonObject:
    """Decides for each need: reuse, ask or search."""
    deps, brief = runtime.context, brief_of(state)
    judged = [_Request(part, deps.reuse.of_request(at), at, deps) for at, part in enumerate(brief.parts)]
    decided = await _decide(brief, deps, judged)
    decisions = [each.decision(name) for each in judged for name in each.brief.data_types]
    for each in judged:
        for name in each.brief.data_types:
            standing = each.terms.standings.get(name)
            if decided.actions[each.need(name)] != "search" and standing is not None and standing.evidence is not None:
                for record in (standing.evidence, *standing.also):
                    deps.store.put(record)
    return {
        "actions": dict(decided.actions),
        "decisions": [decision.model_dump(mode="json") for decision in decisions],
        "card": decided.card,
        "person": decided.person,
        "unasked": list(decided.unasked),
    }


class _Request:
    """One request of the message, with judge 2's view of every data type it needs."""

    def __init__(self, brief: Brief, terms: ReuseTerms, place: int, deps: TeamDeps) -> None:
        self.brief, self.terms, self.place = brief, terms, place
        confidence = terms.judge1.confidence if terms.judge1 else None
        self.verdicts = {
            name: judge(terms.standings.get(name) or Standing(name), deps.pack.data_type(name), confidence)
            for name in brief.data_types
        }

    def need(self, data_type: str) -> str:
        return need_of(data_type, self.place)

    def by_need(self, actions: Mapping[str, Action]) -> dict[str, Action]:
        return {self.need(name): action for name, action in actions.items()}

    def resolve(self, saving_ms: Mapping[str, int], worth_ms: int) -> Resolution:
        return self.terms.resolve(self.verdicts, saving_ms, worth_ms)

    def decision(self, data_type: str) -> TypeDecision:
        """What is known about the type so far; a type that is not reused in the end loses the evidence's id."""
        verdict, standing = self.verdicts[data_type], self.terms.standings.get(data_type)
        judged = self.terms.has_judge2
        evidence = standing.evidence if standing else None
        return TypeDecision(
            data_type=data_type,
            request=self.place,
            decision="searched",
            verdict=verdict.verdict if judged else None,
            confidence=verdict.confidence if judged else 0,
            issues=verdict.issues if judged else (),
            evidence_id=evidence.evidence_id if evidence else None,
            also=tuple(record.evidence_id for record in standing.also) if standing else (),
            fetched_at=evidence.fetched_at if evidence else None,
            age_s=standing.age_s if standing else None,
            source_changed=standing.source_changed if standing else False,
            as_of=evidence.as_of if evidence else None,
        )


async def _decide(brief: Brief, deps: TeamDeps, judged: Sequence[_Request]) -> _Decided:
    terms = deps.reuse
    if terms.insist:
        insisted = [each.by_need({n: _insisted(verdict) for n, verdict in each.verdicts.items()}) for each in judged]
        return _Decided(_merged(insisted), person=Choice.USE_PREVIOUS.value)
    if terms.preset is Choice.SEARCH_NEW:
        return _Decided({need: cast(Action, "search") for need, _ in brief.needs})
    doubtful = [each.resolve(dict.fromkeys(each.verdicts, ANY_SAVING_MS), 0) for each in judged]
    if not any(each.asks for each in doubtful):
        return _Decided(_actions(judged, doubtful))
    if terms.preset is Choice.USE_PREVIOUS:
        taken = [each.by_need(one.decided(use_previous=True)) for each, one in zip(judged, doubtful, strict=True)]
        return _Decided(_merged(taken), person=Choice.USE_PREVIOUS.value)
    return await _ask_if_worth(brief, deps, judged, doubtful)


async def _ask_if_worth(
    brief: Brief, deps: TeamDeps, judged: Sequence[_Request], doubtful: Sequence[Resolution]
) -> _Decided:
    """One card for everything in doubt. All types are searched in parallel: reuse saves the longest search."""
    saving = await saving_by_type(tuple(dict.fromkeys(name for _, name in brief.needs)), deps)
    whole = max(saving.get(name, 0) for one in doubtful for name in one.asks)
    worth = 0 if whole >= deps.reuse.ask_worth_ms else ANY_SAVING_MS + 1
    found = [each.resolve(saving, worth) for each in judged]
    both = list(zip(judged, found, strict=True))
    if worth:
        unasked = tuple(each.need(name) for each, one in both for name in one.not_worth_asking)
        return _Decided(_actions(judged, found), unasked=unasked)
    if not deps.reuse.may_ask:
        return _Decided(_merged([each.by_need(one.decided(use_previous=False)) for each, one in both]))
    asked = [(each.terms.standings[name], each.verdicts[name]) for each, one in both for name in one.asks]
    card = confirmation_card(brief, deps, asked, whole)
    return _Decided(_actions(judged, found), card.model_dump(mode="json"))


def _actions(judged: Sequence[_Request], found: Sequence[Resolution]) -> dict[str, Action]:
    return _merged([each.by_need(one.actions) for each, one in zip(judged, found, strict=True)])


def _merged(each: Sequence[Mapping[str, Action]]) -> dict[str, Action]:
    return {need: action for actions in each for need, action in actions.items()}


def _insisted(verdict: Verdict) -> Action:
    """The person takes the stored data: old or few results are their choice, a conflict or no results at all are
    not."""
    return "search" if verdict.missing or verdict.vetoed else "reuse"
