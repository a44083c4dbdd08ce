"""A question read as arithmetic with things that it names: its phrases with their words, what it counts, and what is to
be done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from execution_agents.analysis.named.words import (
    IDENTIFIER,
    LIMIT,
    Vocabulary,
    plain_word,
    without_small_words,
)
from execution_agents.analysis.said.amounts import single_figures
from execution_agents.analysis.said.asking import BEGINS, LARGEST, LONGEST, OTHER
from execution_agents.analysis.said.counts import Count, counts_in
from foundation.language.content import content_words
from foundation.language.cues import composed
from foundation.language.figures.agreement import EXACT, Figure
from foundation.language.figures.units import LENGTHS, Unit, unit_of
from foundation.language.grams import is_said
from foundation.language.numerals import NATIVE, native_value
from foundation.language.rules.modality import asks_whether
from foundation.language.stop_words import ENGLISH_STOP
from foundation.language.wanted.arithmetic import AT_MOST, asks_difference, asks_result, asks_sum, besides_arithmetic
from foundation.language.wanted.comparisons import CHANGED, comparing
from foundation.language.wanted.rates import Base, bases_in, singular

PLUS = re.compile(
    r"\+|\bplus\b|더하기|에다가?(?=\s)|\bon\s+top\b|(?<=[가-힣])까지\s*(?:다\s*)?(?:하면|해서|합|더하|더해|치면|쳐서|넣으면)",
    re.IGNORECASE,
)
_ONE = re.compile(
    r"\bones\b|\bone\b(?=\s*(?:[,;?.!]|$|(?:on|in|of|for|at|is|as|too|and|plus|over|with|to|then)\b))", re.IGNORECASE
)
"""It stands for a noun: the private health one."""
_TOTAL = re.compile(r"\btotal\b|\bin\s+all\b|\baltogether\b|총|모두|전부|다\s?(?:합|해서)", re.IGNORECASE)
_SPLIT = re.compile(
    r"\+|\bplus\b|\band\b|\bminus\b|\bthan\b|[&,;.?!]|더하기|그리고|(?<=[가-힣A-Za-z0-9])(?:이?랑|하고|와|과|에다가?)(?=\s)|(?<=[가-힣])보다(?=\s)"
    r"|(?<=\d[박일번명개대주끼회])에(?=\s)|에서(?=\s.{1,40}빼)",
    re.IGNORECASE,
)
BOTH = re.compile(
    r"\b(?:both|(?:the|those|these)\s+two)(?:\s+of\s+them)?\b|(?<![가-힣])(?:그|이)?\s?둘(?:\s?다|이|을|은)?(?![가-힣])",
    re.IGNORECASE,
)
THAT = re.compile(
    r"\b(?:that|it|this|those)\b(?!'?s)|(?<![가-힣])(?:그거|그것|이거|이것|거기|그게|이게|그건|이건|그만큼)",
    re.IGNORECASE,
)
_FEW = re.compile(
    r"(?<![가-힣])(?P<noun>[가-힣]{1,4}?)(?:이|가|은|는|을|를)?\s?(?P<number>하나|둘|셋|넷|다섯|여섯|일곱|여덟|아홉|열)(?:(?:이?면|이라면?|이고|인데)(?![가-힣])|(?=[,\s?？.]|$))"
)
_NATIVE_COUNT = re.compile(
    rf"(?<![가-힣])(?!한\s)(?P<number>{NATIVE})\s(?P<thing>[가-힣])(?=이?(?:면|랑|고)|[를을가은는의로에]?(?:\s|[,?？.!]|$)|씩|[당치분](?![가-힣]))"
)
"""A number in letters with its counter: 세 대, 두 지. One of something (한 대) is as often no count."""
_NO_THING = frozenset({"그", "이", "저", "그거", "이거", "저거"})
_WORD = re.compile(rf"{IDENTIFIER.pattern}|[A-Za-z][A-Za-z0-9'-]*|[가-힣][가-힣0-9]*")
EACH = re.compile(r"\b(?:each|every|per)\s+(?P<thing>[a-z]{3,})\b", re.IGNORECASE)
_HOW_MUCH = re.compile(r"\bhow\s+(?:much|many)\b|얼마|몇", re.IGNORECASE)
_HOW_MANY = re.compile(r"(?:몇\s*|\bhow\s+many\s+)(?P<unit>[A-Za-z가-힣㎥³²]{1,10})", re.IGNORECASE)
_STATES = re.compile(
    r"[가-힣]면\s*[?？]?\s*$|^\W*(?:and\s+)?(?:both|the\s+two)\b.{0,20}\b(?:over|for|in)\b", re.IGNORECASE
)
"""It says what is counted, and leaves out the rest: 두 대 열두 시간 돌리면, the two of them over a year."""
_REMNANT = 3
"""Syllables of the particle that is left behind a word that was read."""
PER_CENT = re.compile(r"%|％|\bper\s*cent\b|\bpercent\b|퍼센트|프로(?![가-힣])|몇\s?퍼(?![가-힣])", re.IGNORECASE)
Moved = Literal["", "percent", "amount"]
RISES = re.compile(
    r"\br[iou]se[ns]?\b|\bup\b|\bimproved?\b|\bgrew\b|\bgrow[ns]?\b|늘|올[랐라]|좋아|나아", re.IGNORECASE
)


@dataclass(frozen=True)
class Word:
    """One word that may name something."""

    text: str
    start: int
    names: frozenset[str]
    """Itself, and what else the pack calls it."""
    is_counted: bool = False
    """It stands behind a number, or says "limit": it may name a thing, and need not."""


@dataclass(frozen=True)
class Phrase:
    """A stretch of the question between words that join."""

    start: int
    end: int
    words: tuple[Word, ...]


@dataclass(frozen=True)
class Asked:
    """What a question asks to compute."""

    text: str
    phrases: tuple[Phrase, ...]
    counts: tuple[Count, ...]
    adds: bool
    joins: bool
    """Words of addition say so: 합치면, together; not only 총, total."""
    differs: bool
    wanted: Unit | None
    """The unit that the result is asked in: 몇 kg."""
    moved: Moved
    """How something's change is asked for: "percent", "amount"; "" for no change."""
    at_most: bool


