"""The rules by which errors are planted into true sentences. FROZEN: committed before the checker was tuned on them.

A rule takes a sentence that stands in a passage and gives the same sentence with one error, or None where it has
nothing to change. What is chosen is drawn from a hash of the sentence, so every run plants the same errors. A planted
sentence that happens to stand in the passages too (a changed digit that is another true figure's whole sentence) is no
error and is left out by `planted`. Restatements say the same in another way of writing: they are true.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from hashlib import sha256
from random import Random
from typing import Literal

Kind = Literal["number", "swapped number", "unit", "date", "article", "negation", "name"]
Language = Literal["ko", "en"]
NUMERIC: tuple[Kind, ...] = ("number", "swapped number", "unit", "date", "article")
"""Kinds that the goal of 99 % counts."""

DATE_KO = re.compile(
    r"(?P<y>\d{4})\s*년(?:\s*(?P<m>\d{1,2})\s*월)?(?:\s*(?P<d>\d{1,2})\s*일)?|(?P<m2>\d{1,2})월\s*(?P<d2>\d{1,2})일"
)
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
DATE_EN = re.compile(
    rf"(?:(?P<mon>{MONTHS})\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s*)?\b(?P<y>(?:1[0-9]|20)\d\d)\b(?![,.]?\d|%|\s*(?:km|m|kg))"
)
ARTICLE = re.compile(r"제\d+(?:조(?:의\d+)?|항|호)|\b(?:Article|Section|Chapter|Title)\s+\d+")
FIGURE = re.compile(r"(?<![\d.,A-Za-z가-힣-])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\d,]*\d)")
"""A number that begins a word: what is glued to letters is a name (B2B, 제3조 has its own rule)."""

UNITS_KO = (
    ("억원", "만원"),
    ("만원", "억원"),
    ("억 원", "만 원"),
    ("만 원", "억 원"),
    ("개월", "년"),
    ("년간", "개월간"),
    ("시간", "일"),
    ("분", "시간"),
    ("일", "개월"),
    ("㎡", "평"),
    ("제곱킬로미터", "제곱미터"),
    ("km", "m"),
    ("킬로미터", "미터"),
    ("kg", "t"),
    ("킬로그램", "톤"),
    ("%", "‰"),
    ("퍼센트", "배"),
    ("mg/L", "g/L"),
    ("명", "만 명"),
    ("만 명", "명"),
    ("만명", "명"),
    ("m", "km"),
    ("미터", "킬로미터"),
)
"""What may stand right behind a figure, and what it becomes; the first that fits."""
UNITS_EN = (
    ("million", "billion"),
    ("billion", "million"),
    ("thousand", "million"),
    ("percent", "per thousand"),
    ("per cent", "per thousand"),
    ("%", "‰"),
    ("km", "m"),
    ("kilometres", "metres"),
    ("kilometers", "meters"),
    ("miles", "feet"),
    ("feet", "miles"),
    ("metres", "kilometres"),
    ("meters", "kilometers"),
    ("years", "months"),
    ("months", "years"),
    ("weeks", "days"),
    ("days", "weeks"),
    ("hours", "minutes"),
    ("minutes", "hours"),
    ("kg", "g"),
    ("tons", "kilograms"),
    ("tonnes", "kilograms"),
)
NEGATIONS_KO = (
    (r"할 수 없다\.$", "할 수 있다."),
    (r"할 수 있다\.$", "할 수 없다."),
    (r"될 수 없다\.$", "될 수 있다."),
    (r"하지 아니한다\.$", "한다."),
    (r"하지 않는다\.$", "한다."),
    (r"하지 않았다\.$", "하였다."),
    (r"되지 않았다\.$", "되었다."),
    (r"지 못했다\.$", "었다."),
    (r"하여야 한다\.$", "하지 아니하여도 된다."),
    (r"해야 한다\.$", "하지 않아도 된다."),
    (r"이 아니다\.$", "이다."),
    (r"없다\.$", "있다."),
    (r"있다\.$", "있지 않다."),
    (r"하였다\.$", "하지 않았다."),
    (r"했다\.$", "하지 않았다."),
    (r"되었다\.$", "되지 않았다."),
    (r"됐다\.$", "되지 않았다."),
    (r"된다\.$", "되지 않는다."),
    (r"한다\.$", "하지 않는다."),
    (r"이다\.$", "이 아니다."),
)
NEGATIONS_EN = (
    (r"\bcannot\b", "can"),
    (r"\b(is|was|are|were|has|have|had|can|could|may|will|would|did|does|do|should|must) not\b", r"\1"),
    (r"\b(is|was|are|were|can|could|may|will|would|should|must)\b", r"\1 not"),
    (r"\b(has|have|had)(?= (?:been|\w+ed)\b)", r"\1 not"),
)
"""(pattern, what it becomes): the first that fits, its first place."""
RESTATED_KO = (
    (r"(?<=[가-힣])한다\.$", "합니다."),
    (r"(?<=[가-힣])된다\.$", "됩니다."),
    (r"있다\.$", "있습니다."),
    (r"없다\.$", "없습니다."),
    (r"했다\.$", "했습니다."),
    (r"였다\.$", "였습니다."),
    (r"었다\.$", "었습니다."),
    (r"이다\.$", "입니다."),
    (r"(?<=\d)\s*%", "퍼센트"),
    (r"(?<=\d)퍼센트", "%"),
    (r"(?<=\d)㎡", "제곱미터"),
    (r"(?<=\d)제곱미터", "㎡"),
    (r"(?<=\d)킬로미터", "km"),
    (r"(?<=\d)km\b", "킬로미터"),
    (r"(?<=\d)킬로그램", "kg"),
)
RESTATED_EN = (
    (r"(?<=\d) ?percent\b", "%"),
    (r"(?<=\d) ?per cent\b", "%"),
    (r"(?<=\d)%", " percent"),
    (r"(?<=\d) km\b", " kilometres"),
    (r"(?<=\d) kilomet(?:re|er)s\b", " km"),
    (r"\b(\w+)n't\b", r"\1 not"),
)


@dataclass(frozen=True)
class Planted:
    """One sentence with one error."""

    kind: Kind
    language: Language
    original: str
    sentence: str


@dataclass(frozen=True)
class Ground:
    """A true sentence and where it stands."""

    sentence: str
    passage: str
    language: Language
    names: tuple[str, ...] = ()
    """Names that stand in the passage."""
    others: tuple[str, ...] = ()
    """Names of other passages."""


Rule = Callable[[Ground, Random], str | None]


def planted(ground: Ground) -> list[Planted]:
    """Every error the rules can plant into this sentence, one each."""
    found: list[Planted] = []
    for kind, rule in RULES.items():
        made = rule(ground, drawn(ground.sentence, kind))
        if made is not None and made != ground.sentence and made not in ground.passage:
            found.append(Planted(kind, ground.language, ground.sentence, made))
    return found


def restated(ground: Ground) -> str | None:
    """The same said in another way of writing; None where no rule fits."""
    sentence = regrouped(redated(ground.sentence, ground.language))
    for pattern, instead in RESTATED_KO if ground.language == "ko" else RESTATED_EN:
        sentence = re.sub(pattern, instead, sentence, count=1)
    return sentence if sentence != ground.sentence else None


def drawn(*parts: str) -> Random:
    """The same draws for the same sentence, whatever the order of the data."""
    return Random(sha256("\x1f".join(parts).encode()).digest())


def free_figures(sentence: str, language: Language) -> list[re.Match[str]]:
    """Figures that are no part of a date or of an article's number."""
    dates = DATE_KO if language == "ko" else DATE_EN
    taken = [match.span() for pattern in (dates, ARTICLE) for match in pattern.finditer(sentence)]
    return [
        match for match in FIGURE.finditer(sentence) if not any(start <= match.start() < end for start, end in taken)
    ]


