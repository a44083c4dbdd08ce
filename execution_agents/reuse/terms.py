"""What the gates read in one text: numbers with units, dates, periods, names, negation, comparators, roles.

Korean and English, no dictionary of the domain. Numbers are compared by value: 1억 5천만 원 and 150,000,000원 are the
same term, 5 % and 5퍼센트 too.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from execution_agents.retrieval.analysis import key_words
from foundation.domains.slots.names import is_plain
from foundation.language import lexicon
from foundation.language.cues import is_request, topic_words
from foundation.language.figures.amounts import NO_LIMIT_WON, bounds, find_amounts
from foundation.language.grams import is_said

_CONTENT_LIMIT = 40
_UNIT = re.compile("|".join(f"(?P<u{at}>{words})" for at, (_, words) in enumerate(lexicon.UNITS)), re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\d.])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?!\d)\s*")
_COUNTED_VALUE = re.compile(r"^[\d.]+")
_FIGURE = re.compile(r"^([\d.]+)\D*$")
_ISO_DATE = re.compile(r"(?<!\d)(\d{4})[-./](\d{1,2})(?:[-./](\d{1,2}))?(?!\d)")
_HANGUL_WORD = re.compile(r"[가-힣0-9]{2,}")
_HANGUL = re.compile(r"[가-힣]")
_HANGUL_RUN = re.compile(r"[가-힣]+")
_TOKEN = re.compile(r"[A-Za-z][A-Za-z'-]*|[가-힣0-9㎡%]+")
_SPACE = re.compile(r"\s+")
_SENTENCE_END = re.compile(r"(?:[?!:;]|[a-z]{4,}\.)$")
_NATIVE = re.compile(
    rf"(?<![가-힣])(?P<count>{'|'.join(lexicon.NATIVE_COUNTS)})\s?(?P<unit>{'|'.join(lexicon.NATIVE_UNITS)})"
)


@dataclass(frozen=True)
class Terms:
    """The gate terms of one text."""

    numbers: frozenset[str]
    """Value and unit, e.g. "5%", "150000000원", "84㎡"."""
    dates: frozenset[str]
    periods: frozenset[str]
    units: frozenset[str]
    """Units asked for without a number: 평당."""
    entities: frozenset[str]
    """Latin words of a Korean text, capitalised words of an English one, quoted phrases, names by their endings."""
    negations: int
    """How often the text negates."""
    comparators: frozenset[str]
    content: tuple[str, ...]
    """Content words in order, particles and request words dropped, lower case."""
    roles: dict[str, str] = field(hash=False)
    """Content word -> what its particle or preposition makes of it ("" when nothing does)."""
    ordered: bool = False
    """True where word order alone carries the roles (no Hangul)."""


@lru_cache(maxsize=4096)
def terms_of(text: str) -> Terms:
    """Read one question."""
    plain = unicodedata.normalize("NFC", text)
    korean = _HANGUL.search(plain) is not None
    counted = tuple(_counted(plain))
    content = tuple(stem(word.casefold()) for word in topic_words(plain, limit=_CONTENT_LIMIT, short=True))
    return Terms(
        numbers=frozenset(term for kind, term in counted if kind == "number"),
        dates=frozenset(term for kind, term in counted if kind == "date"),
        periods=frozenset(term for kind, term in counted if kind == "period") | frozenset(_relative(plain)),
        units=frozenset(_compact(match.group()) for match in lexicon.UNIT_WORDS.finditer(plain)),
        entities=frozenset(_compact(name) for name in _entities(plain, korean)),
        negations=len(lexicon.NEGATION.findall(plain)),
        comparators=frozenset(name for pattern, name in lexicon.COMPARATORS if pattern.search(plain)),
        content=content,
        roles=dict(_roles(plain, frozenset(content))),
        ordered=not korean,
    )


def unit_of(term: str) -> str:
    """What a counted term counts: "%" of "5%", "" of a bare figure."""
    return _COUNTED_VALUE.sub("", term)


def occurs(term: str, text: str) -> bool:
    """True when a gate term stands in the text: figures by value and unit, words by their letters."""
    if len(term) == 1 and not term.isascii():
        return re.search(rf"(?<![가-힣]){term}", text) is not None
    if not term[:1].isdigit():
        return term in _compact(text)
    counted = _counted_in(text)
    # A bare figure ("from 2006 to 2010") says nothing of its unit, so any unit of the text may be meant.
    return term in counted or (term[-1].isdigit() and any(_FIGURE.sub(r"\1", held) == term for held in counted))


def nouns(text: str) -> tuple[str, ...]:
    """The words that name something: no verbs, figures, particles, requests, no words that name nothing (그런)."""
    tokens = (token.strip("?!.,") for token in text.split())
    named = (stem(word.casefold()) for token in tokens if not is_said(token) for word in topic_words(token))
    return tuple(dict.fromkeys(word for word in named if not word[0].isdigit() and not is_plain(word)))


def bare_words(question: str) -> str:
    """The words that say what is asked, without requests (설명해줘) and particles: 주택은 is rarer than 주택, and says
    no more."""
    return " ".join(stem(word) for word in key_words(question) if not is_request(word))


def stem(word: str) -> str:
    """The word without one Korean particle, when two syllables are left."""
    if word.isascii():
        return word
    bare = lexicon.PARTICLE.sub("", word)
    return bare if len(bare) > 1 else word


@lru_cache(maxsize=256)
def _counted_in(text: str) -> frozenset[str]:
    return frozenset(term for _, term in _counted(unicodedata.normalize("NFC", text)))


@lru_cache(maxsize=256)
def _compact(text: str) -> str:
    return _SPACE.sub("", unicodedata.normalize("NFC", text)).casefold()


def _counted(text: str) -> Iterator[tuple[str, str]]:
    """(number | date | period, term) of every figure. Sums of money count in won, whatever they are written in."""
    for amount in find_amounts(text):
        for won in bounds(amount.value):
            if 0 < won < NO_LIMIT_WON:
                yield "number", f"{won}원"
        text = text[: amount.start] + " " * (amount.end - amount.start) + text[amount.end :]
    for match in _NATIVE.finditer(text):
        yield _kind(unit := lexicon.NATIVE_UNITS[match["unit"]]), f"{lexicon.NATIVE_COUNTS[match['count']]}{unit}"
    for match in _ISO_DATE.finditer(text):
        yield from (("date", f"{int(part)}{unit}") for part, unit in zip(match.groups(), "년월일", strict=True) if part)
    for match in _NUMBER.finditer(_ISO_DATE.sub(" ", text)):
        unit = _unit_at(match.string, match.end())
        yield _kind(unit), match.group(1).replace(",", "") + unit


def _kind(unit: str) -> str:
    return "date" if unit in lexicon.DATE_UNITS else "period" if unit in lexicon.PERIOD_UNITS else "number"


def _unit_at(text: str, start: int) -> str:
    match = _UNIT.match(text, start)
    return lexicon.UNITS[int(match.lastgroup[1:])][0] if match is not None and match.lastgroup is not None else ""


def _relative(text: str) -> Iterator[str]:
    return (name for pattern, name in lexicon.PERIODS if pattern.search(text))


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
    """What the particle right behind a Latin word makes of it: PACl에서 PAHCS로."""
    behind = _HANGUL_RUN.match(text, end)
    return _particle(behind.group()) if behind else ""


def _particle(token: str) -> str:
    return next((name for pattern, name in lexicon.ROLES if pattern.search(token)), "")
