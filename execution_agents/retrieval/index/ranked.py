"""What every implementation of the lexical index shares: a question's terms and weights, the figures, the order.

An implementation finds passages by weighed terms and counts how many passages hold a term. What a question asks for,
what its words are worth and how much of it a passage says are decided here, once for all of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from execution_agents.retrieval.analysis import key_words
from execution_agents.retrieval.coverage import Holders, Worth
from execution_agents.retrieval.index.bm25 import WIDER, Statistics, Wanted, rescored
from execution_agents.retrieval.index.prepared import FoundPassage, prepared_of
from foundation.contracts.ports import Hit
from foundation.domains.schema.retrieving import INDEX_B, INDEX_K1
from foundation.domains.slots.synonyms import Synonyms
from foundation.language.tokens import (
    BEGINNING,
    LONG_GRAM_WEIGHT,
    CharacterGrams,
    MixedTokenizer,
    Tokenizer,
    asked_references,
    term_weight,
    title_references,
    tokenize,
)

MAX_QUERY_TERMS = 256
"""Distinct terms of a question that are searched; the first ones of a longer text are kept."""


@dataclass(frozen=True)
class LexicalFigures:
    """What the ranking may be tuned by (measured: `python -m benchmarks.lexical`)."""

    title_boost: float = 0.6
    """Weight of a term found in the title against one found in the text."""
    synonym_weight: float = 0.3
    """Weight of a term that only a synonym of the question's words brought in."""
    number_boost: float = 3.0
    """Weight of an article's number in the question (제7조) that is the title's: its n-grams drown in longer names."""
    reference_boost: float = 9.0
    """Weight of a whole reference (보기법 제7조) that is the title's."""
    k1: float = INDEX_K1
    b: float = INDEX_B
    """BM25's; with values other than the index's own, the passages found are scored again (`bm25.py`)."""


