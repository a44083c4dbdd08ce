"""The turn as planning may see it."""

from __future__ import annotations

from datetime import datetime

from supervisor.deps import SupervisorDeps
from supervisor.memory.ledger import ledger_of
from supervisor.memory.window import exchanges_of
from supervisor.planning.context import TurnContext
from supervisor.planning.documents import Documents
from supervisor.planning.following.lifted import lifted
from supervisor.state import SupervisorState


def turn_context(state: SupervisorState, deps: SupervisorDeps) -> TurnContext:
    """Everything `initialize` gathered, as one frozen object; without what the person took off."""
    options, now = deps.run.options, datetime.fromisoformat(state["now"])
    exchanges = () if options.alone else exchanges_of(state["exchanges"])
    if options.without:
        exchanges = tuple(lifted(one, options.without, deps.pack, now) for one in exchanges)
    return TurnContext(
        principal=deps.principal,
        session_id=deps.run.session_id,
        run_id=deps.run.run_id,
        question=state["question"],
        exchanges=exchanges,
        ledger=ledger_of(state["ledger"]),
        pack=deps.pack,
        variant=deps.variant,
        thresholds=deps.thresholds,
        now=now,
        routing=deps.query_routing,
        compute=deps.compute,
        memories=deps.memory.memories or (),
        documents=Documents(deps.pack, deps.index, deps.sources),
        entities=deps.entities,
    )
