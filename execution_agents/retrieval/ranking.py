"""Re-ranking: an endpoint where one is configured, else how much of the question each passage says (system 3)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol
from weakref import WeakKeyDictionary

import structlog

from execution_agents.retrieval.analysis import Analysis
from execution_agents.retrieval.candidates import Candidate, normalised_scores
from execution_agents.retrieval.cascade import overlap_ratio
from execution_agents.retrieval.coverage import Coverage, Worth, synonym_words
from execution_agents.retrieval.lexical import TantivyIndex
from execution_agents.retrieval.prepared import prepared_of
from foundation.contracts.errors import SufficeError
from foundation.domains.retrieving import FilterFigures
from foundation.domains.synonyms import Synonyms

log = structlog.get_logger(__name__)
LEAST_COVERED = 0.01
"""A passage that says nothing of the question keeps this much of its merged score, so that its order is kept."""


class Reranker(Protocol):
    """A re-ranking endpoint."""

    name: str

    async def scores(self, question: str, texts: Sequence[str], limit_s: float) -> list[float]:
        """One score per text; higher is better. Raises ModelFailed, TimeoutError."""
        ...


class Ranking:
    """Orders candidates by what they say of the question."""

    def __init__(self, figures: FilterFigures, synonyms: Synonyms, endpoint: Reranker | None = None) -> None:
        self._figures = figures
        self._synonyms = synonyms
        self._endpoint = endpoint
        # What words are worth belongs to one index, and goes with it.
        self._worth: WeakKeyDictionary[TantivyIndex, Worth] = WeakKeyDictionary()

    def built_in(
        self, question: str, analysis: Analysis, candidates: Sequence[Candidate], index: TantivyIndex
    ) -> list[Candidate]:
        """Best first, with normalised scores."""
        if self._figures.rerank == "overlap":
            scores = [overlap_ratio(question, f"{one.hit.title} {one.hit.text}") for one in candidates]
        else:
            scores = self._covered(question, analysis, candidates, index)
        return _ranked(candidates, scores)

    async def by_endpoint(self, question: str, candidates: Sequence[Candidate]) -> tuple[list[Candidate] | None, str]:
        """(best first, "") or (None, why not). The built-in order is taken then."""
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
        self, question: str, analysis: Analysis, candidates: Sequence[Candidate], index: TantivyIndex
    ) -> list[float]:
        """merged x (best window's coverage ^ share) x (whole passage's coverage ^ (1 - share))."""
        coverage = self.coverage(question, analysis, index)
        share = self._figures.window_share / 1000
        scores: list[float] = []
        for at, one in enumerate(candidates):
            if not coverage:
                window, whole = 1.0, 1.0
            elif at < self._figures.rerank_top:
                window, whole = coverage.of(prepared_of(one.hit))
            else:
                window, whole = 0.0, 0.0
            scores.append(one.merged * max(window, LEAST_COVERED) ** share * max(whole, LEAST_COVERED) ** (1 - share))
        return scores

    def coverage(self, question: str, analysis: Analysis, index: TantivyIndex) -> Coverage:
        """What covers this question, by this index's idf. A synonym stands for its word; one of a phrase (집이 팔리)
        for the phrase, as one word more."""
        worth = self._worth.setdefault(index, Worth(len(index), index.holders, index.grams))
        own = {word: self._synonyms.added(word) for word in analysis.key_words}
        wanted = [worth.wanted(word, synonym_words(others)) for word, others in own.items()]
        stood_for = {other for others in own.values() for other in others}
        phrases = [other for other in self._synonyms.added(question) if other not in stood_for]
        if phrases:
            wanted.append(worth.wanted("", synonym_words(phrases)))
        return Coverage(wanted)


def _ranked(candidates: Sequence[Candidate], scores: Sequence[float]) -> list[Candidate]:
    found = [
        one._replace(ranking=normal, score=score)
        for one, normal, score in zip(candidates, normalised_scores(list(scores)), scores, strict=True)
    ]
    return sorted(found, key=lambda one: (-one.score, -one.merged, one.hit.item_id))
