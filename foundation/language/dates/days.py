"""Days named in a text, as closed intervals of days: 3월 15일, 2026-01-15, last Tuesday, 지난주, 1월 10일부터 20일까지.

A day without a year is the latest one that is not in the future. A week counts from Monday. "지난 화요일" and "last
Tuesday" are the latest one before today, "지난주 화요일" is last week's. A day that ends a stretch (15일까지), and a
number of days (15일 동안), name no day.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from foundation.language.dates.weekdays import ENGLISH_DAYS, KOREAN_DAYS, number_of

NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
EN_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
Days = tuple[date, date]
YEAR_WORDS = {
    "올해": 0, "금년": 0, "작년": -1, "지난해": -1, "전년": -1, "재작년": -2, "내년": 1,
    "this year": 0, "last year": -1, "next year": 1,
}  # fmt: skip
KO_YEAR = (
    r"(?:(?<!\d)(?P<y{n}>(?:19|20)\d\d|'?\d\d(?=\s*년\s*\d{{1,2}}\s*월))\s*년"
    r"|(?P<w{n}>올해|금년|작년|지난해|전년|재작년|내년))"
)
KO_MONTH_NAMES = {
    "삼": 3, "사": 4, "오": 5, "유": 6, "칠": 7, "팔": 8, "구": 9, "시": 10, "십일": 11, "십이": 12,
}  # fmt: skip
"""Without 일월 and 이월: what is carried over is 이월, too."""
_IN_LETTERS = rf"(?<![가-힣])(?:{'|'.join(sorted(KO_MONTH_NAMES, reverse=True))})"
_ITS_END = r"월(?:(?![가-힣])|[은이에의도과만엔달초말중분]|부터|까지|하고|보다)"
"""A month in letters ends with its word, or before a particle: 구월동 is a place."""
KO_MONTH = rf"(?:(?<![\d.])(?:1[0-2]|0?[1-9])|{_IN_LETTERS}(?={_ITS_END}))"
_MONTH = rf"(?P<m{{n}}>{KO_MONTH})\s*월"
_DAY = r"(?P<d{n}>3[01]|[12]\d|0?[1-9])\s*일"
_NO_DAY = r"(?!\s*(?:간|동안|까지|이내|안에))"
_UP_TO = r"\s*(?:부터|에서|~|～|〜|∼|-|–|—)\s*"
_EN_DAY = r"(?P<d{n}>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_EN_YEAR = r"(?:,?\s+(?P<y{n}>(?:19|20)\d\d))?"
_ISO = (
    r"(?<![\d.-])(?P<y{n}>(?:19|20)\d\d)\s?[-./]\s?(?P<m{n}>1[0-2]|0?[1-9])\s?[-./]\s?"
    r"(?P<d{n}>3[01]|[12]\d|0?[1-9])(?!\d)"
)


@dataclass(frozen=True)
class DaysFound:
    """The days a text names, with their position."""

    days: Days
    start: int
    end: int
    no_year: bool
    """It names no year, so the conversation's year may be meant."""


@dataclass(frozen=True)
class _Rule:
    pattern: re.Pattern[str]
    read: Callable[[re.Match[str], date], Days | None]


@lru_cache(maxsize=512)
def find_days(text: str, today: date) -> tuple[DaysFound, ...]:
    """Every reading; they may overlap. A turn reads the same few texts many times."""
    return tuple(_days_in(text, today))


def _days_in(text: str, today: date) -> Iterator[DaysFound]:
    for rule in _RULES:
        for match in rule.pattern.finditer(text):
            try:
                days = rule.read(match, today)
            except (ValueError, OverflowError):  # the thirtieth of February
                continue
            if days and days[0] <= days[1]:
                yield DaysFound(days, *match.span(), _no_year(match))


def find_near_days(text: str, today: date) -> tuple[DaysFound, ...]:
    """Days and weeks that are said as seen from today: 어제, tomorrow, 다음 주 월요일, 그저께부터. People say so of
    themselves, too. The end of a stretch (오늘까지) is none."""
    return tuple(_near_days_in(text, today))


def _near_days_in(text: str, today: date) -> Iterator[DaysFound]:
    for match in _NEAR.finditer(text):
        try:
            first, last = _near(match, today)
        except OverflowError:  # the end of the calendar
            continue
        if match["since"] or match["from"]:
            last = max(last, today)
        yield DaysFound((first, last), *match.span(), no_year=False)


