"""An answer by the model: the evidence as numbered data, the reply streamed through the marker filter, and checked."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass

from execution_agents.answer.citations import MarkerFilter, Numbered, with_citations
from execution_agents.answer.early import LANGUAGES
from execution_agents.answer.figures import figures_in, line_of
from execution_agents.answer.numbers import Figure, NumberCheck, check_numbers, figures_of
from execution_agents.answer.passages import coverage
from execution_agents.answer.request import AnswerRequest
from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import Delta, LanguageModel, Message, Usage
from prompts.catalog import shipped_prompts

MOST_PASSAGES = 6
PASSAGE_LENGTH = 800
"""Passages and characters of each in a prompt (system 3, definition and technical_spec)."""
MOST_ROWS = 16
"""Rows of one data type in a prompt: computed figures, then the newest."""
NO_NOTES = {"ko": "없음", "en": "none"}


@dataclass(frozen=True)
class Draft:
    """What the model wrote, and what the check of its figures found."""

    text: str
    check: NumberCheck


@dataclass(frozen=True)
class Writer:
    """One turn's writing: what it may use, where it goes."""

    request: AnswerRequest
    items: tuple[Numbered, ...]
    """What the prompt shows."""
    model: LanguageModel
    usage: Usage
    delta: Delta

    async def draft(self, prompt: str) -> Draft:
        """One draft, streamed. Raises ModelFailed."""
        markers, written = MarkerFilter(one.marker for one in self.items), list[str]()
        async with aclosing(self.model.stream(prompt, self._messages(prompt), self.usage)) as pieces:
            async for piece in pieces:
                await self._pass_on(markers.feed(piece), written)
        await self._pass_on(markers.flush(), written)
        text = "".join(written).strip()
        if not text:
            raise ModelFailed(prompt=prompt, reason="empty")
        known, counts = known_figures(self.request, self.items)
        whole = with_citations(text, self.items, self.request.pack, self.request.language)
        await self._pass_on(whole[len(text) :], written)
        return Draft(whole, check_numbers(whole, known, counts))

    async def _pass_on(self, text: str, written: list[str]) -> None:
        if not written:
            text = text.lstrip()
        if text:
            written.append(text)
            await self.delta(text)

    def _messages(self, prompt: str) -> tuple[Message, ...]:
        request = self.request
        notes = [*request.missing.values(), *request.notices]
        return shipped_prompts().render(
            prompt,
            language=LANGUAGES.get(request.language, request.language),
            notes="\n".join(notes) or NO_NOTES.get(request.language, "none"),
            evidence="\n".join(evidence_line(one, request) for one in self.items),
            question=request.standalone or request.question,
        )


def prompt_items(items: Sequence[Numbered], question: str) -> tuple[Numbered, ...]:
    """The items a prompt has room for, of every data type, in the order of their numbers."""
    chosen: list[Numbered] = []
    for data_type in dict.fromkeys(one.evidence.data_type for one in items):
        mine = [one for one in items if one.evidence.data_type == data_type]
        rows = [one for one in mine if one.is_row]
        chosen += sorted(rows, key=lambda one: row_order(one, question))[:MOST_ROWS]
        chosen += [one for one in mine if not one.is_row][:MOST_PASSAGES]
    return tuple(sorted(chosen, key=lambda one: one.marker))


def row_order(one: Numbered, question: str) -> tuple[bool, int, float]:
    """Computed figures first, then the newest, then what speaks most of the question."""
    day = one.item.as_of.toordinal() if one.item.as_of else 0
    return not one.item.derived, -day, -coverage(question, one.item.title)


def evidence_line(one: Numbered, request: AnswerRequest) -> str:
    """One item on one line: no text of an item can begin a line and pass for another item."""
    content = line_of(one.item, request.pack, request.language) if one.is_row else clipped(one.item.text)
    dated = f" | {one.item.as_of.isoformat()}" if one.item.as_of else ""
    example = " | 예시 데이터" if one.item.example else ""
    return f"자료 {one.marker} | {' '.join(one.item.title.split())}{dated}{example} | {' '.join(content.split())}"


def clipped(text: str) -> str:
    """The passage's beginning, cut at a sentence's end when that keeps four fifths."""
    if len(text) <= PASSAGE_LENGTH:
        return text
    cut = text[:PASSAGE_LENGTH]
    end = max(cut.rfind(mark) for mark in (". ", ".\n", "다.", "? "))
    return cut[: end + 2] if end > PASSAGE_LENGTH * 4 // 5 else cut


def known_figures(request: AnswerRequest, items: Sequence[Numbered]) -> tuple[list[Figure], frozenset[int]]:
    """Every figure an answer may hold: of the evidence shown, the question, the notes; and how many items there are."""
    told = [request.question, request.standalone, *request.missing.values(), *request.notices]
    known = figures_of("\n".join(told))
    for one in items:
        line = line_of(one.item, request.pack, request.language)
        day = one.item.as_of.isoformat() if one.item.as_of else ""
        known += figures_of(f"{one.item.title}\n{one.item.text}\n{line}\n{day}")
        known += figures_in(one.item, request.pack)
    by_type = {one.evidence.data_type: 0 for one in items}
    for one in items:
        by_type[one.evidence.data_type] += not one.item.derived
    return known, frozenset({len(items), *by_type.values()})
