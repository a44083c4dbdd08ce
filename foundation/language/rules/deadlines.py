"""A day that a question names (the baby is due on 1 May), and what a rule counts from such a day: at least 15 weeks
before the due date, within a month, 들어온 지 15일 안에.

Whether the rule counts from the day that is named, and not from another one, is told by words: what happens on the day
stands in the question beside it, and in the rule beside the length.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from foundation.language.dates.days import Days, DaysFound, find_days, in_year
from foundation.language.dates.offsets import Offset, Unit, moved
from foundation.language.numerals import ENGLISH_TO_TWENTY, NATIVE, english_value, native_value
from foundation.language.stop_words import ENGLISH_STOP
from foundation.language.tokens import StemmedWords
from foundation.language.verb_stems import stems_in

_ASKS = re.compile(
    r"언제|며칠|몇\s?일까지|마지막\s?날|기한"
    r"|^\W*(?:(?:and|so|ok)\s+)?when\b|\bwhen\s+(?:do|does|did|can|could|must|should|is|are|will|would|shall)\b"
    r"|\b(?:by|until)\s+when\b|\b(?:what|which|last|latest|final)\s+(?:day|date)\b|\blatest\b|\bdeadline\b|\bhow\s+late\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    rf"(?<![\d.,])(?P<ko>\d{{1,3}}|{NATIVE})\s?(?P<unit>개월|달|주일?|일|년)(?:\s?(?P<side>전|이내|안|내|후|뒤))?(?!부터|[가-힣]{{0,2}}?세)"
    rf"|\b(?P<within>within\s+)?(?P<en>\d{{1,3}}|{ENGLISH_TO_TWENTY})[\s-]+(?P<unit_en>day|week|month|year)s?['’]?"
    r"(?:\s+(?P<side_en>before|prior\s+to|ahead\s+of|after|of|from|following))?(?![\w-])",
    re.IGNORECASE,
)
_UNITS: dict[str, Unit] = {
    **{"일": "day", "주": "week", "주일": "week", "달": "month", "개월": "month", "년": "year"},
    **{"day": "day", "week": "week", "month": "month", "year": "year"},
}
_KOREAN = {"day": "일", "week": "주", "month": "개월", "quarter": "분기", "year": "년"}
_BETWEEN = re.compile(rf"(?:\d|{ENGLISH_TO_TWENTY}|{NATIVE})\s*(?:and|to|or|[~–-])\s*$", re.IGNORECASE)
"""The first of two lengths stands before: between six and two months."""
_BEFORE = re.compile(r"전|before|prior|ahead", re.IGNORECASE)
_LIMITS = frozenset({"이내", "안", "내"})
_KEPT = re.compile(r"기간|기한|\b(?:period|time|retention|deadline)\b", re.IGNORECASE)
"""The head of a column of lengths that begin with what the row is of."""
_ENDS = re.compile(
    r"[,.;:?!|]|\b(?:but|and|so|because|unless|if)\b|(?<=[가-힣]{2})(?:는데|은데|인데|지만|니까|고|며)(?=\s)", re.I
)
_WORD = re.compile(r"[A-Za-z]{3,}|[가-힣]{2,}")
_STEMMER = StemmedWords()


@dataclass(frozen=True)
class DayNamed:
    """The one day of a question."""

    day: date
    beside: str
    """The words of its clause, without the day."""


@dataclass(frozen=True)
class Counted:
    """What a rule counts from a day."""

    offset: Offset
    beside: str
    """What it counts from, in the rule's words."""

    @property
    def is_before(self) -> bool:
        """It counts back from the day."""
        return self.offset.count < 0

    def length_in(self, language: str) -> str:
        """The length in words: 15 weeks, 3개월."""
        count, unit = abs(self.offset.count), self.offset.unit
        if language == "ko":
            return f"{count}{_KOREAN[unit]}"
        return f"{count} {unit}{'' if count == 1 else 's'}"

    def from_day(self, day: date) -> date | None:
        """The day that the rule comes to; None beyond all calendars."""
        try:
            value = moved(f"{day}..{day}", self.offset)
        except (OverflowError, ValueError):
            return None
        return None if value is None else date.fromisoformat(value.split("..")[0])


