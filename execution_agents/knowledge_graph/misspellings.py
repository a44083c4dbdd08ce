"""Names that a word nearly spells: 수셩구 -> 수성구, Gangam-gu -> Gangnam-gu.

Compared jamo by jamo, since a typing error changes one letter of a syllable, not the syllable. The first letter must be
right, the distance at most 1 (2 from six syllables or nine letters on), and every digit the same: TIT-302 is no
misspelt TIT-301. Short names are not compared, since too many words are close to them.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from os.path import commonprefix

from rapidfuzz import process
from rapidfuzz.distance import OSA

_HANGUL = re.compile(r"[가-힣]")
_DIGITS = re.compile(r"\d+")
_ENDINGS = frozenset(
    ("", "s", "es", "e", "d", "ed", "r", "er", "ers", "or", "ing", "ion", "y", "ly", "al", "ally", "as")
)
"""What forms of one English word differ in."""
_PARTICLES = frozenset("은는이가을를과와도만의로에")
LEAST_SYLLABLES, LEAST_LETTERS = 3, 6
"""Shorter names are not looked for. (Leeds is one letter from leads, 서초 one jamo from 서로.)"""
LONG_SYLLABLES, LONG_LETTERS = 6, 9
"""From this length on, two errors are accepted."""
_LEAST_SHARED = 4
CERTAIN_SYLLABLES, CERTAIN_LETTERS = 4, 9
"""From this length on, one error is accepted in a name that the pack does not have: "nation" is no misspelt Notion."""


@dataclass(frozen=True)
class Nearest:
    """The names nearest to a word, all at one distance."""

    keys: tuple[str, ...]
    distance: int


class Misspellings:
    """Finds the names a word is nearly spelled like."""

    def __init__(self, keys: Iterable[str]) -> None:
        shelves: dict[tuple[str, int], tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
        for key in keys:
            if _slips(key):
                spelled = _jamo(key)
                spellings, names = shelves[spelled[0], len(spelled)]
                spellings.append(spelled)
                names.append(key)
        self._shelves = dict(shelves)

    def nearest(self, word: str) -> Nearest | None:
        """The names that differ from this word only by typing errors; an identical name is left out. None if there is
        none."""
        slips = _slips(word)
        if not slips:
            return None
        spelled, digits = _jamo(word), _DIGITS.findall(word)
        found: dict[str, int] = {}
        for size in range(len(spelled) - slips, len(spelled) + slips + 1):
            spellings, names = self._shelves.get((spelled[0], size), ([], []))
            if not spellings:
                continue
            for _, distance, at in process.extract(
                spelled, spellings, scorer=OSA.distance, score_cutoff=slips, limit=5
            ):
                name = names[at]
                if 0 < distance <= _slips(name) and _DIGITS.findall(name) == digits and not _is_inflected(word, name):
                    found[name] = int(distance)
        if not found:
            return None
        best = min(found.values())
        return Nearest(tuple(name for name, distance in found.items() if distance == best), best)


def is_certain(word: str, near: Nearest) -> bool:
    """True if a misspelt word is certainly the name nearest to it, without other evidence."""
    syllables = len(_HANGUL.findall(word))
    return near.distance == 1 and (syllables >= CERTAIN_SYLLABLES or (not syllables and len(word) >= CERTAIN_LETTERS))


def _slips(key: str) -> int:
    """The number of errors accepted in a name; 0: it is too short to be recognised."""
    syllables = len(_HANGUL.findall(key))
    letters = len(key) - syllables
    if syllables >= LONG_SYLLABLES or (not syllables and letters >= LONG_LETTERS):
        return 2
    return int(syllables >= LEAST_SYLLABLES or (syllables < 2 and letters >= LEAST_LETTERS))


def _is_inflected(word: str, name: str) -> bool:
    """True if both are forms of one word: purchased is no misspelt purchase, 화원을 no 화원읍."""
    same = len(commonprefix((word, name)))
    if word.isascii():
        return {word[same:], name[same:]} <= _ENDINGS
    return same == len(word) - 1 and word[-1] in _PARTICLES


def is_form(word: str, name: str) -> bool:
    """True if a Latin word and a name begin alike and differ in an English ending alone: demolished, demolish."""
    same = len(commonprefix((word, name)))
    return same >= _LEAST_SHARED and {word[same:], name[same:]} <= _ENDINGS


def _jamo(key: str) -> str:
    return unicodedata.normalize("NFD", key)
