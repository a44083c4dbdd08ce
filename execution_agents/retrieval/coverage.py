"""How much of a question a passage says: the built-in re-ranker's measure.

A key word is held as far as its longest beginning (two characters or more) that begins a word of the text: Korean
endings and particles follow the stem, so 보증금을 is held by 보증금이. English words are held by what they share with
their stem. What is held weighs ln(1 + (N - df + 0.5) / (df + 0.5)), BM25's idf, over what could be held:

    coverage = sum over key words of idf(longest beginning held) / sum of idf(longest beginning any passage may hold)

taken over the best two neighbouring sentences and over the whole passage: an answer stands in one place.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from os.path import commonprefix

from execution_agents.retrieval.tokens import BEGINNING, MixedTokenizer, Tokenizer, normalised, words

LONGEST_BEGINNING = 7
_SENTENCE_END = re.compile(r"(?<=[.!?。])\s+|\n+")
_NOT_WORD = re.compile(r"[\W_]+")
_MOST_SENTENCES = 60
"""Of one passage; a passage has 1,200 characters."""
_TITLE = -1
ALTERNATIVE = 0.9
"""What a synonym counts against the word itself."""

Holders = Callable[[str], int]
"""Index term -> how many passages hold it."""


@dataclass(frozen=True)
class Beginning:
    """A beginning of a key word, and what holding it is worth."""

    text: str
    worth: float


Chain = tuple[Beginning, ...]
"""The beginnings of one word, longest first: each begins with the next."""


@dataclass(frozen=True)
class Wanted:
    """One key word with its synonyms."""

    chains: tuple[Chain, ...]
    most: float


class Coverage:
    """Coverage of one question over passages of one index."""

    def __init__(self, wanted: Sequence[Wanted]) -> None:
        self._wanted = [each for each in wanted if each.most > 0]
        self._total = sum(each.most for each in self._wanted)

    def __bool__(self) -> bool:
        return self._total > 0

    def of(self, title: str, text: str) -> tuple[float, float]:
        """(of the best two sentences, of the whole passage), 0..1 each; the title counts with every sentence."""
        if not self._total:
            return 0.0, 0.0
        prepared = _prepared(title, text)
        held = [found for each in self._wanted if (found := _held(each.chains, prepared))]
        covered = sum(max(found.values()) for found in held) / self._total
        at = {sentence for found in held for sentence in found if sentence != _TITLE}
        if len(at) < 2:
            return covered, covered
        starts = at | {sentence - 1 for sentence in at if sentence}
        return max(_window(held, start) for start in starts) / self._total, covered


def _window(held: Sequence[Mapping[int, float]], start: int) -> float:
    return sum(max(found.get(_TITLE, 0.0), found.get(start, 0.0), found.get(start + 1, 0.0)) for found in held)


def _held(chains: Sequence[Chain], prepared: Prepared) -> dict[int, float]:
    """Sentence -> the dearest beginning it holds. A place is looked up once, by the shortest beginning of a word."""
    found: dict[int, float] = {}
    for chain in chains:
        shortest = chain[-1].text
        at = prepared.text.find(shortest)
        while at >= 0:
            worth = next(one.worth for one in chain if prepared.text.startswith(one.text, at))
            sentence = bisect_right(prepared.starts, at) - 2
            if worth > found.get(sentence, 0.0):
                found[sentence] = worth
            at = prepared.text.find(shortest, at + 1)
    return found


class Worth:
    """What the beginnings of words are worth in one index: its idf, read once per term."""

    def __init__(self, passages: int, holders: Holders, tokenizer: Tokenizer | None = None) -> None:
        self._passages = passages
        self._holders = lru_cache(maxsize=50_000)(holders)
        self._tokenizer = tokenizer or MixedTokenizer()

    def wanted(self, word: str, synonyms: Sequence[str] = ()) -> Wanted:
        """One key word with the words that may stand for it (no word: those alone)."""
        mine = [self._chain(word, 1.0)] if word else []
        chains = tuple(chain for chain in (*mine, *(self._chain(other, ALTERNATIVE) for other in synonyms)) if chain)
        return Wanted(chains, max((one.worth for chain in chains for one in chain), default=0.0))

    def _chain(self, word: str, factor: float) -> Chain:
        return tuple(reversed(self._beginnings(word, factor)))

    def _beginnings(self, word: str, factor: float) -> list[Beginning]:
        if word.isascii():
            stem = commonprefix([word, *self._tokenizer.terms(word)])
            shown = stem if len(stem) > 2 else word
            return self._worthy([(shown, self._holders(term)) for term in self._tokenizer.terms(word)], factor)
        if len(word) < 2:
            return self._worthy([(f"{word} ", self._holders(word))], factor)
        longest = min(len(word), LONGEST_BEGINNING)
        return self._worthy([(word[:size], self._at_most(word[:size])) for size in range(2, longest + 1)], factor)

    def _at_most(self, beginning: str) -> int:
        """No more passages hold it than hold the rarest of its parts."""
        grams = [beginning[at : at + 3] for at in range(len(beginning) - 2)]
        return min([self._holders(BEGINNING + beginning[:2]), *(self._holders(gram) for gram in grams)])

    def _worthy(self, held: Sequence[tuple[str, int]], factor: float) -> list[Beginning]:
        return [Beginning(f" {text}", factor * self._idf(count)) for text, count in held if count > 0]

    def _idf(self, holders: int) -> float:
        return math.log(1 + (self._passages - holders + 0.5) / (holders + 0.5))


def synonym_words(others: Sequence[str]) -> tuple[str, ...]:
    """The words of synonyms, which may be phrases."""
    return tuple(dict.fromkeys(word for other in others for word in words(other)))


@dataclass(frozen=True)
class Prepared:
    """A passage as one string of words, each with a blank before it, and where its title and its sentences begin."""

    text: str
    starts: tuple[int, ...]


@lru_cache(maxsize=4_096)
def _prepared(title: str, text: str) -> Prepared:
    sentences = [one for one in _SENTENCE_END.split(normalised(text)) if one.strip()][:_MOST_SENTENCES]
    parts = [f" {_NOT_WORD.sub(' ', one)} " for one in (normalised(title), *sentences)]
    starts = [0]
    for part in parts[:-1]:
        starts.append(starts[-1] + len(part))
    return Prepared("".join(parts), tuple(starts))
