"""Runs the service's own judges over labelled turns, as they are: gathering, judge 1 by rules, judge 2, variants."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from evaluations.cases import NOW, WHO, Case, CaseSet, Half, Progress
from execution_agents.reuse.candidates import Gatherer, StandingRequest
from execution_agents.reuse.judge2 import Standing, judge
from execution_agents.reuse.policy import Action, Question, resolve
from foundation.contracts.identity import Principal
from foundation.contracts.plan import Judge1, VariantName
from foundation.contracts.work import Evidence
from foundation.domains.schema.pack import Pack
from foundation.storage.queue.snapshots import PER_TYPE
from foundation.storage.records import LedgerEntry
from supervisor.planning.judge1 import judge_by_rules

OURS = "ours (both judges, the person when unsure)"
HYBRID = "both judges, nobody asked"
JUDGE_1 = "judge 1 alone"
JUDGE_2 = "judge 2 alone"
_VARIANTS: Mapping[str, VariantName] = {OURS: "hybrid_confirm", HYBRID: "hybrid", JUDGE_1: "supervisor_only"}
_SURE = 1000
"""Judge 2 alone has nobody's confidence to start from, so it starts from full confidence."""


@dataclass(frozen=True)
class Outcome:
    """What one way of deciding did with one turn."""

    case_id: str
    half: Half
    kind: str
    labelled: bool
    reusable: bool
    action: Action
    wrong: bool
    """Reused records that do not hold what the turn needs."""
    issues: tuple[str, ...] = ()


@dataclass(frozen=True)
class _HandedLedger:
    """The case's ledger."""

    stored: Sequence[Evidence]

    async def of_types(self, principal: Principal, session_id: str, data_types: Sequence[str]) -> list[LedgerEntry]:
        _ = principal, session_id
        newest = [e for name in data_types for e in [s for s in self.stored if s.data_type == name][:PER_TYPE]]
        return [LedgerEntry.of(evidence) for evidence in newest]

    async def across_sessions(self, principal: Principal, pack: str, data_types: Sequence[str]) -> list[LedgerEntry]:
        _ = principal, pack, data_types
        return []

    async def with_items(self, principal: Principal, record: Evidence) -> Evidence:
        _ = principal
        return next(each for each in self.stored if each.evidence_id == record.evidence_id)


class _FixedClock:
    async def now(self) -> datetime:
        return NOW


def outcome(case: Case, action: Action, evidence_ids: Collection[str], issues: tuple[str, ...] = ()) -> Outcome:
    """What this action on these records means for the case."""
    wrong = action == "reuse" and not case.served_by(evidence_ids)
    return Outcome(case.case_id, case.half, case.kind, case.labelled, case.reusable, action, wrong, issues)


async def judged(cases: CaseSet, progress: Progress) -> dict[str, list[Outcome]]:
    """Row title -> outcomes, for our own ways of deciding."""
    found: dict[str, list[Outcome]] = {title: [] for title in (*_VARIANTS, JUDGE_2, *cases.figures)}
    for at, case in enumerate(cases.cases):
        standings = await _standings(cases, case, cases.pack)
        for title, variant in _VARIANTS.items():
            found[title].append(_turn(case, standings, cases.pack, variant))
        found[JUDGE_2].append(_judge_2_alone(case, standings, cases.pack))
        for title, pack in cases.figures.items():
            found[title].append(_turn(case, await _standings(cases, case, pack), pack, "hybrid_confirm"))
        progress(cases.title, at + 1, len(cases.cases))
    return found


async def _standings(cases: CaseSet, case: Case, pack: Pack) -> dict[str, Standing]:
    gatherer = Gatherer(
        ledger=_HandedLedger(case.stored),
        sources=cases.sources_of.get(case.case_id, cases.sources),
        clock=_FixedClock(),
        index=cases.index_of.get(case.case_id, cases.index),
    )
    return await gatherer.gather(StandingRequest(WHO, "evaluation", case.understanding, pack))


def _turn(case: Case, standings: Mapping[str, Standing], pack: Pack, variant: VariantName) -> Outcome:
    judge1 = judge_by_rules(case.understanding, standings, pack)
    verdicts = {name: judge(standing, pack.data_type(name), judge1.confidence) for name, standing in standings.items()}
    # Worth asking whatever it saves: the share of turns that are unsure is what is measured here.
    resolution = resolve(Question(variant, judge1, verdicts, pack.thresholds, ask_worth_ms=0))
    issues = tuple(issue for verdict in verdicts.values() for issue in verdict.issues)
    return _summed(case, standings, resolution.actions, (*issues, *_doubts(judge1)))


def _doubts(judge1: Judge1) -> tuple[str, ...]:
    return (f"judge1:{judge1.confidence}",)


def _judge_2_alone(case: Case, standings: Mapping[str, Standing], pack: Pack) -> Outcome:
    verdicts = {name: judge(standing, pack.data_type(name), _SURE) for name, standing in standings.items()}
    actions: dict[str, Action] = {}
    for name, verdict in verdicts.items():
        actions[name] = "reuse" if verdict.verdict == "sufficient" else "search"
    return _summed(case, standings, actions)


def _summed(
    case: Case, standings: Mapping[str, Standing], actions: Mapping[str, Action], issues: tuple[str, ...] = ()
) -> Outcome:
    """The turn as one action: any type searched makes it a search, any asked about a question."""
    kinds = set(actions.values())
    action: Action = "search" if "search" in kinds or not kinds else "ask" if "ask" in kinds else "reuse"
    used = [
        record.evidence_id
        for standing in standings.values()
        if standing.evidence is not None
        for record in (standing.evidence, *standing.also)
    ]
    return outcome(case, action, used, issues)
