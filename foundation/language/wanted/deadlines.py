"""A deadline that a question asks for from a day it names (my lease ends on 31 March, by when do I have to tell you?),
and what a rule counts from such a day: two months before the end, within 30 days."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from foundation.language.dates.days import Days, DaysFound, find_days, in_year
from foundation.language.dates.offsets import Offset, Unit, moved
from foundation.language.numerals import ENGLISH_TO_TWENTY, NATIVE, english_value, native_value

_ASKS = re.compile(
    r"언제까지|(?:며칠|몇\s?일)까지|마지막\s?날|늦어도|기한[은이]?\s*(?:언제|며칠)"
    r"|\b(?:by|until)\s+when\b|\b(?:last|latest)\s+(?:day|date)\b|\bdeadline\b|\bhow\s+late\b"
    r"|\bwhen\b.{0,40}\b(?:at\s+the\s+latest|by)\b|\bwhat\s+(?:day|date)\b.{0,40}\bby\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    rf"(?<![\d.,])(?P<ko>\d{{1,3}}|{NATIVE})\s?(?P<unit>개월|달|주일?|일|년)\s?(?P<side>전|이내|안|내|후|뒤)(?!부터|[가-힣]{{0,2}}?세)"
    rf"|\b(?P<within>within\s+)?(?P<en>\d{{1,3}}|{ENGLISH_TO_TWENTY})[\s-]+(?P<unit_en>day|week|month|year)s?['’]?"
    r"(?:\s+notice)?(?:\s+(?P<side_en>before|prior\s+to|ahead\s+of|after|of|from|following))?(?![\w-])",
    re.IGNORECASE,
)
_UNITS: dict[str, Unit] = {
    **{"일": "day", "주": "week", "주일": "week", "달": "month", "개월": "month", "년": "year"},
    **{"day": "day", "week": "week", "month": "month", "year": "year"},
}
_BEFORE = re.compile(r"전|before|prior|ahead", re.IGNORECASE)
_BEGINS = re.compile(r"시작|입주|개시|들어[가갔온왔]|\b(?:start|begin|began|mov(?:e|ed|ing)\s+in|sign)", re.IGNORECASE)
_ENDS = re.compile(r"끝|만료|만기|종료|\b(?:end|expir|terminat|finish)", re.IGNORECASE)


@dataclass(frozen=True)
class Counted:
    """What a rule counts from a day."""

    offset: Offset
    length: str
    """In the rule's words, without the side: 2개월."""

    @property
    def is_before(self) -> bool:
        """It counts back from the day."""
        return self.offset.count < 0


def deadline_from(question: str, today: date) -> date | None:
    """The one day that a deadline is asked from; None where no deadline is asked for, or where it names no day or more
    than one. A day without a year is the one nearest to today."""
    if not _ASKS.search(question):
        return None
    named = {_nearest(found, today) for found in find_days(question, today)}
    days = {first for first, last in named if first == last}
    return days.pop() if len(named) == len(days) == 1 else None


def without_day(question: str, whole: str, today: date) -> str:
    """A question without the day that a deadline is asked from, in its own words or in `whole`, with which it is
    complete: no rule says it, and a rule of another matter may (carried leave must be used by 31 March)."""
    if deadline_from(question, today) is None and deadline_from(whole, today) is None:
        return question
    for start, end in sorted({(found.start, found.end) for found in find_days(question, today)}, reverse=True):
        question = f"{question[:start]} {question[end:]}"
    return " ".join(question.split())


def is_of_another_day(question: str, whole: str, today: date) -> bool:
    """True if a question only names another day for the deadline that `whole`, with which it is complete, asks for (and
    if it ends on 15 May?)."""
    asks = deadline_from(question, today) is not None or deadline_from(whole, today) is None
    return not asks and any(True for _ in find_days(question, today))


def _nearest(found: DaysFound, today: date) -> Days:
    """Of the same days in the years around, those nearest to today."""
    if not found.no_year:
        return found.days
    years = (today.year - 1, today.year, today.year + 1)
    return min((in_year(found.days, year) for year in years), key=lambda each: abs((each[0] - today).days))


def counted_in(rule: str) -> Counted | None:
    """What a rule counts, if that is one length of time on one side of a day; several, of whom or of what they may be,
    are none."""
    found = {one.offset.unit + str(one.offset.count): one for match in _COUNTED.finditer(rule) if (one := _read(match))}
    return next(iter(found.values())) if len(found) == 1 else None


def is_other_side(question: str, rule: str) -> bool:
    """True if a question tells when something began, and the rule counts from an end, or the other way round."""
    begins, ends = (bool(each.search(question)) for each in (_BEGINS, _ENDS))
    from_begin, from_end = (bool(each.search(rule)) for each in (_BEGINS, _ENDS))
    return (begins and not ends and from_end and not from_begin) or (
        ends and not begins and from_begin and not from_end
    )


def deadline(day: date, counted: Counted) -> date | None:
    """The day that the rule comes to; None beyond all calendars."""
    try:
        value = moved(f"{day}..{day}", counted.offset)
    except (OverflowError, ValueError):
        return None
    return None if value is None else date.fromisoformat(value.split("..")[0])


def _read(match: re.Match[str]) -> Counted | None:
    side = match["side"] or match["side_en"] or ""
    if match["en"] and not match["within"] and side.lower() in ("", "of", "from"):
        return None
    written, named = match["ko"] or match["en"], match["unit"] or match["unit_en"]
    count = _number(written)
    sign = -1 if _BEFORE.match(side) else 1
    length = match[0][: match[0].rindex(side)] if side else match[0]
    length = length.removeprefix(match["within"] or "").strip()
    return None if not count else Counted(Offset(_UNITS[named.lower()], sign * count, *match.span()), length)


def _number(written: str) -> int:
    if written.isdecimal():
        return int(written)
    value = english_value(written) if written.isascii() else native_value(written)
    return int(value or 0)
