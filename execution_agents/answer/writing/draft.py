"""The entry point of the package: an answer from a turn's evidence, by the model or without one, streamed and checked.

A fact the contexts hold word for word is quoted from them; else the model drafts and every draft is verified
(`recovery.py`); without a model, or if none of its drafts is accepted, the data is quoted. A model failure never fails
the answer.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import partial

from execution_agents.answer.checks.absent import absent_names
from execution_agents.answer.checks.verification import marked_json
from execution_agents.answer.evidence.analyses import is_filtered
from execution_agents.answer.evidence.citations import Numbered, cited, numbered
from execution_agents.answer.evidence.contexts import Context, chosen
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.conditions import with_conditions
from execution_agents.answer.quoting.direct import DirectFact, direct_fact
from execution_agents.answer.quoting.extractive import WORDS, extractive_answer, likely_answer
from execution_agents.answer.quoting.not_there import not_there, pay_not_there
from execution_agents.answer.writing.badge import reuse_badge
from execution_agents.answer.writing.computed import calculated_answer, is_beside, is_calculated
from execution_agents.answer.writing.documented import documented_answer, documents_made, is_documented
from execution_agents.answer.writing.early import early_answer
from execution_agents.answer.writing.graph_answer import (
    graph_analysis,
    graph_answer,
    graph_confidence,
    graph_facts,
    is_of_graph,
)
from execution_agents.answer.writing.limited import with_limit
from execution_agents.answer.writing.means import PLAIN, Means
from execution_agents.answer.writing.model_away import model_away
from execution_agents.answer.writing.notices import notices_of
from execution_agents.answer.writing.over_graph.surcharges import is_of_surcharges, surcharge_analysis, surcharge_answer
from execution_agents.answer.writing.question import Reading, confidence_of, read
from execution_agents.answer.writing.record import Failure, Path, Recorder
from execution_agents.answer.writing.recovery import Drafting, Outcome, Streams
from execution_agents.answer.writing.steps import drafting
from execution_agents.answer.writing.verified import grade_of, partly_answered, retries_of, verification_of
from execution_agents.answer.writing.writer import Writer
from foundation.contracts.events import AnswerWritten, Citation, Mark
from foundation.contracts.ports import Delta, Emit, JsonObject, LanguageModel, Usage


async def write_answer(
    request: AnswerRequest,
    model: LanguageModel | None,
    usage: Usage,
    delta: Delta,
    emit: Emit,
    means: Means = PLAIN,
) -> AnswerWritten:
    """The answer, its citations, badge, notices and record. Raises no error of the model's."""
    if request.ends_early is not None:
        answer = await early_answer(request, model, usage, delta)
        return answer.model_copy(update={"record": Recorder().whole(path="early")})
    turn = await request.compute(partial(turn_of, request, delta, emit))
    recorder = Recorder(
        question_type=turn.reading.question_type,
        type_confidence=turn.reading.type_confidence,
        configuration=request.pack.answering.hash,
        model=model.name if model else None,
    )
    outcome, path = await written(turn, (model, usage, means), recorder)
    return await completed(turn, outcome, path, recorder)


def turn_of(request: AnswerRequest, delta: Delta, emit: Emit) -> Turn:
    """The question read with its evidence."""
    request = with_limit(with_conditions(request))
    is_no_search = is_calculated(request) or is_of_graph(request) or is_documented(request)
    is_no_search = is_no_search or is_of_surcharges(request, numbered(request.evidence))
    is_no_search = is_no_search or request.form is not None or bool(pay_not_there(request))
    absent = "" if is_no_search or is_filtered(request) else absent_names(request) or not_there(request)
    instead = [sentence for batch in request.evidence for sentence in batch.instead if batch.items]
    lead = absent or " ".join(dict.fromkeys(instead))
    out = Streams(delta, emit, f"{lead}\n\n" if lead else "")
    return Turn(request, numbered(request.evidence), read(request), out, is_absent=bool(absent))


@dataclass(frozen=True)
class Turn:
    """Everything one answer is made from."""

    request: AnswerRequest
    items: tuple[Numbered, ...]
    reading: Reading
    out: Streams
    is_absent: bool = False
    """The thing asked for is not in the data. What is shown instead of what was asked for is an answer."""