def may_compute(question: str) -> bool:
    """True if a question asks for a figure with counts, a sum or a difference, and for nothing else."""
    return _read(question) is not None


def read(question: str, vocabulary: Vocabulary) -> Asked | None:
    """The question; None if it asks for something else, or no arithmetic."""
    found = _read(question)
    if found is None:
        return None
    text, counts, figures = found
    words = tuple(_words(text, counts, figures, vocabulary))
    ends = [(one.start(), one.end()) for one in _SPLIT.finditer(text) if _joins(one, text)]
    starts = [0, *(end for _, end in ends)]
    stops = [*(start for start, _ in ends), len(text)]
    phrases = tuple(
        Phrase(start, stop, tuple(one for one in words if start <= one.start < stop))
        for start, stop in zip(starts, stops, strict=True)
        if text[start:stop].strip()
    )
    joins = bool(asks_sum(text) or PLUS.search(text))
    adds = joins or bool(_TOTAL.search(text))
    at_most = bool(AT_MOST.search(text))
    return Asked(text, phrases, counts, adds, joins, asks_difference(text), unit_wanted(text), _moved(text), at_most)


def _moved(text: str) -> Moved:
    if not CHANGED.search(text):
        return ""
    if PER_CENT.search(text):
        return "percent"
    return "amount" if _HOW_MUCH.search(text) else ""


def _joins(found: re.Match[str], text: str) -> bool:
    """False for the last syllable of a noun that is no particle: 치과; 과 follows a final consonant, 와 none."""
    if found[0] not in ("과", "와"):
        return True
    has_final = (ord(composed(text)[found.start() - 1]) - ord("가")) % 28 != 0
    return has_final == (found[0] == "과")


def counts_of(question: str) -> tuple[Count, ...] | None:
    """All that a question counts, in order; None where a figure of it is no count."""
    text = composed(question)
    figures = figures_besides_names(text)
    return None if any(one.kind in EXACT or abs(one.value) > LARGEST for one in figures) else _counts(text, figures)


def phrase_of(question: str, vocabulary: Vocabulary) -> Phrase:
    """An earlier question as one phrase."""
    text = composed(question)
    return Phrase(0, len(text), tuple(_words(text, (), (), vocabulary)))


def words_of_question(question: str, vocabulary: Vocabulary) -> tuple[Word, ...]:
    """Its words besides figures, units and arithmetic."""
    text = BEGINS.sub("", composed(question).strip())
    return tuple(_words(text, (), figures_besides_names(text), vocabulary))


def all_names(question: str, vocabulary: Vocabulary) -> frozenset[str]:
    """The names of all words of a question."""
    return frozenset(name for word in phrase_of(question, vocabulary).words for name in word.names)


