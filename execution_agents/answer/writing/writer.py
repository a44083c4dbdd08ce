"""A draft by the model: the contexts as numbered data, the reply streamed through the filters, and checked."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import partial

from execution_agents.analysis.cells import figures_in, line_of
from execution_agents.answer.checks.grounding import Grounder, grounded
from execution_agents.answer.checks.verification import Checked, Verdict, verified
from execution_agents.answer.evidence.analyses import computed_figures
from execution_agents.answer.evidence.citations import MarkerFilter, Numbered, with_citations
from execution_agents.answer.evidence.contexts import Context
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.grading.bounds import Bounds
from execution_agents.answer.writing.early import LANGUAGES
from execution_agents.answer.writing.flow import Flow
from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import Delta, LanguageModel, Message, Usage, Writing
from foundation.domains.schema.retrieving import QuestionTypeName
from foundation.language.figures.agreement import Figure
from foundation.language.figures.reader import figures_of
from prompts.catalog import shipped_prompts
from prompts.guidance import guidance_of

FIRST, STRICT, SYNTHESIS = "answer", "answer_strict", "synthesis"
"""The prompts: of the first draft, of recovery, and of a draft that a check sent back."""
USUAL_TRIES = 3
"""Requests one draft may take where the pack sets no number of tries."""
NO_NOTES = {"ko": "없음", "en": "none"}


@dataclass(frozen=True)
class Draft:
    """The model's text and its measurements."""

    text: str
    verdict: Verdict


@dataclass(frozen=True)
class Feedback:
    """The checks' feedback on a draft that is written again."""

    claims: tuple[str, ...] = ()
    """Sentences that the documents do not support."""
    missing: tuple[str, ...] = ()
    """The parts of the question that are not answered."""


@dataclass(frozen=True)
class Writer:
    """The writing of one turn: what it may use, and where its output goes."""

    request: AnswerRequest
    question_type: QuestionTypeName
    items: tuple[Numbered, ...]
    """All items that may support the answer."""
    model: LanguageModel
    usage: Usage
    grounder: Grounder | None = None
    """Asked about claims that the rules leave in doubt."""

    @property
    def bounds(self) -> Bounds:
        """The rest of the answer's budget."""
        most = self.request.pack.answering.grading.calls // self.request.sharing
        return Bounds(self.usage, max(1, most), self.request.ends_at)

    async def draft(
        self, prompt: str, contexts: Sequence[Context], delta: Delta, feedback: Feedback | None = None
    ) -> Draft:
        """One draft, streamed, within the answer's bounds. Raises ModelFailed."""
        known = [context.one for context in contexts]
        if not self.bounds.room(1):
            raise ModelFailed(prompt=prompt, reason="bounds")
        async with self.bounds.within(prompt):
            text = await self._written(prompt, contexts, delta, feedback)
        whole = with_citations(text, known, self.request.pack, self.request.language)
        if len(whole) > len(text):
            await delta(whole[len(text) :])
        return Draft(whole, await self.checked(whole, contexts))

    async def checked(self, text: str, contexts: Sequence[Context]) -> Verdict:
        """The result of `check`, computed off the event loop, and the grounding model's verdict on the rest."""
        verdict = await self.request.compute(partial(self.check, text, contexts))
        return verdict if self.grounder is None else await grounded(verdict, contexts, self.grounder)

    def check(self, text: str, contexts: Sequence[Context]) -> Verdict:
        """The draft against its contexts, and its figures against whole items, question and notes."""
        request, items = self.request, [context.one for context in contexts]
        known, counts = known_figures(request, items)
        placeless = [*figures_of("\n".join(notes_of(request))), *computed_figures(items, request)]
        checked = Checked(text, request.standalone, request.language, contexts, known, counts, placeless, request)
        return verified(checked, self.request.pack.answering)

    async def _written(self, prompt: str, contexts: Sequence[Context], delta: Delta, feedback: Feedback | None) -> str:
        """The text as it was shown. A stream that is long enough is closed, so that no further tokens are paid for."""
        markers = MarkerFilter(context.one.marker for context in contexts)
        figures = self.request.pack.answering
        flow, written = Flow(longest(self.request), figures.whole_sentences_from), list[str]()

        async def pass_on(text: str) -> None:
            shown = text.lstrip() if not written else text
            if shown:
                written.append(shown)
                await delta(shown)

        asked, wish = self.messages(prompt, contexts, feedback), self._wish()
        async with aclosing(self.model.stream(prompt, asked, self.usage, wish)) as pieces:
            async for piece in pieces:
                await pass_on(flow.feed(markers.feed(piece)))
                if flow.full:
                    break
        if not flow.full:
            await pass_on(flow.feed(markers.flush()))
        await pass_on(flow.flush().rstrip())
        text = "".join(written)
        if not text.strip():
            raise ModelFailed(prompt=prompt, reason="empty")
        return text

    def _wish(self) -> Writing:
        """The pack's settings; retried only as often as requests are left."""
        wish = Writing(**self.request.pack.answering.generation.model_dump())
        left = self.bounds.left
        if left >= (USUAL_TRIES if wish.retries is None else wish.retries + 1):
            return wish
        return replace(wish, retries=max(0, left - 1))

    def messages(
        self, prompt: str, contexts: Sequence[Context], feedback: Feedback | None = None
    ) -> tuple[Message, ...]:
        """The prompt, rendered."""
        request = self.request
        notes = notes_of(request)
        figures = request.pack.answering
        least, most = figures.strict_sentences if prompt == STRICT else figures.sentences
        return shipped_prompts().render(
            prompt,
            guidance=guidance_of(self.question_type),
            sentences=f"{least}~{most}" if least < most else str(most),
            language=LANGUAGES.get(request.language, request.language),
            notes="\n".join(notes) or NO_NOTES.get(request.language, "none"),
            evidence="\n".join(evidence_line(context) for context in contexts),
            memories=memories_text(request),
            question=request.asked,
            **(feedback_text(feedback, request.language) if feedback is not None else {}),
        )


