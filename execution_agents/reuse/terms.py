"""The terms of one text that the gates compare: figures, days and periods, names, negation, comparators, roles.

Korean and English, no dictionary of the domain. Figures, days and periods are read as everywhere else
(`foundation/language/figures`, `dates`) and compared by value: 1억 5천 is 150,000,000원, 3 pm is 15시. In the compared
words, a figure is replaced by its value.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from functools import cached_property, lru_cache

from execution_agents.retrieval.analysis import key_words
from foundation.domains.slots.names import is_plain
from foundation.language import lexicon
from foundation.language.beside import MARK
from foundation.language.cues import is_request, topic_words
from foundation.language.dates.periods import days, find_periods
from foundation.language.dates.weekdays import find_weekdays
from foundation.language.figures.agreement import EXACTLY, Figure, Known
from foundation.language.figures.amounts import NO_LIMIT_WON, bounds, find_amounts
from foundation.language.figures.reader import figures_of
from foundation.language.grams import is_said
from foundation.language.spans import Found

_CONTENT_LIMIT = 40
_HANGUL_WORD = re.compile(r"[가-힣0-9]{2,}")
_HANGUL = re.compile(r"[가-힣]")
_HANGUL_RUN = re.compile(r"[가-힣]+")
_TOKEN = re.compile(r"[A-Za-z][A-Za-z'-]*|(?:[가-힣0-9㎡%]|(?<=\d)\.(?=\d))+")
_NAME_BEFORE = re.compile(r"[A-Za-z][-_.&]?$")
_SPACE = re.compile(r"\s+")
_SENTENCE_END = re.compile(rf"(?:[?!:;{MARK}]|[a-z]{{4,}}\.)$")
ANY_DAY = date(2000, 1, 1)
"""Used if it is not known when a question was asked. Two questions asked on the same day mean the same by "last
month"."""
_PERIOD, _WEEKDAY, _NEAR_DAY = "period", "weekday", "near_day"
"""Kinds of figures besides the reader's own."""
_DENYING = ("안", "못")
"""Counted as negations; as words they would only make a question look different from the one it negates."""
_DATED = frozenset({"date", "time"})
"""Kinds of a stretch's ends: 1월 10일부터 20일까지."""


@dataclass(frozen=True)
class Terms:
    """The gate terms of one text."""

    figures: tuple[Figure, ...]
    """Figures, days of the week and periods; an amount of money once for each of its limits, in won."""
    units: frozenset[str]
    """Units asked for without a number: 평당."""
    entities: frozenset[str]
    """Latin words of a Korean text, capitalised words of an English one, quoted phrases, names by their endings."""
    negations: int
    """How often the text negates."""
    comparators: frozenset[str]
    content: tuple[str, ...]
    """Content words in order, without particles and request words, in lower case; figures as their values."""
    wording: tuple[str, ...]
    """Content words without the figures, those in letters (한 달, second) too."""
    roles: dict[str, str] = field(hash=False)
    """Content word -> the role its particle or preposition gives it ("" if none does)."""
    ordered: bool = False
    """True if word order alone carries the roles (no Hangul)."""


@lru_cache(maxsize=4096)
def terms_of(text: str, asked_on: date = ANY_DAY) -> Terms:
    """Read one question, asked on this day."""
    plain = unicodedata.normalize("NFC", text)
    korean = _HANGUL.search(plain) is not None
    figures, periods = _figures(plain, asked_on)
    by_value = _with(plain, [(one, _by_value(one)) for one in (*periods, *figures) if not _is_word(one, plain)])
    content = _words(by_value)
    return Terms(
        figures=figures,
        units=frozenset(_compact(match.group()) for match in lexicon.UNIT_WORDS.finditer(by_value)),
        entities=frozenset(_compact(name) for name in _entities(by_value, korean)),
        negations=len(lexicon.NEGATION.findall(plain)),
        comparators=frozenset(name for pattern, name in lexicon.COMPARATORS if pattern.search(by_value)),
        content=content,
        wording=_words(_with(plain, [(one, " ") for one in (*periods, *figures)])) if figures else content,
        roles=dict(_roles(by_value, frozenset(content))),
        ordered=not korean,
    )


