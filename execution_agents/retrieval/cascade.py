"""The stages that drop passages: duplicates, pre-filter, calibrated confidence, diversity, cut, guard.

Pure functions over candidates (system 3, section 3). None of them drops the last passage: a stage that would do so is
softened, and says so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from execution_agents.retrieval.analysis import Analysis
from execution_agents.retrieval.candidates import Candidate, normalised_scores
from execution_agents.retrieval.index.prepared import Prepared, prepare, prepared_of
from foundation.domains.schema.retrieving import CutFigures, FilterFigures
from foundation.language.tokens import normalised, words

_LIKENESS_GRAM = 3
_LONGEST_COMPARED = 4_000
_PIECES, _PIECE, _PIECES_KEPT = 8, 8, 2


def distinct(candidates: Sequence[Candidate], near_duplicate: int) -> list[Candidate]:
    """Without exact duplicates (hash), known near duplicates of the corpus, and passages with similar 3-grams; the
    better one is kept."""
    kept: list[Candidate] = []
    alike: dict[tuple[str, str], list[_Words]] = {}
    groups: set[str] = set()
    for candidate in candidates:
        hit = candidate.hit
        if hit.near_group in groups or hit.content_hash in groups:
            continue
        # Passages of different names are cited separately; rows that differ in a figure say different things.
        passage = prepared_of(hit)
        place = alike.setdefault((hit.title, passage.figures), [])
        mine = _Words(passage)
        if place and any(mine.is_near(other, near_duplicate) for other in place):
            continue
        groups.add(hit.near_group)
        groups.add(hit.content_hash)
        kept.append(candidate)
        place.append(mine)
    return kept


def near_duplicates(passages: Iterable[tuple[str, str, str]], least: int = 900) -> dict[str, frozenset[str]]:
    """(id, title, text) -> the ids with the same content, its own included; only for passages that have duplicates."""
    places: dict[tuple[str, str], list[tuple[str, _Words]]] = {}
    for item_id, title, text in passages:
        passage = prepare(title, text)
        places.setdefault((title, passage.figures), []).append((item_id, _Words(passage)))
    found: dict[str, frozenset[str]] = {}
    for alike in places.values():
        for item_id, mine in alike if len(alike) > 1 else ():
            same = {other for other, theirs in alike if theirs.is_near(mine, least)}
            if len(same) > 1:
                found[item_id] = frozenset(same)
    return found


class _Words:
    """The 3-grams of a passage, computed only if another passage might be similar."""

    def __init__(self, passage: Prepared) -> None:
        self._passage = passage

    @cached_property
    def _text(self) -> str:
        return self._passage.body[:_LONGEST_COMPARED]

    @cached_property
    def grams(self) -> frozenset[str]:
        size = _LIKENESS_GRAM
        # A shorter word is its own gram.
        each = (word[at : at + size] for word in self._text.split() for at in range(max(1, len(word) - size + 1)))
        return frozenset(each)

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """A few short pieces from the whole text."""
        step = len(self._text) // _PIECES
        return tuple(self._text[at * step : at * step + _PIECE] for at in range(_PIECES))

    def is_near(self, other: _Words, least: int) -> bool:
        """Jaccard similarity of `least` thousandths or more."""
        lengths = sorted((len(self._text), len(other._text)))
        # A quarter of tolerance: spaces are no part of the grams.
        if 1250 * lengths[0] < least * lengths[1] or not self._might_be_near(other):
            return False
        common = len(self.grams & other.grams)
        return common > 0 and 1000 * common >= least * (len(self.grams) + len(other.grams) - common)

    def _might_be_near(self, other: _Words) -> bool:
        """False if hardly any piece of one occurs in the other: similarity 0.9 leaves 19 in 20 of the grams, so of
        eight pieces of 8 characters at least two stay in all but one case of a hundred thousand."""
        if len(self._text) < _PIECES * _PIECE:
            return True
        return sum(1 for piece in self.pieces if piece in other._text) >= _PIECES_KEPT


def prefiltered(
    candidates: Sequence[Candidate], analysis: Analysis, synonyms: Sequence[str], figures: FilterFigures
) -> tuple[list[Candidate], bool]:
    """(those that share enough with the question, whether the filter had to be softened to leave any). A passage that
    only the vector search found need not share words with the question."""
    sizes = figures.prefilter_grams
    question = _grams(" ".join(analysis.key_words), sizes) if figures.prefilter_overlap else frozenset[str]()
    stems = [word[:2] for word in (*analysis.key_words, *synonyms)]
    least = min(figures.prefilter_keywords, len(stems))

    def passes(candidate: Candidate, overlap: int) -> bool:
        text = prepared_of(candidate.hit).words
        if candidate.lexical is not None and not _holds(text, stems, least):
            return False
        return not overlap or not question or 1000 * len(question & _grams(text, sizes)) >= overlap * len(question)

    for overlap in (figures.prefilter_overlap, 0):
        kept = [candidate for candidate in candidates if passes(candidate, overlap)]
        if kept:
            return kept, overlap != figures.prefilter_overlap
    return list(candidates), True


def _holds(text: str, stems: Sequence[str], least: int) -> bool:
    if least == 1:
        return any(map(text.__contains__, stems))
    held = 0
    for stem in stems:
        if held >= least:
            break
        held += stem in text
    return held >= least


def calibrated(candidates: Sequence[Candidate], limit: float = 3.0) -> list[Candidate]:
    """With their confidence: the mean of the sources' min-max normalised scores, as a z-score clipped to +-`limit`, on
    0..1.

    A leg that did not find a passage gives it 0. With one passage, or no spread, the z-score is 0: confidence 0.5.
    """
    legs = [
        normalised_scores([value if value is not None else 0.0 for value in scores])
        for scores in (
            [candidate.dense for candidate in candidates],
            [candidate.lexical for candidate in candidates],
        )
        if any(value is not None for value in scores)
    ]
    means = [sum(values) / len(legs) for values in zip(*legs, strict=True)]
    middle = math.fsum(means) / len(means) if means else 0.0
    # Not statistics.pstdev: its exact fractions cost half a millisecond a question.
    spread = math.sqrt(math.fsum((mean - middle) ** 2 for mean in means) / len(means)) if means else 0.0
    return [
        Candidate(*candidate[:4], _mapped((mean - middle) / spread if spread > 1e-12 else 0.0, limit))
        for candidate, mean in zip(candidates, means, strict=True)
    ]


def _mapped(z: float, limit: float) -> float:
    return (max(-limit, min(limit, z)) + limit) / (2 * limit)


def confident(candidates: Sequence[Candidate], threshold: int) -> list[Candidate]:
    """Those at or above the threshold, in thousandths."""
    return [candidate for candidate in candidates if round(1000 * candidate.confidence) >= threshold]


def diverse(candidates: Sequence[Candidate]) -> list[Candidate]:
    """One per passage (file, page and offset are one chunk id here), the best one."""
    seen: dict[str, Candidate] = {}
    for candidate in candidates:
        seen.setdefault(candidate.hit.item_id, candidate)
    return list(seen.values())


def wanted_count(analysis: Analysis, figures: CutFigures) -> int:
    """Dynamic k: the number of passages to return."""
    if analysis.question_type in ("numeric", "comparative"):
        base = figures.base_many
    elif analysis.question_type == "definition":
        grown = figures.definition_base + analysis.tokens // figures.definition_tokens
        base = max(figures.definition_least, min(figures.definition_most, grown))
    else:
        base = figures.base
    asked = base + analysis.tokens // figures.more_tokens + len(analysis.key_words) // figures.more_key_words
    return max(figures.least, min(figures.most, asked))


def guard(analysis: Analysis, candidates: Sequence[Candidate], synonyms: Sequence[str]) -> tuple[int, bool]:
    """(overlap of the question's key words with all contexts, in thousandths; whether any of them occurs at all)."""
    text = " ".join(prepared_of(candidate.hit).words for candidate in candidates)
    keys = analysis.key_words
    held = sum(1 for word in keys if word[:2] in text)
    # A question in other words than the texts' (or in another language) passes if the dictionary's words occur.
    stood_for = sum(1 for word in dict.fromkeys(synonyms) if normalised(word) in text)
    covered = min(len(keys), max(held, stood_for))
    return (round(1000 * covered / len(keys)) if keys else 0), covered > 0


def retry_threshold(threshold: int, figures: CutFigures) -> int:
    """The threshold of the retry after a failed guard: lower, never higher than before."""
    return min(threshold, max(figures.retry_least, math.floor(threshold * figures.retry_factor / 1000)))


def overlap_ratio(question: str, text: str) -> float:
    """The document's overlap: the share of the question's words whose beginning occurs in the text."""
    asked = list(dict.fromkeys(words(question)))
    plain = normalised(text)
    return sum(1 for word in asked if word[:2] in plain) / len(asked) if asked else 0.0


def _grams(text: str, sizes: Sequence[int]) -> frozenset[str]:
    return frozenset(_each_gram(text, sizes))


def _each_gram(text: str, sizes: Sequence[int]) -> Iterator[str]:
    for word in words(text):
        if len(word) < min(sizes):
            yield word
        for size in sizes:
            for at in range(len(word) - size + 1):
                yield word[at : at + size]
