"""Text to index terms: one tokenizer per language behind one interface.

Korean: character 2-3-grams of each word (equal to morphemes within error, and need no model), the first
two characters once more as the word's beginning, where its meaning lies. English: stemmed words. A word
that holds both gets both.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from threading import Lock
from typing import Protocol, cast

import snowballstemmer  # pyright: ignore[reportMissingTypeStubs]

GRAMS = (2, 3)
"""Sizes of the character grams."""
LONG_GRAM_WEIGHT = 0.3
"""Of a gram longer than the shortest."""
MAX_TEXT = 200_000
"""Characters of one text that are tokenized; the rest of a longer one is ignored."""
MAX_WORD = 80
"""Characters of one word that are used: no natural word is longer, encoded blobs are."""

BEGINNING = "^"
"""Marks a word's beginning (.891 -> .904); no word holds this character."""

_WORD = re.compile(r"[^\W_]+")
_UNSPACED = re.compile(r"[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af]")
_REFERENCE = re.compile(r"제\s*(\d{1,4})\s*조(?:\s*의\s*(\d{1,3}))?")
_NAME_WORDS = 10
_NAME_CHARS = 80
"""How far before an article's number its statute's name may begin."""
_SPACED_RUN = re.compile(r"[a-z\u00c0-\u024f]+|\d+")


class Tokenizer(Protocol):
    """Turns normalised words into index terms."""

    def terms(self, word: str) -> tuple[str, ...]:
        """Terms of one word, in order, repeated as often as they occur."""
        ...


class CharacterGrams:
    """Overlapping character n-grams of a word, and its beginning; a shorter word is its own term."""

    def __init__(self, sizes: tuple[int, ...] = GRAMS) -> None:
        self._sizes = sizes

    def terms(self, word: str) -> tuple[str, ...]:
        shortest = min(self._sizes)
        if len(word) < shortest:
            return (word,)
        grams = tuple(word[at : at + size] for size in self._sizes for at in range(len(word) - size + 1))
        return (*grams, BEGINNING + word[:shortest])


class StemmedWords:
    """Whole words by the Snowball stemmer of a language (Porter2 for English)."""

    def __init__(self, language: str = "english") -> None:
        stemmer = snowballstemmer.stemmer(language)  # pyright: ignore[reportUnknownMemberType]
        self._stemmer = cast(Callable[[str], str], stemmer.stemWord)  # pyright: ignore[reportUnknownMemberType]
        self._lock = Lock()
        self._stem = lru_cache(maxsize=20_000)(self._stem_alone)

    def terms(self, word: str) -> tuple[str, ...]:
        return (self._stem(word),)

    def _stem_alone(self, word: str) -> str:
        # A Snowball stemmer keeps its word in itself: two threads would mix theirs.
        with self._lock:
            return self._stemmer(word)


class MixedTokenizer:
    """Chooses by script, word by word, so that one text may mix languages."""

    def __init__(self, unspaced: Tokenizer | None = None, spaced: Tokenizer | None = None) -> None:
        self._unspaced = unspaced or CharacterGrams()
        self._spaced = spaced or StemmedWords()

    def terms(self, word: str) -> tuple[str, ...]:
        if not _UNSPACED.search(word):
            return self._spaced.terms(word)
        runs = _SPACED_RUN.findall(word)
        inner = tuple(term for run in runs if len(run) > 1 for term in self._spaced.terms(run))
        return self._unspaced.terms(word) + inner


def normalised(text: str) -> str:
    """NFKC (full-width digits, compatibility letters, composed Hangul) and lower case."""
    return unicodedata.normalize("NFKC", text[:MAX_TEXT]).lower()


def words(text: str) -> Iterator[str]:
    """Runs of letters and digits of the normalised text."""
    for match in _WORD.finditer(normalised(text)):
        yield match.group()[:MAX_WORD]


def tokenize(text: str, tokenizer: Tokenizer) -> list[str]:
    """All terms of a text, in order."""
    return [term for word in words(text) for term in tokenizer.terms(word)]


def term_weight(term: str, shortest: int = min(GRAMS), long_gram_weight: float = LONG_GRAM_WEIGHT) -> float:
    """How much a term counts in a question (in a passage every term counts the same). `shortest`: of the n-grams."""
    is_long_gram = len(term) > shortest and term[0] != BEGINNING and _UNSPACED.search(term)
    return long_gram_weight if is_long_gram else 1.0


def title_references(title: str) -> list[str]:
    """The articles a title is about, as terms: the number alone ("7-2") and with the name before it ("보기법7-2")."""
    return [term for number, before in _named(title) for term in (number, "".join(before) + number)]


def asked_references(question: str) -> dict[str, bool]:
    """The articles a question names: term -> whether it holds a name. The start of the name is unknown, so every run of
    words before the number is tried; only the right one is a title's."""
    found: dict[str, bool] = {}
    for number, before in _named(question):
        found[number] = False
        last = [before[-1].removesuffix("의")] if before else []
        for words_before in (before, before[:-1] + last):
            for start in range(max(0, len(words_before) - _NAME_WORDS), len(words_before)):
                found["".join(words_before[start:]) + number] = True
    return found


def _named(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each article's number and the words before it."""
    plain = normalised(text)
    for match in _REFERENCE.finditer(plain):
        number = "-".join(part for part in match.groups() if part)
        yield f"§{number}", _WORD.findall(plain[max(0, match.start() - _NAME_CHARS) : match.start()])
