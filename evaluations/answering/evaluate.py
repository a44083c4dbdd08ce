"""`suffice eval answers`: are unanswerable questions refused, and answerable ones not? By rules, and by a scripted
model whose drafts are right, wrong or a refusal (a real HTTP endpoint on the loopback address, no model)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluations.answering.questions import Half, Question, pack, request_of, squad_questions
from evaluations.cases import Progress
from evaluations.faithfulness.evaluate import HALVES, auroc, require
from evaluations.faithfulness.planting import Ground as Sentence
from evaluations.faithfulness.planting import drawn, other_number
from evaluations.rates import Share
from execution_agents.answer.checks.support import Ground
from execution_agents.answer.evidence.answering import ranked
from execution_agents.answer.evidence.passages import Asked, Passage
from execution_agents.answer.writing.draft import write_answer
from foundation.contracts.events import AnswerWritten, RunEvent
from foundation.contracts.ports import LanguageModel, Usage
from foundation.domains.schema.answering import AnswerFigures
from foundation.domains.schema.pack import Pack
from foundation.llm.client import Endpoint, ModelClient
from foundation.llm.scripted import Call, ScriptedEndpoint
from prompts.budgets import BUDGETS

REFUSED_AT_MOST = 0.05
"""Share of answerable questions a fitted threshold may refuse on the development half."""
SCRIPTED = 200
"""Questions of each kind the scripted model is asked."""
REFUSAL = "The documents do not say this."


@dataclass(frozen=True)
class RuleRow:
    """One way to refuse, on one half."""

    title: str
    half: Half
    answerable: Share
    """Answerable questions refused: too many."""
    unanswerable: Share
    """Questions refused that the paragraph, made to look like it, does not answer."""
    elsewhere: Share
    """Questions refused whose paragraph is of another article."""


@dataclass(frozen=True)
class ScriptRow:
    """One behaviour of a model, and what became of its answers."""

    title: str
    wanted: str
    """The correct result."""
    right: Share
    calls: float
    """Model calls per question."""


@dataclass(frozen=True)
class Judged:
    """One question's outcome by rules."""

    question: Question
    refused: bool
    refused_elsewhere: bool
    score: float
    score_elsewhere: float


async def nothing(_event: RunEvent) -> None:
    """Ignore the event."""


async def unheard(_text: str) -> None:
    """Ignore the text."""


async def answered(
    question: str, contexts: list[tuple[str, str]], domain: Pack, model: LanguageModel | None
) -> tuple[AnswerWritten, Usage]:
    """One answer from the answer agent's own entry point."""
    usage = Usage()
    return await write_answer(request_of(question, contexts, domain), model, usage, unheard, nothing), usage


def coverage_score(question: str, title: str, paragraph: str) -> float:
    """How much of the question a paragraph covers: its best sentence's coverage and its support, half each."""
    figures = AnswerFigures()
    best = ranked(Asked(question), [Passage(1, title, paragraph)], "en", figures.scoring)
    coverage = best[0].coverage if best else 0.0
    return (coverage + Ground([(title, paragraph)], figures).support(question).score) / 2


async def by_rules(questions: Sequence[Question], progress: Progress) -> list[Judged]:
    """Every question with its paragraph, and with one of another article."""
    domain, found = pack(), list[Judged]()
    for at, one in enumerate(questions):
        if at % 100 == 0:
            progress("questions by rules", at, len(questions))
        here, _ = await answered(one.question, [(one.title, one.paragraph)], domain, None)
        away, _ = await answered(one.question, [one.elsewhere], domain, None)
        found.append(
            Judged(
                question=one,
                refused=here.record["failure"] is not None,
                refused_elsewhere=away.record["failure"] is not None,
                score=coverage_score(one.question, one.title, one.paragraph),
                score_elsewhere=coverage_score(one.question, *one.elsewhere),
            )
        )
    return found


def rule_rows(judged: Sequence[Judged]) -> list[RuleRow]:
    """As shipped, and with a threshold fitted on the development half."""
    developed = sorted(one.score for one in judged if one.question.answerable and one.question.half == "development")
    threshold = developed[int(len(developed) * REFUSED_AT_MOST)] if developed else 0.0
    rows: list[RuleRow] = []
    for half in HALVES:
        mine = [one for one in judged if one.question.half == half]
        rows.append(rule_row("as shipped", half, mine, lambda one: one.refused, lambda one: one.refused_elsewhere))
        rows.append(
            rule_row(
                f"support below {threshold:.2f}, fitted",
                half,
                mine,
                lambda one: one.score < threshold,
                lambda one: one.score_elsewhere < threshold,
            )
        )
    return rows


