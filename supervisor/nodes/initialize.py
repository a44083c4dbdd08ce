"""initialize: what the turn starts from: the time, the conversation's window, the evidence ledger."""

from __future__ import annotations

import asyncio
from typing import cast

import structlog
from langgraph.runtime import Runtime
from langgraph.types import Overwrite

from foundation.contracts.ports import JsonObject
from foundation.contracts.work import EvidenceSummary
from supervisor.deps import SupervisorDeps
from supervisor.memory.context import turn_context
from supervisor.memory.history import exchanges_from_history
from supervisor.memory.ledger import dumped, newest
from supervisor.memory.overrides import overridden_run
from supervisor.memory.window import before
from supervisor.state import SupervisorState

log = structlog.get_logger()


async def initialize(state: SupervisorState, runtime: Runtime[SupervisorDeps]) -> JsonObject:
    """Load the turn's memory."""
    deps = runtime.context
    now, ledger, overridden = await asyncio.gather(deps.memory.clock(deps.clock), _ledger(deps), overridden_run(deps))
    loaded: JsonObject = {"now": now.isoformat(), "ledger": dumped(newest(ledger))}
    if deps.run.options.history:
        alone = turn_context(cast(SupervisorState, {**state, **loaded, "exchanges": []}), deps)
        loaded["exchanges"] = Overwrite(exchanges_from_history(deps.run.options.history, alone))
    elif overridden is not None:
        loaded["exchanges"] = Overwrite(before(state["exchanges"], overridden))
    return loaded


async def _ledger(deps: SupervisorDeps) -> list[EvidenceSummary]:
    try:
        return list(await deps.repositories.evidence.ledger(deps.principal, deps.run.session_id))
    except Exception:
        # An unreadable ledger costs a search, never the turn.
        log.exception("ledger_unreadable", run_id=deps.run.run_id)
        return []