def replaced(sentence: str, span: tuple[int, int], instead: str) -> str:
    """The sentence with one stretch of it exchanged."""
    return sentence[: span[0]] + instead + sentence[span[1] :]


def other_number(ground: Ground, random: Random) -> str | None:
    """One figure has one digit changed, or is ten times as large."""
    figures = free_figures(ground.sentence, ground.language)
    if not figures:
        return None
    match = random.choice(figures)
    if random.random() < 0.25 and "." not in match[0] and "," not in match[0]:
        return replaced(ground.sentence, match.span(), match[0] + "0")
    digits = [at for at, character in enumerate(match[0]) if character.isdigit()]
    at = random.choice(digits)
    lowest = 1 if at == 0 else 0
    other = random.choice([digit for digit in range(lowest, 10) if str(digit) != match[0][at]])
    return replaced(ground.sentence, match.span(), match[0][:at] + str(other) + match[0][at + 1 :])


def swapped_number(ground: Ground, random: Random) -> str | None:
    """One figure becomes another figure of the same passage: nothing but where it stands tells that it is wrong."""
    figures = free_figures(ground.sentence, ground.language)
    elsewhere = [match[0] for match in free_figures(ground.passage, ground.language)]
    if not figures:
        return None
    match = random.choice(figures)
    held = {one[0] for one in figures}
    others = sorted({other for other in elsewhere if other not in held})
    return replaced(ground.sentence, match.span(), random.choice(others)) if others else None


