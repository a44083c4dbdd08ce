"""initialize: what the turn starts from: the time, the conversation's window, the evidence ledger."""

from __future__ import annotations

from typing import cast

from langgraph.runtime import Runtime

from foundation.contracts.ports import JsonObject
from supervisor.deps import SupervisorDeps
from supervisor.memory.history import exchanges_from_history
from supervisor.memory.ledger import dumped, summary_of
from supervisor.memory.overrides import overridden_run
from supervisor.memory.window import ExchangeState, before
from supervisor.state import SupervisorState
from supervisor.turn_context import turn_context


async def initialize(state: SupervisorState, runtime: Runtime[SupervisorDeps]) -> JsonObject:
    """Load the turn's memory."""
    deps = runtime.context
    overridden = await overridden_run(deps)
    ledger = [summary_of(entry) for entry in deps.opening.ledger]
    loaded: JsonObject = {"now": deps.opening.now.isoformat(), "ledger": dumped(ledger)}
    history = deps.run.options.history
    if not history and deps.opening.exchanges is None:  # a new conversation, or one from before they were stored
        earlier = await deps.repositories.messages.recent(deps.principal, deps.run.session_id, before_run=overridden)
        history = tuple((message.role, message.content) for message in earlier)
    if history:
        alone = turn_context(cast(SupervisorState, {**state, **loaded, "exchanges": []}), deps)
        loaded["exchanges"] = await exchanges_from_history(history, alone)
    else:
        kept = cast(list[ExchangeState], list(deps.opening.exchanges or ()))
        loaded["exchanges"] = kept if overridden is None else before(kept, overridden)
    return loaded
