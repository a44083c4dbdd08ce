"""A few passages searched in memory: files attached to one conversation. Nothing of them is written to a disk.

Their words are weighed as if they lay among the pack's passages: in a file of ten passages every word is common, and
its scores could not be compared with those of the pack's own.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Self

from execution_agents.retrieval.index.bm25 import FIELDS, Statistics
from execution_agents.retrieval.index.prepared import FoundPassage, packed, unpacked
from execution_agents.retrieval.index.ranked import LexicalFigures, RankedIndex, terms_of
from foundation.language.tokens import GRAMS, CharacterGrams, MixedTokenizer
from foundation.storage.records import Chunk

Terms = Mapping[str, Sequence[str]]
"""Field -> the terms of a passage, as often as they stand there."""


class HeldPassages:
    """Passages made ready for searching, which is what costs time; kept as long as the files stay the same."""

    def __init__(self, chunks: Sequence[Chunk], grams: tuple[int, ...] = GRAMS) -> None:
        tokenizer = MixedTokenizer(CharacterGrams(grams))
        self.grams = grams
        self.hits = tuple(unpacked(packed(chunk)) for chunk in chunks)
        self.sources = {chunk.chunk_id: chunk.source for chunk in chunks}
        self.terms: Mapping[str, Terms] = {
            chunk.chunk_id: {
                field: [sys.intern(term) for term in terms]
                for field, terms in terms_of(chunk.title, chunk.text, tokenizer).items()
            }
            for chunk in chunks
        }
        self.lengths = {field: sum(len(each[field]) for each in self.terms.values()) for field in FIELDS}
        self.held: Mapping[str, Mapping[str, frozenset[str]]] = {
            name: {field: frozenset(each[field]) for field in FIELDS} for name, each in self.terms.items()
        }
        self._counts = {field: Counter(term for each in self.held.values() for term in each[field]) for field in FIELDS}

    def holders(self, field: str, term: str) -> int:
        """How many passages hold the term in this field."""
        return self._counts[field][term]


class MemoryIndex(RankedIndex):
    """Passages in memory (implements `LexicalIndex`)."""

    always_anew = True

    def __init__(
        self,
        passages: HeldPassages,
        beside: RankedIndex | None = None,
        synonyms: Mapping[str, Sequence[str]] | None = None,
        figures: LexicalFigures | None = None,
    ) -> None:
        """`beside`: the index whose counts are added to its own; made for one turn, since whoever holds an index keeps
        its folder. One that is elsewhere is left out: each count would be a call."""
        super().__init__(synonyms or {}, figures, passages.grams)
        self._passages = passages
        self._beside = None if beside is None or beside.is_remote else beside
        self._keep_counts(len(self) + (len(self._beside) if self._beside else 0), self._counted())

    @classmethod
    def of(cls, chunks: Sequence[Chunk]) -> Self:
        """An index of these passages alone."""
        return cls(HeldPassages(chunks))

    def __len__(self) -> int:
        return len(self._passages.hits)

    def statistics(self) -> Statistics:
        """What BM25 needs of all passages, those beside it included."""
        mine = self._passages
        if self._beside is None:
            average = {field: mine.lengths[field] / max(1, len(self)) for field in FIELDS}
            return Statistics(len(self), average, mine.holders)
        others = self._beside.statistics()
        count = len(self) + others.passages
        whole = {field: mine.lengths[field] + others.average_length[field] * others.passages for field in FIELDS}
        average = {field: whole[field] / max(1, count) for field in FIELDS}
        return Statistics(count, average, lambda field, term: mine.holders(field, term) + others.holders(field, term))

    def _counted(self) -> Callable[[str], int]:
        mine, beside = self._passages, self._beside

        @lru_cache(maxsize=5_000)
        def holders(term: str) -> int:
            own = max(mine.holders("body", term), mine.holders("title", term))
            return own if beside is None else own + beside.holders(term)

        return holders

    def _found(
        self, weighed: Mapping[tuple[str, str], float], limit: int, sources: Sequence[str]
    ) -> list[FoundPassage]:
        """Every passage that holds one of the terms: they are few, and are put in order by whoever asked."""
        del limit
        return [
            hit
            for hit in self._passages.hits
            if (not sources or self._passages.sources[hit.item_id] in sources)
            and any(term in self._passages.held[hit.item_id][field] for field, term in weighed)
        ]

    def _terms(self, hit: FoundPassage) -> dict[str, list[str]]:
        return {field: list(terms) for field, terms in self._passages.terms[hit.item_id].items()}
