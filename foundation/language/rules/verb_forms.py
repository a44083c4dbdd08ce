"""The forms of a Korean verb, as beginnings: 올리다 is 올리(고), 올린, 올릴, 올림, 올려, 올렸.

A vocabulary names a verb once; a contract may use any of its forms.
"""

from __future__ import annotations

from functools import lru_cache

_FIRST, _VOWELS, _FINALS = 0xAC00, 21, 28
_N, _L, _M, _P, _SS = 4, 8, 16, 17, 20
"""Places of the finals ㄴ, ㄹ, ㅁ, ㅂ, ㅆ in a syllable."""
_CONTRACTED = {8: 9, 13: 14, 20: 6, 18: 4}
"""ㅗ+아 ㅘ, ㅜ+어 ㅝ, ㅣ+어 ㅕ, ㅡ+어 ㅓ."""
_SOFTENED = frozenset("묻듣걷싣닫")
"""Stems whose ㄷ turns into ㄹ before a vowel (묻다, 물어)."""
START = "^"
"""Before a form that counts only at the beginning of a word: a verb of one syllable occurs inside many other words
(내다, 안내)."""
_ENDINGS = ("고", "며", "면", "지", "기", "는", "도록", "거나", "게", "야", "아", "어", "은", "을", "음", "습")


@lru_cache(maxsize=512)
def verb_forms(verb: str) -> tuple[str, ...]:
    """Beginnings of every form of a verb named as dictionaries do; anything else is itself alone."""
    stem = verb.removesuffix("다")
    if stem == verb or not stem or not _is_syllable(stem[-1]) or _parts(stem[-1])[2] == _N:
        return (verb,)  # 부담한다 is inflected already
    head, last = stem[:-1], stem[-1]
    forms = [f"{head}{form}" for form in _inflected(last)]
    if len(stem) > 1:
        return tuple(dict.fromkeys(forms))
    ended = [verb, *(f"{START}{last}{ending}" for ending in _ENDINGS)]
    return tuple(dict.fromkeys([*ended, *(f"{START}{form}" for form in forms if form != last)]))


def _is_syllable(letter: str) -> bool:
    return 0 <= ord(letter) - _FIRST < 19 * _VOWELS * _FINALS


def _parts(letter: str) -> tuple[int, int, int]:
    at = ord(letter) - _FIRST
    return at // (_VOWELS * _FINALS), at // _FINALS % _VOWELS, at % _FINALS


def _syllable(initial: int, vowel: int, final: int = 0) -> str:
    return chr(_FIRST + (initial * _VOWELS + vowel) * _FINALS + final)


def _inflected(last: str) -> list[str]:
    """Forms of the last syllable of a stem, itself first."""
    if last == "하":
        return ["하", "한", "할", "함", "합", "해", "했", "하여", "하였"]
    if last == "되":
        return ["되", "된", "될", "됨", "됩", "돼", "됐", "되어", "되었"]
    initial, vowel, final = _parts(last)
    if final == 0:
        joined = _CONTRACTED.get(vowel, vowel)
        closed = [_syllable(initial, vowel, each) for each in (_N, _L, _M, _P)]
        open_forms = [_syllable(initial, joined), _syllable(initial, joined, _SS)]
        return [last, *closed, *open_forms, f"{last}어"]
    forms = [last]
    if final == _L:
        forms += [_syllable(initial, vowel, each) for each in (_N, _P)] + [_syllable(initial, vowel) + "는"]
    if last in _SOFTENED:
        forms.append(_syllable(initial, vowel, _L))
    return forms