def _near(match: re.Match[str], today: date) -> Days:
    low = "".join(match["word"].casefold().split()).removeprefix("the")
    if low in _DAYS_AWAY:
        day = today + timedelta(days=_DAYS_AWAY[low])
        return day, day
    monday = today + timedelta(days=7 - today.weekday())
    weekday = match["ko"] or match["en"] or match["before"]
    if weekday:
        day = monday + timedelta(days=number_of(weekday))
        return day, day
    return monday, monday + timedelta(days=6)


def in_year(days: Days, year: int) -> Days:
    """The same days of another year; unchanged if that year has no such day."""
    try:
        return days[0].replace(year=days[0].year + year - days[1].year), days[1].replace(year=year)
    except ValueError:
        return days


def _no_year(match: re.Match[str]) -> bool:
    groups = match.groupdict()
    return bool(groups.get("d1") or groups.get("m1")) and not any(groups.get(name) for name in ("y1", "w1", "y2", "w2"))


def _at(match: re.Match[str], today: date, number: int, default: int | None = None) -> date:
    """The day of this number in the match. Raises ValueError for one that does not exist."""
    groups = match.groupdict()
    month = _month_of(groups.get(f"m{number}")) or _month_of(groups.get("m1"))
    day, year = int(groups[f"d{number}"] or 0), _year_of(groups, number, today) or default
    if year is not None:
        return date(year, month, day)
    for back in range(9):  # the twenty-ninth of February may be eight years ago
        try:
            found = date(today.year - back, month, day)
        except ValueError:
            continue
        if found <= today:
            return found
    raise ValueError(f"{month}-{day}")


def month_number(written: str) -> int:
    """10, 시 (월) and Oct are 10."""
    if written.isdecimal():
        return int(written)
    return KO_MONTH_NAMES.get(written) or NAMES.index(written[:3].casefold()) + 1


def _month_of(month: str | None) -> int:
    if not month:
        return 0
    return month_number(month)


def _year_of(groups: dict[str, str | None], number: int, today: date) -> int | None:
    return year_of(groups.get(f"y{number}"), groups.get(f"w{number}"), today.year)


def year_of(written: str | None, word: str | None, this_year: int) -> int | None:
    """The year a text writes (2026, 26, 작년), None when it writes none."""
    if word:
        return this_year + YEAR_WORDS[word]
    if not written:
        return None
    digits = written.lstrip("'")
    if len(digits) == 4:
        return int(digits)
    year = this_year // 100 * 100 + int(digits)
    return year if year <= this_year + 1 else year - 100


def _one(match: re.Match[str], today: date) -> Days | None:
    day = _at(match, today, 1)
    return (day, max(day, today)) if match.groupdict().get("since") else (day, day)


def _range(match: re.Match[str], today: date) -> Days | None:
    groups = match.groupdict()
    first_year = _year_of(groups, 1, today)
    last = _at(match, today, 2, first_year)
    first = _at(match, today, 1, first_year or last.year)
    if first_year is None and first > last:
        first = first.replace(year=first.year - 1)
    elif first > last and not (groups.get("y2") or groups.get("w2")):
        last = last.replace(year=last.year + 1)
    return first, last


def _weekday(match: re.Match[str], today: date) -> Days | None:
    lead = re.sub(r"\s+", "", match["lead"] or match["tail"] or "").casefold()
    number = number_of(match["day"])
    monday = today - timedelta(days=today.weekday())
    if lead.endswith(("주", "week")):
        day = monday + timedelta(days=number - (0 if lead.startswith(("이번", "this")) else 7))
    elif lead in ("이번", "this"):
        day = monday + timedelta(days=number)
    else:
        day = today - timedelta(days=(today.weekday() - number - 1) % 7 + 1)
    return day, day


