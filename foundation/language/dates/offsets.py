"""Times said relative to another time, and not to today: 그 전달, 1년 뒤, the month before, same month last year.

A step names the calendar's next or last unit (전달: the whole month before); a count (석 달 전) moves a time and keeps
its length. What a count belongs to is open: two months ago may also be a deadline, or when somebody moved in. To which
time they are relative, and whether a count is one at all, is decided by who knows the conversation.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from foundation.language.dates.periods import NO_ERRAND, canonical_days, days, is_days
from foundation.language.numerals import ENGLISH_TO_TWENTY, NATIVE, english_value, native_value

Unit = Literal["day", "week", "month", "quarter", "year"]
_MONTHS: dict[Unit, int] = {"month": 1, "quarter": 3, "year": 12}
_DAYS: dict[Unit, int] = {"day": 1, "week": 7}


@dataclass(frozen=True)
class Offset:
    """One such time, with its stretch [start, end) of the text."""

    unit: Unit
    count: int
    """Of units; negative: before."""
    start: int
    end: int
    step: bool = False
    """It names the next or last unit itself: the month before is a whole month."""
    sure: bool = True
    """False for words that may say something else: a deadline (2개월 전에), a month seen from today (다음 달)."""
    year: int | None = None
    """The year it lies in, where one is written: 2024년 같은 달."""


@dataclass(frozen=True)
class _Rule:
    pattern: re.Pattern[str]
    read: Callable[[re.Match[str]], Offset | None]


def offsets_in(text: str) -> tuple[Offset, ...]:
    """In the order of the text; longer readings win."""
    found = sorted(_readings(text), key=lambda one: (one.start - one.end, one.start))
    kept: list[Offset] = []
    for one in found:
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return tuple(sorted(kept, key=lambda one: one.start))


def months_between(text: str) -> int | None:
    """The length in months that something changed over (한 달 새, 1년 만에, in those two months); None without one."""
    match = _SPAN.search(text)
    if match is None:
        return None
    unit = _unit(match["unit"] or match["en_unit"] or match["on"])
    length = _MONTHS[unit] * _count(match["n"] or match["en"])
    # 한 달 동안 is within that month as often as since the one before.
    return length if length > 1 or "동안" not in match.group() else None


def counts_from_then(text: str) -> bool:
    """그 뒤로, since then: from the time in focus until the newest."""
    return _SINCE_THEN.search(text) is not None


def moved(value: str, offset: Offset) -> str | None:
    """The canonical period this offset means if `value` is the one in focus; None where it means none (the day before
    a month). Raises ValueError for a value that is not canonical, OverflowError beyond all calendars."""
    first, last = days(value)
    if offset.unit in _DAYS:
        if not is_days(value):
            return None
        by = timedelta(days=_DAYS[offset.unit] * offset.count)
        if offset.step and offset.unit == "day":
            return canonical_days((first + by, first + by) if offset.count < 0 else (last + by, last + by))
        return canonical_days((first + by, last + by))
    if offset.year is not None:
        return canonical_days(_by_months(first, last, (offset.year - first.year) * 12))
    if offset.step and offset.unit in ("month", "quarter"):
        return canonical_days(_neighbour(first if offset.count < 0 else last, _MONTHS[offset.unit], offset.count))
    return canonical_days(_by_months(first, last, _MONTHS[offset.unit] * offset.count))


def _by_months(first: date, last: date, months: int) -> tuple[date, date]:
    """Whole months stay whole months: February's last day becomes January's."""
    ends = last.day == monthrange(last.year, last.month)[1] and first.day == 1
    return _in_month(first, months), _in_month(last, months, at_end=ends)


def _in_month(day: date, months: int, *, at_end: bool = False) -> date:
    number = day.year * 12 + day.month - 1 + months
    year, month = number // 12, number % 12 + 1
    longest = monthrange(year, month)[1]
    return date(year, month, longest if at_end else min(day.day, longest))


def _neighbour(day: date, length: int, count: int) -> tuple[date, date]:
    """The month or quarter that lies `count` of them from that of this day."""
    begins = date(day.year, (day.month - 1) // length * length + 1, 1)
    first = _in_month(begins, length * count)
    return first, _in_month(first, length - 1, at_end=True)


def _readings(text: str) -> Iterator[Offset]:
    for rule in _RULES:
        for match in rule.pattern.finditer(text):
            found = rule.read(match)
            if found is not None and found.count:
                yield found


_UNITS: tuple[tuple[Unit, tuple[str, ...]], ...] = (
    ("quarter", ("분기", "quarter")),
    ("month", ("개월", "달", "월", "month")),
    ("year", ("년", "해", "year")),
    ("week", ("주", "week")),
    ("day", ("일", "날", "day")),
)


def _unit(written: str) -> Unit:
    low = written.casefold()
    return next(unit for unit, words in _UNITS if low.startswith(words) or low.endswith(words))


def _count(written: str | None) -> int:
    low = (written or "1").casefold()
    if low in ("a", "an", "that", "the"):
        return 1
    return int(low) if low.isdecimal() else int(native_value(low) or english_value(low) or 0)


def _ko_step(match: re.Match[str]) -> Offset:
    word = "".join(match["word"].split()).removesuffix("도")
    before = word.startswith(("전", "앞", "이전", "직전"))
    # The next month is this month's next one as often: only what points back says whose.
    sure = bool(match["lead"]) or not word.startswith("다음")
    return Offset(_unit(word), -1 if before else 1, *match.span(), step=True, sure=sure)


def _ko_count(match: re.Match[str]) -> Offset:
    sign = -1 if match["way"] in ("전", "이전") else 1
    unit, count = _unit(match["unit"] or "달"), 6 if match["half"] else _count(match["n"])
    if match["single"]:
        unit, count = ("week", 1) if "주" in match["single"] else ("day", 1)
    return Offset(unit, sign * count, *match.span(), sure=bool(match["lead"]))


def _ko_same(match: re.Match[str]) -> Offset:
    word = match["word"]
    if match["year"]:
        return Offset("year", -1, *match.span(), year=int(match["year"]))
    return Offset("year", {"재작년": -2, "이듬해": 1, "다음해": 1}.get("".join(word.split()), -1), *match.span())


def _en_step(match: re.Match[str]) -> Offset:
    word = (match["way"] or match["which"]).casefold()
    after = word in ("after", "following", "next", "later")
    return Offset(_unit(match["unit"] or match["unit2"]), 1 if after else -1, *match.span(), step=True)


def _en_bare_step(match: re.Match[str]) -> Offset:
    before = match["which"].casefold() != "next"
    return Offset(_unit(match["unit"]), -1 if before else 1, *match.span(), step=True, sure=before)


def _en_count(match: re.Match[str]) -> Offset:
    sign = 1 if match["way"].casefold() in ("later", "after", "on") else -1
    count = 6 if match["half"] else _count(match["n"])
    return Offset("month" if match["half"] else _unit(match["unit"]), sign * count, *match.span(), sure=False)


def _en_same(match: re.Match[str]) -> Offset:
    year, words = match["year"], (match["words"] or "").casefold()
    after = words.endswith(("after", "later")) or words.startswith("next")
    return Offset("year", 1 if after else -1, *match.span(), year=int(year) if year else None)


def _rule(pattern: str, read: Callable[[re.Match[str]], Offset | None]) -> _Rule:
    return _Rule(re.compile(pattern, re.IGNORECASE), read)


_LEAD = r"(?<![가-힣])(?:(?P<lead>(?:바로\s*)?(?:그로부터|그보다|그것보다|거기서|여기서|그|저)|바로)\s*)?"
_KO_END = (
    r"(?=$|[\s,.?!~/…]|(?:에서는|에서|이랑|하고|보다|대비|이었|였|꺼|거|걸|것|치|껀|건|부터"
    r"|은|는|이|가|을|를|의|에|엔|도|과|와|랑|만|로|인|요|야|쯤|쪽))"
)
_NO_NOUN = r"(?=\s*(?:$|[?.!,;:)]|(?:for|in|and|or|vs|versus|on|as|too|please|was|were|is|then)\b))"
"""Nothing follows that it would be before: two months before the end of the lease is a deadline."""
_EN_UNIT = r"(?P<unit>months?|quarters?|years?|weeks?|days?)"
_SAME_KO = r"(?:같은\s*(?:달|기간|시기|때|분기|날)|동월|동기)"
_SAME_EN = r"same\s+(?:month|time|period|quarter|day|stretch)"
_LAST_YEAR = (
    r"(?P<words>(?:the\s+)?(?:last|previous|preceding|next|following)\s+year|(?:the|a|one)\s+year\s+(?:before|earlier|prior|ago|after|later)"
    r"|(?:the\s+)?prior\s+year)|(?P<year>(?:19|20)\d\d)"
)
_RULES = (
    _rule(
        rf"{_LEAD}(?P<word>(?:이|직)?전\s*월(?!세)|(?:이|직)?전\s*달{NO_ERRAND}|앞\s*달|다음\s*달|이듬달|이듬해)(?:\s*달)?{_KO_END}",
        _ko_step,
    ),
    _rule(
        # Where the bare words are something else (전주, 전 분기 of today): only pointing back.
        rf"(?<![가-힣])(?:바로\s*)?(?P<lead>그|바로|거기서|그보다)\s*(?P<word>(?:이|직)?전\s*(?:분기|해|년|주|날)|다음\s*(?:분기|해|주|날)){_KO_END}",
        _ko_step,
    ),
    _rule(rf"(?<![가-힣])(?P<lead>)(?P<word>전\s*분기|전년도?|전날|다음\s?날|이튿날){_KO_END}", _ko_step),
    _rule(
        rf"{_LEAD}(?:(?P<half>반)\s*년|(?P<single>일주일|하루)|(?P<n>\d{{1,3}}|{NATIVE})\s*(?P<unit>개월|달|년|해|주|일|분기))"
        rf"\s*(?:더\s*)?(?P<way>전|이전|뒤|후)(?:\s*(?:의\s*)?(?:{_SAME_KO}|이맘때))?{_KO_END}",
        _ko_count,
    ),
    _rule(
        rf"(?<![가-힣\d])(?P<word>작년|지난\s*해|전년도?|재작년|이듬해|다음\s*해|(?P<year>(?:19|20)\d\d)\s*년)\s*(?:의\s*)?{_SAME_KO}{_KO_END}",
        _ko_same,
    ),
    _rule(
        rf"\b(?:the\s+)?(?P<unit>month|quarter|year|day|week)\s+(?P<way>before|after|prior|later|earlier)(?:\s+(?:that|then|it))?{_NO_NOUN}"
        r"|\bthe\s+(?P<which>previous|preceding|prior|following|next)\s+(?P<unit2>month|quarter|year|day|week)\b(?!\s+(?:we|I|you|they|the|is|are)\b)",
        _en_step,
    ),
    _rule(r"(?<!the )\b(?P<which>previous|preceding|prior|next)\s+(?P<unit>month|quarter)\b", _en_bare_step),
    _rule(
        rf"\b(?:(?P<half>half\s+a\s+year)|(?P<n>an?|\d{{1,3}}|{ENGLISH_TO_TWENTY})\s+{_EN_UNIT})"
        rf"\s+(?P<way>earlier|later|before|after|prior|ago|back|on)\b(?:\s+(?:that|then|it)\b)?{_NO_NOUN}",
        _en_count,
    ),
    _rule(rf"\b(?:the\s+)?{_SAME_EN}\s*,?\s*(?:(?:in|of)\s+)?(?:{_LAST_YEAR})(?!\d)", _en_same),
)
_SPAN = re.compile(
    rf"(?<![가-힣\d])(?P<n>\d{{1,3}}|{NATIVE})\s*(?P<unit>개월|달|년|해|분기)\s*(?:새(?![가-힣])|새에|사이|만에|동안)"
    rf"|\b(?:in|over|within|during)\s+(?:that|those|the|these)?\s*(?P<en>an?|one|that|\d{{1,3}}|{ENGLISH_TO_TWENTY})\s+(?P<en_unit>months?|quarters?|years?)\b"
    r"|\b(?P<on>month|quarter|year)[\s-](?:on|over)[\s-](?:month|quarter|year)\b",
    re.IGNORECASE,
)
_SINCE_THEN = re.compile(
    r"(?<![가-힣])그\s*(?:때부터|(?:뒤|후|이후)(?:로|부터))(?![가-힣]*\s*(?:안|못))|\bsince\s+then\b|\bever\s+since\b",
    re.IGNORECASE,
)
