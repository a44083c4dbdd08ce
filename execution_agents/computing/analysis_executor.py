"""The analysis team: figures computed over evidence, never from a model's memory.

START -> plan_analysis -+-> ask_form -+-> compute -> report -> END
                        +-------------+   (nothing is lacking)
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Literal

from execution_agents.computing.nodes import compute, plan_analysis, report
from execution_agents.computing.state import AnalysisState, initial_state
from execution_agents.graphs import END, START, CompiledGraph, graph_shape, new_graph
from execution_agents.pausing.ask_form import ask_form
from execution_agents.team import Team, TeamDeps
from foundation.contracts.failpoints import FailPoints, Node, watched
from foundation.contracts.formulas import Analysis
from foundation.contracts.pauses import FormRequest
from foundation.contracts.work import Brief, Finding

NAME = "analysis"


def after_plan(state: AnalysisState) -> Literal["ask_form", "compute"]:
    """Missing inputs are asked for first."""
    return "compute" if state["form"] is None else "ask_form"


def analysis_graph(points: FailPoints | None = None) -> CompiledGraph:
    """The graph above, compiled without a checkpointer of its own: it inherits the supervisor's."""
    graph = new_graph(AnalysisState, TeamDeps, NAME)

    def add(name: str, node: Node) -> None:
        graph.add_node(name, watched(node, name, points))

    add("plan_analysis", plan_analysis)
    add("ask_form", ask_form)
    add("compute", compute)
    add("report", report)
    graph.add_edge(START, "plan_analysis")
    graph.add_conditional_edges("plan_analysis", after_plan)
    graph.add_edge("ask_form", "compute")
    graph.add_edge("compute", "report")
    graph.add_edge("report", END)
    return graph.compile()


class AnalysisExecutor:
    """The analysis team behind one function."""

    def __init__(self, points: FailPoints | None = None) -> None:
        self._graph = analysis_graph(points)
        self.shape = graph_shape(self._graph)

    async def work(self, brief: Brief, deps: TeamDeps) -> Finding:
        """Compute what the brief asks for, over the evidence it brings."""
        started = time.monotonic()
        for batch in brief.evidence:
            deps.store.put(batch)
        done = [await self._analysed(part, deps) for part in parts_with_evidence(brief)]
        analyses = tuple(analysis for analysis, _, _ in done)
        return Finding(
            team=NAME,
            analysis=next((each for each in analyses if each is not None), None),
            analyses=analyses if brief.requests else (),
            form=next((form for _, form, _ in done if form is not None), None),
            evidence=tuple([await deps.store.get(each) for _, _, taken in done for each in taken]),
            elapsed_ms=round((time.monotonic() - started) * 1000),
        )

    async def _analysed(
        self, brief: Brief, deps: TeamDeps
    ) -> tuple[Analysis | None, FormRequest | None, Sequence[str]]:
        """The result, the missing inputs that could not be asked for, and the earlier evidence that it rests on."""
        state = await self._graph.ainvoke(initial_state(brief), context=deps)
        analysis = Analysis.model_validate(state["analysis"]) if state["analysis"] else None
        open_form = state["form"] if state["filled"] is None and not deps.may_ask else None
        return analysis, FormRequest.model_validate(open_form) if open_form else None, state["taken"]


def parts_with_evidence(brief: Brief) -> list[Brief]:
    """The message's requests, each with the evidence for it: of a data type it needs, found under its own conditions if
    any evidence was."""
    if not brief.requests:
        return [brief]
    found: list[Brief] = []
    for part in brief.requests:
        needed = [batch for batch in brief.evidence if batch.data_type in part.data_types]
        own = [batch for batch in needed if all(batch.slots.get(name) == held for name, held in part.slots.items())]
        found.append(part.model_copy(update={"evidence": tuple(own or needed)}))
    return found


def analysis_team(points: FailPoints | None = None) -> Team:
    """The team with its graph, compiled once; it waits for the evidence that search finds or reuses."""
    executor = AnalysisExecutor(points)
    return Team(name=NAME, work=executor.work, waits_for=("search",), shape=executor.shape)
