"""Periods named in a text, as closed intervals of months "2026-01..2026-03", or of days if the text names days
("2026-01-15..2026-01-15"; `days.py`), relative to a given day.

"최근 3개월" are the last three months up to and including the present one. A month without a year is in the year named
before it in the text (2026년 1월이랑 2월); else it is the month that the conversation mentioned (`near`), or is in that
year; else, and if that month is still in the future, it is the latest such month that is not in the future, or this
year's if a calendar is asked. Durations (2년, 24개월) and terms of law are no periods.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from foundation.language.dates.days import (
    EN_MONTH,
    KO_MONTH,
    KO_YEAR,
    YEAR_WORDS,
    Days,
    find_days,
    in_year,
    month_number,
    year_of,
)  # fmt: skip
from foundation.language.numerals import ENGLISH_TO_TWENTY, NATIVE, english_value, native_value
from foundation.language.spans import Found, longest

Month = int
"""Months since year 0: year * 12 + month - 1."""
Interval = tuple[Month, Month]

_MONTH_WORDS = {
    "지지난달": -2, "지난달": -1, "저번달": -1, "전달": -1, "전월": -1,
    "이번달": 0, "요번달": 0, "이달": 0, "당월": 0, "금월": 0, "다음달": 1, "담달": 1,
    "lastmonth": -1, "previousmonth": -1, "thismonth": 0, "currentmonth": 0, "nextmonth": 1,
}  # fmt: skip
_KO_MONTH = rf"(?P<m{{n}}>{KO_MONTH})\s*월(?!세|차임|급|요일)"
NO_ERRAND = r"(?!\s*(?:사항|부탁|바라|바람|해|하(?!고\s)|했|드|받|할|한|(?:좀|안|못|을)\s*(?:해|하|했|받|부탁)))"
"""전달 is also to pass something on."""
_RANGE = r"\s*(?:부터|에서|~|～|〜|∼|-|–|—)\s*"


@dataclass(frozen=True)
class _Rule:
    pattern: re.Pattern[str]
    read: Callable[[re.Match[str], Month], Interval | None]


def find_periods(
    text: str, today: date, near: Sequence[str] = (), *, this_year: bool = False, newest: str = ""
) -> tuple[Found, ...]:
    """Periods named in `text`, in order; longer readings win. `near` are the periods the conversation is about.
    `this_year`: of a calendar, whose bare months and days are this year's, past or to come. `newest`: the last month
    that there is data of, "" if it is not known; no bare month lies behind it."""
    found = _read(text, today)
    bare_days = {(one.start, one.end) for one in find_days(text, today) if one.no_year}
    spoken = {months(one)[0][5:]: int(months(one)[0][:4]) for one in near if months(one)[0] == months(one)[1]}
    year = min(today.year, int(months(near[-1])[1][:4])) if near else today.year
    periods: list[Found] = []
    for one in found:
        month = _BARE_MONTH.match(text[one.start : one.end]) is not None and not is_days(one.value)
        if month and periods and not is_days(periods[-1].value):
            periods.append(_behind(one, periods[-1], today, this_year))
        elif month and (number := months(one.value)[0][5:]) in spoken:
            periods.append(in_year_of(one, spoken[number]))
        elif (month or (one.start, one.end) in bare_days) and (year < today.year or this_year):
            periods.append(in_year_of(one, year))
        else:
            periods.append(one)
        if month and newest and months(periods[-1].value)[0] > newest:
            periods[-1] = in_year_of(periods[-1], int(months(periods[-1].value)[1][:4]) - 1)
    return tuple(periods)


def _behind(one: Found, before: Found, today: date, this_year: bool) -> Found:
    """A bare month behind another in the text: of its year, of the next one where it would lie before it (2025년 12월,
    1월) and has begun; never one to come, but in a calendar."""
    last, number = months(before.value)[1], int(months(one.value)[0][5:])
    year, now = int(last[:4]), _month(today.year, today.month)
    if number < int(last[5:]) and _month(year + 1, number) <= now:
        year += 1
    return in_year_of(one, year if this_year or _month(year, number) <= now else year - 1)


def in_year_of(found: Found, year: int) -> Found:
    """The same months or days of another year."""
    if is_days(found.value):
        return Found(canonical_days(in_year(days(found.value), year)), found.start, found.end)
    first, last = (_month(int(month[:4]), int(month[5:])) for month in months(found.value))
    moved = (last // 12 - year) * 12
    return Found(_canonical((first - moved, last - moved)), found.start, found.end)


def months(value: str) -> tuple[str, str]:
    """The first and last month a canonical period touches, as "YYYY-MM". Raises ValueError."""
    first, last = (f"{day:%Y-%m}" for day in days(value))
    return first, last


def is_days(value: str) -> bool:
    """True for a period of days that are no whole months."""
    return len(value.partition("..")[0]) == len("2026-01-15")


def is_day(value: str) -> bool:
    """True for one day alone."""
    first, _, last = value.partition("..")
    return is_days(value) and first == last


def days(value: str) -> Days:
    """The first and last day of a canonical period. Raises ValueError."""
    first, _, last = value.partition("..")
    if is_days(value):
        return date.fromisoformat(first), date.fromisoformat(last)
    end = date.fromisoformat(f"{last}-01")
    return date.fromisoformat(f"{first}-01"), end.replace(day=monthrange(end.year, end.month)[1])


def canonical_days(interval: Days) -> str:
    """The canonical period of these days: as months where they are whole ones."""
    first, last = interval
    if first.day == 1 and last.day == monthrange(last.year, last.month)[1]:
        return f"{first:%Y-%m}..{last:%Y-%m}"
    return f"{first.isoformat()}..{last.isoformat()}"


FIRST_MONTH = "1900-01"
"""Where a period begins that has no beginning."""


def without_months(values: Sequence[str], excluded: Sequence[str]) -> tuple[str, ...]:
    """Canonical periods without others: January to March without February are two periods, January without the
    fifteenth two stretches of days."""
    left, one = [days(value) for value in values], timedelta(days=1)
    for first, last in map(days, excluded):
        cut = [((low, min(high, first - one)), (max(low, last + one), high)) for low, high in left]
        left = [part for parts in cut for part in parts if part[0] <= part[1]]
    return tuple(dict.fromkeys(map(canonical_days, left)))


def all_months_but(excluded: Sequence[str], today: date) -> tuple[str, ...]:
    """Every month up to today's without those of these periods."""
    return without_months((f"{FIRST_MONTH}..{today:%Y-%m}",), excluded)