def _read(question: str) -> tuple[str, tuple[Count, ...], tuple[Figure, ...]] | None:
    text = BEGINS.sub("", composed(question).strip())
    limited = AT_MOST.sub(" ", text)
    moved, asked = _moved(text), comparing(limited)
    if len(text) > LONGEST or OTHER.search(text) or (asks_whether(limited) and not _HOW_MUCH.search(text)):
        return None
    if not moved and (asked.ratio or asked.per_cent or asked.part or asked.mean or asked.ordered or asked.changed):
        return None
    asks = asks_result(text) or AT_MOST.search(text) or asks_difference(text)
    if not (asks or _STATES.search(text) or PLUS.search(text)):
        return None
    figures = figures_besides_names(text)
    if any(one.kind in EXACT or abs(one.value) > LARGEST for one in figures):
        return None
    counts = _counts(text, figures)
    if counts is None:
        return None
    operates = asks_sum(text) or PLUS.search(text) or _TOTAL.search(text) or asks_difference(text)
    return (text, counts, figures) if counts or operates or moved else None


def figures_besides_names(text: str) -> tuple[Figure, ...]:
    """The figures of a text that are no part of a name (app-01)."""
    names = [found.span() for pattern in (IDENTIFIER, _ONE) for found in pattern.finditer(text)]
    return tuple(one for one in single_figures(text) if not any(start <= one.start < end for start, end in names))


def _counts(text: str, figures: tuple[Figure, ...]) -> tuple[Count, ...] | None:
    """All that is counted; None where a figure is none."""
    found = counts_in(text, figures, measured=True)
    if figures and not found:
        return None
    for few in _FEW.finditer(text):
        value, noun = native_value(few["number"]), few["noun"]
        if value is not None and noun not in _NO_THING:
            base = Base("thing", Decimal(1), singular(noun), few.start(), few.end())
            found.append(Count(base, value, few[0]))
    for one in _NATIVE_COUNT.finditer(text):
        value, taken = native_value(one["number"]), [(each.base.start, each.base.end) for each in found]
        if value is not None and not any(start < one.end() and one.start() < end for start, end in taken):
            base = Base("thing", Decimal(1), singular(one["thing"]), one.start(), one.end())
            found.append(Count(base, value, one[0]))
    known = ""
    ordered: list[Count] = []
    for one in sorted(found, key=lambda each: each.base.start):
        if one.base.kind == "thing" and not one.base.thing:  # 3 nights in London plus 2 in Leeds
            one = replace(one, base=replace(one.base, thing=known))
        known = one.base.thing or known
        ordered.append(one)
    return tuple(ordered)


def _words(text: str, counts: tuple[Count, ...], figures: tuple[Figure, ...], vocabulary: Vocabulary) -> Iterator[Word]:
    plain = text
    spans = [(one.start, one.end) for one in bases_in(text)] + [(one.start, one.end) for one in figures]
    spans += [one.span() for one in BOTH.finditer(text)]
    few = [(one.base.start, one.base.end) for one in counts if one.base.thing and not text[one.base.start].isdigit()]
    for start, end in (*spans, *few):
        plain = f"{plain[:start]}{' ' * (end - start)}{plain[end:]}"
    plain = _HOW_MANY.sub(lambda found: _blank(found) if unit_wanted(found[0]) else found[0], plain)
    for pattern in (THAT, PER_CENT, CHANGED, PLUS, _ONE):
        plain = pattern.sub(_blank, plain)
    plain = without_small_words(besides_arithmetic(plain))
    nouns = [*((one.base.start, one.base.end) for one in counts), *(one.span() for one in EACH.finditer(text))]
    before, end = "", 0
    for token in _WORD.finditer(plain):
        found = (token[0],) if IDENTIFIER.fullmatch(token[0]) else content_words(token[0])
        if not found or found[0].lower() in ENGLISH_STOP or is_said(token[0]) or _is_remnant(token, plain, text):
            continue
        before = "" if _SPLIT.search(text, end, token.start()) else before
        others = vocabulary.others(found[0])
        if before:  # What two words are called together, each of them names.
            others |= vocabulary.others(f"{before} {found[0]}") - vocabulary.others(before)
        counted = any(start <= token.start() < end for start, end in nouns) or bool(LIMIT.fullmatch(found[0]))
        yield Word(found[0], token.start(), frozenset({plain_word(found[0])}) | others, counted)
        before, end = found[0], token.end()


def unit_wanted(text: str) -> Unit | None:
    """The unit asked for, where it measures: 몇 kg, how many litres."""
    found = _HOW_MANY.search(text)
    for end in range(len(found["unit"]) if found else 0, 0, -1):
        unit = unit_of(found["unit"][:end]) if found else None
        if unit is not None and unit.kind not in LENGTHS | {"plain", "percent", "times"}:
            return unit
    return None


def _is_remnant(token: re.Match[str], plain: str, text: str) -> bool:
    """True for the particle behind a word that was read as a count or as arithmetic: (2대)를."""
    at = token.start()
    behind = at > 0 and plain[at - 1] == " " and text[at - 1].isalnum()
    return behind and not token[0].isascii() and len(token[0]) <= _REMNANT


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])
