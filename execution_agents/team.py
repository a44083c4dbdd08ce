"""The interface of a team: one Brief in, one Finding out. The supervisor knows nothing else of any team."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from execution_agents.reuse.policy import ReuseTerms
from foundation.contracts.identity import Principal
from foundation.contracts.ports import Clock, Compute, Emit, LanguageModel, Source, Usage, at_once
from foundation.contracts.telemetry import NO_TELEMETRY, Telemetry
from foundation.contracts.work import Brief, Evidence, Finding, need_of
from foundation.domains.schema.pack import Pack
from foundation.storage.corpus.costs import CostsRepository

LoadEvidence = Callable[[str], Awaitable[Evidence]]
"""Reads one evidence record of this person's ledger by its id."""


class EvidenceStore:
    """The evidence of one turn by id. State carries ids; the items are held here, or in their table after a pause."""

    def __init__(self, load: LoadEvidence, held: dict[str, Evidence]) -> None:
        self._load = load
        self._held = held

    def put(self, evidence: Evidence, request: int = 0) -> None:
        """Stores a record, as one request of the message needs it."""
        self._held[need_of(evidence.evidence_id, request)] = evidence

    async def get(self, evidence_id: str, request: int = 0) -> Evidence:
        """The record, read from the ledger if another process (or an earlier turn) made it."""
        held = self._held.get(need_of(evidence_id, request)) or self._held.get(evidence_id)
        if held is None:
            held = await self._load(evidence_id)
            self._held[evidence_id] = held
        return held


@dataclass(frozen=True)
class TeamDeps:
    """What a team may use in one turn."""

    principal: Principal
    pack: Pack
    sources: Mapping[str, Source]
    """The pack's available sources, by name."""
    costs: CostsRepository
    store: EvidenceStore
    clock: Clock
    emit: Emit
    reuse: ReuseTerms
    elapsed_ms: Callable[[], int]
    """The turn's time so far; a pause stores it, since the process that resumes does not know it."""
    model: LanguageModel | None = None
    usage: Usage = field(default_factory=Usage)
    """This team's own count; the supervisor adds the teams' counts up."""
    telemetry: Telemetry = NO_TELEMETRY
    may_ask: bool = False
    """True if the run may wait for the person."""
    form_values: Mapping[str, Any] | None = None
    """A form's values that came with the question; None: none did."""
    compute: Compute = at_once
    """Where what only computes is done: beside the event loop, at the turn's place in the queue."""


Work = Callable[[Brief, TeamDeps], Awaitable[Finding]]


@dataclass(frozen=True)
class Team:
    """One team: a graph of its own behind one function."""

    name: str
    work: Work
    waits_for: tuple[str, ...] = ()
    """Teams whose evidence it needs first, if they are active in the same turn."""
    shape: str = ""
    """Nodes, edges and state keys of its graph, as text: part of the graph version that a paused run must match."""
