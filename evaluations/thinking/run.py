"""The same questions in one call and thought through, judged by the labels: against the simulator or any endpoint."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, get_args

from evaluations.answering.evaluate import nothing, unheard
from evaluations.cases import Progress
from evaluations.thinking.drafts import is_right
from evaluations.thinking.reading import Class, Question
from evaluations.thinking.rules import Rules
from evaluations.thinking.simulated import SimulatedModel
from execution_agents.answer.evidence.citations import numbered
from execution_agents.answer.evidence.contexts import chosen
from execution_agents.answer.writing.draft import write_answer
from execution_agents.answer.writing.means import PLAIN, Means
from execution_agents.answer.writing.question import read
from execution_agents.answer.writing.thought import Thinker
from execution_agents.answer.writing.writer import FIRST, Writer
from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import LanguageModel, Usage
from foundation.domains.schema.answering import AnswerFigures
from foundation.domains.schema.pack import Pack
from foundation.domains.schema.thinking import ThinkingStage
from foundation.llm.client import Endpoint, ModelClient
from prompts.budgets import BUDGETS
from prompts.catalog import shipped_prompts

STAGES: tuple[ThinkingStage, ...] = get_args(ThinkingStage)
ONE_CALL, MEASURED, THOUGHT = "one call, nothing checked", "one call, measures and recovery", "thinking"
CALL_S = 0.3
"""Seconds of a call, where seconds are computed and not measured."""


@dataclass(frozen=True)
class Tried:
    """One question answered in one way."""

    id: str
    kind: Class
    right: bool
    calls: int
    rounds: int
    """Requests one after another, those that ask for a reply again among them."""
    path: tuple[str, ...]
    answer: str
    by_model: bool = True
    seconds: float = 0.0
    """By the clock."""


async def in_one_call(question: Question, model: LanguageModel) -> Tried:
    """The model's one reply as it is: no check, no recovery."""
    usage, began = Usage(), time.perf_counter()
    try:
        text = "".join([piece async for piece in pieces_of(question, model, usage)])
    except ModelFailed:
        text = ""
    calls, seconds = usage.model_calls, time.perf_counter() - began
    return Tried(question.id, question.kind, is_right(text, question), calls, calls, (), text, seconds=seconds)


def pieces_of(question: Question, model: LanguageModel, usage: Usage) -> AsyncIterator[str]:
    """The reply to the first draft's prompt, as it arrives. Raises ModelFailed."""
    request = question.request
    kind = read(request).question_type
    contexts = chosen(numbered(request.evidence), request, kind, request.pack.answering.shape_of(kind))
    writer = Writer(request, kind, numbered(request.evidence), model, usage)
    return model.stream(FIRST, writer.messages(FIRST, contexts), usage)


async def as_shipped(
    question: Question, model: LanguageModel, means: Means, leave_out: tuple[ThinkingStage, ...] = ()
) -> Tried:
    """As the service writes it: with the measures, in one call and recovery, or thought through."""
    usage = Usage()
    # A fact the documents hold word for word is answered without a model; here the model is what is measured.
    figures = question.request.pack.answering
    thinking = figures.thinking.model_copy(update={"leave_out": leave_out})
    figures = figures.model_copy(update={"direct_facts": False, "thinking": thinking})
    request = replace(question.request, pack=with_figures(question, figures))
    began = time.perf_counter()
    answer = await write_answer(request, model, usage, unheard, nothing, means)
    seconds = time.perf_counter() - began
    drafts: list[dict[str, Any]] = answer.record.get("drafts") or [{}]
    thought: dict[str, Any] = drafts[0].get("thought", {})
    right = is_right(answer.content, question)
    return Tried(
        question.id,
        question.kind,
        right,
        usage.model_calls,
        rounds_of(usage, thought),
        tuple(thought.get("path", ())),
        answer.content,
        answer.engine == "model",
        seconds,
    )


def rounds_of(usage: Usage, thought: Mapping[str, Any]) -> int:
    """A thought counts its steps: replies asked for again come on top, and requests behind it follow one another."""
    if not thought:
        return usage.model_calls
    prompts = shipped_prompts().prompts
    again = sum(times for name, times in usage.repaired_by_prompt.items() if prompts[name].room == "thinking")
    return int(thought["rounds"]) + again + usage.model_calls - int(thought["calls"])


def with_figures(question: Question, figures: AnswerFigures) -> Pack:
    """The question's pack with these figures."""
    return question.request.pack.model_copy(update={"answering": figures})


@asynccontextmanager
async def simulated(rules: Rules, questions: Sequence[Question]) -> AsyncGenerator[LanguageModel, None]:
    """A client of a simulated model's endpoint."""
    async with SimulatedModel(rules, questions).endpoint() as endpoint:
        model = ModelClient(Endpoint(endpoint.base_url, "simulated", is_small=True), BUDGETS)
        try:
            yield model
        finally:
            await model.aclose()


@dataclass(frozen=True)
class Way:
    """One way of answering, under its title."""

    title: str
    tried: Sequence[Tried]

    def of(self, kind: Class | None) -> list[Tried]:
        """Those of one class."""
        return [one for one in self.tried if kind in (None, one.kind)]


async def ways(questions: Sequence[Question], model: LanguageModel, progress: Progress, *, ablate: bool) -> list[Way]:
    """One call, one call with the measures, thinking; with `ablate` thinking without each stage."""
    answering: dict[str, Callable[[Question], Awaitable[Tried]]] = {
        ONE_CALL: lambda question: in_one_call(question, model),
        MEASURED: lambda question: as_shipped(question, model, PLAIN),
    }
    left_out: dict[str, tuple[ThinkingStage, ...]] = {THOUGHT: ()}
    if ablate:
        left_out |= {f"{THOUGHT} without {stage}": (stage,) for stage in STAGES}
    for title, stages in left_out.items():
        answering[title] = partial(as_shipped, model=model, means=Means(Thinker()), leave_out=stages)
    found: list[Way] = []
    for title, answer in answering.items():
        tried: list[Tried] = []
        for at, question in enumerate(questions):
            progress(title, at, len(questions))
            tried.append(await answer(question))
        found.append(Way(title, tried))
    return found


async def simulated_ways(
    rules: Rules, questions: Sequence[Question], seeds: Sequence[int], progress: Progress, *, ablate: bool
) -> list[Way]:
    """The same against simulated models of several seeds, all tries together."""
    together: dict[str, list[Tried]] = {}
    for seed in seeds:
        async with simulated(replace(rules, seed=seed), questions) as model:
            for way in await ways(questions, model, progress, ablate=ablate):
                together.setdefault(way.title, []).extend(way.tried)
    return [Way(title, tried) for title, tried in together.items()]
