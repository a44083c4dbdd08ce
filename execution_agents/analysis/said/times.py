"""A time counted by a length that the last answer said: from the time of the person's own (mine is from 2021, so when
is that?), or from the time that was said (the next one is in September 2028; when was the last?).

Like arithmetic with figures that were said, it is certain only where one length and one time fit, and where the
question says nothing besides that was not said before.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from execution_agents.analysis.said.leftover import is_known, rest_of, words_of
from foundation.contracts.formulas import SaidTime
from foundation.language.content import content_words
from foundation.language.cues import composed, references
from foundation.language.dates.lengths import Length, lengths_in
from foundation.language.dates.month_names import date_words
from foundation.language.dates.offsets import Offset, moved
from foundation.language.dates.periods import days, find_periods, is_day, is_days, months
from foundation.language.spans import Found

LONGEST = 100
"""Characters of a question that is read so."""
_WHEN = re.compile(
    r"언제|몇\s?년도?(?!\s?(?:전|뒤|후|마다|동안|간))|몇\s?월|며칠(?!\s?(?:전|동안|간|마다|이나))"
    r"|\bwhen\b|\b(?:what|which)\s+(?:year|date|day|month)\b",
    re.IGNORECASE,
)
_ASKED_KO = re.compile(r"(?:언제|몇\s?년도?|몇\s?월|며칠)[가-힣]*(?:\s+[가-힣]+){0,2}\s*[?？.!~ㅋㅎㅠ]*$")
"""A Korean question ends with what happens then, behind the word that asks when."""
_BEFORE = re.compile(
    r"지난번|저번|(?:이|직)전(?:엔|에|은|번)|그\s?전(?:엔|에는|에|은|번)"
    r"|\b(?:last\s+time|the\s+(?:last|previous)\s+(?:one|time)|previously|before\s+that|the\s+(?:one|time)\s+before|when\s+was\s+the\s+last)\b",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"그\s?다음(?:번)?(?:은|엔|에는|에)?|\b(?:after\s+that|the\s+(?:one|time)\s+after(?:\s+that)?)\b", re.IGNORECASE
)
_CLAUSE = re.compile(r"[,;.]\s|\bso\b|(?<=면)\s|(?<=는데)\s|(?<=인데)\s", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\d.,£$€₩-])(?:in|from|since|of)\s+(?P<year>(?:19|20)\d\d)(?![\d-])", re.IGNORECASE)
_WIDTHS = {"day": 0, "week": 0, "month": 1, "year": 2}
_KOREAN: Mapping[str, str] = {"day": "일", "week": "주", "month": "개월", "year": "년"}
_SAYS = {
    ("ko", True): "{result}입니다({start}의 {length} 전).",
    ("ko", False): "{result}입니다({start}에서 {length} 뒤).",
    ("en", True): "That is {result} ({length} before {start}).",
    ("en", False): "That is {result} ({length} after {start}).",
}


@dataclass(frozen=True)
class Answered:
    """What the turn before asked, and its whole answer, as far as it is kept."""

    question: str
    sentence: str
    """What it says first."""
    answer: str


def asks_beside(question: str) -> bool:
    """True if it asks for the time before or behind one that was said: 지난번엔, the one after that."""
    return bool(_BEFORE.search(question) or _BEHIND.search(question))


def time_counted(question: str, before: Answered, today: date) -> SaidTime | None:
    """None where it is not certain."""
    plain = composed(question).strip()
    if len(plain) > LONGEST or not _WHEN.search(plain) or not before.sentence:
        return None
    return _from_own(plain, before, today) or _from_said(plain, before, today)


def _from_own(plain: str, before: Answered, today: date) -> SaidTime | None:
    """The person's own time, and the length that was said of what was asked about."""
    own = _times(plain, today)
    length = _one_length(before)
    if len(own) != 1 or length is None or lengths_in(plain) or _says_more(_besides(plain, own[0]), plain, before):
        return None
    return _counted(own[0], plain, length, before.sentence, (before.sentence,), back=length.back)


def _from_said(plain: str, before: Answered, today: date) -> SaidTime | None:
    """The time that was said, and how often it comes, as was said too, or as the question says."""
    back, behind = _BEFORE.search(plain), _BEHIND.search(plain)
    said = _times(before.sentence, today)
    if bool(back) == bool(behind) or len(said) != 1 or _times(plain, today):
        return None
    lines = (plain, *(line for line in before.answer.splitlines() if line.strip()))
    often = [(one, line) for line in lines for one in lengths_in(line) if one.again]
    if len({(one.unit, one.count) for one, _ in often}) != 1:
        return None
    length, line = often[-1]
    found = back or behind
    rest = plain if found is None else f"{plain[: found.start()]} {plain[found.end() :]}"
    if line is not plain and _says_more(rest, plain, before):
        return None
    own = () if line is plain else (_sentence(line, length),)
    return _counted(said[0], before.sentence, length, line, (before.sentence, *own), back=bool(back))


