"""How much of a question a passage says: the built-in re-ranker's measure.

A key word is held as far as its longest beginning (two characters or more) that begins a word of the text: Korean
endings and particles follow the stem, so 보증금을 is held by 보증금이. English words are held by what they share with
their stem. What is held weighs ln(1 + (N - df + 0.5) / (df + 0.5)), BM25's idf, over what could be held:

    coverage = sum over key words of idf(longest beginning held) / sum of idf(longest beginning any passage may hold)

taken over the best two neighbouring sentences and over the whole passage: an answer stands in one place.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from os.path import commonprefix
from types import MappingProxyType

from execution_agents.retrieval.index.places import Beginning, Chain, Places
from execution_agents.retrieval.index.prepared import Prepared
from foundation.domains.slots.synonyms import Synonyms
from foundation.language.tokens import BEGINNING, GRAMS, MixedTokenizer, words

LONGEST_BEGINNING = 7
ALTERNATIVE = 0.9
"""The weight of a synonym relative to the word itself."""
LEAST_COVERED = 0.01
"""A passage that covers nothing of the question keeps this share of its score, so that its order is kept."""

Holders = Callable[[str], int]
"""Index term -> how many passages hold it."""


@dataclass(frozen=True)
class Wanted:
    """One key word with its synonyms."""

    chains: tuple[Chain, ...]
    most: float


class Coverage:
    """Coverage of one question over passages of one index."""

    def __init__(self, wanted: Sequence[Wanted], rarest: float = 0.0) -> None:
        """`rarest`: what a word weighs that no passage holds."""
        worthy = [each for each in wanted if each.most > 0]
        self.total = sum(each.most for each in worthy)
        """What passages may hold."""
        self.asked = self.total + rarest * (len(wanted) - len(worthy))
        """The weight of the whole question, with the words that no passage holds."""
        self._places = Places([each.chains for each in worthy])

    def __bool__(self) -> bool:
        return self.total > 0

    def of(self, passages: Sequence[Prepared]) -> list[tuple[float, float]]:
        """Of each (of the best two sentences, of the whole passage), 0..1 each; the title counts with every
        sentence."""
        if not self.total:
            return [(0.0, 0.0)] * len(passages)
        windows, wholes = self._places.sums(passages)
        held = zip(windows.tolist(), wholes.tolist(), strict=True)
        return [(window / self.total, whole / self.total) for window, whole in held]

    def mixed(self, passages: Sequence[Prepared], window_share: int) -> list[float]:
        """Of each best two sentences ^ share x whole passage ^ (1 - share), 0..1; `window_share` in thousandths."""
        if not self.total:
            return [1.0] * len(passages)
        share = window_share / 1000
        return [
            max(window, LEAST_COVERED) ** share * max(whole, LEAST_COVERED) ** (1 - share)
            for window, whole in self.of(passages)
        ]


class Worth:
    """What the beginnings of words are worth in one index: its idf, read once per term."""

    def __init__(self, passages: int, holders: Holders, grams: tuple[int, ...] = GRAMS) -> None:
        """`grams`: lengths of the index's character n-grams."""
        self._passages = passages
        self._holders = lru_cache(maxsize=50_000)(holders)
        self._tokenizer = MixedTokenizer()
        self._shortest = min(grams)
        self._longer = tuple(size for size in grams if size > self._shortest) or grams

    def coverage(
        self,
        question: str,
        key_words: Sequence[str],
        synonyms: Synonyms,
        before: Mapping[str, str] = MappingProxyType({}),
    ) -> Coverage:
        """What covers this question. A synonym stands for its word; one of a phrase (집이 팔리) for the phrase, as one
        word more. `before`: key word -> the word before it."""
        own = {word: synonyms.added(word) for word in key_words}
        wanted = [self.wanted(word, synonym_words(others), before.get(word, "")) for word, others in own.items()]
        stood_for = {other for others in own.values() for other in others}
        phrases = [other for other in synonyms.added(question) if other not in stood_for]
        if phrases:
            wanted.append(self.wanted("", synonym_words(phrases)))
        return Coverage(wanted, self.idf(0))

    def wanted(self, word: str, synonyms: Sequence[str] = (), before: str = "") -> Wanted:
        """One key word with the words that may stand for it (no word: those alone). `before`: what it may be written
        in one word with."""
        mine = [self._chain(word, 1.0)] if word else []
        if before and self._is_joined(before, word):
            mine.append(tuple(Beginning(f" {before}{one.text[1:]}", one.worth) for one in mine[0]))
        chains = tuple(chain for chain in (*mine, *(self._chain(other, ALTERNATIVE) for other in synonyms)) if chain)
        return Wanted(chains, max((one.worth for chain in chains for one in chain), default=0.0))

    def _is_joined(self, before: str, word: str) -> bool:
        """Passages may hold both as one word."""
        joined = before[-1:] + word
        sizes = range(self._shortest, max(self._longer) + 1)
        return all(self._holders(joined[:size]) > 0 for size in sizes if len(joined) >= size)

    def _chain(self, word: str, factor: float) -> Chain:
        return tuple(reversed(self._beginnings(word, factor)))

    def _beginnings(self, word: str, factor: float) -> list[Beginning]:
        if word.isascii():
            stem = commonprefix([word, *self._tokenizer.terms(word)])
            shown = stem if len(stem) > 2 else word
            return self._worthy([(shown, self._holders(term)) for term in self._tokenizer.terms(word)], factor)
        shortest = max(2, self._shortest)
        if len(word) < shortest:
            return self._worthy([(f"{word} ", self._holders(word))], factor)
        longest = max(shortest, min(len(word), LONGEST_BEGINNING))
        return self._worthy([(word[:size], most) for size, most in self._at_most(word, shortest, longest)], factor)

    def _at_most(self, word: str, shortest: int, longest: int) -> Iterator[tuple[int, int]]:
        """(length of a beginning, how many passages hold it at most): no more than hold the rarest of its parts, each
        of which the next letter adds one of each size to."""
        most = self._holders(BEGINNING + word[: self._shortest])
        for end in range(1, longest + 1):
            for size in self._longer:
                if size <= end and most:
                    most = min(most, self._holders(word[end - size : end]))
            if end >= shortest:
                yield end, most

    def _worthy(self, held: Sequence[tuple[str, int]], factor: float) -> list[Beginning]:
        return [Beginning(f" {text}", factor * self.idf(count)) for text, count in held if count > 0]

    def idf(self, holders: int) -> float:
        """Of a word that so many passages hold."""
        return math.log(1 + (self._passages - holders + 0.5) / (holders + 0.5))


def synonym_words(others: Sequence[str]) -> tuple[str, ...]:
    """The words of synonyms, which may be phrases."""
    return tuple(dict.fromkeys(word for other in others for word in words(other)))
