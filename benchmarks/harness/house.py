"""One process of the service, put together from the product's own parts, so that a benchmark can exchange one of
them (the saver, the graph, the sources, the model) without a hook in the product.

A turn is timed from handing the question in until its last transaction is committed: message and run rows, claim,
graph, ledger, events, checkpoint, answer and decision rows, and the notification of readers are all in it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import httpx
from sqlalchemy.ext.asyncio import AsyncEngine

from benchmarks.harness.server import PACK, Server
from execution_agents.graphs import Durability
from execution_agents.retrieval.index.provider import IndexProvider
from execution_agents.roster import roster
from foundation.contracts.identity import LOCAL
from foundation.contracts.ports import Delta, Emit, LanguageModel, Source
from foundation.domains.schema.pack import Pack
from foundation.storage.database.engine import DatabaseAddress, open_engine
from foundation.storage.queue.checkpoints import open_saver, prune
from foundation.storage.queue.notify import Notifier
from foundation.storage.queue.runs import RunsRepository
from foundation.storage.records import Finish, Run, RunOptions
from foundation.storage.repositories import Repositories
from service_agent.composition.connections import connection_shares
from service_agent.composition.live_models import OneModel
from service_agent.composition.retrieval_factory import open_entities, open_graphs
from service_agent.composition.turn_deps import DepsFactory, Stores, sources_of
from service_agent.events.partials import DeltaHub, Partials
from service_agent.runs.engine import EngineSettings, RunEngine
from service_agent.runs.sweeps import Prune
from service_agent.runs.worker import WorkerParts
from service_agent.services.turns import new_id
from service_agent.settings.settings import Settings
from supervisor.deps import SupervisorDeps
from supervisor.run import Supervisor


@dataclass(frozen=True)
class Graph:
    """A graph on its saver."""

    supervisor: Supervisor
    sweep: Prune
    """What becomes of superseded checkpoints in the background."""


OpenGraph = Callable[[DatabaseAddress], AbstractAsyncContextManager[Graph]]
"""Opens a graph with its saver on a database."""
TURN_LIMIT_S = 120.0
"""A benchmark whose turn takes longer is broken, and says so instead of waiting for ever."""


def _as_it_is(source: Source) -> Source:
    return source


def _unchanged(pack: Pack) -> Pack:
    return pack


@dataclass(frozen=True)
class Plan:
    """How a house is built."""

    name: str
    open_graph: OpenGraph
    connections: int = 20
    slots: int = 20
    model: LanguageModel | None = None
    wrap: Callable[[Source], Source] = _as_it_is
    """Put around every source."""
    without: frozenset[str] = frozenset()
    """Sources of the pack that are taken away."""
    patience_s: float | None = None
    """Time limit of every source; None: the pack's own."""
    change: Callable[[Pack], Pack] = _unchanged
    """Made of the pack before anything is opened."""


def our_graph(durability: Durability, connections: int = 20) -> OpenGraph:
    """The product's graph on the product's saver."""

    @asynccontextmanager
    async def opened(address: DatabaseAddress) -> AsyncGenerator[Graph]:
        async with open_saver(address, connection_shares(connections).checkpoints) as saver:
            yield Graph(Supervisor(roster(), saver, durability), partial(prune, saver))

    return opened


@dataclass(frozen=True)
class Turn:
    """One answered question."""

    seconds: float
    """From handing it in until its last transaction is committed."""
    body: Mapping[str, Any]
    """The final message."""
    record: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """How the answer was made; empty where none was written."""

    @property
    def decision(self) -> str:
        """reuse, partial or search; "none" when no data was needed."""
        reuse: Any = self.body.get("reuse")
        return str(reuse["decision"]) if reuse else "none"


class _WatchedRuns(RunsRepository):
    """Tells when a run's last transaction is committed."""

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(engine)
        self._ends: dict[str, asyncio.Future[Finish]] = {}

    def end_of(self, run_id: str) -> asyncio.Future[Finish]:
        """The end of this run."""
        return self._ends.setdefault(run_id, asyncio.get_running_loop().create_future())

    def forget(self, run_id: str) -> None:
        """Nobody waits for this run any more."""
        del self._ends[run_id]

    async def finish(self, run: Run, finish: Finish, **claiming: Any) -> Run | None:
        following = await super().finish(run, finish, **claiming)
        self.end_of(run.run_id).set_result(finish)
        return following


