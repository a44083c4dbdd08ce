"""Days of the week a question names, and rows of a timetable for a day: 목요일 matches the row whose cell says 목.

Only a cell that holds days and nothing else is read (목, 화·목, 월~금, 평일, Mon-Fri): prose that names a day is no
timetable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from foundation.language.sentences import is_row
from foundation.language.spans import Found

KOREAN_DAYS, _ENGLISH = "월화수목금토일", ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_SEVERAL = {"평일": range(5), "주중": range(5), "주말": range(5, 7), "매일": range(7)}
_SEVERAL_ENGLISH = {"weekday": range(5), "weekend": range(5, 7), "daily": range(7)}
_ONE = r"mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?"
ENGLISH_DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_ASKED = re.compile(rf"(?<![가-힣])(?:매주\s*)?([{KOREAN_DAYS}])요일|\b({ENGLISH_DAYS})s?\b", re.IGNORECASE)
_DAYS = re.compile(
    rf"(?P<first>[{KOREAN_DAYS}](?:요일)?|\b(?:{_ONE})s?\b)(?:\s?[~–-]\s?(?P<last>[{KOREAN_DAYS}](?:요일)?|\b(?:{_ONE})s?\b))?"
    rf"|(?P<several>{'|'.join(_SEVERAL)}|\b(?:weekday|weekend)s?\b|\bdaily\b)",
    re.IGNORECASE,
)
_ORDINARY = r"(?:(?:an?|the)\s+)?(?:(?:ordinary|normal|regular|plain)\s+)?"
_NAMED = rf"(?<![가-힣])(?:[{KOREAN_DAYS}]요일|평일|주중)|\b{_ORDINARY}(?:{ENGLISH_DAYS}|weekday)s?\b"
_NAMED_DAY = re.compile(_NAMED, re.IGNORECASE)
_KIND_OF_DAY = re.compile(
    rf"{_NAMED}|(?<![가-힣])(?:주말|공휴일|휴일)|\b{_ORDINARY}(?:weekend|(?:public|bank)\s+holiday)s?\b", re.IGNORECASE
)
_BETWEEN = re.compile(r"[\s,·/&+]*")


def weekdays_asked(question: str) -> frozenset[int]:
    """The days of the week a question names, Monday 0."""
    return frozenset(int(found.value) for found in find_weekdays(question))


def without_days(text: str) -> str:
    """The text without the days of the week that it names (on a Tuesday, 평일에); every other word stays in its
    place."""
    return _NAMED_DAY.sub(lambda found: " " * len(found[0]), text)


def day_said(text: str) -> str | None:
    """The one day of the week, or kind of day, that a text names, as it names it; None for none or several."""
    found = [one[0].strip() for one in _KIND_OF_DAY.finditer(text)]
    return found[0] if len(found) == 1 else None


def find_weekdays(question: str) -> Iterator[Found]:
    """Where a question names days of the week, each by its number, Monday 0."""
    for match in _ASKED.finditer(question):
        yield Found(str(number_of(match[1] or match[2])), *match.span())


def weekdays_of_row(sentence: str) -> frozenset[int]:
    """The days the cells of a row say that say days alone; none of what is no row."""
    if not is_row(sentence):
        return frozenset()
    return frozenset(day for cell in sentence.split("|") for day in _days_of_cell(cell.strip()))


def _days_of_cell(cell: str) -> set[int]:
    if len(cell) > 40 or _BETWEEN.fullmatch(_DAYS.sub("", cell)) is None:
        return set()
    return {day for match in _DAYS.finditer(cell) for day in _days_said(match)}


def _days_said(match: re.Match[str]) -> list[int]:
    several = match["several"]
    if several is not None:
        return list(_SEVERAL.get(several) or _SEVERAL_ENGLISH[several.casefold().removesuffix("s")])
    first = number_of(match["first"])
    last = first if match["last"] is None else number_of(match["last"])
    return [day % 7 for day in range(first, last + (8 if last < first else 1))]


def number_of(word: str) -> int:
    """Of a day of the week in either language, Monday 0."""
    # Folded as the patterns compare: they take ſ for s, which lower() leaves as it is.
    return KOREAN_DAYS.index(word[0]) if word[0] in KOREAN_DAYS else _ENGLISH.index(word[:3].casefold())