class Said:
    """What one text says, read when the first thing is asked for: a question may name hundreds, the text thousands."""

    def __init__(self, text: str) -> None:
        self._text = text

    def word(self, term: str) -> bool:
        """True if a word occurs by its letters; a word of one syllable must be at the beginning of a word."""
        if len(term) == 1 and not term.isascii():
            return re.search(rf"(?<![가-힣]){term}", self._text) is not None
        return term in self._letters

    def figure(self, figure: Figure) -> bool:
        """True if the text holds this figure, however it is written. A bare one ("from 2006 to 2010") may be of any
        unit of the text; a period must occur by its letters, since "last year" in a text need not be the question's."""
        if figure.kind in (_PERIOD, _WEEKDAY, _NEAR_DAY):
            return self.word(_compact(figure.text))
        known = self._every if figure.kind in ("plain", "date") else self._with_unit
        return known.bears_out(figure)

    @cached_property
    def _letters(self) -> str:
        return _compact(self._text)

    @cached_property
    def _figures(self) -> list[Figure]:
        return list(figures_of(self._text))

    @cached_property
    def _every(self) -> Known:
        return Known(self._figures, EXACTLY)

    @cached_property
    def _with_unit(self) -> Known:
        return Known((one for one in self._figures if one.kind != "plain"), EXACTLY)


def nouns(text: str) -> tuple[str, ...]:
    """The words that name something: no verbs, figures, particles, requests, no words that name nothing (그런)."""
    tokens = (token.strip("?!.,") for token in text.split())
    named = (stem(word.casefold()) for token in tokens if not is_said(token) for word in topic_words(token))
    return tuple(dict.fromkeys(word for word in named if not word[0].isdigit() and not is_plain(word)))


def bare_words(question: str) -> str:
    """The words that say what is asked, without requests (설명해줘) and particles: 주택은 is rarer than 주택, and means
    the same."""
    return " ".join(stem(word) for word in key_words(question) if not is_request(word))


def stem(word: str) -> str:
    """The word without one Korean particle, when two syllables or a figure are left."""
    if word.isascii():
        return word
    bare = lexicon.PARTICLE.sub("", word)
    return bare if len(bare) > 1 or bare.isdecimal() else word


@lru_cache(maxsize=256)
def _compact(text: str) -> str:
    return _SPACE.sub("", unicodedata.normalize("NFC", text)).casefold()


def _figures(text: str, asked_on: date) -> tuple[tuple[Figure, ...], list[Figure]]:
    """All in order, and the periods. A figure within a period may be read as it too: 2026년 1분기 is Q1 2026. One from
    a day or month to another is a period alone."""
    figures = list(_with_amounts(figures_of(text), find_amounts(text)))
    periods = [_period(found, text) for found in find_periods(text, asked_on)]
    periods = [each for each in periods if all(_holds(each, one) or not _overlap(each, one) for one in figures)]
    spans = [each for each in periods if sum(_holds(each, one) and one.kind in _DATED for one in figures) > 1]
    figures = [one for one in figures if not any(_holds(each, one) for each in spans)]
    found = [
        replace(one, readings=(*one.readings, *(each for each in periods if _holds(each, one)))) for one in figures
    ]
    found += (each for each in periods if all(one.letters or not _holds(each, one) for one in figures))
    found += (_figure(_WEEKDAY, Decimal(one.value), text, one) for one in find_weekdays(text))
    for pattern, away in lexicon.NEAR_DAYS:
        day = Decimal(asked_on.toordinal() + int(away))
        found += (_figure(_NEAR_DAY, day, text, Found("", *match.span())) for match in pattern.finditer(text))
    return tuple(sorted(found, key=lambda one: one.start)), periods


