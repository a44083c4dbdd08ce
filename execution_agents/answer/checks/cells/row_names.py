"""A row's name with one of its words replaced: 버팀목 청년 전세대출 where the row is 새움 청년 전세대출."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_WORD = re.compile(r"[^\W_]+")
_HANGUL = re.compile(r"[가-힣]")
LEAST_WORDS = 3
"""Least words of a name: in a name of two words, one word alone says too little."""


def exchanged_row_names(sentence: str, names: Iterable[str], said: str) -> list[str]:
    """Words written instead of one of a name's own words and found nowhere in `said`. All other words of the name
    surround them, in their order."""
    words, held = _WORD.findall(sentence), said.lower()
    found: list[str] = []
    for name in names:
        own = _WORD.findall(name)
        if len(own) < LEAST_WORDS or name.lower() in sentence.lower():
            continue
        for start in range(len(words) - len(own) + 1):
            other = _other_word(words[start : start + len(own)], own)
            if other and other.lower() not in held:
                found.append(other)
    return list(dict.fromkeys(found))


def _other_word(stretch: Sequence[str], name: Sequence[str]) -> str:
    """The one word of a stretch that is not the name's; "" where more or none differ."""
    last = len(name) - 1
    other = [one for at, (one, own) in enumerate(zip(stretch, name, strict=True)) if not _same(one, own, at == last)]
    return other[0] if len(other) == 1 and other[0] != stretch[-1] and not other[0].isdigit() else ""


def _same(one: str, own: str, is_last: bool) -> bool:
    """A Korean name's last word may carry a particle."""
    one, own = one.lower(), own.lower()
    return one == own or (is_last and bool(_HANGUL.search(own)) and one.startswith(own))
