"""A moment as text that is no number: a writer's figures are checked against the data, and these are in no data."""

from __future__ import annotations

import re
import time

DIGITS = "가나다라마바사아자차"
"""0 to 9."""
LENGTH = 13
"""Digits of milliseconds since 1970, until the year 2286."""
MARK = re.compile(f"[{DIGITS}]{{{LENGTH}}}")
_TO_TEXT = str.maketrans("0123456789", DIGITS)
_FROM_TEXT = str.maketrans(DIGITS, "0123456789")


def now_marked() -> str:
    """This moment."""
    return str(time.time_ns() // 1_000_000).translate(_TO_TEXT)


def delays_ms(text: str, now_s: float) -> list[float]:
    """How long ago each moment in the text was."""
    return [now_s * 1000 - int(found.translate(_FROM_TEXT)) for found in MARK.findall(text)]