def _patient(pack: Pack, patience_s: float | None) -> Pack:
    """The pack with this time limit on every source."""
    if patience_s is None:
        return pack
    sources = tuple(source.model_copy(update={"timeout_s": patience_s}) for source in pack.sources)
    return pack.model_copy(update={"sources": sources})


class _Deps:
    """The product's own choice of what a run may use, with the sources as the plan wants them."""

    def __init__(self, server: Server, plan: Plan, pack: Pack, stores: Stores) -> None:
        # What the environment says of these must not change what is measured.
        chosen: dict[str, Any] = {"llm_planning": "merged", "ask_worth_s": 1.5, "turn_limit_s": TURN_LIMIT_S}
        settings = Settings(data_dir=server.data_dir, **chosen)
        self._factory = DepsFactory(settings, {PACK: pack}, stores, OneModel(plan.model))
        made = sources_of(pack, stores)
        self.sources = {name: plan.wrap(source) for name, source in made.items() if name not in plan.without}

    async def __call__(self, run: Run, emit: Emit, delta: Delta) -> SupervisorDeps:
        return replace(await self._factory(run, emit, delta), sources=self.sources)


@dataclass(frozen=True)
class House:
    """A running process of the service."""

    name: str
    repositories: Repositories
    graph: Graph
    pack: Pack
    sql: AsyncEngine
    address: DatabaseAddress
    sources: Mapping[str, Source]
    _engine: RunEngine
    _runs: _WatchedRuns

    async def session(self, variant: str = "hybrid") -> str:
        """A new conversation."""
        return (await self.repositories.sessions.create(LOCAL, PACK, variant)).session_id

    async def ask(self, session_id: str, question: str) -> Turn:
        """Ask and wait for the end of the run; nobody can be asked back. Raises RuntimeError when the turn failed."""
        version, options = self.graph.supervisor.graph_version, RunOptions(wait_for_person=False)
        started = time.perf_counter()
        submission = await self._runs.submit(
            LOCAL, session_id, new_id(), question, options, version, queue_limit=10_000
        )
        ended = self._runs.end_of(submission.run_id)
        self._engine.wake()
        finish = await asyncio.wait_for(ended, TURN_LIMIT_S)
        seconds = time.perf_counter() - started
        self._runs.forget(submission.run_id)
        if finish.body is None:
            raise RuntimeError(f"{self.name}: {question!r} was not answered ({finish.frames[-1]}).")
        return Turn(seconds, finish.body, finish.answer.record if finish.answer is not None else {})


@asynccontextmanager
async def open_house(server: Server, plan: Plan) -> AsyncGenerator[House]:
    """A house on a database of its own."""
    async with AsyncExitStack() as stack:
        address = await asyncio.to_thread(server.database)
        engine = open_engine(address, connection_shares(plan.connections).queries)
        stack.push_async_callback(engine.dispose)
        graph = await stack.enter_async_context(plan.open_graph(address))
        notifier = await stack.enter_async_context(Notifier(address))
        web = await stack.enter_async_context(httpx.AsyncClient())
        runs = _WatchedRuns(engine)
        repositories = replace(Repositories.over(engine), runs=runs)
        pack = plan.change(_patient(server.pack, plan.patience_s))
        indexes = IndexProvider(server.data_dir, repositories.corpus)
        deps = _Deps(
            server,
            plan,
            pack,
            Stores(repositories, indexes, open_entities(engine, stack), open_graphs(engine, stack), web),
        )
        hub = Partials(DeltaHub())
        parts = WorkerParts(runs, repositories.events, graph.supervisor, deps, hub, notifier.announce)
        settings = EngineSettings(slots=plan.slots, preparing=plan.slots)
        working = RunEngine(f"bench-{new_id()[:8]}", parts, repositories.prompts, graph.sweep, settings)
        working.start()
        stack.push_async_callback(working.stop)
        yield House(plan.name, repositories, graph, pack, engine, address, deps.sources, working, runs)
