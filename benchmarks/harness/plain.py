"""The rival: the same nodes doing the same work, with the conversation kept the usual way.

Its state carries the transcript (`add_messages`): the question with the input, the results of the search (20 KB) and
the answer at the end. Its saver is the library's own as it comes, with the library's own tables and lock, and
`durability="sync"`; nothing prunes it. It writes the same message, run, event, evidence and decision rows as ours.
This is kind to it: a plain app often writes its transcript at more than two steps of a turn.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated, Any, cast

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.graph.message import add_messages  # pyright: ignore[reportMissingTypeStubs]
from langgraph.runtime import Runtime
from psycopg import AsyncConnection
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool

from benchmarks.harness.house import Graph, OpenGraph
from execution_agents.graphs import CompiledGraph
from execution_agents.roster import roster
from execution_agents.team import Team
from foundation.contracts.ports import JsonObject
from foundation.domains.schema.pack import Pack
from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.records import Run
from supervisor.deps import SupervisorDeps
from supervisor.nodes.generate_response import generate_response
from supervisor.outcome import Outcome
from supervisor.run import Supervisor
from supervisor.state import SupervisorState, initial_state
from supervisor.team_supervisor import supervisor_graph

SCHEMA = "plain"
RESULTS_BYTES = 20_000
"""What one turn's search results weigh in the transcript."""


class PlainState(SupervisorState):
    """The supervisor's state and the whole transcript."""

    messages: Annotated[list[AnyMessage], add_messages]


@dataclass(frozen=True)
class Results:
    """Text of search results, cut from the pack's own documents so that it compresses as such text does."""

    text: str

    def of_turn(self, number: int) -> str:
        """Another stretch of text for every turn."""
        start = number * 997 % len(self.text)
        turned = self.text[start:] + self.text[:start]
        return turned.encode()[:RESULTS_BYTES].decode(errors="ignore")


def results_of(pack: Pack) -> Results:
    """The texts of the pack's documents, one after another, at least as long as one turn's results."""
    text = "\n".join(path.read_text("utf-8") for path in sorted((pack.root / "documents").rglob("*.md")))
    while len(text.encode()) < 2 * RESULTS_BYTES:
        text += text
    return Results(text)


def messages_of(question: str, answer: str, results: Results, number: int) -> list[AnyMessage]:
    """What one turn adds to the transcript."""
    return [HumanMessage(question), *closing_messages(answer, results, number)]


def closing_messages(answer: str, results: Results, number: int) -> list[AnyMessage]:
    """The part of a turn's messages that its end adds."""
    return [ToolMessage(results.of_turn(number), tool_call_id=f"search-{number}"), AIMessage(answer)]


class PlainSupervisor(Supervisor):
    """The product's way of running a turn, over the rival's graph."""

    def __init__(self, graph: CompiledGraph, saver: AsyncPostgresSaver) -> None:
        super().__init__(roster(), saver, "sync")
        self._graph = graph

    async def start(self, run: Run, deps: SupervisorDeps) -> Outcome:
        return await self._go(run, {**initial_state(run), "messages": [HumanMessage(run.question)]}, deps)

    async def remember(self, session_id: str, messages: Sequence[AnyMessage]) -> None:
        """Give a thread its past in one write: filling it turn by turn writes the square of it."""
        config: RunnableConfig = {"configurable": {"thread_id": session_id}}
        graph = cast(Any, self._graph)
        await graph.aupdate_state(config, {"messages": list(messages)}, as_node="generate_response")


def plain_graph(teams: Sequence[Team], saver: AsyncPostgresSaver, results: Results) -> CompiledGraph:
    """The supervisor's graph (`supervisor/team_supervisor.py`) over the longer state."""

    async def respond(state: PlainState, runtime: Runtime[SupervisorDeps]) -> JsonObject:
        update = await generate_response(state, runtime)
        answer = update["exchanges"][-1]["answer"]
        return {**update, "messages": closing_messages(answer, results, len(state["messages"]) // 3)}

    return supervisor_graph(teams, saver, state=PlainState, respond=respond)


def rival_graph(results: Results, connections: int = 10) -> OpenGraph:
    """The rival's graph on the library's saver; its pool is larger than ours, and its lock lets one through."""

    @asynccontextmanager
    async def opened(address: DatabaseAddress) -> AsyncGenerator[Graph]:
        kwargs: dict[str, Any] = {**address.psycopg_kwargs(), "autocommit": True, "prepare_threshold": 0}
        kwargs |= {"row_factory": dict_row, "options": f"-c search_path={SCHEMA}"}
        async with await AsyncConnection[Any].connect(**kwargs) as connection:
            await connection.execute(f"CREATE SCHEMA {SCHEMA}")
        pool: AsyncConnectionPool[AsyncConnection[DictRow]] = AsyncConnectionPool(
            kwargs=kwargs, min_size=1, max_size=connections, open=False
        )
        async with pool:
            saver = AsyncPostgresSaver(pool)
            await saver.setup()
            yield Graph(PlainSupervisor(plain_graph(roster(), saver, results), saver), _keep_all)

    return opened


async def _keep_all(thread_ids: Sequence[str]) -> None:
    """The library as it comes prunes nothing."""
    del thread_ids
