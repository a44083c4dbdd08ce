"""An audit of one decision, after its answer was sent: was the skip right, was the search needed?

A skipped search is made now and compared with what was reused. A search that was made is compared with the
conversation's evidence before it. That evidence is compared with the question's bare words, too (`bare_question.py`),
because the turn's understanding may be wrong. An audit does not reach the person, the ledger or the measured costs.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any, cast, get_args

from execution_agents.clarification.provider import GraphView
from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.reuse.candidates import Gatherer, StandingRequest
from execution_agents.reuse.judge2 import Standing, judge
from execution_agents.reuse.leading import Leads
from execution_agents.reuse.policy import VARIANTS, Question, ReuseTerms, resolve, turn_decision
from execution_agents.search.gathering import Gathering, SourceOutcome
from execution_agents.search.reused import reused_evidence
from execution_agents.team import EvidenceStore, TeamDeps
from foundation.contracts.errors import SufficeError, UnknownEvidence
from foundation.contracts.events import RunEvent
from foundation.contracts.identity import Principal
from foundation.contracts.plan import Understanding, VariantName
from foundation.contracts.ports import Clock, Compute, LexicalIndex, Source, at_once
from foundation.contracts.work import Brief, Evidence, EvidenceItem, need_of
from foundation.domains.schema.pack import Pack, Thresholds
from foundation.language.beside import before_it
from foundation.storage.conversations.evidence import EvidenceRepository
from foundation.storage.corpus.costs import CostsRepository
from foundation.storage.experiments.audits import AuditsRepository, Findings
from foundation.storage.records import DecisionRow, LedgerEntry
from service_agent.experiments.audit.bare_question import BareWords
from service_agent.experiments.audit.comparison import Batch, Comparison, compare, leads_from_kept
from supervisor.memory.leading_line import leads_in_hand
from supervisor.planning.alone import read
from supervisor.planning.context import TurnContext
from supervisor.planning.documents import Documents
from supervisor.planning.judge1 import judge_by_rules
from supervisor.replay import replay, rows_apart


class AuditImpossible(SufficeError):
    """The decision cannot be looked at again; what it was made from is no longer there."""


@dataclass(frozen=True)
class AuditDeps:
    """The dependencies of an audit of one pack's decisions."""

    pack: Pack
    sources: Mapping[str, Source]
    evidence: EvidenceRepository
    audits: AuditsRepository
    costs: CostsRepository
    clock: Clock
    index: LexicalIndex | None = None
    entities: EntityIndex | None = None
    graph: GraphView | None = None
    compute: Compute = at_once
    """Where what only computes is done."""


async def audit(principal: Principal, row: DecisionRow, deps: AuditDeps) -> Findings:
    """Checks the decision again, for each request of its message. Raises AuditImpossible."""
    parts = {at: each for at, each in enumerate(rows_apart(row)) if each.data_types}
    if len(parts) < 2:
        return await _audit_one(principal, next(iter(parts.values()), row), deps)
    # Where any request was skipped, only skipped ones are audited, as in a turn of one request.
    skips = {at: each for at, each in parts.items() if each.decision != "search"} or parts
    found = {at: await _audit_one(principal, each, deps) for at, each in skips.items()}
    return Findings(
        {need_of(name, at): comparison for at, one in found.items() for name, comparison in one.types.items()},
        all(one.right for one in found.values()),
        sum(one.search_ms for one in found.values()),
        sum(one.search_calls for one in found.values()),
    )


async def _audit_one(principal: Principal, row: DecisionRow, deps: AuditDeps) -> Findings:
    understanding = Understanding.model_validate(row.inputs["understanding"])
    look = _Look(principal, row, understanding, deps, await deps.clock.now())
    return await (look.at_search() if row.decision == "search" else look.at_skip())


def variants_say(row: DecisionRow, shadow: Mapping[str, Any] | None = None) -> dict[str, str]:
    """Variant -> what it would have decided from the row's inputs. Where it would have asked the person, the safe
    default counts, unless the person was asked and answered. The control's rows hold no judgements: the result is
    then what an audit computed for them (`shadow`)."""
    if row.judge1 is None or not row.inputs.get("standings"):
        return dict(shadow or {})
    return {name: replay(replace(row, variant=name)).decision for name in VARIANTS}