def asks_for_a_day(question: str) -> bool:
    """True for: until when, which day, at the latest."""
    return _ASKS.search(question) is not None


def day_named(question: str, near: date, today: date) -> DayNamed | None:
    """The one day that a question names; None for none or several. Without a year it is the one nearest to `near`."""
    found = sorted(find_days(question, today), key=lambda one: (one.start - one.end, one.start))
    kept: list[DaysFound] = []
    for one in found:
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    days = [_nearest(one, near) for one in kept]
    if len(kept) != 1 or days[0][0] != days[0][1]:
        return None
    start, end = _clause(question, kept[0].start, kept[0].end)
    return DayNamed(days[0][0], f"{question[start : kept[0].start]} {question[kept[0].end : end]}")


def counted_in(rule: str, heads: Sequence[str] = ()) -> Counted | None:
    """What a rule counts, if that is one length of time on one side of a day. `heads`: of its table, for a row of one;
    there a length without a side runs from what the row is of."""
    matches = list(_COUNTED.finditer(rule))
    if any(_BETWEEN.search(rule[: match.start()]) for match in matches):
        return None
    found = [one for match in matches if (one := _read(match, rule, heads)) is not None]
    return found[0] if len({(one.offset.unit, one.offset.count) for one in found}) == 1 else None


def is_counted_from(counted: Counted, beside: str) -> bool:
    """True if what stands beside the day and what the rule counts from have a word in common, in whatever form."""
    return bool(_stems(counted.beside) & _stems(beside))


def _nearest(found: DaysFound, near: date) -> Days:
    if not found.no_year:
        return found.days
    years = (near.year - 1, near.year, near.year + 1)
    return min((in_year(found.days, year) for year in years), key=lambda each: abs((each[0] - near).days))


def _clause(text: str, start: int, end: int) -> tuple[int, int]:
    """The clause around a stretch."""
    ends = [one for one in _ENDS.finditer(text) if one.end() <= start or one.start() >= end]
    before = [one.end() for one in ends if one.end() <= start]
    behind = [one.start() for one in ends if one.start() >= end]
    return (before[-1] if before else 0), (behind[0] if behind else len(text))


def _read(match: re.Match[str], rule: str, heads: Sequence[str]) -> Counted | None:
    side = match["side"] or match["side_en"] or ""
    within, kept = bool(match["within"]), bool(heads) and bool(_KEPT.search(" ".join(heads)))
    if side.lower() in ("", "of", "from") and not within and not kept:
        return None
    count = _number(match["ko"] or match["en"])
    sign = -1 if _BEFORE.match(side) else 1
    start, end = _clause(rule, *match.span())
    # English says behind the length what it counts from, Korean before it; a limit alone is of the whole rule.
    said = rule[match.end() : end] if match["side_en"] else rule[start : match.start()] if match["side"] else ""
    limit = not side or side in _LIMITS
    beside = said if _stems(said) or not limit else f"{rule[: match.start()]} {rule[match.end() :]}"
    unit = _UNITS[(match["unit"] or match["unit_en"]).lower()]
    return Counted(Offset(unit, sign * count, *match.span()), beside) if count else None


def _number(written: str) -> int:
    if written.isdecimal():
        return int(written)
    value = english_value(written) if written.isascii() else native_value(written)
    return int(value or 0)


def _stems(text: str) -> frozenset[str]:
    words = [one.lower() for one in _WORD.findall(text)]
    english = {term for one in words if one.isascii() and one not in ENGLISH_STOP for term in _STEMMER.terms(one)}
    return frozenset(english | stems_in(text))