def other_unit(ground: Ground, random: Random) -> str | None:
    """A figure keeps its digits and gets another unit."""
    units = UNITS_KO if ground.language == "ko" else UNITS_EN
    found: list[tuple[tuple[int, int], str]] = []
    for match in free_figures(ground.sentence, ground.language):
        rest = ground.sentence[match.end() :]
        space = len(rest) - len(rest.lstrip(" "))
        for unit, instead in units:
            if rest[space:].startswith(unit) and not re.match(r"[A-Za-z]", rest[space + len(unit) :]):
                start = match.end() + space
                found.append(((start, start + len(unit)), instead))
                break
    if not found:
        return None
    span, instead = random.choice(found)
    return replaced(ground.sentence, span, instead)


def other_date(ground: Ground, random: Random) -> str | None:
    """Year, month or day of one date is another one."""
    dates = list((DATE_KO if ground.language == "ko" else DATE_EN).finditer(ground.sentence))
    if not dates:
        return None
    match = random.choice(dates)
    parts = [name for name, value in match.groupdict().items() if value is not None and name != "mon"]
    name = random.choice(parts)
    value = int(match[name])
    top = 12 if name.startswith("m") else 28 if name.startswith("d") else value + 9
    low = 1 if not name.startswith("y") else value - 9
    other = random.choice([each for each in range(low, top + 1) if each != value])
    return replaced(ground.sentence, match.span(name), str(other))


def other_article(ground: Ground, random: Random) -> str | None:
    """An article, paragraph or item has another number."""
    found = list(ARTICLE.finditer(ground.sentence))
    if not found:
        return None
    match = random.choice(found)
    number = re.search(r"\d+", match[0])
    assert number is not None
    value = int(number[0])
    other = random.choice([each for each in range(max(1, value - 5), value + 6) if each != value])
    start = match.start() + number.start()
    return replaced(ground.sentence, (start, start + len(number[0])), str(other))


def negated(ground: Ground, random: Random) -> str | None:
    """What was so is not so, and the other way round."""
    del random
    for pattern, instead in NEGATIONS_KO if ground.language == "ko" else NEGATIONS_EN:
        changed, count = re.subn(pattern, instead, ground.sentence, count=1)
        if count:
            return changed
    return None


def other_name(ground: Ground, random: Random) -> str | None:
    """A name of the sentence is one of another passage."""
    held = [name for name in ground.names if name in ground.sentence]
    others = [name for name in ground.others if name not in ground.passage]
    if not held or not others:
        return None
    name = random.choice(held)
    at = ground.sentence.index(name)
    return replaced(ground.sentence, (at, at + len(name)), random.choice(others))


RULES: dict[Kind, Rule] = {
    "number": other_number,
    "swapped number": swapped_number,
    "unit": other_unit,
    "date": other_date,
    "article": other_article,
    "negation": negated,
    "name": other_name,
}


def redated(sentence: str, language: Language) -> str:
    """The first whole date in digits: 2021년 3월 5일 -> 2021-03-05; March 5, 2021 -> 5 March 2021."""
    match = (DATE_KO if language == "ko" else DATE_EN).search(sentence)
    if match is None or match["d"] is None or match["y"] is None:
        return sentence
    if language == "en":
        return replaced(sentence, match.span(), f"{match['d']} {match['mon']} {match['y']}")
    if match["m"] is None:
        return sentence
    return replaced(sentence, match.span(), f"{match['y']}-{int(match['m']):02d}-{int(match['d']):02d}")


def regrouped(sentence: str) -> str:
    """The first large figure with or without its separators; millions written out."""
    million = re.search(r"\b(\d+(?:\.\d+)?) million\b", sentence)
    if million is not None:
        whole = Decimal(million[1]) * 1_000_000
        return replaced(sentence, million.span(), f"{whole:,.0f}")
    grouped = re.search(r"\d{1,3}(?:,\d{3})+(?![\d,])", sentence)
    return sentence if grouped is None else replaced(sentence, grouped.span(), grouped[0].replace(",", ""))


def usable(sentences: Sequence[str]) -> list[str]:
    """Sentences an answer might hold: whole, neither fragments nor paragraphs."""
    return [one for one in sentences if 20 <= len(one) <= 300 and one.rstrip().endswith((".", "다", "요"))]
