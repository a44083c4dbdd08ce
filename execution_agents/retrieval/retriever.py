"""Question in, contexts out: analysis, both legs, merge, filters, re-ranking, cut, guard; with a trace of it all."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import structlog

from execution_agents.retrieval import cascade
from execution_agents.retrieval.analysis import Analyser, Analysis
from execution_agents.retrieval.candidates import Candidate
from execution_agents.retrieval.embedding import Dense
from execution_agents.retrieval.fusion import fused
from execution_agents.retrieval.index.away import AwayIndex, IndexAway
from execution_agents.retrieval.index.ranked import RankedIndex
from execution_agents.retrieval.legs import Asked, Legs, merged, search_legs, words_alone
from execution_agents.retrieval.ranking import Ranking, Reranker
from execution_agents.retrieval.spacing import pieces
from execution_agents.retrieval.trace import ContextTrace, Fallback, RetrievalTrace, StageName, StageTrace
from foundation.contracts.ports import Hit
from foundation.domains.schema.pack import Dictionary
from foundation.domains.schema.retrieving import RetrievalFigures
from foundation.domains.slots.synonyms import Synonyms

log = structlog.get_logger(__name__)

Beside = Callable[[str, int], Awaitable[Sequence[Hit]]]
"""(passage, reach) -> the passages beside it in its document, in reading order."""


@dataclass(frozen=True)
class Corpus:
    """The corpus one search runs over."""

    index: RankedIndex
    version: str
    """Part of the cache's key: changes whenever a passage does."""
    dense: Dense | None = None
    beside: Beside | None = None


@dataclass(frozen=True)
class Query:
    """One question to one source."""

    question: str
    limit: int
    sources: tuple[str, ...] = ()
    source: str = ""
    """Named in the trace."""


@dataclass(frozen=True)
class Retrieved:
    """The contexts, best first, and how they were found."""

    contexts: tuple[Candidate, ...]
    ranked: tuple[Candidate, ...]
    """Everything that was ranked, before the cut (evaluations)."""
    trace: RetrievalTrace
    failed: bool = False
    """True when neither leg answered."""

    def scores(self) -> list[float]:
        """Of the contexts, comparable between sources that share an index: the ranking on the scale of the best BM25
        score. Never rising, so that an order by score is the order of the contexts."""
        best = max((one.lexical or 0.0 for one in self.ranked), default=0.0) or 1.0
        found: list[float] = []
        for one in self.contexts:
            score = best * one.score
            found.append(min(score, found[-1]) if found else score)
        return found


def together(found: Sequence[Retrieved], weights: Sequence[int], limit: int) -> Retrieved:
    """One retrieval from those of several readings, in their order: the fused ranking, as many contexts as the reading
    with the most has. The trace is the first reading's, with these contexts."""
    if len(found) == 1:
        return found[0]
    candidates = {one.hit.item_id: one for each in reversed(found) for one in each.ranked}
    rankings = [(weight, [one.hit.item_id for one in each.ranked]) for each, weight in zip(found, weights, strict=True)]
    ranked = tuple(candidates[name]._replace(ranking=share, score=share) for name, share in fused(rankings))
    contexts = ranked[: min(limit, max(len(each.contexts) for each in found))]
    first = next(each for each in found if not each.failed)
    trace = replace(first.trace, contexts=tuple(_context(one) for one in contexts))
    return Retrieved(contexts, ranked, trace)


class Retriever:
    """Retrieval with one pack's dictionary and one set of figures."""

    def __init__(self, dictionary: Dictionary, figures: RetrievalFigures, reranker: Reranker | None = None) -> None:
        self._figures = figures
        self._synonyms = Synonyms(dictionary.synonyms)
        self._analyser = Analyser(figures, dictionary.question_types)
        self._ranking = Ranking(figures.filters, self._synonyms, reranker)
        self._configuration = figures.hash
        self._cache: OrderedDict[tuple[object, ...], Retrieved] = OrderedDict()

    async def retrieve(self, corpus: Corpus, query: Query) -> Retrieved:
        """The contexts of one question. The trace records a failed leg; if both failed: `failed`, and no contexts."""
        started = time.perf_counter()
        dense = corpus.dense
        key = (query, corpus.version, dense.model if dense else "", self._ranking.endpoint, self._configuration)
        kept = self._cache.get(key)
        if kept is not None:
            self._cache.move_to_end(key)
            trace = replace(kept.trace, cache_hit=True, elapsed_ms=_ms(started))
            return replace(kept, trace=trace)
        try:
            found = await self._found(corpus, query, started)
        except IndexAway as away:  # between the legs: its counts are gone too, so that only the vectors decide
            log.warning("index_away", why=away.message)
            found = await self._found(replace(corpus, index=AwayIndex(away, corpus.index.grams)), query, started)
        if self._figures.cache and not any(stage.note in ("failed", "timeout") for stage in found.trace.stages):
            self._cache[key] = found
            while len(self._cache) > self._figures.cache:
                self._cache.popitem(last=False)
        return found

    async def _found(self, corpus: Corpus, query: Query, started: float) -> Retrieved:
        retrieval = _Retrieval(self._figures, self._configuration, self._ranking, corpus, query)
        return await retrieval.run(self._analyser, self._synonyms, started)


