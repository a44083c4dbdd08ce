"""Who acts in a question: the landlord or the tenant, the buyer or the seller, the person who asks.

A pack names the words for opposing parties (`dictionary.yaml`, `parties`); a question in which another of them acts is
another question, however many words it shares and whatever the available passages hold.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

_SELF = re.compile(r"(?<![가-힣])(?:제가|내가|저는|나는|우리가|저희가)|\b(?:I|we|We)\b")
_ASKER = -1
"""Represents the person who asks."""
_BEFORE = (
    r"(?:^|[.,?!:;]\s*|\b(?:if|when|whether|that|and|but|because|once|how|why|can|may|might|must|could|should|would|will"
    r"|shall|does|do|did|is|are|was|has|have)\s+)(?:not\s+)?(?:(?:the|a|an|my|our|your|his|her|their)\s+)?"
)
"""What precedes an English subject: the start, a conjunction or an auxiliary, never a verb or a preposition."""
_AFTER = r"(?:들|측|분)?(?:이|가|은|는|께서)(?![가-힣])"
"""What makes a Korean word the subject."""


def another_acts(stored: str, asked: str, parties: Sequence[Sequence[str]]) -> bool:
    """True if both name an actor, and not the same one. Without declared parties no actors are distinguished."""
    words = tuple(tuple(each) for each in parties)
    if not words:
        return False
    before, now = acting(stored, words), acting(asked, words)
    return bool(before) and bool(now) and not now <= before


@lru_cache(maxsize=1024)
def acting(text: str, parties: tuple[tuple[str, ...], ...]) -> frozenset[int]:
    """Positions in `parties` of those who act; the asker too, if the text says "I"."""
    found = {at for at, pattern in enumerate(_patterns(parties)) if pattern.search(text)}
    return frozenset(found | ({_ASKER} if _SELF.search(text) else set()))


@lru_cache(maxsize=16)
def _patterns(parties: tuple[tuple[str, ...], ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(_pattern(words) for words in parties)


def _pattern(words: Sequence[str]) -> re.Pattern[str]:
    english = "|".join(re.escape(word) for word in words if word.isascii())
    korean = "|".join(re.escape(word) for word in words if not word.isascii())
    ways = ([rf"(?:{korean}){_AFTER}"] if korean else []) + ([rf"{_BEFORE}(?:{english})s?\b"] if english else [])
    return re.compile("|".join(ways), re.IGNORECASE)
