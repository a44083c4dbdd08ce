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
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from os.path import commonprefix

from execution_agents.retrieval.tokens import BEGINNING, MixedTokenizer, Tokenizer, normalised, words

LONGEST_BEGINNING = 7
_SENTENCE_END = re.compile(r"(?<=[.!?。])\s+|\n+")
_NOT_WORD = re.compile(r"[\W_]+")
_MOST_SENTENCES = 60
"""Of one passage; a passage has 1,200 characters."""
ALTERNATIVE = 0.9
"""What a synonym counts against the word itself."""

Holders = Callable[[str], int]
"""Index term -> how many passages hold it."""


@dataclass(frozen=True)
class Beginning:
    """A beginning of a key word, and what holding it is worth."""

    text: str
    worth: float


@dataclass(frozen=True)
class Wanted:
    """One key word with its synonyms: longest (dearest) beginnings first."""

    beginnings: tuple[Beginning, ...]
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
        head, windows = _prepared(title, text)
        whole = head + "".join(windows)
        held = [(each, self._held(each, whole)) for each in self._wanted]
        found = [(each, best) for each, best in held if best > 0]
        covered = sum(best for _, best in found) / self._total
        if len(windows) < 2 or not found:
            return covered, covered
        return max(self._window(found, head + window) for window in windows) / self._total, covered

    def _window(self, found: Sequence[tuple[Wanted, float]], window: str) -> float:
        return sum(self._held(each, window) for each, _ in found)

    def _held(self, wanted: Wanted, text: str) -> float:
        return next((one.worth for one in wanted.beginnings if one.text in text), 0.0)


class Worth:
    """What the beginnings of words are worth in one index: its idf, read once per term."""

    def __init__(self, passages: int, holders: Holders, tokenizer: Tokenizer | None = None) -> None:
        self._passages = passages
        self._holders = lru_cache(maxsize=50_000)(holders)
        self._tokenizer = tokenizer or MixedTokenizer()

    def wanted(self, word: str, synonyms: Sequence[str] = ()) -> Wanted:
        """One key word with the words that may stand for it (no word: those alone)."""
        mine = self._beginnings(word, 1.0) if word else []
        others = [each for other in synonyms for each in self._beginnings(other, ALTERNATIVE)]
        sorted_ = tuple(sorted((*mine, *others), key=lambda each: -each.worth))
        return Wanted(sorted_, sorted_[0].worth if sorted_ else 0.0)

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


@lru_cache(maxsize=4_096)
def _prepared(title: str, text: str) -> tuple[str, tuple[str, ...]]:
    """The title, and every two neighbouring sentences, each as " word word " so that a beginning is found by its
    leading space."""
    sentences = [one for one in _SENTENCE_END.split(normalised(text)) if one.strip()][:_MOST_SENTENCES]
    plain = [f" {_NOT_WORD.sub(' ', one)} " for one in sentences] or [" "]
    windows = tuple(first + second for first, second in zip(plain, plain[1:], strict=False)) or tuple(plain)
    return f" {_NOT_WORD.sub(' ', normalised(title))} ", windows
