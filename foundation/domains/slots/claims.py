"""Which slot a figure is meant for when a pack has several of one parser: 보증금 1000에 월세 50.

The words right before a figure decide, then those right behind it; a figure nobody claims is the first such slot's.
Of a pair said after one word (월세 1000에 50, 월세 1000/50) the second figure is the word's, the first one the first
slot's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from foundation.domains.schema.pack import Slot
from foundation.language.spans import Found

_NEARBY = 40
"""Characters looked at on either side of a figure."""
_BETWEEN = r"(?:으로|이|가|은|는|을|를|로|의|에|:)?\s*(?:of|is|at|for|to|between|about|a)?\s*$"
_PAIRED = r"\s*[\d,]+\s*(?:만\s*원?)?\s*(?:에|/)\s*$"
_BOUND = r"^\s*(?:이하|이상|미만|초과|정도|짜리|대|내외|안팎)?\s*(?:의|인)?\s*(?:of\s+|in\s+|as\s+)?(?:the\s+)?"
_IS_PAIRED = re.compile(r"^\s*(?:에|/)\s*\d")


def claimed(found: Sequence[Found], slot: Slot, text: str, slots: Sequence[Slot]) -> tuple[Found, ...]:
    """The figures that are meant for this slot."""
    alike = [other for other in slots if other.parser == slot.parser]
    if len(alike) < 2:
        return tuple(found)
    return tuple(one for one in found if _owner(one, text, alike) is slot)


def _owner(figure: Found, text: str, alike: Sequence[Slot]) -> Slot:
    before, after = text[max(0, figure.start - _NEARBY) : figure.start], text[figure.end : figure.end + _NEARBY]
    paired = _IS_PAIRED.match(after) is not None
    for slot in alike:
        if slot.said_with and _pattern(slot.said_with, "before").search(before):
            return alike[0] if paired else slot
    for slot in alike:
        if slot.said_with and _pattern(slot.said_with, "paired").search(before):
            return slot
    for slot in alike:
        if slot.said_with and _pattern(slot.said_with, "behind").match(after):
            return slot
    return alike[0]


@lru_cache(maxsize=64)
def _pattern(said_with: tuple[str, ...], where: str) -> re.Pattern[str]:
    words = "|".join(_word(word) for word in sorted(said_with, key=len, reverse=True))
    match where:
        case "before":
            pattern = rf"(?:{words})\s*{_BETWEEN}"
        case "paired":
            pattern = rf"(?:{words}){_PAIRED}"
        case _:
            pattern = rf"{_BOUND}(?:{words})(?!\s*\d)"
    return re.compile(pattern, re.IGNORECASE)


def _word(word: str) -> str:
    """Latin words and single syllables must be whole words: 3월 50만원 is no 월 50만원."""
    inner = r"\s*".join(re.escape(part) for part in word.split())
    if word.isascii():
        return rf"\b{inner}\b"
    return rf"(?<![0-9가-힣A-Za-z]){inner}(?![가-힣])" if len(word) == 1 else inner
