"""The graph of the thinking mode, compiled once, and one question thought through.

START -> classify_question | extract_concepts -> answer_simple -> ensemble_verify
START -> the same -> decompose_question -> answer_subquestion -> synthesize_answers -> ensemble_verify
ensemble_verify -> END | answer_simple or synthesize_answers (once) | fact_verify -> END | refine_answer -> END
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from langgraph.runtime import Runtime

from execution_agents.answer.thinking.asking import ThinkingDeps
from execution_agents.answer.thinking.checking import (
    after_ensemble,
    after_facts,
    confidence_of,
    ensemble_verify,
    fact_verify,
    scores_of,
)
from execution_agents.answer.thinking.state import DocumentState, ThinkingState, initial_state
from execution_agents.answer.thinking.understanding import classify_question, decompose_question, extract_concepts
from execution_agents.answer.thinking.writing import (
    answer_simple,
    answer_subquestion,
    joined,
    refine_answer,
    synthesize_answers,
)
from execution_agents.graphs import END, START, CompiledGraph, new_graph
from foundation.contracts.ports import JsonObject

Next = Literal["answer_simple", "decompose_question"]
KEPT_ELSEWHERE = ("documents", "notes", "question", "draft")
"""What of the state a record holds already."""
COMPLEX_CALLS = 8
"""Calls from a decomposition on: itself, two parts, their synthesis, two checks that may each be repaired."""


@dataclass(frozen=True)
class Thought:
    """The result of one thought."""

    text: str
    """The best answer there is; "" if there is none."""
    confidence: int
    """Per mille."""
    path: tuple[str, ...]
    calls: int
    rounds: int
    """Consecutive calls; parallel ones count as one."""
    question_type: str
    ended: str
    """"", time, calls or failed."""
    unwritten: tuple[str, ...]
    """Parts of the question to which nothing was written."""
    doubted: bool
    """Checks gave a result, and not enough confidence. Without any result the rules alone judge it."""
    state: ThinkingState

    def as_json(self) -> JsonObject:
        """The result as a record keeps it."""
        kept = {name: held for name, held in self.state.items() if name not in KEPT_ELSEWHERE}
        return {
            **kept,
            "path": list(self.path),
            "calls": self.calls,
            "rounds": self.rounds,
            "ended": self.ended,
            "confidence": self.confidence,
        }


class Thinking:
    """The graph behind one function."""

    def __init__(self) -> None:
        self._graph = thinking_graph()

    async def think(
        self, question: str, documents: Sequence[DocumentState], notes: Sequence[str], deps: ThinkingDeps
    ) -> Thought:
        """Runs the graph on the question, within its time and calls. `notes`: what is known beside the documents.
        Raises no error of the model's."""
        before = deps.meter.usage.model_calls
        state = await self._graph.ainvoke(
            initial_state(question, list(documents), list(notes)), {"recursion_limit": 60}, context=deps
        )
        return thought_of(state, deps, deps.meter.usage.model_calls - before)  # type: ignore[arg-type]


def thought_of(state: ThinkingState, deps: ThinkingDeps, calls: int) -> Thought:
    """The last text that was written; the parts alone if nothing joined them."""
    text = state["refined"] or state["draft"] or joined(state["sub_answers"])
    confidence = confidence_of(state, deps.figures)
    return Thought(
        text=text,
        confidence=confidence,
        path=tuple(deps.meter.path),
        calls=calls,
        rounds=deps.meter.rounds,
        question_type=state["question_type"],
        ended=state["ended"] or ("time" if deps.meter.late else ""),
        unwritten=tuple(one["question"] for one in state["sub_answers"] if not one["written"]),
        doubted=bool(scores_of(state)) and confidence < deps.figures.medium,
        state=state,
    )


