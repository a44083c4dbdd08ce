"""Writes drafts until one is accepted (system 3, section 5): the first over all contexts, then the strict prompt over
the best three, then over the best one; an empty draft once more over the best context; "not in the documents" once more
before it is accepted. A draft that passes the measurements, but whose doubtful sentences a model does not find in the
documents, is written again with these sentences named; so is a draft that does not answer. There are three drafts at
most, so there is no loop; if none is accepted, the best one is used without its refuted sentences, else the data is
quoted.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from execution_agents.answer.checks.settling import Settled, settled, without_marked
from execution_agents.answer.checks.verification import Verdict
from execution_agents.answer.evidence.contexts import Context, narrowed
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.grading.checking import Checks, Graded, without_refuted
from execution_agents.answer.writing.model_away import OWN_BOUND
from execution_agents.answer.writing.record import Recorder
from execution_agents.answer.writing.writer import FIRST, STRICT, SYNTHESIS, Draft, Feedback, Writer
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
    "unsupported": {
        "ko": "자료로 확인되지 않는 문장({figures})이 있어 다시 씁니다.",
        "en": "A sentence is not borne out by the data ({figures}), so the draft is written again.",
    },
    "incomplete": {
        "ko": "물어본 것에 다 답하지 못해 다시 씁니다.",
        "en": "The draft does not answer all that was asked, so it is written again.",
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
QUOTED = 80
"""Most letters of a quoted sentence."""


@dataclass(frozen=True)
class Outcome:
    """How the text was made."""

    text: str
    by_model: bool
    preserved: float | None = None
    """Share of a draft's figures that occur in the evidence; None: there was no draft, or no figure in it."""
    round: int = 0
    fallback: str | None = None
    verdict: Verdict | None = None
    refused: bool = False
    """The draft says that the documents do not hold the answer."""
    settled: Settled | None = None
    """The draft with its marks; None: no draft was kept."""
    grade: str | None = None
    """A check's last verdict on whether it answers: accept or failed; None: no check was asked."""
    lacks: tuple[str, ...] = ()
    """The parts of the question that are not answered, according to the check."""
    checked: bool = False
    """A model looked the doubtful sentences up."""
    drafts: int = 0
    """Number of drafts written."""
    most_confidence: int = 1000
    """Per mille: what the writer's own checks believe at most."""
    failed: str = ""
    """How the model failed in the last draft, a word of `ModelFailed`; "": it did not, or a draft of its own stands."""


@dataclass(frozen=True)
class Streams:
    """The two output streams of an answer being written."""

    delta: Delta
    emit: Emit
    lead: str = ""
    """Text before the answer, whoever writes it: that the thing asked for is not in the data, or what is shown
    instead."""


@dataclass(frozen=True)
class Step:
    """One attempt."""

    prompt: str
    round: int
    contexts: tuple[Context, ...]
    fallback: str | None = None
    feedback: Feedback | None = None


@dataclass(frozen=True)
class Kept:
    """A draft that could be used, without its refuted sentences."""

    text: str
    verdict: Verdict
    step: Step
    checked: bool
    graded: Graded | None
    """None: nobody has asked yet whether what is left of it answers."""
    refuted: tuple[str, ...] = ()


