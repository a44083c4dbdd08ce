"""The passages of a request and their lines by how well they answer: read once, for the answer and for how likely it
is."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from dataclasses import dataclass

from execution_agents.answer.evidence.answering import ranked
from execution_agents.answer.evidence.citations import Numbered, numbered
from execution_agents.answer.evidence.likelihood import likelihood
from execution_agents.answer.evidence.passages import Asked, Passage, Sentence, asked_of
from execution_agents.answer.evidence.request import AnswerRequest
from foundation.contracts.work import Evidence, EvidenceItem
from foundation.domains.slots.slots import find_mentions


@dataclass(frozen=True)
class Leading:
    """The passages at hand, and their lines by how well they answer."""

    passages: Sequence[Passage]
    asked: Asked
    sentences: Sequence[Sentence]
    """Best first; empty where there are no passages."""

    def likelihood(self, request: AnswerRequest) -> float | None:
        """Of the best line that it answers, 0..1; None where nothing is known of such lines."""
        if not self.sentences:
            return None
        best = self.sentences[0]
        mine = next(one for one in self.passages if one.marker == best.marker)
        return likelihood(best, mine, self.asked, request.pack.answering.likelihood)

    def leads(self, request: AnswerRequest) -> tuple[Sentence, EvidenceItem] | None:
        """The best line and its passage; None where it is not known to be likely enough an answer to decide or compute
        anything with it."""
        likely = self.likelihood(request)
        if likely is None or likely < request.pack.answering.likelihood.least / 1000:
            return None
        best = self.sentences[0]
        return best, next(one.item for one in numbered(request.evidence) if one.marker == best.marker)


_LEADING: dict[int, Leading] = {}
"""By the identity of a request, for as long as it lives: nothing of an answered turn stays in memory."""


def leading(request: AnswerRequest) -> Leading:
    """Read once for the answer and for its confidence."""
    known = _LEADING.get(id(request))
    if known is None:
        passages = [
            Passage(one.marker, one.item.title, one.item.text, score_of(one, request), subject_of(one, request))
            for one in numbered(request.evidence)
            if not one.is_row
        ]
        asked = asked_of(request, passages)
        known = Leading(passages, asked, ranked(asked, passages, request.language, request.pack.answering.scoring))
        _LEADING[id(request)] = known
        weakref.finalize(request, _LEADING.pop, id(request), None).atexit = False
    return known


def score_of(one: Numbered, request: AnswerRequest) -> float:
    """The retriever's score for this question; reused evidence has the score of another question. Passages of an
    attached file are never set back against those of the pack for being reused: then none has a score."""
    held = {batch.query == request.standalone for batch in request.evidence if batch.items and not _is_rows(batch)}
    if len(held) > 1 and any(batch.kind == "upload" for batch in request.evidence):
        return 0.0
    return one.item.score if one.evidence.query == request.standalone else 0.0


def _is_rows(batch: Evidence) -> bool:
    return any(item.fields for item in batch.items)


def subject_of(one: Numbered, request: AnswerRequest) -> int:
    """1 if the title names what the question names, -1 if it names something else, 0 if it names nothing of the kind:
    compared are the choices of the slots that evidence of this type is matched by. What a follow-up takes over excludes
    nothing."""
    matching = request.pack.data_type(one.evidence.data_type).matching_slots
    slots = tuple(slot for slot in request.pack.slots if slot.parser == "choice" and slot.name in matching)
    pack = request.pack.model_copy(update={"slots": slots})
    named = {(one.slot, one.value) for one in find_mentions(one.item.title, pack, request.now)}
    asked = {(one.slot, one.value) for one in find_mentions(request.standalone, pack, request.now)}
    own = request.standalone == request.question
    return 0 if not named else 1 if named & asked else -1 if own else 0
