"""Evidence from the ledger as this question needs it: a narrower question over complete rows is answered from the
matching rows, with the figures recomputed. Nothing is searched."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from execution_agents.team import TeamDeps
from foundation.contracts.identity import Principal
from foundation.contracts.work import Brief, Evidence, EvidenceItem, Slots
from foundation.domains.schema.pack import TableSource


@runtime_checkable
class NarrowsRows(Protocol):
    """A source that can filter rows that were fetched before."""

    async def narrow(
        self, principal: Principal, evidence: Evidence, slots: Slots, language: str = "ko"
    ) -> tuple[EvidenceItem, ...]: ...


async def reused_evidence(evidence: Evidence, brief: Brief, deps: TeamDeps) -> Evidence:
    """The record itself, or its matching rows if the question is narrower than the one it was fetched for."""
    items: list[EvidenceItem] = []
    slots = dict(evidence.slots)
    for name in dict.fromkeys((*evidence.sources, *(item.source for item in evidence.items))):
        source = deps.sources.get(name)
        if isinstance(source, NarrowsRows) and _is_narrower(name, evidence, brief, deps):
            items += await source.narrow(deps.principal, evidence, brief.slots, brief.language)
            slots |= {slot: values for slot, values in brief.slots.items() if values}
        else:
            items += [item for item in evidence.items if item.source == name]
    return evidence.model_copy(update={"items": tuple(items), "slots": slots})


def _is_narrower(name: str, evidence: Evidence, brief: Brief, deps: TeamDeps) -> bool:
    """True if a slot that filters this source's rows has other values now (judge 2 let only narrower ones pass)."""
    declared = deps.pack.source(name)
    if not isinstance(declared, TableSource):
        return False
    filters = {mapped.slot for mapped in declared.slots}
    return any(
        values and set(values) != set(evidence.slots.get(slot, ()))
        for slot, values in brief.slots.items()
        if slot in filters
    )