class Counted:
    """A `Delta` that records whether anything was passed to it."""

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
    kept: list[Kept] = field(default_factory=list[Kept])
    """Drafts that were sent back although they could have been used."""
    failures: list[str] = field(default_factory=list[str])
    """How each draft failed that the model did not end."""

    @property
    def checks(self) -> Checks:
        """What a model checks of a draft."""
        answering = self.request.pack.answering
        return Checks(self.writer.model, answering.grading, self.writer.bounds, answering.check)

    @property
    def request(self) -> AnswerRequest:
        """The turn."""
        return self.writer.request

    async def outcome(self) -> Outcome:
        """The first accepted draft; an outcome without text if none is accepted or the model fails."""
        step, tried, last = Step(FIRST, 0, self.contexts), list[Step](), 0
        pending: Step | None = step
        while pending is not None and len(tried) < MOST_DRAFTS:
            step = pending
            tried.append(step)
            last = max(last, step.round)
            found = await self._attempt(step, tried)
            if isinstance(found, Outcome):
                return replace(found, drafts=len(tried))
            pending = found
        if self.kept:
            return replace(await self._best_kept(), drafts=len(tried))
        failed = self.failures[-1] if self.failures else ""
        return Outcome("", False, None, last, "extractive", drafts=len(tried), failed=failed)

    async def _attempt(self, step: Step, tried: Sequence[Step]) -> Outcome | Step | None:
        """An accepted draft, the next step, or None if there is none."""
        counter, started = Counted(self.out.delta), time.perf_counter()
        note = self.recorder.drafted(step.prompt, step.round, step.contexts, "")
        if self.out.lead:
            await counter(self.out.lead)
        try:
            draft = await self.writer.draft(step.prompt, step.contexts, counter, step.feedback)
        except ModelFailed as failure:
            note["outcome"] = str(failure.data.get("reason", "failed"))
            self.failures.extend([note["outcome"]] if note["outcome"] != OWN_BOUND else [])
            return await self._after_failure(note["outcome"], counter, tried)
        finally:
            self.recorder.spent(f"draft_{len(tried)}", started)
        self.recorder.measured(note, draft.text, draft.verdict)
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
            return await self._checked(draft, step, tried, note)
        note["outcome"] = verdict.reason
        mended = await self._mended(draft, step)
        if mended is not None:
            note["outcome"] = "mended"
            return mended
        await self._throw_away(verdict.reason, ", ".join(verdict.unsupported[:3]))
        return self._strict(tried)

    async def _checked(
        self, draft: Draft, step: Step, tried: Sequence[Step], note: dict[str, object]
    ) -> Outcome | Step | None:
        """Checks a draft that passed the measurements: looks up its doubtful sentences, then whether it answers."""
        note["outcome"] = "accepted" if not draft.verdict.marked else "marked"
        note["doubted"] = self.checks.doubts(draft.verdict)
        found = await self.checks.claims(draft.verdict, step.contexts)
        verdict = draft.verdict if found is None else found.verdict
        if found is not None:
            note["claims"] = [{"sentence": one.part.text[:300], "contradicted": one in found.contradicted}
                              for one in found.refuted]  # fmt: skip
        if found is not None and found.refuted:
            note["outcome"] = "unsupported"
            text = without_refuted(draft.text, verdict, found.refuted)
            shorter = None if not text else await self.writer.checked(text, step.contexts)
            if shorter is not None and shorter.reason is None:
                self.kept.append(Kept(text, shorter, step, True, None, found.sentences))
            again = self._again(step, tried, Feedback(claims=found.sentences))
            await self._throw_away("unsupported" if again else "mended", named(found.sentences))
            return again
        graded = await self.checks.grade(self.request.standalone, draft.text, verdict)
        note["grade"] = graded.grade if graded.by_model else None
        again = self._again(step, tried, Feedback(missing=graded.missing)) if graded.grade == "retry" else None
        if again is not None:
            note["outcome"] = "incomplete"
            self.kept.append(Kept(draft.text, verdict, step, found is not None, graded))
            await self._throw_away("incomplete")
            return again
        settled_now = await self._settled(draft.text, verdict, step)
        return with_checks(settled_now, found is not None, graded)

    def _again(self, step: Step, tried: Sequence[Step], feedback: Feedback) -> Step | None:
        """The draft written again with the feedback on it; None: it was sent back often enough, or no request is
        left."""
        figures = self.request.pack.answering.grading
        sent_back = [one.feedback for one in tried if one.feedback is not None]
        # A grader may send back without a word on what is missing: what has no claims is its feedback.
        times = sum(bool(one.claims) == bool(feedback.claims) for one in sent_back)
        most = figures.grade_retries if not feedback.claims else figures.claim_retries
        if times >= most or len(tried) >= MOST_DRAFTS or not self.writer.bounds.room(1):
            return None
        return Step(SYNTHESIS, step.round, step.contexts, "synthesis", feedback)

    async def _best_kept(self) -> Outcome:
        """The last usable draft, if no later one led to a result."""
        kept = self.kept[-1]
        graded = kept.graded or await self.checks.grade(self.request.standalone, kept.text, kept.verdict)
        found = settled(kept.text, kept.verdict)
        found = replace(found, left_out=(*kept.refuted, *found.left_out))
        await self.out.delta(self.out.lead + found.text)
        return with_checks(self._held(found, kept.verdict, kept.step), kept.checked, graded)

    async def _mended(self, draft: Draft, step: Step) -> Outcome | None:
        """In recovery a draft may be kept without the sentences the evidence does not support."""
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
        """An accepted draft, without what the data contradicts, marked where nothing supports it."""
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
        """The next recovery round; None if its contexts were tried already: the same prompt would be sent again."""
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
        """Clears the draft on the screen and shows the reason."""
        sentence = said(reason, self.request, figures=figures)
        await self.out.emit(AnswerRetried(reason=sentence, code=reason, figures=figures))


def with_checks(outcome: Outcome, checked: bool, graded: Graded) -> Outcome:
    """With what the checks said. A draft that was sent back once and still does not answer has failed to, as one has
    that no other draft could mend: it is shown with what it lacks."""
    grade = "accept" if graded.grade == "accept" else "failed"
    return replace(outcome, checked=checked, grade=grade, lacks=graded.missing)


def named(sentences: Sequence[str]) -> str:
    """The first sentence, for readers of the reason."""
    first = sentences[0] if sentences else ""
    return first if len(first) <= QUOTED else f"{first[:QUOTED].rstrip()}…"


def said(reason: str, request: AnswerRequest, **values: str) -> str:
    """A reason in the person's language."""
    words = REASONS[reason]
    return words.get(request.language, words["en"]).format(**values)