async def written(
    turn: Turn, by: tuple[LanguageModel | None, Usage, Means], recorder: Recorder
) -> tuple[Outcome, Path]:
    """The text: straight from the contexts, by the model, or quoted."""
    started, request, (model, usage, means) = time.perf_counter(), turn.request, by
    if (settled := settled_answer(turn)) is not None:
        text, path = settled
        await turn.out.delta(turn.out.lead + text)
        return Outcome(text, by_model=False, refused=path == "extractive"), path
    contexts, fact = await request.compute(partial(looked_through, turn))
    recorder.chose(contexts)
    recorder.spent("choice", started)
    if fact is not None:
        text = fact.sentence(request.language)
        await turn.out.delta(text)
        return Outcome(text, by_model=False), "direct"
    failed: Outcome | None = None
    if model is not None and contexts:
        writer = Writer(request, turn.reading.question_type, turn.items, model, usage, means.grounder)
        outcome = await drafted(turn, contexts, writer, recorder, means)
        if outcome.by_model:
            return outcome, "model"
        failed = outcome
    started = time.perf_counter()
    quote = await quoted(turn, failed)
    recorder.spent("quote", started)
    return quote, "extractive"


def settled_answer(turn: Turn) -> tuple[str, Path] | None:
    """The text that no model writes, whatever else was found: a document, a calculation, things of a graph."""
    request, items = turn.request, turn.items
    if is_documented(request):
        return documented_answer(request, items), "documented"
    if no_pay := pay_not_there(request):
        return no_pay, "extractive"
    if is_of_surcharges(request, items):
        return surcharge_answer(request, items), "calculated"
    if is_calculated(request):
        return calculated_answer(request, items), "calculated"
    return (graph_answer(request, items), "direct") if is_of_graph(request) else None


def looked_through(turn: Turn) -> tuple[tuple[Context, ...], DirectFact | None]:
    """The contexts an answer is written from, and the fact they hold word for word."""
    request, kind = turn.request, turn.reading.question_type
    contexts = chosen(turn.items, request, kind, request.pack.answering.shape_of(kind))
    asked = request.pack.answering.direct_facts and not turn.is_absent and request.form is None
    return contexts, direct_fact(turn.items, request) if asked else None


async def drafted(
    turn: Turn, contexts: tuple[Context, ...], writer: Writer, recorder: Recorder, means: Means
) -> Outcome:
    """The model's answer: by the thinking mode if that is enabled, else in one call."""
    if means.thinker is not None and means.thinker.has_room(writer):
        return await means.thinker.outcome(writer, every_context(turn), recorder, turn.out)
    async with drafting(turn.out.emit, turn.request.language) as steps:
        outcome = await Drafting(writer, contexts, recorder, replace(turn.out, emit=steps)).outcome()
        if not outcome.by_model:
            await steps.end("failed")
    return outcome


def every_context(turn: Turn) -> tuple[Context, ...]:
    """All evidence found: the thinking mode itself selects what each step is shown."""
    request, kind = turn.request, turn.reading.question_type
    shape = request.pack.answering.shape_of(kind)
    return chosen(turn.items, request, kind, shape.model_copy(update={"count": len(turn.items) or 1}))


async def quoted(turn: Turn, failed: Outcome | None) -> Outcome:
    """The answer without a model, in a few pieces."""
    request, out = turn.request, turn.out
    # A request that no team can do and that needs no data has nothing to quote: the notices are the answer.
    nothing = not request.evidence and (request.absent_teams or request.missing)
    text = ""
    if not nothing and not unknown(request):
        text = await request.compute(partial(extractive_answer, request))
        if request.analysis is not None and is_beside(request):
            text = f"{text}\n\n{request.analysis.lead}"
    for paragraph in (out.lead + text).splitlines(keepends=True):
        await out.delta(paragraph)
    failed = failed or Outcome("", by_model=False)
    return Outcome(text, False, None, failed.round, failed.fallback, drafts=failed.drafts, failed=failed.failed)


def unknown(request: AnswerRequest) -> bool:
    """True if nothing was found and a source did not answer: then the answer must not claim that nothing exists."""
    found = any(batch.items for batch in request.evidence)
    return not found and bool(request.missing) and any(not batch.complete for batch in request.evidence)


