"""initialize: what the turn starts from: the time, the conversation's window, the evidence ledger."""

from __future__ import annotations

from typing import cast

from langgraph.runtime import Runtime
from langgraph.types import Overwrite

from foundation.contracts.ports import JsonObject
from supervisor.deps import SupervisorDeps
from supervisor.memory.history import exchanges_from_history
from supervisor.memory.ledger import dumped, summary_of
from supervisor.memory.overrides import overridden_run
from supervisor.memory.remembered import heard, memories_of
from supervisor.memory.window import before, before_question
from supervisor.state import SupervisorState
from supervisor.turn_context import turn_context


async def initialize(state: SupervisorState, runtime: Runtime[SupervisorDeps]) -> JsonObject:
    """Load the turn's memory."""
    deps = runtime.context
    overridden = await overridden_run(deps)
    ledger = [summary_of(entry) for entry in deps.opening.ledger]
    loaded: JsonObject = {"now": deps.opening.now.isoformat(), "ledger": dumped(ledger)}
    asked = await heard(deps, begins=not state["exchanges"])
    if asked.sentence:
        loaded |= {"memory_said": asked.sentence, "memory_alone": not asked.rest}
        loaded["question"] = asked.rest or state["question"]
    await memories_of(deps)
    if deps.run.options.history:
        alone = turn_context(cast(SupervisorState, {**state, **loaded, "exchanges": []}), deps)
        loaded["exchanges"] = Overwrite(await exchanges_from_history(deps.run.options.history, alone))
    elif overridden is not None:
        loaded["exchanges"] = Overwrite(before(state["exchanges"], overridden))
    elif not deps.run.options.use_memories:
        loaded["exchanges"] = Overwrite(before_question(state["exchanges"], state["question"]))
    return loaded
