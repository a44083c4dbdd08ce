"""A day that a question names (the baby is due on 1 May), and what a rule counts from such a day: at least 15 weeks
before the due date, 들어온 지 15일 안에.

Whether the rule counts from the day that is named, and not from another one, shows in its event: what happens on the
day stands in the question next to it, and in the rule next to the length. A rule that does not say there what it counts
from counts from nothing that is known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from foundation.language.dates.days import DaysFound, find_days, in_year
from foundation.language.dates.offsets import Offset, Unit, moved
from foundation.language.negation import negations
from foundation.language.numerals import ENGLISH_TO_TWENTY, NATIVE, english_value, native_value
from foundation.language.stop_words import ENGLISH_STOP
from foundation.language.tokens import StemmedWords
from foundation.language.verb_stems import stems_in

_ASKS = re.compile(
    r"언제까지|(?:며칠|몇\s?일)까지|마지막\s?날|늦어도"
    r"|\b(?:by|until)\s+(?:when|(?:what|which)\s+(?:day|date))\b|\b(?:last|latest|final)\s+(?:day|date)\b"
    r"|\bthe\s+latest\b|\bdeadline\b|\bhow\s+late\b|\bwhen\s+(?:do|must|should)\b.{1,30}\b(?:have\s+to|need\s+to|by)\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    rf"(?<![\d.,가-힣])(?P<ko>\d{{1,3}}|{NATIVE})\s?(?P<unit>개월|달|주일?|일|년)\s?(?P<side>전|이내|안|내)(?=[에로까의\s.]|$)"
    rf"|\b(?P<en>\d{{1,3}}|{ENGLISH_TO_TWENTY})[\s-]+(?P<unit_en>day|week|month|year)s?['’]?"
    r"\s+(?P<side_en>before|prior\s+to|ahead\s+of)\b",
    re.IGNORECASE,
)
_KEPT_FOR = re.compile(rf"(?<![\d.,가-힣])(?P<count>\d{{1,3}}|{NATIVE})\s?(?P<unit>개월|달|주|일|년)$")
_KEPT = re.compile(r"보관|보존|\bkept\b|\bkeep|\bretention\b", re.IGNORECASE)
"""The head of a column of lengths that begin with what the row is of; the question has to say it, too."""
_OTHERWISE = re.compile(
    r"전부터|영업일|근무일|업무일|평일|공휴일|\bworking\b|\bbusiness\s+days?\b|\bweekends?\b"
    rf"|(?:\d|\b(?:{ENGLISH_TO_TWENTY}))\s*(?:and|to|or|[~–-])\s*(?:\d|(?:{ENGLISH_TO_TWENTY})\b)",
    re.IGNORECASE,
)
"""Days that are counted otherwise, and spans between two days."""
_UNITS: dict[str, Unit] = {
    **{"일": "day", "주": "week", "주일": "week", "달": "month", "개월": "month", "년": "year"},
    **{"day": "day", "week": "week", "month": "month", "year": "year"},
}
_KOREAN = {"day": "일", "week": "주", "month": "개월", "quarter": "분기", "year": "년"}
_COPULA = re.compile(r"^\s?(?:이(?:고|면|라|야|에요|예요|니까|며)|인(?:데|지|가))")
"""Behind a Korean day: what stands before it falls on it (만료가 3월 31일인데)."""
_FROM = re.compile(r"\s*(?:날|때|다음\s?날)(?:로?부터)?\s*$|(?:로?부터)\s*$")
_ON = re.compile(r"(?:\s+(?:on|at|for|until|is|was|be))+\s*$", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z]{3,}|[가-힣]{2,}")
_STEMMER = StemmedWords()
MOST = 3
"""Lengths of a line that is read: one of more is no rule of a day."""


@dataclass(frozen=True)
class DayNamed:
    """The one day of a question."""

    found: DaysFound
    happens: str
    """The word for what happens on it: due, 끝나는데; "" where none stands next to it."""

    def day(self, today: date, *, to_come: bool) -> date:
        """Without a year the one nearest to today, or the next one."""
        first = self.found.days[0]
        if not self.found.no_year:
            return first
        years = [in_year(self.found.days, year)[0] for year in (today.year - 1, today.year, today.year + 1)]
        coming = [one for one in years if one >= today]
        return coming[0] if to_come and coming else min(years, key=lambda one: abs((one - today).days))


@dataclass(frozen=True)
class Counted:
    """What a rule counts from a day."""

    offset: Offset
    event: str
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


def asks_for_a_deadline(question: str) -> bool:
    """True for: until when, by which day, the latest."""
    return _ASKS.search(question) is not None


def day_named(question: str, today: date) -> DayNamed | None:
    """The one day that a question names, with what happens on it; None for none, for several, and where that is
    denied."""
    kept: list[DaysFound] = []
    for one in sorted(find_days(question, today), key=lambda one: (one.start - one.end, one.start)):
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    if len(kept) != 1 or kept[0].days[0] != kept[0].days[1]:
        return None
    before, behind = question[: kept[0].start], question[kept[0].end :]
    happens = _happens(before, behind)
    return None if negations(f"{before[-20:]}{happens}") else DayNamed(kept[0], happens)


def counted_in(rule: str) -> Counted | None:
    """What a sentence counts, if that is one length of time before or within a day that it names by what happens."""
    matches = list(_COUNTED.finditer(rule))
    if not 0 < len(matches) <= MOST or _OTHERWISE.search(rule) or negations(rule):
        return None
    found = [one for match in matches if (one := _read(match, rule)) is not None]
    return found[0] if len(found) == len(matches) == 1 else None


def kept_for(cells: Sequence[str], heads: Sequence[str], question: str) -> Counted | None:
    """How long what a row is of is kept, from the day of which the question says it: 경보 이력 | 3년."""
    lengths = [
        (head, found) for head, cell in zip(heads[1:], cells[1:], strict=False) if (found := _KEPT_FOR.match(cell))
    ]
    if len(lengths) != 1 or not (_KEPT.search(lengths[0][0]) and _KEPT.search(question)):
        return None
    found = lengths[0][1]
    count = _number(found["count"])
    return Counted(Offset(_UNITS[found["unit"]], count, 0, 0), cells[0]) if count else None


def is_counted_from(counted: Counted, named: DayNamed) -> bool:
    """True if what happens on the day is what the rule counts from, in whatever form."""
    return bool(_stems(counted.event) & _stems(named.happens))


def is_of(counted: Counted, question: str, named: DayNamed) -> bool:
    """True if all words of what a row is of are said behind the day: on 3 September, the alarm record."""
    behind = question[named.found.end :]
    return bool(_stems(counted.event)) and _stems(counted.event) <= _stems(behind)


def _happens(before: str, behind: str) -> str:
    """English says before the day what happens on it, Korean behind it."""
    if _COPULA.match(behind):
        return (_WORD.findall(before) or [""])[-1]
    korean = re.match(r"\s?(?:에|날|자로)?\s*([가-힣]{2,})", behind)
    if korean:
        return korean[1]
    words = _WORD.findall(_ON.sub("", before))
    return words[-1] if words and words[-1].isascii() else ""


def _read(match: re.Match[str], rule: str) -> Counted | None:
    side, count = match["side"] or match["side_en"], _number(match["ko"] or match["en"])
    back = match["side_en"] or side == "전"
    # English says behind the length what it counts from, Korean before it.
    behind, before = rule[match.end() :].partition(",")[0], rule[: match.start()]
    words = _WORD.findall(behind)[:3] if match["side_en"] else _WORD.findall(_FROM.sub("", before))[-1:]
    unit = _UNITS[(match["unit"] or match["unit_en"]).lower()]
    return Counted(Offset(unit, -count if back else count, *match.span()), " ".join(words)) if count and words else None


def _number(written: str) -> int:
    if written.isdecimal():
        return int(written)
    value = english_value(written) if written.isascii() else native_value(written)
    return int(value or 0)


def _stems(text: str) -> frozenset[str]:
    words = [one.lower() for one in _WORD.findall(text)]
    english = {term for one in words if one.isascii() and one not in ENGLISH_STOP for term in _STEMMER.terms(one)}
    return frozenset(english | stems_in(text))
