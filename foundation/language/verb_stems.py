"""The beginning that the forms of a Korean verb share: 올릴, 올린, 올려 and 올리는 begin with 올리.

No analyser of morphemes: a final consonant that endings add goes, and a vowel that swallowed its ending is opened
again. Nouns come out cut, too, and the same way on both sides.
"""

from __future__ import annotations

import re
from functools import lru_cache

from foundation.language.grams import is_said

_FIRST, _FINALS, _VOWELS = 0xAC00, 28, 21
_ADDED = frozenset({4, 8, 16, 17, 20})
"""ㄴ, ㄹ, ㅁ, ㅂ, ㅆ as finals."""
_OPENED = {6: 20, 9: 8, 14: 13, 1: 0, 10: 11}
"""Vowels that hold an ending: ㅕ of ㅣ, ㅘ of ㅗ, ㅝ of ㅜ, ㅐ of ㅏ, ㅙ of ㅚ."""
_WORD = re.compile(r"[가-힣]{2,}")
_BEFORE_A_NOUN = re.compile(r"([가-힣]{2,4})\s+(?=(?:수|때|것|거|게|건|만|뿐)(?![가-힣]{2}))")
"""A verb that stands before a bound noun: 올릴 수, 받은 것."""
KEPT = 2
"""Syllables of the beginning."""


def stem_of(word: str) -> str:
    """The beginning that the word's other forms share; of two syllables or more."""
    return word[: KEPT - 1] + _opened(word[KEPT - 1])


@lru_cache(maxsize=4_096)
def stems_in(text: str) -> frozenset[str]:
    """Those of all Korean words of a text."""
    return frozenset(stem_of(word) for word in _WORD.findall(text))


@lru_cache(maxsize=1_024)
def verbs_in(question: str) -> frozenset[str]:
    """The words of a question that are forms of verbs."""
    return frozenset(
        {word for word in _WORD.findall(question) if is_said(word)} | set(_BEFORE_A_NOUN.findall(question))
    )


def _opened(syllable: str) -> str:
    at = ord(syllable) - _FIRST
    initial, vowel, final = at // (_FINALS * _VOWELS), at // _FINALS % _VOWELS, at % _FINALS
    if final and final not in _ADDED:
        return syllable
    return chr(_FIRST + (initial * _VOWELS + _OPENED.get(vowel, vowel)) * _FINALS)
