"""Times of day, however they are written: 05:30, 5시 30분, 오후 2시 반, 2:30 pm. Half past two is no 30 minutes."""

from __future__ import annotations

import re
from decimal import Decimal

Parts = tuple[int | None, ...]
"""Hour 0..24 as far as it is known, minute, and 0 before noon, 1 after it, None where nothing says which."""
CLOCK = (
    r"(?P<clock>(?:(?P<c_day>오전|오후|새벽|아침|낮|저녁|밤)\s*)?(?<![\d.:,])(?P<c_hour>2[0-4]|[01]?\d)"
    r"(?::(?P<c_minute>[0-5]\d)(?![\d:])|\s?시(?![간장공스도군])(?:\s?(?P<c_minute2>[0-5]?\d)\s?분(?![의류기야])|\s?(?P<c_half>반)(?=[에부까이을은쯤경]|[^가-힣]|$))?"
    r"|(?=\s?[ap]\.?m\b))(?:\s?(?P<c_noon>[ap])\.?m\b\.?)?)"
)
"""In a pattern without regard to case."""
_BEFORE_NOON = frozenset({"오전", "새벽", "아침", "a"})
_AFTER_NOON = frozenset({"오후", "저녁", "p"})
"""낮 and 밤 are said of hours on both sides of noon or midnight."""
NOON = 12


def clock_parts(match: re.Match[str]) -> Parts:
    """What a match of CLOCK says."""
    hour, said = int(match["c_hour"]), (match["c_day"] or match["c_noon"] or "").lower()
    minute = 30 if match["c_half"] else int(match["c_minute"] or match["c_minute2"] or 0)
    half = 0 if said in _BEFORE_NOON else 1 if said in _AFTER_NOON else None
    if hour > NOON or match["c_hour"].startswith("0"):
        half = 1 if NOON <= hour < 2 * NOON else 0
    return hour, minute, half


def clocks_agree(one: Parts, other: Parts) -> bool:
    """The same time of day; where one of them does not say which half of the day, the hours on a dial."""
    if one[1] != other[1]:
        return False
    if one[2] is None or other[2] is None:
        return (one[0] or 0) % NOON == (other[0] or 0) % NOON
    return _minutes(one) == _minutes(other)


def minutes_of(parts: Parts) -> Decimal:
    """Since midnight, on a dial of twelve hours where nothing says which half."""
    return Decimal(_minutes(parts))


def _minutes(parts: Parts) -> int:
    hour, minute, half = (one or 0 for one in parts)
    return (hour % NOON + NOON * half) * 60 + minute
