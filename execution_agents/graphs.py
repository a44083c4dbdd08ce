"""The LangGraph names we use, with types a strict checker can follow (its own generics end in Unknown)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from functools import wraps
from typing import Any, Literal, Protocol, cast, get_args, get_type_hints

from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.errors import GraphBubbleUp
from langgraph.graph import END as _END  # pyright: ignore[reportMissingTypeStubs]
from langgraph.graph import START as _START  # pyright: ignore[reportMissingTypeStubs]
from langgraph.graph import StateGraph  # pyright: ignore[reportMissingTypeStubs]
from langgraph.runtime import Runtime
from langgraph.types import Interrupt

from foundation.contracts.telemetry import Telemetry

START: str = _START
END: str = _END
Durability = Literal["exit", "async", "sync"]


class Edge(Protocol):
    """One edge of a drawn graph."""

    @property
    def source(self) -> str: ...

    @property
    def target(self) -> str: ...


class Drawing(Protocol):
    """A graph's nodes and edges."""

    @property
    def nodes(self) -> Mapping[str, object]: ...

    @property
    def edges(self) -> Sequence[Edge]: ...


class Snapshot(Protocol):
    """The checkpoint's values of a thread."""

    @property
    def values(self) -> dict[str, Any]: ...

    @property
    def interrupts(self) -> tuple[Interrupt, ...]: ...


class CompiledGraph(Protocol):
    """A graph that can run."""

    @property
    def channels(self) -> Mapping[str, object]: ...

    def get_graph(self) -> Drawing: ...

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, *, context: Any) -> dict[str, Any]: ...

    def astream(
        self,
        input: Any,
        config: RunnableConfig,
        *,
        context: Any,
        stream_mode: Literal["custom"],
        durability: Durability,
    ) -> AsyncIterator[object]: ...

    async def aget_state(self, config: RunnableConfig) -> Snapshot: ...


Node = Callable[[Any, Runtime[Any]], Awaitable[Any]]
"""A node: state and runtime in, state updates out."""


class Watched(Protocol):
    """The attribute that every graph's deps have."""

    @property
    def telemetry(self) -> Telemetry: ...


class GraphBuilder(Protocol):
    """The interface of a graph builder."""

    def add_node(self, node: str, action: Node) -> object: ...

    def add_edge(self, start_key: str, end_key: str) -> object: ...

    def add_conditional_edges(
        self, source: str, path: Callable[..., Any], path_map: list[str] | None = None
    ) -> object: ...

    def compile(self, checkpointer: Any = None) -> CompiledGraph: ...


def new_graph(state: type, deps: type, team: str = "") -> GraphBuilder:
    """An empty graph over this state; every node gets `Runtime[deps]`. The deps' telemetry records a span for each run
    of a node, under the team's name for a team's nodes."""
    return _WatchedGraph(cast(GraphBuilder, StateGraph(state, context_schema=deps)), f"{team}/" if team else "")


class _WatchedGraph:
    """A builder that wraps every node in a telemetry span."""

    def __init__(self, inner: GraphBuilder, within: str) -> None:
        self._inner = inner
        self._within = within
        self.add_edge = inner.add_edge
        self.compile = inner.compile

    def add_node(self, node: str, action: Node) -> object:
        """Adds the node; each run of it is a span."""
        return self._inner.add_node(node, _watched(self._within + node, action))

    def add_conditional_edges(self, source: str, path: Callable[..., Any], path_map: list[str] | None = None) -> object:
        """Adds the conditional edge; without `ends`, to the nodes its return type names."""
        return self._inner.add_conditional_edges(source, cast(Any, _Fork(path)), path_map or _named(path))


class _Fork(Runnable[Any, Any]):
    """The choice of the next node. LangGraph would run a plain function in a thread, and trace it."""

    def __init__(self, path: Callable[[Any], Any]) -> None:
        self.name = path.__name__
        self._path = path

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """The next node, or nodes."""
        del config, kwargs
        return self._path(input)

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """Same as `invoke`: nothing is awaited."""
        return self.invoke(input, config, **kwargs)


def _named(path: Callable[[Any], Any]) -> list[str]:
    return list(get_args(get_type_hints(path)["return"]))


def _watched(name: str, action: Node) -> Node:
    @wraps(action)
    async def node(state: Any, runtime: Runtime[Any]) -> Any:
        with cast(Watched, runtime.context).telemetry.span("node", name) as span:
            try:
                return await action(state, runtime)
            except GraphBubbleUp:  # the graph stops here for a person: no failure
                span.note(outcome="paused")
                raise

    return node


def graph_shape(graph: CompiledGraph) -> str:
    """Nodes, edges and state keys as text: a paused run can only be resumed in a graph with the same ones."""
    drawn = graph.get_graph()
    edges = sorted(f"{edge.source}->{edge.target}" for edge in drawn.edges)
    return "\n".join([*sorted(drawn.nodes), *edges, *sorted(graph.channels)])