class RankedIndex(ABC):
    """One pack's passages, searched by weighed terms (implements `LexicalIndex`)."""

    holders: Holders
    """Index term -> passages that hold it in their text, or in the title if those are more."""
    worth: Worth
    titled = True
    """Whether some passage has a title."""
    always_anew = False
    """Whether the order is always worked out here: true where the engine's own scores depend on how it is laid out."""
    is_remote = False
    """Whether a look takes a network's time: such looks never run on the event loop."""

    def __init__(
        self, synonyms: Mapping[str, Sequence[str]], figures: LexicalFigures | None, grams: tuple[int, ...]
    ) -> None:
        self.grams = grams
        self._tokenizer = MixedTokenizer(CharacterGrams(grams))
        self._figures = figures or LexicalFigures()
        self._synonyms = Synonyms(synonyms)

    @abstractmethod
    def __len__(self) -> int:
        """How many passages it holds."""

    @abstractmethod
    def statistics(self) -> Statistics:
        """What BM25 needs of all passages."""

    @abstractmethod
    def _found(
        self, weighed: Mapping[tuple[str, str], float], limit: int, sources: Sequence[str]
    ) -> list[FoundPassage]:
        """The passages with the best sums over (field, term) -> weight."""

    def _keep_counts(self, passages: int, holders: Holders) -> None:
        self.holders = holders
        self.worth = Worth(passages, holders, self.grams)

    @property
    def is_gone(self) -> bool:
        """Whether it was removed while it was open, so that it has to be opened or built again."""
        return False

    def foresee(self, question: str) -> None:  # noqa: B027 - nothing to do for most
        """Reads at once what the next looks with this question need. Nothing to do where each is cheap."""

    def search(self, question: str, limit: int, sources: Sequence[str] = ()) -> tuple[FoundPassage, ...]:
        """Best first; empty for a question with no indexable characters."""
        return self.search_terms(self.query_terms(question), question, limit, sources)

    def covered(self, question: str, hits: Sequence[Hit], window_share: int) -> list[float]:
        """How much of the question each hit says, as the re-ranker reads it (`Coverage.mixed`)."""
        coverage = self.worth.coverage(question, key_words(question), self._synonyms)
        return coverage.mixed([prepared_of(hit) for hit in hits], window_share)

    def weight(self, question: str) -> tuple[float, float]:
        """(what the question's key words weigh that passages hold, what all of them weigh); 1 is a word that one
        passage alone holds."""
        coverage, unit = self.worth.coverage(question, key_words(question), self._synonyms), self.worth.idf(1)
        return coverage.total / unit, coverage.asked / unit

    def search_terms(
        self,
        weights: Mapping[str, float],
        question: str,
        limit: int,
        sources: Sequence[str] = (),
        figures: LexicalFigures | None = None,
    ) -> tuple[FoundPassage, ...]:
        """The same for terms whose weights are given; articles named in the question count as usual. `figures`: used
        instead of the index's own."""
        if not weights or limit < 1:
            return ()
        own = figures or self._figures
        weighed = _weighed(weights, asked_references(question), own, self.titled)
        anew = self.always_anew or (own.k1, own.b) != (INDEX_K1, INDEX_B)
        hits = self._found(weighed, limit * WIDER if anew else limit, sources)
        if anew:
            return rescored(hits, Wanted(weighed, own.k1, own.b), self._terms, self.statistics())[:limit]
        return tuple(sorted(hits, key=lambda hit: (-hit.score, hit.item_id)))

    def query_terms(self, question: str) -> dict[str, float]:
        """Term -> weight: how often the question holds it; what synonyms add comes at a lower weight."""
        weights = self.plain_terms(question)
        for term, weight in self.synonym_terms(question, self._figures.synonym_weight).items():
            weights.setdefault(term, weight)
        return weights

    def plain_terms(self, text: str, long_gram_weight: float = LONG_GRAM_WEIGHT) -> dict[str, float]:
        """Term -> weight of a text alone."""
        asked = Counter(tokenize(text, self._tokenizer)) if text else Counter[str]()
        shortest, first = min(self.grams), list(asked.items())[:MAX_QUERY_TERMS]
        return {term: count * term_weight(term, shortest, long_gram_weight) for term, count in first}

    def beginnings(self, words: Iterable[str]) -> list[str]:
        """The terms that words begin with."""
        shortest = min(self.grams)
        return [BEGINNING + word[:shortest] for word in words if len(word) >= shortest]

    def synonym_terms(
        self, question: str, weight: float, long_gram_weight: float = LONG_GRAM_WEIGHT
    ) -> dict[str, float]:
        """Term -> weight of what synonyms of the question's words add."""
        others = self._synonyms.added(question)
        terms = [term for other in others for term in tokenize(other, self._tokenizer)][:MAX_QUERY_TERMS]
        shortest = min(self.grams)
        return {term: weight * term_weight(term, shortest, long_gram_weight) for term in terms}

    def _terms(self, hit: FoundPassage) -> dict[str, list[str]]:
        return terms_of(hit.title, hit.text, self._tokenizer)


def terms_of(title: str, text: str, tokenizer: Tokenizer) -> dict[str, list[str]]:
    """Field -> the terms of a passage."""
    return {
        "title": tokenize(title, tokenizer),
        "body": tokenize(text, tokenizer),
        "references": title_references(title),
    }


def _weighed(
    weights: Mapping[str, float], named: Mapping[str, bool], figures: LexicalFigures, titled: bool
) -> dict[tuple[str, str], float]:
    """(field, term) -> weight of everything that is searched. `titled`: some passage has a title."""
    fields = (("body", 1.0), ("title", figures.title_boost)) if titled else (("body", 1.0),)
    found = {(field, term): weight * boost for term, weight in weights.items() for field, boost in fields}
    for name, is_whole in list(named.items())[:MAX_QUERY_TERMS]:
        found["references", name] = figures.reference_boost if is_whole else figures.number_boost
    return {key: weight for key, weight in found.items() if weight}
