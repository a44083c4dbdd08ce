"""How much of a person's text the rules read. Reading costs tens of microseconds a character and each value read is one
more condition of every search, so both are limited: one person's text must not delay the others."""

from __future__ import annotations

import re

READ_CHARACTERS = 2_000
"""Characters of a question: the longest that is read in full. The longest question of the shipped packs' labels has
120."""
READ_VALUES = 32
"""Values of slots read from one question: Seoul has 25 districts. A search by 790 places took 5 s."""
BLANKS = 16
"""Blanks and line ends in a row that are read: at each of them a pattern that begins with blanks begins anew."""
_GAP = " … "
_LONG_RUN = re.compile(rf"(\s{{{BLANKS}}})\s+")


def closed_up(text: str) -> str:
    """The text, of a long run of blanks its beginning."""
    return _LONG_RUN.sub(r"\1", text)


def as_read(text: str, most: int = READ_CHARACTERS) -> str:
    """The text closed up; of a longer one its beginning and its end (people paste first and ask last)."""
    text = closed_up(text)
    if len(text) <= most:
        return text
    beginning = (most - len(_GAP)) // 2
    return f"{text[:beginning]}{_GAP}{text[beginning + len(_GAP) - most :]}"
