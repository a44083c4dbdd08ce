"""How much of what somebody wrote the rules read. Reading costs tens of microseconds a character and each value read
is one more condition of every search, so both are bounded: what one person writes must not hold up the others."""

from __future__ import annotations

READ_CHARACTERS = 2_000
"""Of a question: the longest that is read whole. The longest question of the shipped packs' labels has 120."""
READ_VALUES = 32
"""Values of slots read from one question: Seoul has 25 districts. A search by 790 places took 5 s."""
_GAP = " … "


def as_read(text: str, most: int = READ_CHARACTERS) -> str:
    """The text, of a longer one its beginning and its end (people paste first and ask last)."""
    if len(text) <= most:
        return text
    beginning = (most - len(_GAP)) // 2
    return f"{text[:beginning]}{_GAP}{text[beginning + len(_GAP) - most :]}"
