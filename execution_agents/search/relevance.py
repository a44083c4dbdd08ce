"""Document grading: a model says which of the documents found are relevant, where the scores of the search are close.

One batch for a search, and none without a model, for rows, or on a reused turn, which searches nothing. The scores of
the search decide wherever they are clear, and wherever the reply is of no use: what it does not name stays, and if it
calls nothing relevant everything stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import structlog

from execution_agents.search.gathering import RANKED, Outcomes, SourceOutcome
from execution_agents.team import TeamDeps
from foundation.contracts.errors import ModelFailed
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.grading import DocumentGradingFigures
from prompts.catalog import shipped_prompts
from prompts.grading_replies import DocumentGradingReply

log = structlog.get_logger()
PROMPT = "document_grading"


async def without_irrelevant(outcomes: Outcomes, question: str, deps: TeamDeps) -> Outcomes:
    """What was found, without the documents that a model holds irrelevant."""
    figures = deps.pack.retrieval.grading
    if deps.model is None or not figures.enabled:
        return outcomes
    close = close_documents(outcomes, figures)
    if len(close) < 2:
        return outcomes
    messages = shipped_prompts().render(PROMPT, question=question, documents=listed(close, figures.characters))
    try:
        reply = await deps.model.structured(PROMPT, messages, DocumentGradingReply, deps.usage)
    except ModelFailed as failure:
        log.info("documents_ungraded", reason=str(failure.data.get("reason", "failed")))
        return outcomes
    said = {one.document: one.relevant for one in reply.grades}
    out = {one.item_id for at, one in enumerate(close, 1) if said.get(at) == "no"}
    if len(out) == len(close):
        return {name: replace(one, relevant=one.kind not in RANKED) for name, one in outcomes.items()}
    return {name: without(one, out) for name, one in outcomes.items()}


def close_documents(outcomes: Mapping[str, SourceOutcome], figures: DocumentGradingFigures) -> list[EvidenceItem]:
    """The documents that the search ranks about as high as its best one, best first, each once."""
    ranked = [one.result for one in outcomes.values() if one.kind in RANKED and one.result is not None]
    found = {item.item_id: item for result in ranked for item in result.items if item.score > 0}
    best = sorted(found.values(), key=lambda item: item.score, reverse=True)
    return [item for item in best if 1000 * item.score >= figures.near * best[0].score][: figures.most]


def listed(documents: Sequence[EvidenceItem], characters: int) -> str:
    """The documents as the prompt shows them, a line each."""
    return "\n".join(
        f"{at}. {one.title} | {' '.join(one.text.split())[:characters]}" for at, one in enumerate(documents, 1)
    )


def without(outcome: SourceOutcome, left_out: set[str]) -> SourceOutcome:
    """The outcome of a source of documents without these."""
    if outcome.kind not in RANKED or outcome.result is None:
        return outcome
    items = tuple(item for item in outcome.result.items if item.item_id not in left_out)
    return replace(outcome, result=replace(outcome.result, items=items))
