"""Re-ranking: by an endpoint if one is configured, else by how much of the question each passage covers (system 3)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

import structlog

from execution_agents.retrieval.analysis import Analysis
from execution_agents.retrieval.candidates import Candidate, normalised_scores
from execution_agents.retrieval.cascade import overlap_ratio
from execution_agents.retrieval.coverage import LEAST_COVERED
from execution_agents.retrieval.index.prepared import prepared_of
from execution_agents.retrieval.index.ranked import RankedIndex
from foundation.contracts.errors import SufficeError
from foundation.domains.schema.retrieving import FilterFigures
from foundation.domains.slots.synonyms import Synonyms

log = structlog.get_logger(__name__)


class Reranker(Protocol):
    """A re-ranking endpoint."""

    name: str

    async def scores(self, question: str, texts: Sequence[str], limit_s: float) -> list[float]:
        """One score per text; higher is better. Raises ModelFailed, TimeoutError."""
        ...


class Ranking:
    """Orders candidates by how much of the question they cover."""

    def __init__(self, figures: FilterFigures, synonyms: Synonyms, endpoint: Reranker | None = None) -> None:
        self._figures = figures
        self._synonyms = synonyms
        self._endpoint = endpoint

    def built_in(
        self, question: str, analysis: Analysis, candidates: Sequence[Candidate], index: RankedIndex
    ) -> list[Candidate]:
        """Best first, with normalised scores."""
        if self._figures.rerank == "overlap":
            scores = [overlap_ratio(question, f"{one.hit.title} {one.hit.text}") for one in candidates]
        else:
            scores = self._covered(question, analysis, candidates, index)
        return _ranked(candidates, scores)

    async def by_endpoint(self, question: str, candidates: Sequence[Candidate]) -> tuple[list[Candidate] | None, str]:
        """(best first, "") or (None, why not). In that case the built-in order is used."""
        if self._endpoint is None or not candidates:
            return None, ""
        limit_s = self._figures.rerank_limit_s
        texts = [f"{one.hit.title}\n{one.hit.text}".strip() for one in candidates]
        try:
            async with asyncio.timeout(limit_s):
                scores = await self._endpoint.scores(question, texts, limit_s)
        except TimeoutError:
            return None, "timeout"
        except SufficeError as failure:
            log.warning("rerank_failed", why=failure.message)
            return None, "failed"
        share = self._figures.rerank_endpoint_share / 1000
        mixed = [
            share * score + (1 - share) * one.merged
            for score, one in zip(normalised_scores(scores), candidates, strict=True)
        ]
        return _ranked(candidates, mixed), ""

    @property
    def endpoint(self) -> str:
        """The endpoint's name; "" when there is none."""
        return self._endpoint.name if self._endpoint else ""

    def _covered(
        self, question: str, analysis: Analysis, candidates: Sequence[Candidate], index: RankedIndex
    ) -> list[float]:
        """merged x (best window's coverage ^ share) x (whole passage's coverage ^ (1 - share))."""
        coverage = index.worth.coverage(question, analysis.key_words, self._synonyms, analysis.before)
        share, seen = self._figures.window_share, self._figures.rerank_top
        read = coverage.mixed([prepared_of(one.hit) for one in candidates[:seen]], share)
        unread = 1.0 if not coverage else LEAST_COVERED
        return [
            one.merged * covered
            for one, covered in zip(candidates, [*read, *[unread] * (len(candidates) - len(read))], strict=True)
        ]


def _ranked(candidates: Sequence[Candidate], scores: Sequence[float]) -> list[Candidate]:
    found = [
        Candidate(*one[:5], normal, score, one.neighbour)
        for one, normal, score in zip(candidates, normalised_scores(list(scores)), scores, strict=True)
    ]
    return sorted(found, key=lambda one: (-one.score, -one.merged, one.hit.item_id))
