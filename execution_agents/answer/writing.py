"""The room's one door: an answer from a turn's evidence, by the model or without one, streamed and checked.

A draft with a figure that stands nowhere in the evidence is thrown away, written once more under the strict
prompt, and then quoted instead of written. A model that fails never fails the answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from execution_agents.answer.absent import absent_names
from execution_agents.answer.badge import reuse_badge
from execution_agents.answer.citations import Numbered, cited, numbered
from execution_agents.answer.conditions import with_conditions
from execution_agents.answer.early import early_answer
from execution_agents.answer.extractive import extractive_answer
from execution_agents.answer.notices import notices_of
from execution_agents.answer.passages import coverage
from execution_agents.answer.request import AnswerRequest
from execution_agents.answer.writer import Draft, Writer, prompt_items
from foundation.contracts.errors import ModelFailed
from foundation.contracts.events import AnswerRetried, AnswerWritten
from foundation.contracts.ports import Delta, Emit, LanguageModel, Usage

ROUNDS = ("answer", "answer_strict")
UNCALIBRATED = 420
"""0.7 of the confidence 0.60 that counts where no calibrated one exists (system 3)."""
OVERLAP_SHARE = 300
DISAGREES = 100
"""Taken away when question and answer share next to nothing."""
LEAST_OVERLAP = 0.05
REASONS = {
    "numbers": {
        "ko": "초안의 수치({figures})가 자료에 없어 다시 씁니다.",
        "en": "The draft held figures that are not in the data ({figures}), so it is written again.",
    },
    "failed": {
        "ko": "모델의 답이 끊겨 자료를 그대로 인용해 답합니다.",
        "en": "The model broke off, so the data is quoted instead.",
    },
}


@dataclass(frozen=True)
class Outcome:
    """How the text came about."""

    text: str
    by_model: bool
    preserved: float | None = None
    """Share of the figures that stand in the evidence; None: not measured."""
    round: int = 0
    fallback: str | None = None


async def write_answer(
    request: AnswerRequest, model: LanguageModel | None, usage: Usage, delta: Delta, emit: Emit
) -> AnswerWritten:
    """The answer, its citations, badge and notices. Raises nothing of the model's."""
    if request.ends_early is not None:
        return await early_answer(request, model, usage, delta)
    request = with_conditions(request)
    items, absent = numbered(request.evidence), absent_names(request)
    out = Streams(delta, emit, f"{absent}\n\n" if absent else "")
    outcome = await written_by_model(request, items, model, usage, out) if model and items else None
    if outcome is None or not outcome.by_model:
        outcome = await quoted(request, outcome, out)
    return await completed(request, items, outcome, out)


@dataclass(frozen=True)
class Streams:
    """The two ways out of an answer being written."""

    delta: Delta
    emit: Emit
    lead: str = ""
    """What stands before the answer, whoever writes it: that the thing asked for is not in the data."""


async def written_by_model(
    request: AnswerRequest, items: tuple[Numbered, ...], model: LanguageModel, usage: Usage, out: Streams
) -> Outcome:
    """At most two drafts; when neither holds, an outcome without text that says why."""
    shown = prompt_items(items, request.standalone)
    for number, prompt in enumerate(ROUNDS):
        counter = Counted(out.delta)
        if out.lead:
            await counter(out.lead)
        try:
            draft = await Writer(request, shown, model, usage, counter).draft(prompt)
        except ModelFailed:
            if counter.pieces:
                await out.emit(AnswerRetried(reason=said("failed", request)))
            return Outcome("", False, None, number, "extractive")
        if not draft.check.unsupported:
            return Outcome(draft.text, True, draft.check.preserved, number, "qa_recover1" if number else None)
        await out.emit(AnswerRetried(reason=unsupported(draft, request)))
    return Outcome("", False, None, len(ROUNDS), "extractive")


class Counted:
    """A `Delta` that knows whether anything went through it."""

    def __init__(self, delta: Delta) -> None:
        self._delta = delta
        self.pieces = 0

    async def __call__(self, text: str) -> None:
        self.pieces += 1
        await self._delta(text)


async def quoted(request: AnswerRequest, failed: Outcome | None, out: Streams) -> Outcome:
    """The answer without a model, in a few pieces."""
    # Work that no team can do and that needs no data has nothing to quote: the notices are the answer.
    text = "" if not request.evidence and (request.absent_teams or request.missing) else extractive_answer(request)
    for paragraph in (out.lead + text).splitlines(keepends=True):
        await out.delta(paragraph)
    preserved = 1.0 if request.evidence else None
    return Outcome(text, False, preserved, failed.round if failed else 0, failed.fallback if failed else None)


async def completed(
    request: AnswerRequest, items: tuple[Numbered, ...], outcome: Outcome, out: Streams
) -> AnswerWritten:
    """The final answer: notices close its text, so that it is honest wherever it is read alone."""
    citations = cited(outcome.text, items, request.pack, request.standalone, request.language)
    notices = notices_of(request, citations)
    tail = "\n\n".join(notices)
    if outcome.text and tail:
        tail = f"\n\n{tail}"
    if tail:
        await out.delta(tail)
    return AnswerWritten(
        content=out.lead + outcome.text + tail,
        citations=citations,
        badge=reuse_badge(request),
        notices=(out.lead.strip(), *notices) if out.lead else notices,
        confidence=confidence_of(request, items, outcome.text),
        engine="model" if outcome.by_model else "rules",
        verification={
            "numeric_preservation": outcome.preserved,
            "recovery_round": outcome.round,
            "fallback": outcome.fallback,
        },
        undo_available=request.undo_available,
    )


def confidence_of(request: AnswerRequest, items: tuple[Numbered, ...], text: str) -> int:
    """System 3's formula with what is known here: 0.7 x 0.60 + 0.3 x overlap of question and evidence, per mille."""
    if not items or not text:
        return 0
    held = " ".join(f"{one.item.title} {one.item.text}" for one in items)
    overlap = coverage(request.standalone, held)
    disagrees = DISAGREES if coverage(request.standalone, text) < LEAST_OVERLAP else 0
    return max(0, UNCALIBRATED + round(OVERLAP_SHARE * overlap) - disagrees)


def unsupported(draft: Draft, request: AnswerRequest) -> str:
    """Names the figures a draft was thrown away for."""
    return said("numbers", request, figures=", ".join(draft.check.unsupported[:3]))


def said(reason: str, request: AnswerRequest, **values: str) -> str:
    """A reason in the person's language."""
    words = REASONS[reason]
    return words.get(request.language, words["en"]).format(**values)
