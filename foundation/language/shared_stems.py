"""Whether two words are of one stem although one says who does what the other says is done: supplies and supplier,
공급해 and 공급업체."""

from __future__ import annotations

import re
from functools import lru_cache

from foundation.language.tokens import StemmedWords, words

_ENGLISH = StemmedWords()
_WHO_DOES = re.compile(r"(?:ier|er|or)$|[iye]$")
_DONE = re.compile(r"(?:하|해|했|합|한|할|되|돼|됐|됩|된|될)[가-힣]*$")
_LEAST = {True: 4, False: 2}
"""Letters, syllables of a stem that tells anything."""


def names_by_stem(label: str, text: str) -> bool:
    """True if a word of the text is of one stem with a word of the label."""
    said = {stem for word in words(text) if (stem := _stem(word))}
    return any(
        stem in said or any(not stem.isascii() and stem.startswith(one) for one in said)
        for word in words(label.replace("_", " "))
        if (stem := _stem(word, label=True))
    )


@lru_cache(maxsize=4_096)
def _stem(word: str, *, label: bool = False) -> str:
    """Of a Korean word in a text what stands before 하다 and 되다, "" where neither does; "" for a short one."""
    low, latin = word.lower(), word.isascii()
    if latin:
        stem = _WHO_DOES.sub("", _ENGLISH.terms(low)[0])
    else:
        stem = low if label else _DONE.sub("", low) if _DONE.search(low) else ""
    return stem if len(stem) >= _LEAST[latin] else ""