@lru_cache(maxsize=512)
def _read(text: str, today: date) -> tuple[Found, ...]:
    return longest(_readings(text, _month(today.year, today.month), today))


def _readings(text: str, now: Month, today: date) -> Iterator[Found]:
    for one in find_days(text, today):
        yield Found(canonical_days(one.days), one.start, one.end)
    for rule in _RULES:
        for match in rule.pattern.finditer(text):
            interval = rule.read(match, now)
            if interval and 0 < interval[0] <= interval[1] < 120_000:
                yield Found(_canonical(interval), *match.span())


def _month(year: int, month: int) -> Month:
    return year * 12 + month - 1


def _canonical(interval: Interval) -> str:
    first, last = (f"{month // 12:04d}-{month % 12 + 1:02d}" for month in interval)
    return f"{first}..{last}"


def _past(month_number: int, now: Month) -> Month:
    """The latest month of this number that is not in the future."""
    this_year = _month(now // 12, month_number)
    return this_year if this_year <= now else this_year - 12


def _at(year: int | None, month_number: int, now: Month) -> Month:
    return _month(year, month_number) if year is not None else _past(month_number, now)


def _ko_month(match: re.Match[str], now: Month) -> Interval | None:
    year = year_of(match["y1"], match["w1"], now // 12)
    month = _at(year, month_number(match["m1"]), now)
    return (month, max(month, now)) if match["since"] else (month, month)


def _ko_until(match: re.Match[str], now: Month) -> Interval | None:
    """2025년 12월까지: with its year, for a bare 3월까지 is a deadline more often than a period."""
    year = year_of(match["y1"], match["w1"], now // 12)
    return None if year is None else (_month(int(FIRST_MONTH[:4]), 1), _month(year, month_number(match["m1"])))


def _ko_range(match: re.Match[str], now: Month) -> Interval | None:
    first_year = year_of(match["y1"], match["w1"], now // 12)
    last_year = year_of(match["y2"], match["w2"], now // 12)
    last = _at(last_year if last_year is not None else first_year, month_number(match["m2"]), now)
    if first_year is None:
        first = _month(last // 12, month_number(match["m1"]))
        return (first if first <= last else first - 12, last)
    first = _month(first_year, month_number(match["m1"]))
    if last < first and last_year is None:
        last += 12
    return first, last


def _ko_year(match: re.Match[str], now: Month) -> Interval | None:
    year = year_of(match["y1"], match["w1"], now // 12)
    if year is None:
        return None
    part = match["part"]
    if part is None:
        return _month(year, 1), _month(year, 12)
    return _part(year, part.replace(" ", ""))


def _part(year: int, part: str) -> Interval:
    if "분기" in part:
        return _quarter(year, int(part[0]))
    return (_month(year, 1), _month(year, 6)) if part.startswith("상") else (_month(year, 7), _month(year, 12))


def _quarter(year: int, number: int) -> Interval:
    return _month(year, number * 3 - 2), _month(year, number * 3)


def _bare_part(match: re.Match[str], now: Month) -> Interval | None:
    """1분기, 상반기 without a year: the latest that has begun."""
    part = match["part"].replace(" ", "")
    interval = _part(now // 12, part)
    return interval if interval[0] <= now else _part(now // 12 - 1, part)


def _ko_relative_quarter(match: re.Match[str], now: Month) -> Interval | None:
    back = 0 if match["word"].casefold().startswith(("이", "this")) else 1
    first = now - now % 12 % 3 - 3 * back
    return first, first + 2


def _relative_month(match: re.Match[str], now: Month) -> Interval | None:
    offset = _MONTH_WORDS[re.sub(r"\s+", "", match["word"]).casefold().replace("저번", "지난")]
    month = now + offset
    return month, max(month, now) if match["since"] else month


def _recent(match: re.Match[str], now: Month) -> Interval | None:
    span = _count(match["n"]) * (12 if match["unit"].casefold().startswith(("년", "해", "year")) else 1)
    return (now - span + 1, now) if 0 < span <= 600 else None


def _ago(match: re.Match[str], now: Month) -> Interval | None:
    month = now - _count(match["n"]) * (12 if match["unit"] in ("년", "해") else 1)
    return month, month


def _count(written: str | None) -> int:
    if written is None:
        return 1
    if written.isdecimal():
        return int(written)
    return int(native_value(written) or english_value(written))


def _iso(match: re.Match[str], _: Month) -> Interval | None:
    first = _month(int(match["y"]), int(match["m"]))
    return first, _month(int(match["y2"]), int(match["m2"])) if match["y2"] else first


def _en_month(match: re.Match[str], now: Month) -> Interval | None:
    year = int(match["y"]) if match["y"] else None
    month = _at(year, month_number(match["m"]), now)
    since = (match["lead"] or "").casefold() == "since"
    return (month, max(month, now)) if since else (month, month)


def _en_range(match: re.Match[str], now: Month) -> Interval | None:
    last_year = int(match["y2"]) if match["y2"] else None
    last = _at(last_year, month_number(match["m2"]), now)
    first = _month(int(match["y1"]) if match["y1"] else last // 12, month_number(match["m1"]))
    return (first if match["y1"] or first <= last else first - 12), last


def _en_year(match: re.Match[str], now: Month) -> Interval | None:
    year = int(match["y"])
    return (_month(year, 1), max(_month(year, 1), now)) if match["lead"].casefold() == "since" else _whole(year)


def _relative_year(match: re.Match[str], now: Month) -> Interval | None:
    return _whole(now // 12 + YEAR_WORDS[" ".join(match["word"].casefold().split())])


def _whole(year: int) -> Interval:
    return _month(year, 1), _month(year, 12)


def _en_quarter(match: re.Match[str], now: Month) -> Interval | None:
    number = int(match["q"]) if match["q"] else ("first", "second", "third", "fourth").index(match["o"].casefold()) + 1
    year = match["y1"] or match["y2"]
    if year:
        return _quarter(int(year), number)
    interval = _quarter(now // 12, number)
    return interval if interval[0] <= now else _quarter(now // 12 - 1, number)


def _en_half(match: re.Match[str], now: Month) -> Interval | None:
    year = match["y1"] or match["y2"]
    part = "상반기" if match["n"] == "1" or (match["o"] or "").casefold() == "first" else "하반기"
    return _part(int(year) if year else now // 12, part)


_BARE_MONTH = re.compile(
    rf"{KO_MONTH}\s*월(?!.*(?:부터|이후|이래)$)|(?:(?:in|for|during|of)\s+)?{EN_MONTH}$", re.IGNORECASE
)
"""A stretch that says a month and no year of its own."""
_SINCE = r"(?P<since>\s*(?:부터|이후|이래))?"
_Y1, _Y2 = KO_YEAR.format(n=1), KO_YEAR.format(n=2)
_M1, _M2 = _KO_MONTH.format(n=1), _KO_MONTH.format(n=2)
_M1_OPEN = rf"(?P<m1>{KO_MONTH})(?:\s*월)?"
_PART = r"(?P<part>[1-4]\s*(?:/\s*4\s*)?분기|[상하]반기)"


def _rule(pattern: str, read: Callable[[re.Match[str], Month], Interval | None]) -> _Rule:
    return _Rule(re.compile(pattern, re.IGNORECASE), read)


_RULES = (
    _rule(rf"(?:{_Y1}\s*)?{_M1_OPEN}{_RANGE}(?:{_Y2}\s*)?{_M2}(?:\s*까지)?", _ko_range),
    _rule(rf"(?:{_Y1}\s*)?{_M1}{_SINCE}", _ko_month),
    _rule(rf"{_Y1}\s*{_M1}\s*까지", _ko_until),
    _rule(rf"{_Y1}(?:\s*{_PART})?", _ko_year),
    _rule(rf"(?<!\d){_PART}", _bare_part),
    _rule(r"(?P<word>지난\s*분기|직전\s*분기|이번\s*분기|\blast\s+quarter\b|\bthis\s+quarter\b)", _ko_relative_quarter),
    _rule(
        rf"(?P<word>지지난\s*달|지난\s*달|저번\s*달|(?<![가-힣])전달{NO_ERRAND}|(?<![가-힣])전월(?!세)|[이요]번\s*달"
        r"|(?<![가-힣])이달|당월|금월|다음\s*달|(?<![가-힣])담\s*달"
        r"|\b(?:last|previous|this|current|next)\s+month\b)(?P<since>\s*(?:부터|이후))?",
        _relative_month,
    ),
    _rule(
        rf"(?:최근|지난)\s*(?P<n>\d{{1,3}}|{NATIVE})\s*(?P<unit>개월|달|년|해)(?!\s*된)"
        r"(?:\s*(?:간|동안))?",
        _recent,
    ),
    _rule(r"(?:최근|지난)\s*반년|\b(?:past|last)\s+half[\s-]year\b", lambda _, now: (now - 5, now)),
    _rule(
        rf"\b(?:past|last|recent|previous)\s+(?P<n>\d{{1,3}}|{ENGLISH_TO_TWENTY})"
        r"\s+(?P<unit>months?|years?)\b",
        _recent,
    ),
    _rule(
        rf"(?<!\d)(?P<n>\d{{1,2}}|{NATIVE})\s*(?P<unit>개월|달|년|해)\s*전"
        r"(?=\s*(?:의\s*)?(?:시세|가격|거래|평균|매매|전세|월세|실거래)|보다|\s*대비)",
        _ago,
    ),
    _rule(
        r"(?<![\d.-])(?P<y>(?:19|20)\d\d)[-./](?P<m>1[0-2]|0?[1-9])(?:[-./](?:[12]\d|3[01]|0?[1-9]))?(?!\d)"
        r"(?:\s*(?:\.\.|~|부터|to)\s*(?P<y2>(?:19|20)\d\d)[-./](?P<m2>1[0-2]|0?[1-9])(?!\d))?",
        _iso,
    ),
    _rule(
        rf"\b(?:from\s+|between\s+)?(?P<m1>{EN_MONTH})(?:\s+(?P<y1>(?:19|20)\d\d))?"
        r"\s*(?:to|through|until|till|and|-|–)\s*"
        rf"(?P<m2>{EN_MONTH})(?:,?\s+(?P<y2>(?:19|20)\d\d))?\b",
        _en_range,
    ),
    _rule(rf"(?P<lead>)\b(?P<m>{EN_MONTH}),?\s+(?:of\s+)?(?P<y>(?:19|20)\d\d)\b", _en_month),
    _rule(
        rf"\b(?P<lead>in|for|during|since|of|last)\s+(?P<m>{EN_MONTH})"
        r"(?:,?\s+(?:of\s+)?(?P<y>(?:19|20)\d\d))?(?!\s*\d)\b",
        _en_month,
    ),
    _rule(
        r"(?:(?<=\bnot\s)|(?<=\bbut\s)|(?<=\bexcept\s)|(?<=\bexcluding\s)|(?<=\bwithout\s))"
        rf"(?P<lead>)(?P<m>(?!may\b){EN_MONTH})(?:,?\s+(?P<y>(?:19|20)\d\d))?(?!\s*\d)\b",
        _en_month,
    ),
    _rule(
        # Named alone: and February? What is no month elsewhere (may I, march on) only behind what compares.
        r"(?P<lead>)\b(?P<m>(?:jan|febr)uary|april|june|july|august|(?:septem|octo|novem|decem)ber"
        r"|(?:(?<=about )|(?<=with )|(?<=than )|(?<=to )|(?<=vs ))(?:may|march)(?=\s*(?:[?.!,]|$)))\b(?!\s*\d)(?P<y>)",
        _en_month,
    ),
    _rule(r"\b(?P<lead>in|for|during|since|of|from)\s+(?P<y>(?:19|20)\d\d)\b(?![-./]\d)", _en_year),
    _rule(r"(?P<word>\b(?:this|last|next)\s+year\b)", _relative_year),
    _rule(
        r"\b(?:(?P<y1>(?:19|20)\d\d)\s*)?(?:q(?P<q>[1-4])|(?P<o>first|second|third|fourth)\s+quarter)"
        r"(?:\s*(?:of\s+)?(?P<y2>(?:19|20)\d\d))?\b",
        _en_quarter,
    ),
    _rule(
        r"\b(?:h(?P<n>[12])(?:\s*(?:of\s+)?(?P<y1>(?:19|20)\d\d))?"
        r"|(?P<o>first|second)\s+half(?:\s+of\s+(?P<y2>(?:19|20)\d\d))?)\b",
        _en_half,
    ),
)