def _of_month(match: re.Match[str], today: date) -> Days | None:
    back = {"지지난": 2, "지난": 1, "저번": 1}.get(re.sub(r"\s+|달", "", match["word"]), 0)
    month = today.year * 12 + today.month - 1 - back
    day = date(month // 12, month % 12 + 1, int(match["day"]))
    return day, day


def _end_of_month(match: re.Match[str], today: date) -> Days | None:
    """The first or the last day of a month, which may be seen from today."""
    groups = match.groupdict()
    if groups.get("word"):
        back = {"지지난": 2, "지난": 1, "저번": 1, "last": 1}.get(re.sub(r"\s+|달|month", "", groups["word"] or ""), 0)
        month = today.year * 12 + today.month - 1 - back
        first = date(month // 12, month % 12 + 1, 1)
    else:
        number, year = _month_of(groups["m1"]), _year_of(groups, 1, today)
        first = date(year if year is not None else today.year - (number > today.month), number, 1)
    last = groups["edge"].casefold().startswith(("마지막", "말", "last"))
    day = first.replace(day=monthrange(first.year, first.month)[1]) if last else first
    return day, day


def _week(match: re.Match[str], today: date) -> Days | None:
    last = match["word"].replace(" ", "").casefold().startswith(("지난", "저번", "last"))
    monday = today - timedelta(days=today.weekday() + (7 if last else 0))
    return monday, monday + timedelta(days=6)


def _lately(match: re.Match[str], today: date) -> Days | None:
    """So many days up to today."""
    groups = match.groupdict()
    length = int(groups["days"] or 0) or 7 * int(groups["weeks"] or 1)
    return today - timedelta(days=length - 1), today


def _yesterday(match: re.Match[str], today: date) -> Days | None:
    day = today - timedelta(days=2 if match["word"].startswith("그") else 1)
    return day, day


def _rule(pattern: str, read: Callable[[re.Match[str], date], Days | None]) -> _Rule:
    return _Rule(re.compile(pattern, re.IGNORECASE), read)


_FIRST = rf"(?:{KO_YEAR.format(n=1)}\s*)?{_MONTH.format(n=1)}\s*{_DAY.format(n=1)}"
_SECOND = rf"(?:(?:{KO_YEAR.format(n=2)}\s*)?{_MONTH.format(n=2)}\s*)?{_DAY.format(n=2)}"
_EN_FIRST = rf"\b(?P<m1>{EN_MONTH})\s+{_EN_DAY.format(n=1)}\b"
_EN_SECOND = rf"(?:(?P<m2>{EN_MONTH})\s+)?{_EN_DAY.format(n=2)}\b"
_CANONICAL = (
    r"(?<![\d.-])(?P<y1>(?:19|20)\d\d)-(?P<m1>1[0-2]|0[1-9])-(?P<d1>3[01]|[12]\d|0[1-9])"
    r"\.\.(?P<y2>(?:19|20)\d\d)-(?P<m2>1[0-2]|0[1-9])-(?P<d2>3[01]|[12]\d|0[1-9])(?!\d)"
)
"""The stored form of values (a model repeats them)."""
_DAYS_AWAY = {
    "오늘": 0, "금일": 0, "어제": -1, "그저께": -2, "그제": -2, "내일": 1, "모레": 2,
    "내일모레": 2,
    "today": 0, "yesterday": -1, "daybeforeyesterday": -2, "tomorrow": 1,
    "dayaftertomorrow": 2,
}  # fmt: skip
_NEAR = re.compile(
    r"(?P<since>\b(?:since|from)\s+)?(?P<word>"
    rf"(?<![가-힣])(?:(?:다음|담)\s*주(?!기)(?:\s*(?P<ko>[{KOREAN_DAYS}])요일)?"
    r"|오늘(?!날)|금일|어제|그저께|그제(?!서)|내일\s?모레|내일|모레)"
    rf"|(?<!to\s)(?<!until\s)(?<!till\s)\b(?:(?P<before>{ENGLISH_DAYS})\s+(?:of\s+)?next\s+week"
    rf"|next\s+week(?:\s+(?:on\s+)?(?P<en>{ENGLISH_DAYS}))?|today"
    r"|(?:the\s+)?day\s+before\s+yesterday|yesterday|(?:the\s+)?day\s+after\s+tomorrow|tomorrow)\b"
    r")(?!\s?까지)(?P<from>\s?부터)?",
    re.IGNORECASE,
)
_EDGE = r"\s*(?:의\s*)?(?P<edge>마지막\s?날|말일|첫\s?날|초하루)(?!\s*(?:전\s*)?까지)"
_LENGTH = r"(?:(?P<days>[1-9]\d{0,2})\s*일|(?P<weeks>[1-9]\d?)\s*주일?|일주일|한\s*주)"
_LENGTH_END = r"(?=[은는의에을를도이가]?(?:[\s,.?!]|$))"
_RULES = (
    _rule(rf"{_FIRST}{_UP_TO}{_SECOND}(?:\s*까지)?", _range),
    _rule(rf"{_FIRST}{_NO_DAY}(?P<since>\s*(?:부터|이후|이래))?", _one),
    _rule(rf"{_ISO.format(n=1)}\s*(?:~|–|—|to|부터)\s*{_ISO.format(n=2)}", _range),
    _rule(_CANONICAL, _range),
    _rule(rf"{_ISO.format(n=1)}(?!\s*까지)(?P<since>\s*(?:부터|이후|이래))?", _one),
    _rule(rf"{_EN_FIRST}\s*(?:to|until|through|–|—|-)\s*{_EN_SECOND}{_EN_YEAR.format(n=2)}", _range),
    _rule(rf"(?P<since>\bsince\s+)?{_EN_FIRST}{_EN_YEAR.format(n=1)}(?!\s*(?:days?|months?|years?|million|won))", _one),
    _rule(
        rf"(?P<since>\bsince\s+)?\b{_EN_DAY.format(n=1)}\s+(?:of\s+)?(?P<m1>{EN_MONTH})(?![a-z]){_EN_YEAR.format(n=1)}",
        _one,
    ),
    _rule(
        rf"(?P<lead>지난\s*주|저번\s*주|이번\s*주|지난|저번|이번)\s*(?P<tail>)(?P<day>[{KOREAN_DAYS}])요일", _weekday
    ),
    _rule(
        rf"\b(?P<lead>last|past|this)\s+(?P<tail>)(?P<day>{ENGLISH_DAYS})\b"
        r"(?!\s+(?:of\s+)?(?:last|this)\s+week)",
        _weekday,
    ),
    _rule(rf"\b(?P<lead>)(?P<day>{ENGLISH_DAYS})\s+(?:of\s+)?(?P<tail>last\s+week|this\s+week)\b", _weekday),
    _rule(
        rf"(?P<word>지지난\s*달|지난\s*달|저번\s*달|이번\s*달|이달)\s*(?P<day>3[01]|[12]\d|0?[1-9])\s*일{_NO_DAY}",
        _of_month,
    ),
    _rule(rf"(?:{KO_YEAR.format(n=1)}\s*)?{_MONTH.format(n=1)}{_EDGE}", _end_of_month),
    _rule(rf"(?P<word>지지난\s*달|지난\s*달|저번\s*달|이번\s*달|이달){_EDGE}", _end_of_month),
    _rule(
        rf"\b(?P<edge>first|last)\s+day\s+(?:of|in)\s+(?P<m1>{EN_MONTH})(?![a-z]){_EN_YEAR.format(n=1)}", _end_of_month
    ),
    _rule(r"\b(?P<edge>first|last)\s+day\s+of\s+(?P<word>last\s+month|this\s+month)\b", _end_of_month),
    _rule(r"(?P<word>지난\s*주|저번\s*주|이번\s*주|\blast\s+week\b|\bthis\s+week\b)(?!택)", _week),
    _rule(rf"최근\s*{_LENGTH}(?:간|동안|치)?{_LENGTH_END}", _lately),
    _rule(rf"(?<!\d)(?:지난|요)\s*{_LENGTH}\s?(?:간|동안){_LENGTH_END}", _lately),
    _rule(
        r"\b(?:last|past|previous)\s+(?:(?P<days>[1-9]\d{0,2})\s+days|(?P<weeks>[1-9]\d?)\s+weeks)\b"
        r"(?!\s+(?:of|in|before)\b)|\bpast\s+week\b",
        _lately,
    ),
    _rule(r"(?P<word>어제|그저께|그제)(?=\s*(?:의\s*)?(?:거래|계약|매매|팔린|실거래|체결|신고))", _yesterday),
    _rule(r"(?P<word>\byesterday)(?=['’]s\s+(?:sales?|trades?|deals?|prices?|transactions?))", _yesterday),
)