async def completed(turn: Turn, outcome: Outcome, path: Path, recorder: Recorder) -> AnswerWritten:
    """The final answer: its text ends with the notices, so that it is honest wherever it is read alone."""
    request, out = turn.request, turn.out
    end = await request.compute(partial(finished, turn, outcome))
    kept = outcome.settled.notices(request.language) if outcome.settled else ()
    away = (model_away(outcome.failed, request.language),) if outcome.failed else ()
    kept = (*away, *kept, *partly_answered(outcome, request))
    notices = (*kept, *notices_of(request, end.citations))
    tail = "\n\n".join(notices)
    if outcome.text and tail:
        tail = f"\n\n{tail}"
    if tail:
        await out.delta(tail)
    return AnswerWritten(
        content=out.lead + outcome.text + tail,
        citations=end.citations,
        badge=reuse_badge(request),
        notices=(out.lead.strip(), *notices) if out.lead else notices,
        confidence=end.confidence,
        engine="model" if outcome.by_model else "rules",
        marks=marks_of(outcome, out.lead),
        verification=verification_of(outcome, end.failure),
        undo_available=request.undo_available,
        analysis=request.analysis or surcharge_analysis(request, turn.items) or graph_analysis(request, turn.items),
        graph=graph_facts(request, turn.items),
        documents=documents_made(request),
        record=recorder.whole(
            **result(turn, outcome, path),
            model_failed=outcome.failed or None,
            confidence=end.confidence,
            failure=end.failure,
        ),
    )


def marks_of(outcome: Outcome, lead: str) -> tuple[Mark, ...]:
    """The marks on doubtful claims, in UTF-16 units of the whole content."""
    whole = lead + outcome.text
    found = outcome.settled.marks if outcome.settled else ()

    def units(letters: int) -> int:
        return len(whole[: len(lead) + letters].encode("utf-16-le")) // 2

    return tuple(one.model_copy(update={"start": units(one.start), "end": units(one.end)}) for one in found)


@dataclass(frozen=True)
class Finished:
    """What is derived from an answer once its text is final."""

    citations: tuple[Citation, ...]
    failure: Failure | None
    confidence: int
    """Per mille."""


def finished(turn: Turn, outcome: Outcome) -> Finished:
    """Computed off the event loop: long evidence takes a while."""
    request, figures = turn.request, turn.request.pack.answering.confidence
    failure = failure_of(turn, outcome)
    held = " ".join(f"{one.item.title} {one.item.text}" for one in turn.items)
    quoted_alone = not outcome.by_model and request.analysis is None
    likely = likely_answer(request) if quoted_alone else None
    confidence = graph_confidence(request) or (None if likely is None else round(1000 * likely))
    if confidence is None:
        confidence = confidence_of(request, turn.reading, held, outcome.text, figures)
    confidence = min(confidence, outcome.most_confidence)
    if outcome.settled is not None and outcome.settled.left_out:
        confidence = max(0, confidence - figures.disagreement)
    return Finished(
        citations=cited(outcome.text, turn.items, request.pack, request.standalone, request.language),
        failure=failure,
        confidence=confidence if failure is None else min(confidence, figures.not_answered),
    )


def result(turn: Turn, outcome: Outcome, path: Path) -> JsonObject:
    """How it ended, as the record stores it."""
    verdict = outcome.verdict
    return {
        **turn.reading.as_json(),
        "path": path,
        "fallbacks": [*turn.reading.fallbacks, *([outcome.fallback] if outcome.fallback else [])],
        "fallback": outcome.fallback,
        "recovery_round": outcome.round,
        "retry_count": retries_of(outcome),
        "answer_grade": grade_of(outcome, failure_of(turn, outcome)),
        "numeric_preservation": outcome.preserved,
        "verdict": verdict.as_json() if verdict else None,
        "unsupported_sentences": [marked_json(one) for one in verdict.marked] if verdict else [],
        "items": len(turn.items),
    }


def failure_of(turn: Turn, outcome: Outcome) -> Failure | None:
    """The reason the person would give for not being answered. Work that no team does yet is not a failure to find
    something."""
    request = turn.request
    if is_documented(request):
        return None
    if is_calculated(request):
        return None if request.analysis and request.analysis.refused is None else "insufficient_answer"
    if not turn.items:
        return None if request.absent_teams and not request.missing else "no_answer"
    unclear = any(words in outcome.text for words in WORDS["nearest"].values())
    unanswered = unclear or outcome.refused or outcome.grade == "failed" or turn.is_absent
    return "insufficient_answer" if unanswered else None
