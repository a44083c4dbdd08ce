"""Which days a question asks for, seen from today: those of next month, what is left of the year, the next, the last.

What has days is a calendar: a timetable of work, holidays, deadlines. A follow-up (only the dates, how many) asks for
the days of the question before it, and says itself only what is other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import takewhile
from typing import Literal

from foundation.language.content import content_words
from foundation.language.cues import FOLLOW_UP_CUES, composed
from foundation.language.dates.days import Days, find_near_days
from foundation.language.dates.offsets import moved, offsets_in
from foundation.language.dates.periods import canonical_days, days, find_periods
from foundation.language.dates.weekdays import find_weekdays
from foundation.language.verb_stems import verbs_in

Pick = Literal["all", "next", "last"]


@dataclass(frozen=True)
class DaysWanted:
    """Days from `first` to `last`, both with them, and which of those."""

    today: date
    first: date = date.min
    last: date = date.max
    pick: Pick = "all"
    named_days: bool = False
    """It names days, weeks, months or years itself."""
    until: bool = False
    """How long it is until then."""
    further: int = 0
    """So many days of those behind the next one (그 다음은?), or before the last (그 전엔?)."""
    rest: str = ""
    """The question without what says this: what the days are of."""

    @property
    def named(self) -> tuple[str, ...]:
        """What the days are of, word by word: 정비 of 정비한거 뭐뭐야."""
        acts = {form for verb in verbs_in(self.rest) for form in (verb, verb.removesuffix("요"))}
        words = (_ACTED.sub("", word) for word in content_words(self.rest) if word not in acts)
        return tuple(dict.fromkeys(word for word in words if word and not _ASKING.fullmatch(word)))

    def of(self, found: list[date]) -> list[date]:
        """Those of these days that are meant, in order."""
        inside = sorted(day for day in found if self.first <= day <= self.last)
        if not inside or self.pick == "all":
            return inside
        apart = sorted(set(inside), reverse=self.pick == "last")
        return [day for day in inside if day in apart[self.further : self.further + 1]]


def days_wanted(question: str, today: date) -> DaysWanted | None:
    """None for a question that says no time seen from today, no month and no day."""
    question = _YEAR_SHORT.sub("year", FOLLOW_UP_CUES.sub("", composed(question)))
    periods = _periods(question, today)
    cues = {name: list(cue.finditer(question)) for name, cue in _CUES.items()}
    if not periods and not any(cues.values()):
        return None
    first = min((days[0] for *_, days in periods), default=date.min)
    last = max((days[1] for *_, days in periods), default=date.max)
    pick: Pick = "all"
    if cues["next"] or cues["until"]:
        first, pick = max(first, today), "next"
    elif cues["first"]:
        pick = "next"
    elif cues["last"]:
        last, pick = last if periods else today, "last"
    elif cues["ahead"]:
        first = max(first, today)
    cut = [match.span() for found in cues.values() for match in found] + [(start, end) for start, end, _ in periods]
    return DaysWanted(
        today, first, last, pick, named_days=bool(periods), until=bool(cues["until"]), rest=_without(question, cut)
    )


def days_of_follow_up(question: str, before: Sequence[str], today: date) -> DaysWanted | None:
    """The days a follow-up asks for: what it says itself of them goes before what the questions before it say (the one
    it is set beside, then others that went on from that one)."""
    own, earlier = days_wanted(question, today), days_wanted(before[0], today) if before else None
    if earlier is None:
        of_before = own is not None and not own.named and before
        return replace(own, rest=f"{before[0]} {own.rest}") if own is not None and of_before else own
    asked = earlier.rest
    onward = _BEFORE if earlier.pick == "last" else _AFTER
    gone = sum(1 for _ in takewhile(onward.search, reversed(before[1:])))
    if onward.search(question):
        if earlier.pick != "all":
            return replace(earlier, further=gone + 1)
        # Behind all of those that were listed.
        behind = earlier.last + timedelta(days=1) if earlier.last != date.max else date.max
        return replace(earlier, first=behind, last=date.max, pick="next", further=gone)
    if own is None:
        return replace(earlier, rest=f"{asked} {_without(question, [])}", further=gone)
    if earlier.first != date.min and earlier.last != date.max:
        own = _moved(own, question, (earlier.first, earlier.last))
    if not own.named_days and own.pick == "last":  # the last one: of the days in question
        own = replace(own, first=earlier.first, last=earlier.last)
    elif not own.named_days:
        own = replace(own, first=max(own.first, earlier.first), last=min(own.last, earlier.last))
    elif own.last < today <= earlier.first and not _YEAR.search(question):
        # What comes was spoken of: and in January?
        own = replace(own, first=_a_year_on(own.first), last=_a_year_on(own.last))
    return own if own.named else replace(own, rest=f"{asked} {own.rest}", further=0 if own.named_days else gone)


def _moved(own: DaysWanted, question: str, spoken: Days) -> DaysWanted:
    """With the days that are said relative to those spoken of: 그 다음달, the week after."""
    for offset in offsets_in(question):
        value = moved(canonical_days(spoken), offset) if offset.sure else None
        if value is not None:
            first, last = days(value)
            return replace(own, first=first, last=last)
    return own


def _a_year_on(day: date) -> date:
    return day.replace(year=day.year + 1, day=min(day.day, 28) if day.month == 2 else day.day)


def _periods(question: str, today: date) -> list[tuple[int, int, Days]]:
    """The stretches of the question that say days, with these."""
    found = [(one.start, one.end, days(one.value)) for one in find_periods(question, today, this_year=True)]
    for near in find_near_days(question, today):
        if all(near.end <= start or end <= near.start for start, end, _ in found):
            found.append((near.start, near.end, near.days))
    for one in find_weekdays(question):
        coming = today + timedelta(days=(int(one.value) - today.weekday() - 1) % 7 + 1)
        alone = all(one.end <= start or end <= one.start for start, end, _ in found)
        own = not _EVERY_WEEK.search(question[: one.end]) and not _NO_DAY.match(question, one.end)
        if alone and own and not _IN_A_NAME.search(question[: one.start]) and not _WAS.search(question):
            found.append((one.start, one.end, (coming, coming)))
    return found


def _without(text: str, cut: list[tuple[int, int]]) -> str:
    for start, end in sorted(cut, reverse=True):
        particle = _PARTICLE.match(text, end)
        text = f"{text[:start]} {text[particle.end() if particle else end :]}"
    return " ".join(text.split())


_EVERY_WEEK = re.compile(r"(?:매주\s*.요일|\bevery\s+\w+|days)$", re.IGNORECASE)
"""매주 화요일, on Mondays."""
_NO_DAY = re.compile(
    r"(?:마다|에?는?\s?(?:항상|늘|언제나|보통|원래))|\s(?:always|usually|and\b|or\b|to\b)", re.IGNORECASE
)
"""Behind a day of the week that is none of its own."""
_IN_A_NAME = re.compile(r"(?:\b(?:easter|good|ash|palm|black|and|or|to)|성)\s*$", re.IGNORECASE)
_WAS = re.compile(r"\b(?:was|were|did)\b|[았었였했]\S{0,3}\W*$", re.IGNORECASE)
"""What was is no coming day."""
_PARTICLE = re.compile(r"(?:에는|에도|에서|까지|부터|에|엔|은|는|의|도|이|가|을|를|중에|중)(?![가-힣])")
_ACTED = re.compile(r"(?<=[가-힣]{2})(?:(?:하|되|된|한|할|될|함|됨|했|됐|돼|해)[가-힣]*|일정|계획|달력)$")
"""정비한거, 점검했던, 정비일정: the noun says what was done."""
_YEAR_SHORT = re.compile(r"\byr\b", re.IGNORECASE)
_ASKING = re.compile(
    r"(?:뭐|뭔|무엇|무슨|어떤|언제|며칠|몇|있|없|알려|보여|하는|[그이저][건거것]|[그이]중|건이)[가-힣]*|(?:일정|계획|날짜|스케줄|건)(?:이야|이에요|인가|들)?"
    r"|합쳐서?|합치면|모두|전부|총|total|altogether|all"
    r"|schedules?|calendar|dates?|days?|when's|what's|any|ones?|start|begin|after",
    re.IGNORECASE,
)
"""Words that ask for days, whatever they are of."""
_AFTER = re.compile(
    r"(?<![가-힣])그\s*다음(?:번)?(?:[은엔]|에는|에|꺼는?|거는?)?(?![가-힣]|\s*(?:달|주|해|날|분기))"
    r"|\bafter\s+that\b|\bthe\s+(?:one\s+after|next\s+one)\b|\band\s+then\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"(?<![가-힣])그(?:거|것)?\s*(?:바로\s*)?(?:이)?전(?:에는|엔|에|은|꺼는?|거는?)?(?![가-힣]|\s*(?:달|주|해|날|분기))"
    r"|\b(?:the\s+one\s+)?before\s+that\b|\bthe\s+one\s+before\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d\d|지난|작년|올해|\b(?:last|this|past)\b", re.IGNORECASE)
_UNIT_KO = r"(?:달|월|주|해|년|날|분기|학기)"
_UNIT_EN = r"(?:months?|weeks?|years?|quarters?|days?|nights?|time|step|to)"
_CUES = {
    "next": re.compile(
        rf"(?<![가-힣])다음(?:번(?:에|엔|은)?)?\s*(?!{_UNIT_KO}|번|[은는을의과에으중처같])(?=[가-힣A-Z])"
        rf"|(?<![가-힣])담(?:번에?)?\s+(?!{_UNIT_KO})(?=[가-힣A-Z])"
        r"|(?:가장|제일)\s*(?:가까운|빠른)|또\s*언제|언제\s*또"
        rf"|\bnext\b(?!\s+{_UNIT_EN}\b)|\bnext\s+day\b(?=\s+\w)|\bsoonest\b|\bnearest\b",
        re.IGNORECASE,
    ),
    "first": re.compile(
        r"(?<![가-힣])첫\s*(?:번째)?|(?:가장|제일)\s*(?:먼저|처음)|\b(?:first|earliest)\b", re.IGNORECASE
    ),
    "last": re.compile(
        r"(?:가장|제일)\s*(?:최근|늦)[가-힣]*|마지막[가-힣]*|지난번[가-힣]*|저번에"
        r"|최근(?:에|의)?(?![가-힣])(?!\s*(?:\d|몇|한|두|세|석|네)\s*(?:개월|달|년|해|주|일)?)|언제\s*(?:[가-힣]+\s*)?(?:했|됐|있었)[가-힣]*"
        rf"|\b(?:most\s+recent(?:ly)?|latest|final|previous|last)\b(?!\s+(?:{_UNIT_EN}|few|couple|\d+|two|three)\b)",
        re.IGNORECASE,
    ),
    "ahead": re.compile(
        r"(?<![가-힣])(?:앞으로|예정|다가오|남은|남았|잡힌|잡혀|잡혔)[가-힣]*|(?:아직\s*)?안\s*지(?:난|났)[가-힣]*"
        r"|\b(?:the\s+rest\s+of|coming\s+up|upcoming|remaining|left|ahead|from\s+now(?:\s+on)?|(?:still|yet)\s+to\s+come|scheduled)\b",
        re.IGNORECASE,
    ),
    "until": re.compile(
        r"(?:며칠|몇\s*일|얼마나?)\s*(?:이나\s*)?(?:더\s*)?(?:남|있으면|있어야|기다)[가-힣]*"
        r"|\bhow\s+(?:long|many\s+(?:days|weeks))(?:\s+is\s+it)?(?:\s+left)?\s+(?:until|till|to|before)\b",
        re.IGNORECASE,
    ),
}