def rule_row(
    title: str,
    half: Half,
    judged: Sequence[Judged],
    refused: Callable[[Judged], bool],
    elsewhere: Callable[[Judged], bool],
) -> RuleRow:
    """One way to refuse on one half."""
    there = [one for one in judged if one.question.answerable]
    absent = [one for one in judged if not one.question.answerable]
    return RuleRow(
        title=title,
        half=half,
        answerable=Share(sum(refused(one) for one in there), len(there)),
        unanswerable=Share(sum(refused(one) for one in absent), len(absent)),
        elsewhere=Share(sum(elsewhere(one) for one in judged), len(judged)),
    )


def coverage_auroc(judged: Sequence[Judged], half: Half) -> float:
    """How well the support separates answerable questions from the others, over all thresholds."""
    mine = [one for one in judged if one.question.half == half]
    return auroc([one.score for one in mine], [one.question.answerable for one in mine])


Reply = Callable[[Question, str], str]
"""(question, prompt) -> the model's reply."""
Right = Callable[[Question, AnswerWritten], bool]


def wrong_figure(one: Question) -> str:
    """The answer's sentence with one figure changed; "" where it has none."""
    return other_number(Sentence(one.sentence, one.paragraph, "en"), drawn(one.sentence, "number")) or ""


def refuses(answer: AnswerWritten) -> bool:
    """Whether the answer says that the documents do not answer the question."""
    return answer.record["failure"] == "insufficient_answer"


def states_the_answer(one: Question, answer: AnswerWritten) -> bool:
    """By the model, with the sentence that holds the answer."""
    return answer.engine == "model" and one.sentence[:60] in answer.content


SCRIPTS: Mapping[str, tuple[str, Callable[[Question], bool], Reply, Right]] = {
    "writes the right sentence": (
        "the draft is believed",
        lambda one: one.answerable and bool(one.sentence),
        lambda one, _prompt: f"{one.sentence} [1]",
        states_the_answer,
    ),
    "refuses at first, is right when asked again": (
        "the second draft is believed",
        lambda one: one.answerable and bool(one.sentence),
        lambda one, prompt: REFUSAL if prompt == "answer" else f"{one.sentence} [1]",
        states_the_answer,
    ),
    "writes it with a wrong figure each time": (
        "never shown as the answer",
        lambda one: one.answerable and bool(wrong_figure(one)) and wrong_figure(one) not in one.paragraph,
        lambda one, _prompt: f"{wrong_figure(one)} [1]",
        lambda one, answer: wrong_figure(one) not in answer.content,
    ),
    "refuses what is not there": (
        "the refusal is believed",
        lambda one: not one.answerable,
        lambda _one, _prompt: REFUSAL,
        lambda _one, answer: refuses(answer),
    ),
    "takes what looks like an answer for one": (
        "thrown away or refused",
        lambda one: not one.answerable and bool(one.sentence),
        lambda one, _prompt: f"{one.sentence} [1]",
        lambda _one, answer: answer.engine == "rules" or refuses(answer),
    ),
}
"""Behaviour -> (the correct result, the questions it is tried on, replies, whether the result is correct)."""


async def by_script(questions: Sequence[Question], progress: Progress) -> list[ScriptRow]:
    """Every behaviour on its questions, over a real endpoint."""
    rows: list[ScriptRow] = []
    for at, (title, (wanted, fits, reply, right)) in enumerate(SCRIPTS.items()):
        progress("scripted models", at, len(SCRIPTS))
        chosen = [one for one in questions if fits(one)][:SCRIPTED]
        rows.append(await scripted(title, wanted, chosen, (reply, right)))
    return rows


async def scripted(title: str, wanted: str, questions: Sequence[Question], behaviour: tuple[Reply, Right]) -> ScriptRow:
    """One behaviour."""
    reply, right = behaviour
    now: list[Question] = []
    domain, calls, good = pack(), 0, 0

    def say(call: Call) -> str:
        return reply(now[-1], call.prompt)

    async with ScriptedEndpoint({"answer": say, "answer_strict": say}) as endpoint:
        model = ModelClient(Endpoint(endpoint.base_url, "scripted"), BUDGETS)
        try:
            for one in questions:
                now.append(one)
                answer, usage = await answered(one.question, [(one.title, one.paragraph)], domain, model)
                calls += usage.model_calls
                good += right(one, answer)
        finally:
            await model.aclose()
    return ScriptRow(title, wanted, Share(good, len(questions)), calls / max(1, len(questions)))


async def measured(data: Path | None, share: int, progress: Progress) -> tuple[list[Judged], list[ScriptRow]]:
    """Everything. Raises DataMissing."""
    path = require(require(data) / "squad2_half_dev") / "dev-v2.0.json"
    questions = squad_questions(path, share)
    return await by_rules(questions, progress), await by_script(
        [one for one in questions if one.half == "test"], progress
    )
