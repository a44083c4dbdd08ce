"""The search team: judge the stored evidence, ask the person if that is worthwhile, fetch only what is missing.

START -> prepare_search -+-> ask_person -+-> skip ---+-> finalize -> END
                         +---------------+-> search -+
"""

from __future__ import annotations

import time
from typing import Literal

from execution_agents.graphs import END, START, CompiledGraph, graph_shape, new_graph
from execution_agents.search.nodes.ask_person import ask_person
from execution_agents.search.nodes.fetch import search, skip
from execution_agents.search.nodes.finalize import finalize
from execution_agents.search.nodes.prepare import prepare_search
from execution_agents.search.state import SearchState, initial_state, search_scope
from execution_agents.team import Team, TeamDeps
from foundation.contracts.failpoints import FailPoints, Node, watched
from foundation.contracts.work import Brief, Finding


def after_prepare(state: SearchState) -> Literal["ask_person", "skip", "search"]:
    """Asks if there is a card; else continues as judged."""
    return "ask_person" if state["card"] is not None else after_asking(state)


def after_asking(state: SearchState) -> Literal["skip", "search"]:
    """An empty search scope means there is nothing to fetch."""
    return "search" if search_scope(state) else "skip"


def search_graph(points: FailPoints | None = None) -> CompiledGraph:
    """The graph above, compiled without a checkpointer of its own: it inherits the supervisor's."""
    graph = new_graph(SearchState, TeamDeps, "search")

    def add(name: str, node: Node, point: str | None = None) -> None:
        graph.add_node(name, watched(node, point or name, points))

    add("prepare_search", prepare_search)
    add("ask_person", ask_person)
    add("skip", skip)
    add("search", search, "fetch")
    add("finalize", finalize)
    graph.add_edge(START, "prepare_search")
    graph.add_conditional_edges("prepare_search", after_prepare)
    graph.add_conditional_edges("ask_person", after_asking)
    graph.add_edge("skip", "finalize")
    graph.add_edge("search", "finalize")
    graph.add_edge("finalize", END)
    return graph.compile()


class SearchExecutor:
    """The search team behind one function."""

    def __init__(self, points: FailPoints | None = None) -> None:
        self._graph = search_graph(points)
        self.shape = graph_shape(self._graph)

    async def work(self, brief: Brief, deps: TeamDeps) -> Finding:
        """Finds evidence for every data type of the brief. Inside a supervisor's node a pause is raised through this
        call."""
        started = time.monotonic()
        state = await self._graph.ainvoke(initial_state(brief), context=deps)
        finding = Finding.model_validate(state["finding"])
        evidence = tuple([await deps.store.get(evidence_id) for evidence_id in state["evidence_ids"]])
        elapsed_ms = round((time.monotonic() - started) * 1000)
        return finding.model_copy(update={"evidence": evidence, "elapsed_ms": elapsed_ms})


def search_team(points: FailPoints | None = None) -> Team:
    """The team, its graph compiled once."""
    executor = SearchExecutor(points)
    return Team(name="search", work=executor.work, shape=executor.shape)
