"""How people write what a column is called: 최저금리 for 최저 금리, 금리는 최저 몇 프로 …: its words in any spacing and
in either order. Written so, 최저 is part of a name and ranks nothing."""

from __future__ import annotations

import re
from functools import lru_cache

_GAP = r"[\s-]*"
_BETWEEN = r"(?:은|는|이|가|도)?\s*"
"""What may stand between the words of a Korean name that is turned round."""


def without_labels(text: str, labels: tuple[str, ...]) -> tuple[str, bool]:
    """The text without these names, the longest taken first, and whether it had any."""
    called = False
    for label in sorted(labels, key=len, reverse=True):
        text, found = written(label).subn(" ", text)
        called = called or bool(found)
    return text, called


@lru_cache(maxsize=2_048)
def written(label: str) -> re.Pattern[str]:
    """The ways a name of one word or two is written; a longer one is in its own order."""
    words = label.split()
    forms = [_spaced(words)]
    if len(words) == 2:
        forms.append(_turned(words))
    return re.compile("|".join(forms), re.IGNORECASE)


def _spaced(words: list[str]) -> str:
    if _is_latin(words):
        return rf"\b{_GAP.join(map(re.escape, words))}\b"
    return r"\s*".join(re.escape(letter) for word in words for letter in word)


def _turned(words: list[str]) -> str:
    first, second = words
    if _is_latin(words):
        return rf"\b{re.escape(second)}\s+{re.escape(first)}\b"
    return f"{re.escape(second)}{_BETWEEN}{re.escape(first)}"


def _is_latin(words: list[str]) -> bool:
    return all(word.isascii() for word in words)
