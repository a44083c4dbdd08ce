"""A turn that repeats another one's question with another reuse choice."""

from __future__ import annotations

from supervisor.deps import SupervisorDeps


async def overridden_run(deps: SupervisorDeps) -> str | None:
    """The run whose answer this one repeats; None for an ordinary turn."""
    answer_id = deps.run.options.override_of
    if answer_id is None:
        return None
    return (await deps.repositories.messages.get(deps.principal, answer_id)).run_id