def _with_amounts(figures: Sequence[Figure], amounts: Sequence[Found]) -> Iterator[Figure]:
    """The figures, those an amount is made of as its limits in won: 보증금 2000 is 2,000만, 3억대 ends below 4억."""
    yield from (one for one in figures if not any(_overlap(one, amount) for amount in amounts))
    for amount in amounts:
        inside = [one for one in figures if _overlap(one, amount)]
        limits = [Decimal(won) for won in dict.fromkeys(bounds(amount.value)) if 0 < won < NO_LIMIT_WON]
        for at, won in enumerate(limits if inside else ()):
            yield replace(inside[min(at, len(inside) - 1)], value=won, kind="won", counted="", readings=())


def _holds(period: Figure, one: Figure) -> bool:
    return period.start <= one.start and one.end <= period.end


def _figure(kind: str, value: Decimal, text: str, found: Found) -> Figure:
    return Figure(value, kind, text[found.start : found.end], start=found.start)


def _period(found: Found, text: str) -> Figure:
    """By its first and last day."""
    first, last = days(found.value)
    return _figure(_PERIOD, Decimal(f"{first:%Y%m%d}{last:%Y%m%d}"), text, found)


def _overlap(one: Figure | Found, other: Figure | Found) -> bool:
    return one.start < other.end and other.start < one.end


def _is_word(figure: Figure, text: str) -> bool:
    """In letters, or within a name: app-01, PM2.5."""
    return figure.letters or _NAME_BEFORE.search(text[max(0, figure.start - 2) : figure.start]) is not None


def _by_value(figure: Figure) -> str:
    if figure.kind in ("date", "article"):
        return ".".join(str(part) for part in figure.parts if part)
    return f"{figure.value.normalize():f}"


def _with(text: str, instead: Iterable[tuple[Figure, str]]) -> str:
    """The text with these words for its figures; the longest of those that stand in one place."""
    written, end = "", 0
    for figure, word in sorted(instead, key=lambda pair: (pair[0].start, -pair[0].end)):
        if figure.start >= end:
            written, end = f"{written}{text[end : figure.start]}{word}", figure.end
    return written + text[end:]


def _words(text: str) -> tuple[str, ...]:
    words = topic_words(text, limit=_CONTENT_LIMIT, short=True)
    return tuple(stem(word.casefold()) for word in words if word not in _DENYING)


def _entities(text: str, korean: bool) -> Iterator[str]:
    yield from (match.group(1) for match in lexicon.QUOTED.finditer(text))
    for match in lexicon.LATIN.finditer(text):
        if korean or (match.group()[0].isupper() and not _begins_sentence(text, match.start())):
            yield match.group()
    for match in _HANGUL_WORD.finditer(text):
        word = stem(match.group())
        if word in lexicon.PLACES or (lexicon.NAMED.match(word) and not lexicon.COMMON.search(word)):
            yield word


def _begins_sentence(text: str, start: int) -> bool:
    """The first word of an English sentence is capitalised whatever it is; "St. Louis" begins none."""
    before = text[:start].strip(" \"'(")
    return not before or _SENTENCE_END.search(before) is not None


def _roles(text: str, content: frozenset[str]) -> Iterator[tuple[str, str]]:
    before = ""
    for match in _TOKEN.finditer(text):
        token = match.group().casefold()
        word = stem(token)
        if word in content:
            yield word, (before or _attached(text, match.end())) if token.isascii() else _particle(token)
        before = token if token in lexicon.PREPOSITIONS else ""


def _attached(text: str, end: int) -> str:
    """The role that the particle right after a Latin word gives it: PACl에서 PAHCS로."""
    behind = _HANGUL_RUN.match(text, end)
    return _particle(behind.group()) if behind else ""


def _particle(token: str) -> str:
    return next((name for pattern, name in lexicon.ROLES if pattern.search(token)), "")
