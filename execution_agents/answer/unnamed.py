"""What a question names and the evidence does not: an abbreviation that stands nowhere (SCADA), one of two things that
are to be told apart. The nearest sentences are then about something else, however alike their other words are."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from execution_agents.answer.contexts import stem

_ABBREVIATION = re.compile(r"(?<![A-Za-z0-9-])[A-Z][A-Z0-9]{1,9}(?![A-Za-z0-9-])")
_ORDINARY = frozenset({"URL", "IP", "ID", "PC", "TV", "OK", "FAQ", "PDF", "AM", "PM", "UK", "US", "EU", "KRW", "USD"})
"""Kinds of facts, units and words of everyday: a passage may answer without them."""
_APART = (
    re.compile(
        r"(?<![가-힣A-Za-z0-9])([가-힣A-Za-z0-9]{2,40}?)(?:와|과|이랑|랑|하고)\s+([가-힣A-Za-z0-9]{2,40}?)(?:의|은|는|이|가)?\s*"
        r"(?:차이|다른\s*점|(?:뭐가|무엇이|어떻게)\s*(?:달|다르))"
    ),
    re.compile(
        r"\bdifferences?\s+between\s+(?:an?\s+|the\s+)?([\w-]+)\s+and\s+(?:an?\s+|the\s+)?([\w-]+)", re.IGNORECASE
    ),
)

Synonyms = Callable[[str], Sequence[str]]
"""A text -> the field's words for what it says."""


def names_nothing_there(question: str, evidence: Sequence[str], synonyms: Synonyms) -> bool:
    """True when an abbreviation of the question stands nowhere in the evidence (titles and texts), under no name."""
    asked = [one for one in dict.fromkeys(_ABBREVIATION.findall(question)) if one not in _ORDINARY]
    return any(not _held(one, evidence, synonyms) for one in asked) if asked else False


def tells_others_apart(question: str, passage: str, synonyms: Synonyms) -> bool:
    """True when the question asks how two things differ and the passage (title and text) does not speak of both."""
    pairs = [match.groups() for pattern in _APART for match in pattern.finditer(question)]
    return any(not _held(stem(one), (passage,), synonyms) for pair in pairs for one in pair)


def _held(word: str, texts: Sequence[str], synonyms: Synonyms) -> bool:
    names = [name.casefold() for name in (word, *synonyms(word))]
    return any(name in text.casefold() for text in texts for name in names)
