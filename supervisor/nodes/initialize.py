"""initialize: loads the turn's inputs: the time, the conversation's window, the evidence ledger."""

from __future__ import annotations

from typing import cast

from langgraph.runtime import Runtime

from foundation.contracts.ports import JsonObject
from supervisor.deps import SupervisorDeps
from supervisor.memory.history import exchanges_from_history
from supervisor.memory.ledger import dumped, summary_of
from supervisor.memory.overrides import overridden_run
from supervisor.memory.remembered import heard, memories_of
from supervisor.memory.window import ExchangeState, before, before_question
from supervisor.state import SupervisorState
from supervisor.turn_context import context_of


async def initialize(state: SupervisorState, runtime: Runtime[SupervisorDeps]) -> JsonObject:
    """Loads the turn's memory."""
    deps = runtime.context
    overridden = await overridden_run(deps)
    ledger = [summary_of(entry) for entry in deps.opening.ledger]
    loaded: JsonObject = {"now": deps.opening.now.isoformat(), "ledger": dumped(ledger)}
    history = deps.run.options.history
    if not history and deps.opening.exchanges is None:  # A new conversation, or one from before they were stored.
        earlier = await deps.repositories.messages.recent(deps.principal, deps.run.session_id, before_run=overridden)
        history = tuple((message.role, message.content) for message in earlier)
    asked = await heard(deps, begins=not history and not deps.opening.exchanges)
    if asked.sentence:
        loaded |= {"memory_said": asked.sentence, "memory_alone": not asked.rest}
        loaded["question"] = asked.rest or state["question"]
    await memories_of(deps)
    if history:
        alone = await context_of(cast(SupervisorState, {**state, **loaded, "exchanges": []}), deps)
        loaded["exchanges"] = await exchanges_from_history(history, alone)
    else:
        loaded["exchanges"] = kept_window(state["question"], overridden, deps)
    return loaded


def kept_window(question: str, overridden: str | None, deps: SupervisorDeps) -> list[ExchangeState]:
    """The last exchanges; for a question that is asked again, as they were when it was first asked."""
    kept = cast(list[ExchangeState], list(deps.opening.exchanges or ()))
    if overridden is not None:
        return before(kept, overridden)
    return before_question(kept, question) if deps.run.options.reads_otherwise else kept
