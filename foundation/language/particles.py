"""Korean particles that depend on how the word before them ends: 마포구가, 강남이, 2억 원을."""

from __future__ import annotations

import re

_FIRST, _LAST, _FINALS, _RIEUL = 0xAC00, 0xD7A3, 28, 8
_DIGITS_WITH_FINAL = frozenset("013678")
_LETTERS_WITH_FINAL = frozenset("lmnrLMNR")
_ASIDE = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*$")


def with_particle(word: str, closed: str, open_: str) -> str:
    """The word with `closed` after a final consonant, `open_` after a vowel: 은/는, 이/가, 과/와, 으로/로. Text in
    parentheses at the end is ignored; ㄹ takes 로."""
    last = _ASIDE.sub("", word).rstrip(" \"'”’")[-1:]
    if _FIRST <= ord(last or " ") <= _LAST:
        final = (ord(last) - _FIRST) % _FINALS
        ends_closed = bool(final) and not (closed == "으로" and final == _RIEUL)
    else:
        ends_closed = last in _DIGITS_WITH_FINAL or last in _LETTERS_WITH_FINAL
        ends_closed = ends_closed and not (closed == "으로" and last in "178lrLR")
    return f"{word}{closed if ends_closed else open_}"