@dataclass(frozen=True)
class _Look:
    principal: Principal
    row: DecisionRow
    understanding: Understanding
    deps: AuditDeps
    now: datetime
    spent: _Spent = field(default_factory=lambda: _Spent())

    async def at_skip(self) -> Findings:
        """The search that was skipped, made now."""
        reused = {
            name: [str(entry["evidence_id"]), *entry.get("also", ())]
            for name, entry in self.row.judge2.items()
            if entry["decision"] == "reused" and entry["evidence_id"]
        }
        if not reused:
            raise AuditImpossible
        then = {name: _merged([await self._narrowed(each) for each in ids]) for name, ids in reused.items()}
        made = await self._searched(tuple(reused), self._meant(next(iter(then.values())).query))
        bare = await self._bare_words()
        types = {name: await self._comparison(name, then[name], now, bare) for name, now in made.items()}
        return Findings(types, all(each["agrees"] for each in types.values()), self.spent.ms, self.spent.calls)

    def _meant(self, shown_for: str) -> Understanding:
        """The question to search for. For a request to show an answer in another form: the question of that answer."""
        if not self.understanding.shown:
            return self.understanding
        return self.understanding.model_copy(update={"standalone": shown_for})

    async def at_search(self) -> Findings:
        """The search that was made, compared with the evidence before it. A failed search is made now: a source that
        was down for an hour must not leave its decisions without an audit for ever."""
        row, types = self.row, self.understanding.data_types
        made = await self.deps.audits.fetched_by(self.principal, row.session_id, row.run_id, types)
        again = await self._searched(tuple(name for name in types if name not in made))
        before = await self.deps.audits.ledger_before(self.principal, row.session_id, row.run_id, types)
        comparisons: dict[str, dict[str, Any]] = {}
        bare = await self._bare_words()
        for name in types:
            now = again.get(name) or _batch(await self.deps.evidence.with_items(self.principal, made[name]))
            then = await self._in_hand(name, before)
            comparisons[name] = await self._comparison(name, then, now, bare)
        unnecessary = all(each["agrees"] for each in comparisons.values())
        shadow = await self._shadow(before) if row.judge1 is None else None
        return Findings(comparisons, not unnecessary, self.spent.ms, self.spent.calls, shadow=shadow)

    async def _searched(self, types: tuple[str, ...], reading: Understanding | None = None) -> Mapping[str, Batch]:
        """These types' search, made now; `reading`: another than the turn's. Raises AuditImpossible where a source does
        not answer."""
        if not types:
            return {}
        gathering = Gathering(self._brief_of(reading or self.understanding), self._team_deps, types)
        started = time.monotonic()
        outcomes = await gathering.run()
        self.spent.ms += round((time.monotonic() - started) * 1000)
        self.spent.calls += gathering.calls
        return {name: _fresh([outcomes[each] for each in gathering.sources_of(name)]) for name in types}

    async def _bare_words(self) -> BareWords:
        deps, row = self.deps, self.row
        context = TurnContext(
            principal=self.principal,
            session_id=row.session_id,
            run_id=row.run_id,
            question=self.understanding.question,
            exchanges=(),
            ledger=(),
            pack=deps.pack,
            variant=cast("VariantName", row.variant),
            thresholds=self._thresholds,
            now=self.now,
            compute=deps.compute,
            documents=Documents(deps.pack, deps.index, deps.sources),
            graph=deps.graph,
        )

        async def search(reading: Understanding, name: str) -> Batch:
            return (await self._searched((name,), reading))[name]

        own, _ = await read(context)
        return BareWords(own, self.understanding, deps.pack, deps.index, self.now, search)

    async def _in_hand(self, name: str, before: Sequence[LedgerEntry]) -> Batch | None:
        """What would have been reused: the record that the judges examined, else the newest of the type."""
        standings: dict[str, Any] = self.row.inputs.get("standings") or {}
        looked_at: dict[str, Any] = standings.get(name) or {}
        record: dict[str, Any] = looked_at.get("evidence") or {}
        evidence_id: str | None = record.get("evidence_id")
        newest = (entry.record.evidence_id for entry in before if entry.record.data_type == name)
        chosen = evidence_id or next(newest, None)
        return None if chosen is None else await self._narrowed(chosen)

    async def _narrowed(self, evidence_id: str) -> Batch:
        """The record as the question needs it."""
        try:
            evidence = await self.deps.evidence.get(self.principal, evidence_id)
        except UnknownEvidence:
            raise AuditImpossible("What was reused has been erased since; the judgement alone is left.") from None
        return _batch(await reused_evidence(evidence, self._brief_of(self.understanding), self._team_deps))

    async def _comparison(self, name: str, then: Batch | None, now: Batch, bare: BareWords) -> dict[str, Any]:
        """Compares the kept evidence with a search, by the turn's understanding and by the question's bare words."""
        if then is None:  # no evidence: the search was needed
            return Comparison(False, "nothing", (), 0, 0).as_stored(then, now)
        compared = compare(then, now)
        if compared.rule == "best_passage" and not compared.agrees:
            likely = partial(self._leads_in_hand, self.understanding)
            figures = self.deps.pack.data_type(name).probe
            if await self.deps.compute(partial(leads_from_kept, then, now, likely, figures)):
                compared = replace(compared, agrees=True, rule="leading_line")
        found = await bare.against(name, then, now) if compared.agrees else None
        compared, now = found or (compared, now)
        return compared.as_stored(then, now)

    @property
    def _leads_in_hand(self) -> Leads:
        asked = self.understanding
        before = before_it(asked.standalone, asked.question)
        return leads_in_hand(self.deps.pack, self.now, "" if before == asked.standalone else before)

    async def _shadow(self, before: Sequence[LedgerEntry]) -> dict[str, Any]:
        """What the judges would have decided in a turn without judges: by rules, over the ledger of that time."""
        deps = self.deps
        then = _LedgerOfThen(before, deps.evidence)
        gatherer = Gatherer(
            then,
            deps.sources,
            deps.clock,
            deps.index,
            deps.entities,
            compute=deps.compute,
            leads=self._leads_in_hand,
        )
        standings = await gatherer.gather(
            StandingRequest(self.principal, self.row.session_id, self.understanding, deps.pack)
        )
        return await deps.compute(partial(_decided, self.understanding, standings, deps.pack, self._thresholds))

    @property
    def _thresholds(self) -> Thresholds:
        return Thresholds.model_validate(self.row.inputs["thresholds"])

    def _brief_of(self, understanding: Understanding) -> Brief:
        return Brief(
            run_id=self.row.run_id,
            session_id=self.row.session_id,
            question=understanding.standalone,
            original_question=understanding.question,
            language=understanding.language,
            intent=understanding.intent,
            slots=understanding.slot_values(),
            data_types=understanding.data_types,
        )

    @property
    def _team_deps(self) -> TeamDeps:
        async def load(evidence_id: str) -> Evidence:
            return await self.deps.evidence.get(self.principal, evidence_id)

        return TeamDeps(
            principal=self.principal,
            pack=self.deps.pack,
            sources=self.deps.sources,
            costs=self.deps.costs,
            store=EvidenceStore(load, {}),
            clock=self.deps.clock,
            emit=_discard,
            reuse=ReuseTerms("no_reuse", thresholds=self._thresholds),
            elapsed_ms=lambda: 0,
            compute=self.deps.compute,
        )


