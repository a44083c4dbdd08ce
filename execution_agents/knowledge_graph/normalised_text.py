"""The form in which texts and names are compared: NFKC, lower case, separators dropped, with the origin of each letter.

    "강남구, TIT 301" -> "강남구tit301" (blanks, hyphens, quotes … are gone; their places are known)
    "coag-3.2" -> "coag3.2" (between two digits a separator stays, as . or - or ~: 3.2 is not 32)

Every letter of the result keeps the span of the original text it came from, so a match always has a span in the
original.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal

Script = Literal["hangul", "latin", "digit", "other"]
LONGEST = 4_000
"""Letters of a text that are read; the rest is ignored (a question has 8,000 characters at most)."""
_WORD = re.compile(r"[^\W_]+")
_CLAUSE_ENDS = frozenset('.,?!:;/()[]{}<>|"“”‘’「」『』《》〈〉…\n\r\t%‰=+*#~')
"""Separators no name extends across, unless it contains one itself: "강남, 구로" names no 강남구."""


@dataclass(frozen=True)
class NormalisedText:
    """The letters of a text, and the position of each."""

    text: str
    """The original."""
    key: str
    starts: tuple[int, ...]
    """Of each letter of `key`: where in `text` what it came from begins …"""
    ends: tuple[int, ...]
    """… and ends."""
    words: tuple[int, ...] = field(repr=False)
    """Places in `key` where a word begins: behind a separator."""
    clauses: frozenset[int] = field(repr=False)
    """Those of them that no name runs across."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the original that a stretch of `key` came from."""
        return self.starts[start], self.ends[end - 1]

    def word_at(self, place: int) -> tuple[int, int]:
        """The word at a position of `key`, as a stretch of `key`."""
        at = bisect_right(self.words, place)
        return self.words[at - 1], self.words[at] if at < len(self.words) else len(self.key)

    @cached_property
    def scripts(self) -> tuple[Script, ...]:
        """The script of each letter."""
        return tuple(script_of(letter) for letter in self.key)

    @cached_property
    def word_starts(self) -> frozenset[int]:
        """`words` to look up."""
        return frozenset(self.words)

    def word_spans(self) -> Iterator[tuple[int, int]]:
        """Every word, as a stretch of `key`."""
        return zip(self.words, (*self.words[1:], len(self.key)), strict=False)

    def crosses_clause(self, start: int, end: int) -> bool:
        """True when a stretch of `key` runs across the end of a clause."""
        return not self.clauses.isdisjoint(range(start + 1, end))


def normalise(text: str) -> NormalisedText:
    """The text as names are compared in it."""
    read = text[:LONGEST]
    folded = read.lower()
    if len(folded) == len(read) and unicodedata.is_normalized("NFKC", folded):
        return _normalised(text, folded, None)
    letters: list[str] = []
    places: list[tuple[int, int]] = []
    for start, end in _pieces(read):
        made = unicodedata.normalize("NFKC", read[start:end]).lower()
        letters.append(made)
        places += [(start, end)] * len(made)
    return _normalised(text, "".join(letters), places)


def _normalised(text: str, folded: str, places: Sequence[tuple[int, int]] | None) -> NormalisedText:
    """`places`: of each letter of `folded` the stretch of `text` it came from; None: they stand at the same place."""
    key: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    words: list[int] = []
    clauses: list[int] = []
    length, before = 0, 0
    for match in _WORD.finditer(folded):
        start, end = match.span()
        gap = folded[before:start]
        if length and key[-1][-1].isdigit() and folded[start].isdigit():
            key.append(_between_digits(gap))
            at = before if before < start else start
            starts.append(at)
            ends.append(max(start, at + 1))
            length += 1
        words.append(length)
        if not _CLAUSE_ENDS.isdisjoint(gap):
            clauses.append(length)
        key.append(folded[start:end])
        starts.extend(range(start, end))
        ends.extend(range(start + 1, end + 1))
        length += end - start
        before = end
    if places is not None:
        starts, ends = [places[at][0] for at in starts], [places[at - 1][1] for at in ends]
    return NormalisedText(text, "".join(key), tuple(starts), tuple(ends), tuple(words), frozenset(clauses))


@lru_cache(maxsize=16_384)
def key_of(name: str) -> str:
    """A name as it is compared."""
    return normalise(name).key


def script_of(letter: str) -> Script:
    """The script of one letter of a key."""
    if letter.isdigit():
        return "digit"
    if letter.isascii():
        return "latin" if letter.isalpha() else "other"
    if "가" <= letter <= "힣" or "ㄱ" <= letter <= "ㆎ":
        return "hangul"
    return "latin" if letter.isalpha() and unicodedata.name(letter, "").startswith("LATIN") else "other"


def _between_digits(gap: str) -> str:
    return gap if gap in (".", "-") else "~"


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Each character with the marks and jamo that are composed with it."""
    start = 0
    for at in range(1, len(text)):
        if text[at] < "\u0300" or not _joins(text[at]):
            yield start, at
            start = at
    if text:
        yield start, len(text)


def _joins(character: str) -> bool:
    """A combining mark, or a vowel or final jamo of a decomposed syllable."""
    return "\u1160" <= character <= "\u11ff" or unicodedata.combining(character) != 0
