"""Lengths of time that a sentence counts by: after 4 years, 7년마다, 15 weeks before, 3년에 한 번."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from foundation.language.numerals import ENGLISH_TO_TWENTY, NATIVE, english_value, native_value

Unit = Literal["day", "week", "month", "year"]
_UNITS: dict[str, Unit] = {
    **{"일": "day", "주": "week", "주일": "week", "달": "month", "개월": "month", "년": "year"},
    **{"day": "day", "week": "week", "month": "month", "year": "year"},
}
_COUNTED = re.compile(
    rf"(?<![\d.,가-힣])(?<!월\s)(?P<ko>\d{{1,3}}|{NATIVE})\s?(?P<unit>개월|달|주일?|일|년)(?!\s*\d|[가-힣]*\s*(?:\d|째|차|생))"
    r"(?P<again_ko>\s?(?:마다|에\s?한\s?번|주기))?(?P<back_ko>\s?전)?"
    rf"|(?P<again>\b(?:every|each)\s+)?\b(?P<en>\d{{1,3}}|{ENGLISH_TO_TWENTY})[\s-]+(?P<unit_en>day|week|month|year)s?\b"
    r"(?P<back>\s+(?:before|prior\s+to|ahead))?"
    r"|\bafter\s+(?P<bare>\d{1,3})(?=\s*(?:[.,;)]|$))",
    re.IGNORECASE,
)
_OF_OTHER_DAYS = re.compile(r"영업일|근무일|업무일|평일|\bworking\b|\bbusiness\b|\bcalendar\b", re.IGNORECASE)
"""Days that no calendar counts by itself."""


@dataclass(frozen=True)
class Length:
    """One of them, with its stretch [start, end) of the text."""

    unit: Unit
    count: int
    start: int
    end: int
    back: bool = False
    """It lies before what it is counted from."""
    again: bool = False
    """It is how often something happens."""


def lengths_in(text: str) -> tuple[Length, ...]:
    """In order; none where working days are counted. A number behind "after" is of the unit before it (laptops after 4
    years, monitors after 7)."""
    return () if _OF_OTHER_DAYS.search(text) else tuple(_lengths(text))


def _lengths(text: str) -> Iterator[Length]:
    last: Length | None = None
    for match in _COUNTED.finditer(text):
        if match["bare"]:
            if last is not None:
                yield replace(last, count=int(match["bare"]), start=match.start("bare"), end=match.end())
            continue
        count = _number(match["ko"] or match["en"])
        if count:
            unit = _UNITS[(match["unit"] or match["unit_en"]).lower()]
            back, again = bool(match["back_ko"] or match["back"]), bool(match["again_ko"] or match["again"])
            last = Length(unit, count, *match.span(), back=back, again=again)
            yield last


def _number(written: str) -> int:
    if written.isdecimal():
        return int(written)
    value = english_value(written) if written.isascii() else native_value(written)
    return int(value or 0)