@dataclass
class _Spent:
    """On an audit's own searches."""

    ms: int = 0
    calls: int = 0


@dataclass(frozen=True)
class _LedgerOfThen:
    """The conversation's evidence when the control decided (implements `Ledger`)."""

    entries: Sequence[LedgerEntry]
    evidence: EvidenceRepository

    async def of_types(self, principal: Principal, session_id: str, data_types: Sequence[str]) -> list[LedgerEntry]:
        del principal, session_id
        return [entry for entry in self.entries if entry.record.data_type in data_types]

    async def across_sessions(self, principal: Principal, pack: str, data_types: Sequence[str]) -> list[LedgerEntry]:
        del principal, pack, data_types
        return []

    async def with_items(self, principal: Principal, record: Evidence) -> Evidence:
        return await self.evidence.with_items(principal, record)


def _decided(
    understanding: Understanding, standings: Mapping[str, Standing], pack: Pack, thresholds: Thresholds
) -> dict[str, Any]:
    judge1 = judge_by_rules(understanding, standings, pack)
    verdicts = {name: judge(standing, pack.data_type(name), judge1.confidence) for name, standing in standings.items()}
    decided: dict[str, Any] = {}
    for name in get_args(VariantName):
        asking = resolve(Question(cast("VariantName", name), judge1, verdicts, thresholds, ask_worth_ms=0))
        decided[name] = turn_decision(asking.decided(use_previous=False))
    return decided


def _fresh(outcomes: Sequence[SourceOutcome]) -> Batch:
    answered = [outcome for outcome in outcomes if outcome.result is not None]
    if not answered or len(answered) < len(outcomes):
        raise AuditImpossible("A source did not answer the audit's search, so nothing can be told.")
    items: list[EvidenceItem] = [item for outcome in answered if outcome.result for item in outcome.result.items]
    if all(outcome.kind == "documents" for outcome in answered):
        items.sort(key=lambda item: item.score, reverse=True)
    return Batch(answered[0].kind, tuple(items))


def _merged(batches: Sequence[Batch]) -> Batch:
    """Records of several turns that were reused together."""
    return replace(batches[0], items=tuple(item for batch in batches for item in batch.items))


def _batch(evidence: Evidence) -> Batch:
    return Batch(evidence.kind, evidence.items, evidence.fetched_at, evidence.evidence_id, evidence.query)


async def _discard(event: RunEvent) -> None:
    """Discard the event: the conversation must not show an audit."""
    del event
