"""What an amount is counted by: a week, per night, 한 달에, 1인당, 월세 103만원."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from foundation.language.cues import composed
from foundation.language.figures.units import DAY, unit_of

_TIME = r"second|minute|hour|day|week|month|year"
_NOT_RATED = (
    r"(?<!after )(?<!before )(?<!within )(?<!for )(?<!in )(?<!than )(?<!over )"
    r"(?<!under )(?<!once )(?<!twice )(?<!half )"
)
_ENGLISH = re.compile(
    rf"\b{_NOT_RATED}(?:a|an|per|each|every|one)\s+(?:single\s+|full\s+|whole\s+)?(?P<unit>{_TIME})\b(?!\s+(?:ago|later|before|after|in\s+advance))"
    rf"|\b(?P<adverb>hourly|daily|weekly|monthly|yearly|annual(?:ly)?)\b|\bper\s+annum\b|(?<=\d)\s?/\s?(?P<slash>{_TIME})\b",
    re.IGNORECASE,
)
_SPAN = re.compile(rf"\b(?:in|over|for)\s+(?:a|one|the)\s+(?:full\s+|whole\s+)?(?P<unit>{_TIME})\b", re.IGNORECASE)
_ADVERBS = {"hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month"}
_LIMIT = r"(?!\s*(?:전|후|뒤|이내|안에|안\s|까지|이상|이하|미만|초과|넘|동안|만에|지나|정도))"
_KOREAN = re.compile(
    r"(?<![가-힣])(?:"
    rf"(?:(?:한|매|1(?!\s?[월일]))\s?(?P<unit>분|초|시간|일|주일|주|달|개월|월|년|해)(?![가-힣]?차)|(?P<day>하루|일일|매일)|(?P<whole>일년|연간)|(?P<monthly>월간|다달이)){_LIMIT}"
    r"|(?P<each>분|초|시간|일|주|월|연)당"
    r"|(?P<pay>(?:환산|실질|평균)?월세|시급|일당|주급|월급|연봉|월\s?임대료|월(?=\s?\d)|연(?=\s?\d))(?=\s*(?:은|는|이|가)?\s*\d))"
)
_PAY = {"시": "hour", "일": "day", "주": "week", "월": "month", "연": "year"}
_UNITS = {
    "분": "minute", "초": "second", "시간": "hour",
    "일": "day", "주일": "week", "주": "week", "달": "month", "개월": "month", "월": "month",
    "년": "year", "해": "year", "연": "year",
}  # fmt: skip
_THING = re.compile(
    r"^\s*(?:a|an|per|each)\s+(?P<noun>[a-z]{3,})\b|^\s*/\s?(?P<slash>[a-z]{3,})\b",
    re.IGNORECASE,
)
_THING_BEFORE = re.compile(
    r"(?:(?:한|1)\s?(?P<counted>[가-힣]{1,2}?)(?:당|에|마다)|(?P<each>인|명|건|박|개|장|회|권|대|통|병|쪽|번|지)당)\s*$"
)
_SAME = {
    **dict.fromkeys(("명", "인", "사람", "people", "head", "persons"), "person"),
    **dict.fromkeys(("애", "아이", "자녀", "kid", "kids", "children"), "child"),
    "박": "night",
}  # fmt: skip
"""One name for what two languages, or two words, count."""


@dataclass(frozen=True)
class Base:
    """One unit that an amount is counted by."""

    kind: str
    """time, months, thing."""
    factor: Decimal
    thing: str
    """The noun or counter of things; "" for a length of time."""
    start: int
    end: int
    adjacent: bool = False
    """It belongs to the figure that stands directly behind it."""

    def counts(self, other: Base) -> bool:
        """True if the other is a number of the same units, or of units that convert whatever is counted: a day of
        work has no 24 hours."""
        whole = (self.factor >= DAY) == (other.factor >= DAY) or self.kind != "time"
        return self.kind == other.kind and self.thing == other.thing and whole


def bases_in(text: str) -> list[Base]:
    """The lengths of time that amounts of a text are counted by, in order."""
    plain = composed(text)
    return sorted([*_english(plain), *_korean(plain)], key=lambda one: one.start)


def spans_in(text: str) -> list[Base]:
    """The lengths of time over which an amount adds up: what does that make in a year."""
    return [length(one["unit"].lower(), one.start(), one.end()) for one in _SPAN.finditer(composed(text))]


def thing_beside(before: str, after: str) -> str:
    """The thing that an amount between these texts is counted by: £165 a night, 1인당 4만원; "" for none."""
    if found := _THING.match(after):
        return singular(found["noun"] or found["slash"])
    found = _THING_BEFORE.search(before)
    return "" if found is None else singular(found["counted"] or found["each"])


def singular(noun: str) -> str:
    """nights: night; 인: person."""
    low = noun.lower()
    low = _SAME.get(low, low)
    return low[:-1] if low.isascii() and low.endswith("s") and not low.endswith("ss") else low


def length(unit: str, start: int, end: int, *, adjacent: bool = False) -> Base:
    """One day, one month …"""
    found = unit_of(unit)
    return Base(found.kind, found.factor, "", start, end, adjacent)


def _english(text: str) -> Iterator[Base]:
    for match in _ENGLISH.finditer(text):
        said = (match["unit"] or match["slash"] or "").lower()
        adverb = (match["adverb"] or "").lower()
        yield length(said or _ADVERBS.get(adverb, "year"), match.start(), match.end())


def _korean(text: str) -> Iterator[Base]:
    for match in _KOREAN.finditer(text):
        if match["day"]:
            unit = "day"
        elif match["whole"]:
            unit = "year"
        elif match["monthly"]:
            unit = "month"
        elif match["pay"]:
            unit = "month" if match["pay"].endswith("월세") else _PAY[match["pay"][0]]
        else:
            unit = _UNITS[match["unit"] or match["each"]]
        yield length(unit, match.start(), match.end(), adjacent=bool(match["pay"]))
