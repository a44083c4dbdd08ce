"""The turn as planning may see it."""

from __future__ import annotations

import asyncio
from datetime import datetime

from execution_agents.search.field import speaks_of
from foundation.contracts.plan import Understanding
from foundation.domains.pack import DocumentsSource
from supervisor.deps import SupervisorDeps
from supervisor.memory.ledger import ledger_of
from supervisor.memory.window import exchanges_of
from supervisor.planning.context import TurnContext
from supervisor.state import SupervisorState


def turn_context(state: SupervisorState, deps: SupervisorDeps) -> TurnContext:
    """Everything `initialize` gathered, as one frozen object."""
    return TurnContext(
        principal=deps.principal,
        session_id=deps.run.session_id,
        run_id=deps.run.run_id,
        question=state["question"],
        exchanges=exchanges_of(state["exchanges"]),
        ledger=ledger_of(state["ledger"]),
        pack=deps.pack,
        variant=deps.variant,
        thresholds=deps.thresholds,
        now=datetime.fromisoformat(state["now"]),
        routing=deps.query_routing,
        compute=deps.compute,
        look_up=lambda understanding: in_documents(understanding, deps),
    )


async def in_documents(understanding: Understanding, deps: SupervisorDeps) -> bool:
    """Whether a document the understanding's data types are searched in, and the person may read, speaks of what its
    question is about."""
    needed = {name for each in understanding.data_types for name in deps.pack.data_type(each).sources}
    documents = {source.name for source in deps.pack.sources if isinstance(source, DocumentsSource)}
    readable = sorted(needed & documents & deps.sources.keys())
    if deps.index is None or not readable:
        return False
    return await asyncio.to_thread(speaks_of, deps.index, understanding.standalone, readable)
