"""What a sentence denies besides its statement: *to X, not to Y*; *Y rather than X*; X가 아니라 Y."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_DENIED = (
    re.compile(
        r"(?:,\s*(?:and\s+|but\s+)?|\band\s+|\bbut\s+)not\s+(?P<denied>(?:[\w'’@.-]+\s*){1,6}?)(?=[.,;:]|$)"
        r"|\b(?:rather\s+than|instead\s+of|as\s+opposed\s+to)\s+(?P<other>(?:[\w'’@.-]+\s*){1,6}?)(?=[.,;:]|$)",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:,\s*|\band\s+|\bbut\s+)(?P<denied>(?:[\w'’-]+\s+){1,3}?)(?:is|are|does|do|was|were|may|can|will)\s+not"
        r"(?=\s*(?:[.,;:]|$))(?P<other>)",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?P<denied>[가-힣A-Za-z0-9]+?)(?:(?:이|가|은|는)\s?아니라|\s?말고|\s대신(?:에)?)(?=[\s,])"
        r"(?P<other>)"
    ),
)


@dataclass(frozen=True)
class Contrast:
    """One sentence."""

    said: str
    """The sentence without what it denies."""
    denied: tuple[str, ...]


@lru_cache(maxsize=2_048)
def contrast_of(sentence: str) -> Contrast:
    """What it says and what it denies by naming something else instead."""
    said, denied = sentence, list[str]()
    for pattern in _DENIED:
        for found in pattern.finditer(sentence):
            denied.append((found["denied"] or found["other"]).strip())
        said = pattern.sub(" ", said)
    return Contrast(said, tuple(denied))
