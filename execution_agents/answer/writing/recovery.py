"""Drafts until one holds (system 3, section 5): the first over all contexts, then the strict prompt over the best
three, then over the best one; an empty draft once more over the best context; "not in the documents" once more before
it is believed. Each step happens at most once, so there is no loop; when none holds, the data is quoted instead.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from execution_agents.answer.checks.settling import Settled, settled, without_marked
from execution_agents.answer.checks.verification import Verdict
from execution_agents.answer.evidence.contexts import Context, narrowed
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.writing.record import Recorder
from execution_agents.answer.writing.writer import FIRST, STRICT, Draft, Writer
from foundation.contracts.errors import ModelFailed
from foundation.contracts.events import AnswerRetried
from foundation.contracts.ports import Delta, Emit
from foundation.domains.schema.answering import ContextShape

REASONS = {
    "numbers": {
        "ko": "초안의 수치({figures})가 자료에 없어 다시 씁니다.",
        "en": "The draft held figures that are not in the data ({figures}), so it is written again.",
    },
    "contradicted": {
        "ko": "초안에 자료와 다른 문장이 있어 다시 씁니다.",
        "en": "The draft held a sentence the data does not bear out, so it is written again.",
    },
    "language": {
        "ko": "초안이 다른 언어로 쓰여 다시 씁니다.",
        "en": "The draft was in another language, so it is written again.",
    },
    "violations": {
        "ko": "초안이 질문이나 자료에서 벗어나 다시 씁니다.",
        "en": "The draft strayed from the question or the data, so it is written again.",
    },
    "refused": {
        "ko": "자료에 답이 없다는 초안을 믿기 전에 자료를 한 번 더 살펴봅니다.",
        "en": "The draft found no answer in the data; the data is looked through once more before that is believed.",
    },
    "mended": {
        "ko": "자료로 확인되지 않는 문장을 뺍니다.",
        "en": "Sentences the data does not bear out are taken out.",
    },
    "failed": {
        "ko": "모델의 답이 끊겨 자료를 그대로 인용해 답합니다.",
        "en": "The model broke off, so the data is quoted instead.",
    },
}


MOST_DRAFTS = 3


@dataclass(frozen=True)
class Outcome:
    """How the text came about."""

    text: str
    by_model: bool
    preserved: float | None = None
    """Share of a draft's figures that stand in the evidence; None: there was no draft, or no figure in it."""
    round: int = 0
    fallback: str | None = None
    verdict: Verdict | None = None
    refused: bool = False
    """Says that the documents do not tell."""
    settled: Settled | None = None
    """The draft with its marks; None: no draft was kept."""
    grade: str | None = None
    """What a check said of how it answers: accept, retry or failed; None: none was asked."""


@dataclass(frozen=True)
class Streams:
    """The two ways out of an answer being written."""

    delta: Delta
    emit: Emit
    lead: str = ""
    """What stands before the answer, whoever writes it: that the thing asked for is not in the data."""


@dataclass(frozen=True)
class Step:
    """One attempt."""

    prompt: str
    round: int
    contexts: tuple[Context, ...]
    fallback: str | None = None


class Counted:
    """A `Delta` that knows whether anything went through it."""

    def __init__(self, delta: Delta) -> None:
        self._delta = delta
        self.pieces = 0

    async def __call__(self, text: str) -> None:
        self.pieces += 1
        await self._delta(text)


