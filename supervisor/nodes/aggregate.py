"""aggregate: combines what the teams found and writes it into the evidence ledger."""

from __future__ import annotations

import asyncio

import structlog
from langgraph.runtime import Runtime

from foundation.contracts.errors import Fenced
from foundation.contracts.ports import JsonObject
from foundation.contracts.work import Evidence, Finding
from foundation.storage.records import LedgerEntry
from supervisor.deps import SupervisorDeps
from supervisor.memory.ledger import dumped, ledger_of, newest, summary_of
from supervisor.state import SupervisorState

log = structlog.get_logger()


async def aggregate(state: SupervisorState, runtime: Runtime[SupervisorDeps]) -> JsonObject:
    """Every batch fetched in this turn becomes a ledger record; reused ones are there already."""
    deps = runtime.context
    await _keep_drafts(state, deps)
    known = {summary["evidence_id"] for summary in state["ledger"]}
    ids = dict.fromkeys(each for found in state["evidence_ids"].values() for each in found)
    mine = (deps.memory.evidence[each] for each in ids if each not in known and each in deps.memory.evidence)
    fresh = [evidence for evidence in mine if evidence.run_id == deps.run.run_id]
    if not fresh:
        return {}
    written = await asyncio.gather(*(_write(evidence, deps) for evidence in fresh))
    added = [summary_of(LedgerEntry.of(evidence)) for evidence, kept in zip(fresh, written, strict=True) if kept]
    return {"ledger": dumped(newest((*added, *ledger_of(state["ledger"]))))}


async def _keep_drafts(state: SupervisorState, deps: SupervisorDeps) -> None:
    """Documents that were drafted or changed, written once however often the run is restarted."""
    if deps.repositories.drafts is None:
        return
    for found in state["findings"].values():
        for done in Finding.model_validate(found).documents:
            if done is not None and done.drafted is not None:
                await deps.repositories.drafts.keep(deps.run, done.drafted)


async def keep_fresh(deps: SupervisorDeps) -> None:
    """Before a pause: the process that resumes, perhaps another one, finds in the ledger what was fetched."""
    fresh = [each for each in deps.memory.evidence.values() if each.run_id == deps.run.run_id]
    await asyncio.gather(*(_write(evidence, deps) for evidence in {each.evidence_id: each for each in fresh}.values()))


async def _write(evidence: Evidence, deps: SupervisorDeps) -> bool:
    """True if later turns may reuse it. A ledger that cannot be written costs a later search, not this answer."""
    try:
        await deps.repositories.evidence.add(deps.run, evidence)
    except Fenced:
        raise
    except Exception:
        log.exception("ledger_not_written", run_id=deps.run.run_id, evidence_id=evidence.evidence_id)
        return False
    return True
