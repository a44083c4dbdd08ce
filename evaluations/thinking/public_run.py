"""Public questions answered with a small model as the writer, before and after thinking and grading: right, refused or
wrong by the labels."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from evaluations.answering.evaluate import nothing, unheard
from evaluations.cases import Progress
from evaluations.faithfulness.evaluate import require
from evaluations.thinking.drafts import unmarked
from evaluations.thinking.public import PublicQuestion, PublicQuestions, korquad_questions, mtrag_questions
from evaluations.thinking.reading import Question, holds
from evaluations.thinking.rules import Rules
from evaluations.thinking.run import in_one_call
from evaluations.thinking.simulated import SimulatedModel
from execution_agents.answer.checks.refusals import reads_as_refusal
from execution_agents.answer.writing.draft import write_answer
from execution_agents.answer.writing.means import PLAIN, Means
from execution_agents.answer.writing.thought import Thinker
from foundation.contracts.events import AnswerWritten
from foundation.contracts.ports import LanguageModel, Usage
from foundation.language.sentences import sentences_of
from foundation.llm.client import Endpoint, ModelClient
from prompts.budgets import BUDGETS

Became = Literal["right", "refused", "wrong"]
BY_RULES = "quoted by rules, no model"
BARE = "one call, nothing checked"
BEFORE = "one call, measures and recovery; thinking off, grading off"
AFTER = "thinking on, grading on"
OnQuestion = Callable[[Question], None]
"""Called with each question before it is asked."""


@dataclass(frozen=True)
class Answered:
    """One question as one way answered it."""

    public: PublicQuestion
    way: str
    seed: int
    became: Became
    calls: int
    content: str
    warned: bool = False
    """It is shown with the notice that it may not answer."""
    by_model: bool = True

    def line(self) -> dict[str, Any]:
        """The line of results."""
        asked = self.public.question
        return {
            "data": self.public.data, "id": asked.id, "q": asked.q, "wanted": [one.fact for one in asked.parts],
            "way": self.way, "seed": self.seed, "became": self.became, "warned": self.warned,
            "by_model": self.by_model, "calls": self.calls, "content": self.content,
        }  # fmt: skip


async def read_public(data: Path | None, sample: int) -> list[PublicQuestions]:
    """KorQuAD's and MTRAG's, answered and not. Raises DataMissing; FileNotFoundError for a set that is not there."""
    folder = require(data)
    return [
        *await korquad_questions(require(folder / "korquad1_dev"), sample),
        *await mtrag_questions(require(folder / "mtrag"), sample),
    ]


def became(public: PublicQuestion, content: str, *, refuses: bool) -> Became:
    """By the labels, every way in one order: what refuses is a refusal whatever it quotes besides, and only what does
    not is looked through for the label's words. Where no passage answers, to refuse is right."""
    if refuses:
        return "refused" if public.is_answered else "right"
    return "right" if says_it(public, content) else "wrong"


def says_it(public: PublicQuestion, content: str) -> bool:
    """Whether a text holds what the label calls right."""
    return public.is_answered and all(holds(content, part) for part in public.question.parts)


async def bare(public: PublicQuestion, model: LanguageModel, seed: int) -> Answered:
    """The model's one reply as it is. It refuses by its first sentence, as what is served does."""
    tried = await in_one_call(public.question, model)
    said = [unmarked(one) for one in sentences_of(tried.answer) if unmarked(one)]
    refuses = not said or reads_as_refusal(said[0])
    return Answered(public, BARE, seed, became(public, tried.answer, refuses=refuses), tried.calls, tried.answer)


async def as_served(
    public: PublicQuestion, way: str, model: LanguageModel | None, means: Means, seed: int, *, graded: bool
) -> Answered:
    """As the service writes it."""
    usage, request = Usage(), public.question.request
    # A fact the documents hold word for word is answered without a model; here the model is what is measured.
    answering = request.pack.answering
    figures = answering.model_copy(
        update={
            "direct_facts": answering.direct_facts and model is None,
            "grading": answering.grading.model_copy(update={"claims": graded, "grade": graded}),
        }
    )
    request = replace(request, pack=request.pack.model_copy(update={"answering": figures}))
    answer = await write_answer(request, model, usage, unheard, nothing, means)
    refuses, failed = is_refusal(answer), answer.record["failure"] is not None
    return Answered(
        public,
        way,
        seed,
        became(public, answer.content, refuses=refuses),
        usage.model_calls,
        answer.content,
        warned=failed and not refuses,
        by_model=answer.engine == "model",
    )


def is_refusal(answer: AnswerWritten) -> bool:
    """Whether the answer says that the question is not answered; a notice that it may not be is no refusal."""
    if answer.record["failure"] is None:
        return False
    verdict: Mapping[str, Any] = answer.record.get("verdict") or {}
    return answer.engine == "rules" or bool(verdict.get("refuses"))


@asynccontextmanager
async def simulated_writer(rules: Rules) -> AsyncGenerator[tuple[LanguageModel, OnQuestion], None]:
    """A simulated model's client, and what is called with each question: texts may be asked twice, with and
    without the passages that answer."""
    simulated = SimulatedModel(rules, ())

    def on_question(question: Question) -> None:
        simulated.questions = (question,)

    async with simulated.endpoint() as endpoint:
        model = ModelClient(Endpoint(endpoint.base_url, "simulated", is_small=True), BUDGETS)
        try:
            yield model, on_question
        finally:
            await model.aclose()


def unheeded(question: Question) -> None:
    """A real model sees what it is asked."""
    _ = question


async def by_rules(questions: Sequence[PublicQuestion], progress: Progress) -> list[Answered]:
    """Quoted, without a model."""
    found: list[Answered] = []
    for at, one in enumerate(questions):
        progress(BY_RULES, at, len(questions))
        found.append(await as_served(one, BY_RULES, None, PLAIN, 0, graded=False))
    return found


async def by_model(
    questions: Sequence[PublicQuestion],
    way: str,
    writer: tuple[LanguageModel, OnQuestion],
    seed: int,
    progress: Progress,
) -> list[Answered]:
    """One way with one model."""
    (model, on_question), means, found = writer, Means(Thinker()) if way == AFTER else PLAIN, list[Answered]()
    for at, one in enumerate(questions):
        progress(f"{way}, {seed}", at, len(questions))
        on_question(one.question)
        found.append(
            await bare(one, model, seed)
            if way == BARE
            else await as_served(one, way, model, means, seed, graded=way == AFTER)
        )
    return found


async def by_simulated(questions: Sequence[PublicQuestion], rules: Rules, progress: Progress) -> list[Answered]:
    """Every way with a simulated model; each way begins with a model that was asked nothing, so first drafts agree."""
    found: list[Answered] = []
    for way in (BARE, BEFORE, AFTER):
        async with simulated_writer(rules) as writer:
            found += await by_model(questions, way, writer, rules.seed, progress)
    return found


async def by_endpoint(questions: Sequence[PublicQuestion], model: LanguageModel, progress: Progress) -> list[Answered]:
    """Every way with an endpoint's own model."""
    return [
        one for way in (BARE, BEFORE, AFTER) for one in await by_model(questions, way, (model, unheeded), 0, progress)
    ]
