"""The two legs of hybrid search, run in parallel, and the merging of their scores (system 3, section 2)."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, TypeVar

import structlog

from execution_agents.retrieval.analysis import Analysis
from execution_agents.retrieval.candidates import Candidate, normalised_scores, shares_of_best
from execution_agents.retrieval.embedding import Dense
from execution_agents.retrieval.index.prepared import FoundPassage, prepare
from execution_agents.retrieval.index.ranked import LexicalFigures, RankedIndex
from execution_agents.retrieval.trace import StageName, StageTrace
from foundation.contracts.errors import SufficeError
from foundation.contracts.ports import Near
from foundation.domains.schema.retrieving import HybridFigures
from foundation.language.tokens import normalised, words

log = structlog.get_logger(__name__)
FoundT = TypeVar("FoundT")
ThenT = TypeVar("ThenT")
LexicalScale = Literal["share_of_best", "min_max"]
_QUOTED = re.compile(r"[\"“‘'《「『]([^\"”’'》」』]{2,80})[\"”’'》」』]")


@dataclass(frozen=True)
class Asked:
    """One question, the input of both legs."""

    question: str
    analysis: Analysis
    sources: tuple[str, ...]
    figures: HybridFigures
    repeat: int


@dataclass(frozen=True)
class Legs:
    """The results of both legs."""

    dense: tuple[Near, ...]
    lexical: tuple[FoundPassage, ...]
    stages: tuple[StageTrace, StageTrace]

    @property
    def failed(self) -> bool:
        """True if none of the legs that were run answered."""
        return all(stage.note in ("failed", "timeout", "off") for stage in self.stages)

    def dense_share(self, weight: int) -> int:
        """The weight of the dense leg, in thousandths: `weight` if both found something."""
        if not self.dense:
            return 0
        return weight if self.lexical else 1000


async def search_legs(asked: Asked, index: RankedIndex, dense: Dense) -> Legs:
    """Runs both in parallel, each with its time limit; if one fails or is late, the other's result is used."""
    top, limit_s = asked.figures.top, asked.figures.leg_limit_s
    near, found = await asyncio.gather(
        _leg("dense", dense.search(asked.question, top, asked.sources), limit_s),
        _leg("lexical", asyncio.to_thread(_lexical, asked, index), limit_s),
    )
    return Legs(tuple(near[0]), tuple(found[0]), (near[1], found[1]))


async def words_alone(asked: Asked, index: RankedIndex, then: Callable[[Legs], ThenT]) -> ThenT:
    """The lexical leg alone, and `then` in the same thread: a switch of threads costs a tenth of a small corpus'
    question. Both run within the leg's limit; a result that comes too late is discarded, and `then` gets no
    passages."""

    def both() -> ThenT:
        started = time.perf_counter()
        found: Sequence[FoundPassage] = ()
        with _failures_noted("lexical") as notes:
            found = _lexical(asked, index)
        return then(_alone(found, _ms(started), notes))

    started = time.perf_counter()
    try:
        async with asyncio.timeout(asked.figures.leg_limit_s):
            return await asyncio.to_thread(both)
    except TimeoutError:
        return then(_alone((), _ms(started), ["timeout"]))


def _alone(found: Sequence[FoundPassage], ms: float, notes: Sequence[str]) -> Legs:
    off = StageTrace("dense", 0, 0, 0.0, "off")
    return Legs((), tuple(found), (off, StageTrace("lexical", 0, len(found), ms, "".join(notes))))


async def _leg(
    name: StageName, search: Awaitable[Sequence[FoundT]], limit_s: float
) -> tuple[Sequence[FoundT], StageTrace]:
    started = time.perf_counter()
    found: Sequence[FoundT] = ()
    with _failures_noted(name) as notes:
        async with asyncio.timeout(limit_s):
            found = await search
    return found, StageTrace(name, 0, len(found), _ms(started), "".join(notes))


@contextmanager
def _failures_noted(name: StageName) -> Generator[list[str]]:
    """A leg is an index or an endpoint: whatever fails in it, the other leg still finds passages. The failure is
    logged."""
    notes: list[str] = []
    try:
        yield notes
    except TimeoutError:
        notes.append("timeout")
    except SufficeError as failure:
        log.warning("leg_failed", leg=name, why=failure.message)
        notes.append("failed")
    except Exception:
        log.exception("leg_broken", leg=name)
        notes.append("failed")