def feedback_text(feedback: Feedback, language: str) -> dict[str, str]:
    """The two feedbacks as the prompt shows them."""
    none = NO_NOTES.get(language, "none")
    return {
        "hallucination_feedback": "\n".join(f"- {one}" for one in feedback.claims) or none,
        "quality_feedback": "\n".join(f"- {one}" for one in feedback.missing) or none,
    }


def notes_of(request: AnswerRequest) -> list[str]:
    """The notes the writer is given beside the evidence."""
    return [*request.missing.values(), *request.notices, *(f"{asked} → {said}" for asked, said in request.earlier)]


def memories_text(request: AnswerRequest) -> str:
    """What is remembered of the person, a line each."""
    return "\n".join(f"- {' '.join(one.split())}" for one in request.memories) or NO_NOTES.get(request.language, "none")


def longest(request: AnswerRequest) -> int:
    """Characters of the whole answer: the pack's length for every kind of data it needs."""
    kinds = len({batch.data_type for batch in request.evidence}) or 1
    figures = request.pack.answering
    return figures.longest * min(figures.longest_kinds, kinds)


def evidence_line(context: Context) -> str:
    """One item on one line: no item's text can start a line and look like another item."""
    one = context.one
    dated = f" | {one.item.as_of.isoformat()}" if one.item.as_of else ""
    example = " | 예시 데이터" if one.item.example else " | 웹에서 찾음" if one.item.is_web else ""
    return f"자료 {one.marker} | {context.title}{dated}{example} | {' '.join(context.text.split())}"


def known_figures(request: AnswerRequest, items: Sequence[Numbered]) -> tuple[list[Figure], frozenset[int]]:
    """Every figure an answer may hold: those of the evidence shown, the question, the notes; and the number of
    items."""
    texts = [request.question, request.standalone, *notes_of(request)]
    known = figures_of("\n".join(texts))
    for one in items:
        line = line_of(one.item, request.pack, request.language) if one.is_row else ""
        day = one.item.as_of.isoformat() if one.item.as_of else ""
        for text in (one.item.title, one.item.text, line, day):
            known += figures_of(text)
        known += figures_in(one.item, request.pack)
    known += computed_figures(items, request)
    by_type = {one.evidence.data_type: 0 for one in items}
    for one in items:
        by_type[one.evidence.data_type] += not one.item.derived
    return known, frozenset({len(items), *by_type.values()})