def _sentence(line: str, length: Length) -> str:
    """The sentence of the line that says the length, without marks of quotation."""
    begins = max((at + 2 for at in (line.rfind(stop, 0, length.start) for stop in (". ", "… ")) if at >= 0), default=0)
    return line[begins:].partition(". ")[0].strip(" .“”—") + "."


def _times(text: str, today: date) -> list[Found]:
    """The times a text names, each a day, a month or a year: 2021 alone is one behind a word of time."""
    found = [one for one in find_periods(text, today) if _is_one(one.value)]
    for match in _YEAR.finditer(text):
        if all(match.end() <= one.start or one.end <= match.start() for one in found):
            found.append(Found(f"{match['year']}-01..{match['year']}-12", match.start("year"), match.end()))
    return found


def _is_one(value: str) -> bool:
    return is_day(value) if is_days(value) else _width(value) < 3


def _width(value: str) -> int:
    """0 for a day, 1 for a month, 2 for a year, 3 for anything else."""
    if is_days(value):
        return 0 if is_day(value) else 3
    first, last = months(value)
    if first == last:
        return 1
    return 2 if first[:4] == last[:4] and first.endswith("-01") and last.endswith("-12") else 3


def _one_length(before: Answered) -> Length | None:
    """The length that the answer says first; of several the one whose clause begins with what was asked about (laptops
    after 4 years, monitors after 7)."""
    found = lengths_in(before.sentence)
    if len(found) > 1:
        asked = words_of(before.question)
        found = tuple(one for one in found if _begins_with(asked, re.split(r"[,;]", before.sentence[: one.start])[-1]))
    return found[0] if len(found) == 1 else None


def _begins_with(asked: frozenset[str], clause: str) -> bool:
    words = content_words(clause)
    return bool(words) and len(words[0]) > 1 and is_known(words[0], asked)


def _besides(plain: str, own: Found) -> str:
    """The question without the clause that says the person's own time."""
    ends = [match.start() for match in _CLAUSE.finditer(plain) if match.start() >= own.end]
    return plain[ends[0] :] if ends else f"{plain[: own.start]} {plain[own.end :]}"


def _says_more(rest: str, plain: str, before: Answered) -> bool:
    """True if it names something that was not said before: then another time may be meant."""
    plain_rest = _WHEN.sub(" ", _ASKED_KO.sub(" ", rest))
    for one in reversed(lengths_in(plain_rest)):
        plain_rest = f"{plain_rest[: one.start]} {plain_rest[one.end :]}"
    left = rest_of(plain_rest, (), f"{before.question} {before.answer}")
    return len(left) > (1 if references(plain) else 0)


def _counted(
    start: Found, where: str, length: Length, line: str, sentences: tuple[str, ...], *, back: bool
) -> SaidTime | None:
    if _WIDTHS[length.unit] < _width(start.value):
        return None  # So many days after a year is no day.
    return SaidTime(
        start=start.value,
        start_text=where[start.start : start.end],
        unit=length.unit,
        count=-length.count if back else length.count,
        length_text=line[length.start : length.end],
        sentences=sentences,
    )


def time_in_words(asked: SaidTime, language: str) -> str:
    """The sentence that says the time; "" beyond all calendars."""
    spoken = "ko" if language == "ko" else "en"
    try:
        value = moved(asked.start, Offset(asked.unit, asked.count, 0, 0))
    except (OverflowError, ValueError):
        return ""
    if value is None:
        return ""
    back, count = asked.count < 0, abs(asked.count)
    length = f"{count}{_KOREAN[asked.unit]}" if spoken == "ko" else f"{count} {asked.unit}{'' if count == 1 else 's'}"
    return _SAYS[spoken, back].format(result=_period(value, spoken), start=_period(asked.start, spoken), length=length)


def _period(value: str, language: str) -> str:
    """A day, a month or a year in words."""
    first, _ = days(value)
    if is_days(value):
        return date_words(f"{first}", language)
    if _width(value) == 2:
        return f"{first.year}년" if language == "ko" else f"{first.year}"
    return date_words(f"{first:%Y-%m}", language)