class _Counted(NamedTuple):
    """The passages found and scored in one thread."""

    legs: Legs
    narrowed: list[Candidate]
    ranked: list[Candidate] | None
    """None: an endpoint ranks."""
    stages: list[StageTrace]


class _Retrieval:
    """One retrieval, stage by stage."""

    def __init__(
        self, figures: RetrievalFigures, configuration: str, ranking: Ranking, corpus: Corpus, query: Query
    ) -> None:
        """`configuration`: the figures' hash, which costs as much as a stage."""
        self._figures = figures
        self._configuration = configuration
        self._ranking = ranking
        self._corpus = corpus
        self._query = query
        self._stages: list[StageTrace] = []
        self._fallbacks: list[Fallback] = []
        self._reranker = "overlap" if figures.filters.rerank == "overlap" else "windows"

    async def run(self, analyser: Analyser, synonyms: Synonyms, started: float) -> Retrieved:
        dense, query = self._corpus.dense, self._query
        begun = time.perf_counter()
        read = partial(analyser.read, query.question, built_in=dense is not None and dense.built_in, cut=self._cut_up)
        analysis = await asyncio.to_thread(self._foreseen, read) if self._corpus.index.is_remote else read()
        self._noted("analysis", 1, 1, begun)
        asked = Asked(query.question, analysis, query.sources, self._figures.hybrid, self._figures.analysis.repeat)
        added = synonyms.added(query.question)
        count = partial(self._counted, analysis, added)
        if dense is None or analysis.dense_weight == 0:
            counted = await words_alone(asked, self._corpus.index, count)
        else:
            counted = await asyncio.to_thread(count, await search_legs(asked, self._corpus.index, dense))
        legs, narrowed, ranked, stages = counted
        self._stages += stages
        threshold = analysis.threshold
        if ranked is None:
            ranked = await self._reranked(analysis, narrowed, threshold)
        overlap, passed = cascade.guard(analysis, self._cut(analysis, ranked), added)
        if ranked and not self._guarded(overlap, passed):
            threshold = cascade.retry_threshold(threshold, self._figures.cut)
            self._fallbacks.append("low_conf_retry")
            ranked = await self._reranked(analysis, narrowed, threshold)
            overlap, passed = cascade.guard(analysis, self._cut(analysis, ranked), added)
        contexts = self._cut(analysis, ranked)
        begun = time.perf_counter()
        passed = self._guarded(overlap, passed)
        if contexts and not passed:
            self._fallbacks.append("single_span")
            contexts = contexts[: self._figures.cut.single_span]
        self._noted("guard", len(ranked), len(contexts), begun, "" if passed else "empty" if not ranked else "failed")
        contexts = await self._with_neighbours(contexts)
        trace = self._trace(analysis, contexts, (overlap, passed, threshold), legs, started)
        return Retrieved(tuple(contexts), tuple(ranked), trace, legs.failed)

    def _foreseen(self, read: Callable[[], Analysis]) -> Analysis:
        self._corpus.index.foresee(self._query.question)
        return read()

    def _cut_up(self, word: str) -> tuple[str, ...]:
        index = self._corpus.index
        return pieces(word, self._figures.analysis.glued_from, index.holders, index.grams)

    def _narrowed(self, analysis: Analysis, legs: Legs, added: Sequence[str]) -> list[Candidate]:
        """Merged, without duplicates, pre-filtered, with confidences."""
        filters = self._figures.filters
        begun = time.perf_counter()
        found = merged(legs, analysis.dense_weight, self._figures.hybrid.lexical_scale)
        begun = self._noted("merge", len(legs.dense) + len(legs.lexical), len(found), begun)
        distinct = cascade.distinct(found, filters.near_duplicate)
        begun = self._noted("deduplicate", len(found), len(distinct), begun)
        kept, softened = cascade.prefiltered(distinct, analysis, added, filters)
        begun = self._noted("prefilter", len(distinct), len(kept), begun, "softened" if softened else "")
        return cascade.calibrated(kept, filters.confidence_z)

    def _counted(self, analysis: Analysis, added: Sequence[str], legs: Legs) -> _Counted:
        """For a thread: a millisecond or more of counting, and other turns share the event loop. It has notes of its
        own, since a late result is still computed while the retrieval continues without it."""
        aside = _Retrieval(self._figures, self._configuration, self._ranking, self._corpus, self._query)
        narrowed = aside._narrowed(analysis, legs, added)
        ranked = None if self._ranking.endpoint else aside._ranked(analysis, aside._sure(narrowed, analysis.threshold))
        return _Counted(legs, narrowed, ranked, [*legs.stages, *aside._stages])

    async def _reranked(self, analysis: Analysis, narrowed: Sequence[Candidate], threshold: int) -> list[Candidate]:
        """Confident, diverse, re-ranked."""
        diverse = self._sure(narrowed, threshold)
        begun = time.perf_counter()
        ranked, note = await self._ranking.by_endpoint(self._query.question, diverse)
        if ranked is None:
            return await asyncio.to_thread(self._ranked, analysis, diverse, note)
        self._reranker = self._ranking.endpoint
        return self._good(ranked, len(diverse), begun, "")

    def _sure(self, narrowed: Sequence[Candidate], threshold: int) -> list[Candidate]:
        begun = time.perf_counter()
        sure = cascade.confident(narrowed, threshold)
        begun = self._noted("confidence", len(narrowed), len(sure), begun)
        diverse = cascade.diverse(sure)
        self._noted("diversity", len(sure), len(diverse), begun)
        return diverse

    def _ranked(self, analysis: Analysis, diverse: Sequence[Candidate], note: str = "") -> list[Candidate]:
        begun = time.perf_counter()
        ranked = self._ranking.built_in(self._query.question, analysis, diverse, self._corpus.index)
        return self._good(ranked, len(diverse), begun, note)

    def _good(self, ranked: Sequence[Candidate], seen: int, begun: float, note: str) -> list[Candidate]:
        least = self._figures.filters.rerank_least
        good = [one for one in ranked if round(1000 * one.ranking) >= least]
        self._noted("rerank", seen, len(good), begun, note)
        return good

    def _cut(self, analysis: Analysis, ranked: Sequence[Candidate]) -> list[Candidate]:
        return list(ranked[: min(cascade.wanted_count(analysis, self._figures.cut), self._query.limit)])

    def _guarded(self, overlap: int, present: bool) -> bool:
        return present and overlap >= self._figures.cut.guard_overlap

    async def _with_neighbours(self, contexts: list[Candidate]) -> list[Candidate]:
        """Each of the best passages with those beside it, in reading order, within the limit."""
        begun = time.perf_counter()
        reach, beside = self._figures.cut.neighbours, self._corpus.beside
        room = self._query.limit - len(contexts)
        if not reach or beside is None or room <= 0:
            self._noted("neighbours", len(contexts), len(contexts), begun, "off" if not reach else "")
            return contexts
        held = {one.hit.item_id for one in contexts}
        added: list[Candidate] = []
        for one in contexts[: self._figures.cut.neighbours_of]:
            for hit in await beside(one.hit.item_id, reach):
                if hit.item_id not in held and len(added) < room:
                    held.add(hit.item_id)
                    added.append(one._replace(hit=hit, dense=None, lexical=None, neighbour=True))
        self._noted("neighbours", len(contexts), len(contexts) + len(added), begun)
        return [*contexts, *added]

    def _noted(self, name: StageName, count_in: int, count_out: int, begun: float, note: str = "") -> float:
        self._stages.append(StageTrace(name, count_in, count_out, _ms(begun), note))
        return time.perf_counter()

    def _trace(
        self,
        analysis: Analysis,
        contexts: Sequence[Candidate],
        guard: tuple[int, bool, int],
        legs: Legs,
        started: float,
    ) -> RetrievalTrace:
        overlap, passed, threshold = guard
        dense, dense_share = self._corpus.dense, legs.dense_share(analysis.dense_weight)
        return RetrievalTrace(
            source=self._query.source,
            question_type=analysis.question_type,
            type_confidence=analysis.confidence,
            tokens=analysis.tokens,
            key_tokens=len(analysis.key_words),
            weight_dense=dense_share,
            weight_lexical=1000 - dense_share,
            threshold=threshold,
            wanted=cascade.wanted_count(analysis, self._figures.cut),
            stages=tuple(self._stages),
            contexts=tuple(_context(one) for one in contexts),
            guard_overlap=overlap,
            guard_passed=passed,
            fallbacks=tuple(self._fallbacks),
            corpus_version=self._corpus.version,
            configuration=self._configuration,
            embedder=dense.model if dense else "",
            reranker=self._reranker,
            elapsed_ms=_ms(started),
        )


def _context(one: Candidate) -> ContextTrace:
    return ContextTrace(
        item_id=one.hit.item_id,
        confidence=round(1000 * one.confidence),
        merged=round(1000 * one.merged),
        dense=None if one.dense is None else round(one.dense, 4),
        lexical=None if one.lexical is None else round(one.lexical, 4),
        rerank=round(1000 * one.ranking),
        neighbour=one.neighbour,
    )


def _ms(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 3)
