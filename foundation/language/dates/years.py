"""Periods of which a text says no year, and the same ones of an earlier year."""

from __future__ import annotations

import re
from datetime import date

from foundation.language.dates.days import EN_MONTH, YEAR_WORDS
from foundation.language.dates.periods import find_periods, in_year_of, months
from foundation.language.spans import Found

_OF_A_YEAR = re.compile(
    rf"(?:1[0-2]|0?[1-9])\s*월|[상하]반기|분기|\b{EN_MONTH}\b|\b(?:quarter|half|[hq][1-4])\b", re.IGNORECASE
)
"""What every year has: a month, a quarter, a half."""
_SAYS_YEAR = re.compile(
    rf"(?:19|20)\d\d|\d\d\s*년|{'|'.join(YEAR_WORDS)}|지난|직전|이번|이후|이래|\b(?:last|this|since)\b", re.IGNORECASE
)


def names_no_year(text: str, today: date) -> bool:
    """True if it names months or days, and of none the year, in whatever words (10월, in October, 상반기)."""
    stretches = [text[one.start : one.end] for one in find_periods(text, today)]
    return bool(stretches) and all(_OF_A_YEAR.search(one) and not _SAYS_YEAR.search(one) for one in stretches)


def years_back(value: str, years: int) -> str:
    """The same months or days of an earlier year."""
    return in_year_of(Found(value, 0, 0), int(months(value)[1][:4]) - years).value