@dataclass(frozen=True)
class Drafting:
    """One turn's drafts."""

    writer: Writer
    contexts: tuple[Context, ...]
    recorder: Recorder
    out: Streams

    @property
    def request(self) -> AnswerRequest:
        """The turn."""
        return self.writer.request

    async def outcome(self) -> Outcome:
        """The first draft that holds; an outcome without text when none does or the model fails."""
        step, tried, last = Step(FIRST, 0, self.contexts), list[Step](), 0
        pending: Step | None = step
        while pending is not None and len(tried) < MOST_DRAFTS:
            step = pending
            tried.append(step)
            last = max(last, step.round)
            found = await self._attempt(step, tried)
            if isinstance(found, Outcome):
                return found
            pending = found
        return Outcome("", False, None, last, "extractive")

    async def _attempt(self, step: Step, tried: Sequence[Step]) -> Outcome | Step | None:
        """A draft that holds, the next step, or None when there is none."""
        counter, started = Counted(self.out.delta), time.perf_counter()
        note = self.recorder.drafted(step.prompt, step.round, step.contexts, "")
        if self.out.lead:
            await counter(self.out.lead)
        try:
            draft = await self.writer.draft(step.prompt, step.contexts, counter)
        except ModelFailed as failure:
            note["outcome"] = str(failure.data.get("reason", "failed"))
            return await self._after_failure(note["outcome"], counter, tried)
        finally:
            self.recorder.spent(f"draft_{len(tried)}", started)
        self.recorder.told(note, draft.text, draft.verdict)
        return await self._judged(draft, step, tried, note)

    async def _after_failure(self, reason: str, counter: Counted, tried: Sequence[Step]) -> Step | None:
        again = self._short(tried) if reason == "empty" else None
        if counter.pieces:
            await self._throw_away("failed")
        return again

    async def _judged(
        self, draft: Draft, step: Step, tried: Sequence[Step], note: dict[str, object]
    ) -> Outcome | Step | None:
        verdict = draft.verdict
        if verdict.refuses and verdict.reason is None:
            again = self._refused_again(tried)
            note["outcome"] = "refused"
            if again is not None:
                await self._throw_away("refused")
                return again
            return await self._settled(draft.text, verdict, step)
        if verdict.reason is None:
            note["outcome"] = "accepted" if not verdict.marked else "marked"
            return await self._settled(draft.text, verdict, step)
        note["outcome"] = verdict.reason
        mended = await self._mended(draft, step)
        if mended is not None:
            note["outcome"] = "mended"
            return mended
        await self._throw_away(verdict.reason, ", ".join(verdict.unsupported[:3]))
        return self._strict(tried)

    async def _mended(self, draft: Draft, step: Step) -> Outcome | None:
        """In recovery a draft may be kept without the sentences the evidence does not bear out."""
        if step.prompt != STRICT or draft.verdict.reason == "language":
            return None
        text = without_marked(draft.text, draft.verdict)
        if text == draft.text:
            return None
        verdict = await self.writer.checked(text, step.contexts)
        if verdict.reason is not None or verdict.marked:
            return None
        await self._throw_away("mended")
        await self.out.delta(self.out.lead + text)
        return self._held(Settled(text), verdict, step)

    async def _settled(self, text: str, verdict: Verdict, step: Step) -> Outcome:
        """A draft that is believed, without what the data contradicts, marked where nothing bears it out."""
        found = settled(text, verdict)
        if found.text != text:
            await self._throw_away("mended")
            await self.out.delta(self.out.lead + found.text)
        return self._held(found, verdict, step)

    def _held(self, found: Settled, verdict: Verdict, step: Step) -> Outcome:
        preserved = None if verdict.preserved is None else round(verdict.preserved / 1000, 3)
        return Outcome(found.text, True, preserved, step.round, step.fallback, verdict, verdict.refuses, found)

    def _short(self, tried: Sequence[Step]) -> Step | None:
        """An empty draft is asked for once more, over the best context alone (`empty_contexts`)."""
        if any(step.fallback == "short_context" for step in tried) or len(tried) > 1:
            return None
        count = self.request.pack.answering.check.empty_contexts
        return Step(FIRST, 0, self._narrowed(count), "short_context")

    def _refused_again(self, tried: Sequence[Step]) -> Step | None:
        if any(step.prompt == STRICT for step in tried):
            return None
        shape = self.request.pack.answering.check.refused
        return Step(STRICT, 1, narrowed(self.contexts, self.request, shape), "qa_recover1")

    def _strict(self, tried: Sequence[Step]) -> Step | None:
        """The next recovery round; one whose contexts were tried already would only be told the same again."""
        strict = [step for step in tried if step.prompt == STRICT]
        rounds = self.request.pack.answering.check.recover_contexts
        for number in range(len(strict) + 1, len(rounds) + 1):
            contexts = self._narrowed(rounds[number - 1])
            if all(contexts != step.contexts for step in strict):
                return Step(STRICT, number, contexts, f"qa_recover{number}")
        return None

    def _narrowed(self, count: int) -> tuple[Context, ...]:
        length = self.request.pack.answering.shape_of(self.writer.question_type).length
        return narrowed(self.contexts, self.request, ContextShape(count=count, length=length))

    async def _throw_away(self, reason: str, figures: str = "") -> None:
        """The draft on the screen is cleared, and it is said why."""
        told = said(reason, self.request, figures=figures)
        await self.out.emit(AnswerRetried(reason=told, code=reason, figures=figures))


def said(reason: str, request: AnswerRequest, **values: str) -> str:
    """A reason in the person's language."""
    words = REASONS[reason]
    return words.get(request.language, words["en"]).format(**values)
