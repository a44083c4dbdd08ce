"""The document team: drafts from templates, single clauses, changes of a draft, reviews of a contract.

START -> plan_document -+-> ask_form -+-> write_document -> look_up_law -> END
                        +-------------+   (nothing is lacking)
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Literal

from execution_agents.document.wording import said
from execution_agents.drafting.law import look_up_law
from execution_agents.drafting.nodes import plan_document, write_document
from execution_agents.drafting.state import DocumentState, initial_state
from execution_agents.graphs import END, START, CompiledGraph, graph_shape, new_graph
from execution_agents.pausing.ask_form import ask_form
from execution_agents.team import Team, TeamDeps
from foundation.contracts.drafting import DocumentDone
from foundation.contracts.failpoints import FailPoints, Node, watched
from foundation.contracts.pauses import FormRequest
from foundation.contracts.work import Brief, Evidence, Finding

NAME = "document"


def after_plan(state: DocumentState) -> Literal["ask_form", "write_document"]:
    """Missing fields are asked for first."""
    return "write_document" if state["form"] is None else "ask_form"


def document_graph(points: FailPoints | None = None) -> CompiledGraph:
    """The graph above, compiled without a checkpointer of its own: it inherits the supervisor's."""
    graph = new_graph(DocumentState, TeamDeps, NAME)

    def add(name: str, node: Node) -> None:
        graph.add_node(name, watched(node, name, points))

    add("plan_document", plan_document)
    add("ask_form", ask_form)
    add("write_document", write_document)
    add("look_up_law", look_up_law)
    graph.add_edge(START, "plan_document")
    graph.add_conditional_edges("plan_document", after_plan)
    graph.add_edge("ask_form", "write_document")
    graph.add_edge("write_document", "look_up_law")
    graph.add_edge("look_up_law", END)
    return graph.compile()


class DocumentExecutor:
    """The document team behind one function."""

    def __init__(self, points: FailPoints | None = None) -> None:
        self._graph = document_graph(points)
        self.shape = graph_shape(self._graph)

    async def work(self, brief: Brief, deps: TeamDeps) -> Finding:
        """Write, change or review what the brief asks for."""
        started = time.monotonic()
        done: list[DocumentDone | None] = []
        evidence: list[Evidence] = []
        form: FormRequest | None = None
        for part in brief.parts:
            if part.document is None:
                done.append(None)
                continue
            state = await self._graph.ainvoke(initial_state(part), context=deps)
            done.append(DocumentDone.model_validate(state["done"]) if state["done"] else None)
            evidence += [await deps.store.get(each) for each in state["evidence_ids"]]
            if state["form"] and state["filled"] is None and not deps.may_ask:
                form = form or FormRequest.model_validate(state["form"])
        return Finding(
            team=NAME,
            documents=tuple(done),
            evidence=tuple(evidence),
            notices=notices_of(brief, done),
            form=form,
            elapsed_ms=round((time.monotonic() - started) * 1000),
        )


def notices_of(brief: Brief, done: Sequence[DocumentDone | None]) -> tuple[str, ...]:
    """If a review was asked for and there is nothing to review: how to hand in a contract."""
    waits = any(one is not None and one.kind == "review" and not one.paragraphs for one in done)
    return (said("paste", brief.language),) if waits else ()


def document_team(points: FailPoints | None = None) -> Team:
    """The team with its graph, compiled once. It looks up its articles itself, so it waits for no other team."""
    executor = DocumentExecutor(points)
    return Team(name=NAME, work=executor.work, shape=executor.shape)
