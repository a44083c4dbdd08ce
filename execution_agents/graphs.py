"""The few names of LangGraph we use, with types a strict checker can follow (its own generics end in Unknown)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, cast

from langchain_core.runnables import RunnableConfig
from langgraph.graph import END as _END  # pyright: ignore[reportMissingTypeStubs]
from langgraph.graph import START as _START  # pyright: ignore[reportMissingTypeStubs]
from langgraph.graph import StateGraph  # pyright: ignore[reportMissingTypeStubs]
from langgraph.types import Interrupt

START: str = _START
END: str = _END
Durability = Literal["exit", "async", "sync"]


class Edge(Protocol):
    """One drawn edge."""

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
    """What a checkpoint says of a thread."""

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


class GraphBuilder(Protocol):
    """A graph being drawn."""

    def add_node(self, node: str, action: Callable[..., Any]) -> object: ...

    def add_edge(self, start_key: str, end_key: str) -> object: ...

    def add_conditional_edges(
        self, source: str, path: Callable[..., Any], path_map: list[str] | None = None
    ) -> object: ...

    def compile(self, checkpointer: Any = None) -> CompiledGraph: ...


def new_graph(state: type, deps: type) -> GraphBuilder:
    """An empty graph over this state; every node gets `Runtime[deps]`."""
    return cast(GraphBuilder, StateGraph(state, context_schema=deps))


def graph_shape(graph: CompiledGraph) -> str:
    """Nodes, edges and state keys as text: what a paused run relies on to find its place again."""
    drawn = graph.get_graph()
    edges = sorted(f"{edge.source}->{edge.target}" for edge in drawn.edges)
    return "\n".join([*sorted(drawn.nodes), *edges, *sorted(graph.channels)])
