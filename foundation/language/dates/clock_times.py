"""Times of day, however they are written: 05:30, 5시 30분, 오후 두 시 반, 2:30 pm, noon, half past two."""

from __future__ import annotations

import re
from decimal import Decimal

from foundation.language.numerals import ENGLISH_TO_TWENTY, NATIVE, english_value, native_value

Parts = tuple[int | None, ...]
"""Hour 0..24 as far as it is known, minute, and 0 before noon, 1 after it, None if the text does not say which."""
_SPELLED = rf"{NATIVE}|{ENGLISH_TO_TWENTY}"
_HALF_AND_QUARTER = {"half past": 30, "quarter past": 15, "quarter to": -15}
CLOCK = (
    r"(?P<clock>(?P<c_named>(?<![가-힣])(?:정오|자정)(?!표)|\b(?:noon|midnight)\b)"
    rf"|(?:\b(?P<c_past>half past|quarter past|quarter to)\s+|(?P<c_day>오전|오후|새벽|아침|낮|저녁|밤)\s*)?"
    rf"(?P<c_hour>(?<![\d.:,])(?:2[0-4]|[01]?\d)|(?<![가-힣A-Za-z])(?:{_SPELLED}))"
    r"(?(c_past)(?![\w:])|(?::(?P<c_minute>[0-5]\d)(?![\d:])"
    r"|\s?시(?![간장공스도군적])(?:\s?(?P<c_minute2>[0-5]?\d)\s?분(?![의류기야])|\s?(?P<c_half>반)(?=[에부까이을은쯤경]|[^가-힣]|$))?"
    r"|\s?o['’]clock\b|(?=\s?[ap]\.?m\b)))(?:\s?(?P<c_noon>[ap])\.?m\b\.?)?)"
)
"""In a pattern without regard to case."""
NOON = 12
_SAID = {"오전": 0, "새벽": 0, "아침": 0, "a": 0, "오후": 1, "저녁": 1, "p": 1}
_EARLY = {"낮": 6, "밤": 5}
"""낮 is said of the hours up to six after noon, 밤 of those up to five after midnight; each else of those before."""


def clock_parts(match: re.Match[str]) -> Parts:
    """What a match of CLOCK says."""
    if match["c_named"]:
        return NOON, 0, int(match["c_named"].lower() in ("정오", "noon"))
    written, said = match["c_hour"].lower(), (match["c_day"] or match["c_noon"] or "").lower()
    hour = int(written) if written.isdecimal() else int(native_value(written) or english_value(written))
    minute = 30 if match["c_half"] else int(match["c_minute"] or match["c_minute2"] or 0)
    minute += _HALF_AND_QUARTER[" ".join(match["c_past"].lower().split())] if match["c_past"] else 0
    if minute < 0:
        hour, minute = (hour - 1) or NOON, minute + 60
    if hour > NOON or written.startswith("0"):
        return hour, minute, int(NOON <= hour < 2 * NOON)
    if said in _EARLY:
        return hour, minute, int((hour % NOON <= _EARLY[said]) == (said == "낮"))
    return hour, minute, _SAID.get(said)


def clocks_agree(one: Parts, other: Parts) -> bool:
    """The same time of day; where one of them does not say which half of the day, the hours on a dial."""
    if one[1] != other[1]:
        return False
    if one[2] is None or other[2] is None:
        return (one[0] or 0) % NOON == (other[0] or 0) % NOON
    return minutes_of(one) == minutes_of(other)


def minutes_of(parts: Parts) -> Decimal:
    """Since midnight, on a dial of twelve hours where nothing says which half."""
    hour, minute, half = (one or 0 for one in parts)
    return Decimal((hour % NOON + NOON * half) * 60 + minute)