def _lexical(asked: Asked, index: RankedIndex) -> tuple[FoundPassage, ...]:
    analysis = asked.analysis
    figures = asked.figures
    weights = index.plain_terms(" ".join(analysis.written), figures.long_gram_weight)
    parts = [word for word in analysis.key_words if word not in analysis.written]
    for term in index.beginnings(parts):
        weights.setdefault(term, 1.0)
    # A part of letters and digits (ipv6) is a term of its own; the word it was typed in holds others.
    named = index.plain_terms(" ".join(part for part in parts if part.isascii()), figures.long_gram_weight)
    for term, weight in named.items():
        weights.setdefault(term, weight)
    for term in index.plain_terms(" ".join(analysis.repeated)):
        weights[term] = weights.get(term, 1.0) * asked.repeat
    others = index.synonym_terms(asked.question, figures.synonym_weight, figures.long_gram_weight)
    for term, weight in others.items():
        weights.setdefault(term, weight)
    boosts = LexicalFigures(
        title_boost=figures.title_boost,
        number_boost=figures.article_boost,
        reference_boost=figures.reference_boost,
        k1=figures.bm25_k1,
        b=figures.bm25_b,
    )
    hits = index.search_terms(weights, asked.question, figures.top, asked.sources, boosts)
    return phrased(asked.question, hits, asked.figures.phrase_factor)


def phrased(question: str, hits: Sequence[FoundPassage], factor: float) -> tuple[FoundPassage, ...]:
    """Passages that hold a quoted phrase of the question, or the question itself, first: their score times `factor`."""
    plain = _plain(question)
    phrases = [_plain(match) for match in _QUOTED.findall(question)]
    phrases += [plain.rstrip(" ?.!")] if " " in plain else []
    if factor == 1.0 or not phrases:
        return tuple(hits)
    # The longest word first: most passages lack it.
    asked = [(phrase, sorted(words(phrase), key=len, reverse=True)) for phrase in phrases]
    scored = [hit.scored(hit.score * factor) if _says(hit, asked) else hit for hit in hits]
    return tuple(sorted(scored, key=lambda hit: (-hit.score, hit.item_id)))


def _says(hit: FoundPassage, asked: Sequence[tuple[str, Sequence[str]]]) -> bool:
    """True if it holds one of the phrases, word for word. A passage that lacks one word of it is not read to the
    end."""
    holds = hit.prepared.words.__contains__
    return any(all(map(holds, said)) and phrase in _plain(f"{hit.title} {hit.text}") for phrase, said in asked)


def merged(legs: Legs, dense_weight: int, scale: LexicalScale = "min_max") -> list[Candidate]:
    """The candidates of both legs, best first: each leg's scores are scaled to 0..1, then the weighted sum. A leg that
    found nothing has no weight; a passage that one leg did not find has 0 from it."""
    share = legs.dense_share(dense_weight) / 1000
    bring = shares_of_best if scale == "share_of_best" else normalised_scores
    near = _by_id([(one.chunk_id, one.cosine) for one in legs.dense], normalised_scores)
    words = _by_id([(hit.item_id, hit.score) for hit in legs.lexical], bring)
    hits = {hit.item_id: hit for hit in legs.lexical}
    hits |= {one.chunk_id: _hit(one) for one in legs.dense if one.chunk_id not in hits}
    cosines = {one.chunk_id: one.cosine for one in legs.dense}
    found = [
        Candidate(
            hit=hit,
            dense=cosines.get(item_id),
            lexical=hit.score if item_id in words else None,
            merged=share * near.get(item_id, 0.0) + (1 - share) * words.get(item_id, 0.0),
        )
        for item_id, hit in hits.items()
    ]
    return sorted(found, key=lambda one: (-one.merged, one.hit.item_id))


def _by_id(scores: Sequence[tuple[str, float]], bring: Callable[[list[float]], list[float]]) -> Mapping[str, float]:
    values = bring([score for _, score in scores])
    return {item_id: value for (item_id, _), value in zip(scores, values, strict=True)}


def _hit(near: Near) -> FoundPassage:
    ready = prepare(near.title, near.text)
    return FoundPassage(near.chunk_id, near.content_hash, near.near_group, near.title, near.text, 0.0, ready)


def _plain(text: str) -> str:
    return " ".join(normalised(text).split())


def _ms(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 3)
