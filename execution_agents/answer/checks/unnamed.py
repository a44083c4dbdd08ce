"""What a question names and the evidence does not: an abbreviation or a code found nowhere (SCADA, E-20), or one of two
things the question asks to distinguish. The nearest sentences are then about something else, however similar they
look."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from execution_agents.answer.evidence.contexts import stem
from foundation.language.tokens import normalised

_ABBREVIATION = re.compile(r"(?<![A-Za-z0-9-])[A-Z][A-Z0-9]{1,9}(?![A-Za-z0-9-])")
_ORDINARY = frozenset({"URL", "IP", "ID", "PC", "TV", "OK", "FAQ", "PDF", "AM", "PM", "UK", "US", "EU", "KRW", "USD"})
"""Kinds of facts, units and everyday words: a passage may answer without them."""
_CODE = re.compile(
    r"(?<![A-Za-z0-9.-])(?=[A-Za-z-]{0,9}[0-9])[A-Za-z][A-Za-z0-9]{0,9}(?:-[A-Za-z0-9]{1,9}){0,3}(?![A-Za-z0-9.-])"
)
"""A model, an error, a tag: E-20, MOON-B90, TIT302. It names one thing alone: a passage about E-07 says nothing of
E-20."""
_PART = re.compile(r"[A-Za-z]+|[0-9]+")
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
    """True if an abbreviation or a code of the question occurs nowhere in the evidence (titles and texts), under any of
    its names; a code matches in any spacing and case."""
    if absent_abbreviations(question, evidence, synonyms):
        return True
    codes = {one for one in _CODE.findall(question) if one not in _ORDINARY}
    return any(not _written(one, evidence) and not _any(synonyms(one), evidence) for one in codes)


def absent_abbreviations(question: str, evidence: Sequence[str], synonyms: Synonyms) -> list[str]:
    """The abbreviations of the question that occur nowhere in the evidence, under any of their names; no codes."""
    named = [one for one in _ABBREVIATION.findall(question) if one not in _ORDINARY and not _CODE.fullmatch(one)]
    return [one for one in named if not _held(one, evidence, synonyms)]


def tells_others_apart(question: str, passage: str, synonyms: Synonyms) -> bool:
    """True if the question asks how two things differ and the passage (title and text) does not mention both."""
    pairs = [match.groups() for pattern in _APART for match in pattern.finditer(question)]
    return any(not _held(stem(one), (passage,), synonyms) for pair in pairs for one in pair)


def _written(code: str, texts: Sequence[str]) -> bool:
    """True if a text has the code on its own, its parts joined, separated or hyphenated (E-07, E07, E 07)."""
    parts = r"[\s-]?".join(_PART.findall(code))
    alone = re.compile(rf"(?<![A-Za-z0-9]){parts}(?![0-9])", re.IGNORECASE)
    return any(alone.search(normalised(text)) for text in texts)


def _held(word: str, texts: Sequence[str], synonyms: Synonyms) -> bool:
    return _any((word, *synonyms(word)), texts)


def _any(names: Sequence[str], texts: Sequence[str]) -> bool:
    return any(name.casefold() in text.casefold() for text in texts for name in names)
