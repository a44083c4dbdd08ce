"""Times that no calendar has: the 31st of February, month 13, the year 99999, a span that ends before it begins, and
fewer than no nights."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator

LEAP = 2024
"""A year with a 29th of February: a day without a year may be one of it."""
_KOREAN = re.compile(r"(?<!\d)(?:(\d{4,6})\s*년\s*)?(\d{1,3})\s*월(?:\s*(\d{1,3})\s*일)?(?!간|세)")
_YEAR = re.compile(r"(?<![\d.,])\d{5,6}\s*년(?!\s*\d|\s*[전뒤후만]|동안|간|치)|\byear\s+\d{5,6}\b")
_FEWER = re.compile(
    r"(?<!\S)[-\u2212]\d+\s*(?:(?:년|개월|주|일|박)(?!\s*\d)|(?:nights?|days?|weeks?|months?|years?)\b)"
)
"""Right behind a blank: what stands behind a word or a number is its hyphen."""
_NUMBERS = re.compile(r"(?<![\d.-])(\d{4})-(\d{1,2})-(\d{1,2})(?![\d.-])")
_ENGLISH = re.compile(
    r"\b(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.?\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?\b(?!\s*\d)",
    re.IGNORECASE,
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_SPAN = re.compile(
    r"(\d{4})\s*년\s*(\d{1,2})\s*월\s*(?:부터|에서|~|-)\s*(?:(\d{4})\s*년\s*)?(\d{1,2})\s*월"
    r"|(\d{4})-(\d{1,2})\s*(?:~|to|until)\s*(\d{4})-(\d{1,2})"
)


def impossible_times(text: str) -> tuple[str, ...]:
    """The times of a text that there are not, as they are written, each once."""
    others = (match.group() for pattern in (_YEAR, _FEWER) for match in pattern.finditer(text))
    return tuple(dict.fromkeys((*_days(text), *_spans(text), *others)))


def _days(text: str) -> Iterator[str]:
    for pattern in (_KOREAN, _NUMBERS):
        for match in pattern.finditer(text):
            year, month, day = (int(part) if part else None for part in match.groups())
            if month is not None and not _exists(year, month, day):
                yield match.group().strip()
    for match in _ENGLISH.finditer(text):
        if not _exists(None, 1 + _MONTHS.index(match["month"].lower()[:3]), int(match["day"])):
            yield match.group()


def _exists(year: int | None, month: int, day: int | None) -> bool:
    if not 1 <= month <= 12 or (year is not None and not 1 <= year <= 9_999):
        return False
    return day is None or 1 <= day <= monthrange(year or LEAP, month)[1]


def _spans(text: str) -> Iterator[str]:
    for match in _SPAN.finditer(text):
        first, month, last, until, *others = match.groups()
        begins = (int(first or others[0]), int(month or others[1]))
        ends = (int(last or first or others[2]), int(until or others[3]))
        # Without a year of its own the end may lie in the next one: 11월부터 2월까지.
        if begins > ends and (last or others[2]):
            yield match.group()
