"""One finished index of the search engine, read.

The engine finds four times as many passages as wanted, and the order is worked out here (`bm25.py`), from counts that
are exact over all its shards. The engine's own scores would not do: it counts documents by shard, leaves passages
without a title out of a title's average, and its scale changed between versions. So both implementations rank alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

from execution_agents.retrieval.index.away import IndexAway, IndexGone
from execution_agents.retrieval.index.bm25 import FIELDS, Statistics
from execution_agents.retrieval.index.engine.client import EngineClient
from execution_agents.retrieval.index.engine.layout import LONGEST_TERM, Json, query
from execution_agents.retrieval.index.prepared import FoundPassage, unpacked
from execution_agents.retrieval.index.ranked import LexicalFigures, RankedIndex
from foundation.contracts.ports import Hit
from foundation.domains.slots.synonyms import Synonyms
from foundation.language.tokens import BEGINNING, GRAMS, CharacterGrams, MixedTokenizer, words

MOST_CLAUSES = 1_000
"""Terms of one search; the engine takes 1,024."""
KEPT_COUNTS = 500_000
"""Counts of terms that are kept (some 60 MB at most); all are dropped then."""
_AT_ONCE = 400
"""Counts asked for in one request."""
_Term = tuple[str, str]
"""(field, term)"""


@dataclass(frozen=True)
class Finished:
    """What the builder noted of a finished index."""

    name: str
    passages: int
    lengths: Mapping[str, int]
    """Field -> terms of all passages."""


class EngineIndex(RankedIndex):
    """Searches may run side by side, each in a thread of its own. Every look may raise IndexAway."""

    always_anew = True
    is_remote = True

    def __init__(
        self,
        client: EngineClient,
        finished: Finished,
        synonyms: Mapping[str, Sequence[str]] | None = None,
        figures: LexicalFigures | None = None,
        grams: tuple[int, ...] = GRAMS,
    ) -> None:
        super().__init__(synonyms or {}, figures, grams)
        self._finished = finished
        self._client = client
        self.titled = finished.lengths.get("title", 0) > 0
        self._counts = _Counts(client, finished.name)
        self._foreseen = _Foreseen(self._synonyms, grams)
        self._keep_counts(finished.passages, self._held)

    def __len__(self) -> int:
        return self._finished.passages

    def foresee(self, question: str) -> None:
        """Counts all terms that reading and ranking this question may ask for, in one request."""
        self._counts.of([(field, term) for term in self._foreseen.terms(question) for field in self._counted])

    def weight(self, question: str) -> tuple[float, float]:
        self.foresee(question)
        return super().weight(question)

    def covered(self, question: str, hits: Sequence[Hit], window_share: int) -> list[float]:
        self.foresee(question)
        return super().covered(question, hits, window_share)

    def statistics(self) -> Statistics:
        count = max(1, len(self))
        average = {field: self._finished.lengths.get(field, 0) / count for field in FIELDS}
        return Statistics(len(self), average, lambda field, term: self._counts.of([(field, term)])[field, term])

    @property
    def is_gone(self) -> bool:
        return self._counts.is_gone

    @property
    def _counted(self) -> tuple[str, ...]:
        return ("body", "title") if self.titled else ("body",)

    def _held(self, term: str) -> int:
        return max(self._counts.of([(field, term) for field in self._counted]).values())

    def _found(self, weighed: Mapping[_Term, float], limit: int, sources: Sequence[str]) -> list[FoundPassage]:
        kept = dict([one for one in weighed.items() if len(one[0][1]) <= LONGEST_TERM][:MOST_CLAUSES])
        if not kept:
            return []
        body: Json = {
            "size": min(limit, 10_000),
            "track_total_hits": False,
            "_source": ["hit"],
            "query": query(kept, sources),
        }
        answer = self._counts.with_search(body, list(weighed))
        try:
            return [unpacked(hit["_source"]["hit"]).scored(float(hit["_score"])) for hit in answer["hits"]["hits"]]
        except (KeyError, TypeError, ValueError) as odd:
            raise IndexAway(f"The search engine answered passages that cannot be read ({odd!r}).") from odd


class _Counts:
    """How many passages hold a term: asked once, exact, since a finished index never changes."""

    def __init__(self, client: EngineClient, index: str) -> None:
        self._client = client
        self._index = index
        self.is_gone = False
        self._known: dict[_Term, int] = {}
        self._lock = Lock()

    def of(self, terms: Iterable[_Term]) -> dict[_Term, int]:
        """Of each term; those not known yet are asked for together."""
        wanted = list(dict.fromkeys(terms))
        known = self._known
        found = {term: known[term] for term in wanted if term in known}
        missing = [term for term in wanted if term not in found]
        for at in range(0, len(missing), _AT_ONCE):
            some = missing[at : at + _AT_ONCE]
            found |= self._kept(some, self._asked(map(_count, some)))
        return found

    def with_search(self, body: Json, terms: Sequence[_Term]) -> Json:
        """The answer to a search, and in the same request what is not known yet of its terms."""
        missing = [term for term in terms if term not in self._known][:_AT_ONCE]
        first, *counts = self._asked([body, *map(_count, missing)])
        self._kept(missing, counts)
        return first

    def _asked(self, bodies: Iterable[Json]) -> list[Json]:
        try:
            return self._client.searched(self._index, bodies)
        except IndexGone:
            self.is_gone = True
            raise

    def _kept(self, terms: Sequence[_Term], answers: Sequence[Json]) -> dict[_Term, int]:
        try:
            found = {term: int(answer["hits"]["total"]["value"]) for term, answer in zip(terms, answers, strict=True)}
        except (KeyError, TypeError, ValueError) as odd:
            raise IndexAway(f"The search engine answered counts that cannot be read ({odd!r}).") from odd
        with self._lock:
            if len(self._known) + len(found) > KEPT_COUNTS:
                self._known = {}
            self._known.update(found)
        return found


def _count(term: _Term) -> Json:
    field, value = term
    return {"size": 0, "track_total_hits": True, "query": {"term": {field: {"value": value[:LONGEST_TERM]}}}}


class _Foreseen:
    """The terms whose counts a question's stages ask for: cutting glued words (`spacing.py`), the worth of words'
    beginnings (`coverage.py`), both also of two words written as one. A term that is left out here costs a request of
    its own, nothing else."""

    def __init__(self, synonyms: Synonyms, grams: tuple[int, ...]) -> None:
        self._synonyms = synonyms
        self._grams = CharacterGrams(grams)
        self._mixed = MixedTokenizer(self._grams)
        self._shortest, self._longest = min(grams), max(grams)

    def terms(self, question: str) -> list[str]:
        """Each once."""
        asked = list(words(question))
        others = [word for text in self._synonyms.added(question) for word in words(text)]
        glued = [before[-1:] + word for before, word in zip(asked, asked[1:], strict=False)]
        sizes = range(self._shortest, self._longest + 1)
        terms = [term for word in (*asked, *others) for term in self._of(word)]
        terms += [word[:size] for word in glued for size in sizes if len(word) >= size]
        return list(dict.fromkeys(terms))

    def _of(self, word: str) -> list[str]:
        if word.isascii():
            return list(self._mixed.terms(word))
        size = self._shortest
        starts = [BEGINNING + word[at : at + size] for at in range(len(word) - size + 1)]
        return [word, *self._mixed.terms(word), *starts] if len(word) <= size else [*self._mixed.terms(word), *starts]