def thinking_graph() -> CompiledGraph:
    """Compiled without a checkpointer: a run takes some seconds, and starts again if a process dies."""
    graph = new_graph(ThinkingState, ThinkingDeps, "answer")
    graph.add_node("classify_question", classify_question)
    graph.add_node("extract_concepts", extract_concepts)
    graph.add_node("route_question", route_question)
    graph.add_node("decompose_question", decompose_question)
    graph.add_node("answer_subquestion", answer_subquestion)
    graph.add_node("synthesize_answers", synthesize_answers)
    graph.add_node("answer_simple", answer_simple)
    graph.add_node("ensemble_verify", ensemble_verify)
    graph.add_node("weigh_ensemble", weigh_ensemble)
    graph.add_node("fact_verify", fact_verify)
    graph.add_node("weigh_facts", weigh_facts)
    graph.add_node("refine_answer", refine_answer)
    for first in ("classify_question", "extract_concepts"):
        graph.add_edge(START, first)
        graph.add_edge(first, "route_question")
    graph.add_conditional_edges("route_question", by_type)
    graph.add_conditional_edges("decompose_question", by_parts)
    graph.add_edge("answer_subquestion", "synthesize_answers")
    graph.add_conditional_edges("synthesize_answers", by_draft)
    graph.add_conditional_edges("answer_simple", by_draft)
    graph.add_edge("ensemble_verify", "weigh_ensemble")
    graph.add_conditional_edges("weigh_ensemble", by_ensemble)
    graph.add_edge("fact_verify", "weigh_facts")
    graph.add_conditional_edges("weigh_facts", by_facts)
    graph.add_edge("refine_answer", END)
    return graph.compile(checkpointer=False)


async def route_question(state: ThinkingState, runtime: Runtime[ThinkingDeps]) -> JsonObject:
    """Sets the deadline once the type is known. Without decomposition, or without the calls to check what is composed
    of parts, every question counts as simple."""
    deps = runtime.context
    if state["question_type"] == "complex":
        deps.meter.extend(deps.figures.complex_s - deps.figures.simple_s)
    if "decomposition" in deps.figures.leave_out or not deps.meter.room(COMPLEX_CALLS):
        return {"question_type": "simple"}
    return {}


def by_type(state: ThinkingState) -> Next:
    """Complex questions are decomposed."""
    return "decompose_question" if state["question_type"] == "complex" else "answer_simple"


def by_parts(state: ThinkingState) -> Literal["answer_subquestion", "answer_simple"]:
    """A question that cannot be decomposed is answered as a whole."""
    return "answer_subquestion" if len(state["sub_questions"]) > 1 else "answer_simple"


def by_draft(state: ThinkingState) -> Literal["ensemble_verify", "__end__"]:
    """Without a draft there is nothing to check."""
    return "__end__" if state["ended"] or not state["draft"] else "ensemble_verify"


async def weigh_ensemble(state: ThinkingState, runtime: Runtime[ThinkingDeps]) -> JsonObject:
    """Chooses the next node; ends with the best answer so far if the time or the calls are used up."""
    deps = runtime.context
    return {"ended": deps.meter.ended(1), **step(after_ensemble(state, deps.figures), state)}


async def weigh_facts(state: ThinkingState, runtime: Runtime[ThinkingDeps]) -> JsonObject:
    """The same after the check of the facts."""
    deps = runtime.context
    way = "end" if "refinement" in deps.figures.leave_out else after_facts(state, deps.figures)
    return {"ended": deps.meter.ended(1), **step(way, state)}


def step(way: Literal["end", "again", "facts", "refine"], state: ThinkingState) -> JsonObject:
    """The next node, as the state stores it."""
    writes = "synthesize_answers" if state["sub_answers"] else "answer_simple"
    return {"next_step": {"end": END, "again": writes, "facts": "fact_verify", "refine": "refine_answer"}[way]}


def by_ensemble(state: ThinkingState) -> Literal["answer_simple", "synthesize_answers", "fact_verify", "__end__"]:
    """Routes as `weigh_ensemble` chose."""
    return "__end__" if state["ended"] else state["next_step"]  # type: ignore[return-value]


def by_facts(state: ThinkingState) -> Literal["refine_answer", "__end__"]:
    """Routes as `weigh_facts` chose."""
    return "__end__" if state["ended"] else state["next_step"]  # type: ignore[return-value]


def deadline_in(seconds: float) -> float:
    """On the event loop's clock."""
    return asyncio.get_running_loop().time() + seconds
