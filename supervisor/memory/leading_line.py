"""Whether the line that would lead an answer stands in the passages in hand: then a fresh search would bring nothing
better, whatever else it ranks first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from execution_agents.answer.evidence.answering import ranked
from execution_agents.answer.evidence.likelihood import likelihood
from execution_agents.answer.evidence.passages import Passage, asked_of
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.reuse.leading import Leads
from foundation.contracts.plan import Understanding
from foundation.contracts.ports import Hit
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import Pack


def leads_in_hand(pack: Pack, now: datetime, before: str) -> Leads:
    """How a pack's lines answer. `before`: the question before this one, "" for none."""

    def likelihood_in_hand(
        understanding: Understanding, in_hand: Sequence[EvidenceItem], fresh: Sequence[Hit]
    ) -> float | None:
        request = AnswerRequest(
            question=understanding.question,
            standalone=understanding.standalone,
            language=understanding.language,
            intent=understanding.intent,
            pack=pack,
            now=now,
            history=((before, ""),) if before else (),
        )
        # No scores: what is in hand was found for another question.
        passages = [Passage(at, one.title, one.text) for at, one in enumerate((*in_hand, *fresh))]
        asked = asked_of(request, passages)
        lines = ranked(asked, passages, request.language, pack.answering.scoring)
        if not lines or lines[0].marker >= len(in_hand):
            return None
        return likelihood(lines[0], passages[lines[0].marker], asked, pack.answering.likelihood)

    return likelihood_in_hand
