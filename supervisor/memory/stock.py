"""The standing of each needed data type in this turn, computed once: planning and the search team read the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from execution_agents.reuse.candidates import Gatherer, StandingRequest
from execution_agents.reuse.judge2 import Standing
from foundation.contracts.identity import Principal
from foundation.contracts.plan import Plan, Understanding
from foundation.contracts.ports import JsonObject
from foundation.contracts.work import Evidence, need_of
from foundation.storage.records import LedgerEntry
from supervisor.deps import SupervisorDeps
from supervisor.memory.leading_line import leads_in_hand
from supervisor.memory.overrides import overridden_run


async def standings_of(understanding: Understanding, deps: SupervisorDeps) -> Mapping[str, Standing]:
    """Data type -> its standing."""
    known, reading = deps.memory.standings, _reading(understanding)
    if reading not in known:
        known[reading] = await _gathered(understanding, deps)
    return known[reading]


def known_standings(plan: Plan, deps: SupervisorDeps) -> Mapping[str, Standing]:
    """Need -> its standing, for everything that planning computed for the plan's requests."""
    return {
        need_of(name, at): standing
        for at, part in enumerate(plan.parts)
        for name, standing in deps.memory.standings.get(_reading(part.understanding), {}).items()
    }


def _reading(understanding: Understanding) -> tuple[object, ...]:
    """Everything of a reading that standings depend on. Standings of another reading could admit the wrong region."""
    return (
        understanding.standalone,
        understanding.question,
        understanding.readings,
        understanding.route,
        understanding.slots,
        understanding.data_types,
        understanding.shown,
        understanding.wants_fresh,
        understanding.reuse_cue,
        understanding.unresolved,
    )


async def _gathered(understanding: Understanding, deps: SupervisorDeps) -> Mapping[str, Standing]:
    ledger = TurnLedger(deps, await overridden_run(deps))
    clock, request = TurnClock(deps), StandingRequest(deps.principal, deps.run.session_id, understanding, deps.pack)
    past = deps.opening.exchanges or ()
    before = str(past[-1]["question"]) if past else ""
    leads = leads_in_hand(deps.pack, deps.opening.now, before)
    gatherer = Gatherer(
        ledger, deps.sources, clock, deps.index, deps.entities, deps.source_versions, compute=deps.compute, leads=leads
    )
    return await gatherer.gather(request)


@dataclass(frozen=True)
class TurnClock:
    """The turn's one time (implements the port `Clock`)."""

    deps: SupervisorDeps

    async def now(self) -> datetime:
        return self.deps.opening.now


@dataclass(frozen=True)
class TurnLedger:
    """The ledger as the turn found it, without what one run fetched: when a question is asked again, "the earlier
    results" are those from before that run (implements `Ledger`)."""

    deps: SupervisorDeps
    without: str | None
    """A run id."""

    async def of_types(self, principal: Principal, session_id: str, data_types: Sequence[str]) -> list[LedgerEntry]:
        del principal, session_id  # The opening is this session's and this person's.
        return self._kept(entry for entry in self.deps.opening.ledger if entry.record.data_type in data_types)

    async def across_sessions(self, principal: Principal, pack: str, data_types: Sequence[str]) -> list[LedgerEntry]:
        return self._kept(await self.deps.repositories.evidence.across_sessions(principal, pack, data_types))

    async def with_items(self, principal: Principal, record: Evidence) -> Evidence:
        return await self.deps.repositories.evidence.with_items(principal, record)

    def _kept(self, entries: Iterable[LedgerEntry]) -> list[LedgerEntry]:
        return [entry for entry in entries if entry.record.run_id != self.without]


def dumped_standings(standings: Mapping[str, Standing]) -> JsonObject:
    """What the judges saw of each need, without the items: a decision can be replayed from it."""
    return {name: _dumped(standing) for name, standing in standings.items()}


def _dumped(standing: Standing) -> JsonObject:
    probe = standing.probe
    return {
        "evidence": None if standing.evidence is None else _counted(standing.evidence),
        "also": [_counted(record) for record in standing.also],
        "age_s": standing.age_s,
        "slot_conflicts": list(standing.slot_conflicts),
        "failed_gates": list(standing.failed_gates),
        "source_changed": standing.source_changed,
        "rights_changed": standing.rights_changed,
        "elsewhere": standing.elsewhere,
        "probe": None
        if probe is None
        else {
            "held": probe.held,
            "of": probe.of,
            "failures": list(probe.failures),
            "best_in_hand": probe.best_in_hand,
            "best_out_of_hand": probe.best_out_of_hand,
            "asks_more": probe.asks_more,
        },
    }


def _counted(evidence: Evidence) -> JsonObject:
    return {
        "evidence_id": evidence.evidence_id,
        "run_id": evidence.run_id,
        "query": evidence.query,
        "slots": {name: list(values) for name, values in evidence.slots.items()},
        "sources": list(evidence.sources),
        "kind": evidence.kind,
        "source_version": evidence.source_version,
        "fetched_at": evidence.fetched_at.isoformat(),
        "items": len(evidence.items),
        "results": sum(not item.derived for item in evidence.items),
        "complete": evidence.complete,
        "aggregate": evidence.aggregate,
        "cost_ms": evidence.cost_ms,
    }
