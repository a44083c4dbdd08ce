"""Runs one turn of the supervisor: from its message, or from where it paused."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.types import Command, Interrupt
from pydantic import TypeAdapter

from execution_agents.graphs import Durability
from execution_agents.team import Team
from foundation.contracts.errors import TurnTimeout
from foundation.contracts.events import RunRestarted
from foundation.contracts.failpoints import FailPoints
from foundation.contracts.pauses import Pause
from foundation.contracts.ports import JsonObject
from foundation.storage.queue.checkpoints import HELD_KEY, CheckpointSaver, HeldWrites, thread_of
from foundation.storage.records import Run
from supervisor.deps import SupervisorDeps, TurnMemory
from supervisor.outcome import Completed, Outcome, Paused
from supervisor.state import initial_state
from supervisor.team_supervisor import graph_version, supervisor_graph

RECURSION_LIMIT = 50
"""Supersteps of one turn; a turn with every team takes about a dozen."""
PAUSE: TypeAdapter[Pause] = TypeAdapter(Pause)


class Supervisor:
    """The supervisor's graph with its checkpointer, made once per process."""

    def __init__(
        self,
        teams: Sequence[Team],
        checkpointer: BaseCheckpointSaver[str],
        durability: Durability = "exit",
        recursion_limit: int = RECURSION_LIMIT,
        points: FailPoints | None = None,
    ) -> None:
        self._graph = supervisor_graph(teams, checkpointer, points)
        self._durability: Durability = durability
        self._holding = checkpointer if durability == "exit" and isinstance(checkpointer, CheckpointSaver) else None
        """The saver that stores a turn's writes only when it pauses; None: each write is stored."""
        self._recursion_limit = recursion_limit
        self.graph_version = graph_version(self._graph, teams)
        """Runs are stamped with it when they are submitted."""

    async def start(self, run: Run, deps: SupervisorDeps) -> Outcome:
        """Answers the run's message from the beginning."""
        return await self._go(run, initial_state(run), deps)

    async def resume(self, run: Run, deps: SupervisorDeps) -> Outcome:
        """Continues with the answer to the question the run paused for. If its place is lost (another graph version, no
        such question in the state), the safe default is taken and the run starts again from its message."""
        answers = run.resume or {}
        paused = {each.id: each for each in await self._interrupts(run)}
        known = {interrupt_id: value for interrupt_id, value in answers.items() if interrupt_id in paused}
        if not known or run.graph_version != self.graph_version:
            return await self._restart(run, deps)
        spent = max(int(paused[interrupt_id].value.get("spent_ms", 0)) for interrupt_id in known)
        going_on = replace(deps, memory=TurnMemory(spent_ms=spent, resumed=True))
        # Always by interrupt id: a late scalar would answer whatever question comes next.
        return await self._go(run, Command(resume=known), going_on)

    async def _restart(self, run: Run, deps: SupervisorDeps) -> Outcome:
        await deps.emit(RunRestarted(message_id=run.message_id, question=run.question, attempt=run.attempt))
        return await self.start(run, replace(deps, may_ask=False))

    async def _go(self, run: Run, given: JsonObject | Command[Any], deps: SupervisorDeps) -> Outcome:
        left_s = deps.limit_s - deps.memory.spent_ms / 1000
        limit = asyncio.timeout(max(left_s, 0))
        held = None if self._holding is None else HeldWrites(resumed=deps.memory.resumed)
        try:
            async with limit:
                completed = await self._stream(run, given, deps, held)
        except TimeoutError as late:
            if limit.expired():
                raise TurnTimeout from late
            raise
        if completed is not None:
            return completed
        if self._holding is not None and held is not None:
            await self._holding.store(run, held)
        # The interrupt's stream event comes before the pause is durable; only the stored state may be announced.
        return _paused((await self._interrupts(run))[0], deps)

    async def _stream(
        self, run: Run, given: JsonObject | Command[Any], deps: SupervisorDeps, held: HeldWrites | None
    ) -> Completed | None:
        completed: Completed | None = None
        async for part in self._graph.astream(
            given,
            self._config(run, held),
            context=deps,
            stream_mode="custom",
            durability=self._durability,
        ):
            if isinstance(part, Completed):
                completed = part
        return completed

    async def _interrupts(self, run: Run) -> tuple[Interrupt, ...]:
        return (await self._graph.aget_state(self._config(run))).interrupts

    def _config(self, run: Run, held: HeldWrites | None = None) -> RunnableConfig:
        holding = {} if held is None else {HELD_KEY: held}
        return {"configurable": {**thread_of(run), **holding}, "recursion_limit": self._recursion_limit}


def _paused(interrupt: Interrupt, deps: SupervisorDeps) -> Paused:
    asked = PAUSE.validate_python(interrupt.value["asked"])
    schema = cast(JsonObject, interrupt.response_schema or {})
    return Paused(interrupt_id=interrupt.id, asked=asked, schema=schema, wait_s=deps.wait_of(asked.kind))
