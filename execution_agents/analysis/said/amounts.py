"""The amounts that the first sentence of an answer says, with the unit each is written in and what it is counted by."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from foundation.language.figures.agreement import EXACT, Figure
from foundation.language.figures.reader import figures_of
from foundation.language.figures.units import CURRENCIES, DAY, LENGTHS
from foundation.language.wanted.rates import Base, bases_in, thing_beside

NEAR, BEFORE = 2, 12
"""Characters between an amount and what it is counted by, behind it and before it."""
_MARKER = re.compile(r"\s*\[\d+\]")
_BRACKETS = re.compile(r"\([^()]*\)")
_ORDINAL = re.compile(r"\d(?:st|nd|rd|th)\b|\d\s?째", re.IGNORECASE)
_PER = re.compile(r"^\s?/\s?[A-Za-z³]{1,6}(?![A-Za-z])")
_NUMBER = re.compile(r"^[₩$£€¥]?\s?[\d.,]+\s?")


@dataclass(frozen=True)
class Said:
    """What one earlier turn asked and answered first."""

    question: str
    sentence: str
    is_row: bool = False
    """The first row of a list: its cells that were not shown say more of its figure."""


@dataclass(frozen=True)
class Amount:
    """One figure with its unit."""

    figure: Figure
    unit: str
    """As it is written behind the number: " m/h"."""
    base: Base | None
    """What it is counted by."""
    sentence: str

    @property
    def measures(self) -> tuple[str, str, str]:
        """Amounts that agree in it are of one unit."""
        unit = self.unit.strip() if "/" in self.unit else ""
        if self.figure.kind == "time":
            unit = "days" if self.figure.factor >= DAY else "hours"
        return (self.figure.kind, self.figure.counted, unit)

    @property
    def per(self) -> tuple[str, Decimal, str] | None:
        """What it is counted by: a monthly rent and a deposit are not added."""
        return self.base and (self.base.kind, self.base.factor, self.base.thing)


def first_sentence(answer: str) -> str:
    """The first line of an answer, without markers and quotation marks; "" where that is a table."""
    line = next((one.strip() for one in answer.splitlines() if one.strip()), "")
    plain_line = _MARKER.sub("", line).lstrip("- ").strip()
    if plain_line.startswith("|"):
        return ""
    quoted = re.match(r"[“\"](.+?)[”\"]", plain_line)
    return quoted[1] if quoted else plain_line


def said_first(question: str, answer: str) -> Said:
    """What a turn answered first."""
    return Said(question, first_sentence(answer), answer.lstrip().startswith("- "))


def rows_matched(said: Sequence[Said]) -> tuple[Said, ...]:
    """Where an answer is a whole table: its row of the label that the other answer's sentence says; else no sentence
    of it counts."""
    found: list[Said] = []
    for at, one in enumerate(said):
        if " | " not in one.sentence:
            found.append(one)
            continue
        others = [each.sentence for place, each in enumerate(said) if place != at and " | " not in each.sentence]
        rows = [row.strip() for row in one.sentence.split(";") if " | " in row]
        mine = [row for row in rows if any(row.split(" | ")[0].strip() in other for other in others)]
        found.append(replace(one, sentence=mine[0] if len(mine) == 1 else ""))
    return tuple(found)


_PAIRED = re.compile(r"(?P<one>[가-힣A-Za-z]+) / (?P<other>[가-힣A-Za-z]+?)(?=의|:|\s|$)")


def of_its_label(amounts: Sequence[Amount], sentence: str, words: str) -> list[Amount]:
    """Of two amounts under two labels (경보 / 정지의 값은 75 ℃ / 85 ℃) the one whose label the person said."""
    labels = _PAIRED.search(sentence)
    if labels is None or len(amounts) != 2 or amounts[0].measures != amounts[1].measures:
        return list(amounts)
    said = [one for label, one in zip(labels.groups(), amounts, strict=True) if label.lower() in words.lower()]
    return said if len(said) == 1 else list(amounts)


def amounts_in(said: Said) -> list[Amount]:
    """The amounts outside brackets; no dates, no numbers of articles, no ordinals."""
    text = said.sentence
    bare = _BRACKETS.sub(lambda one: " " * len(one[0]), text)
    bases = bases_in(text)
    figures = [one for one in single_figures(bare) if one.kind not in EXACT and not one.letters]
    figures = [one for one in figures if not any(base.start <= one.start < base.end for base in bases)]
    figures = [one for one in figures if not _ORDINAL.search(one.text)]
    amounts = [one for one in figures if one.kind not in LENGTHS]
    found: list[Amount] = []
    for one in figures:
        end = one.start + len(one.text)
        behind = _PER.match(bare[end:]) if one.kind not in CURRENCIES else None
        unit = _NUMBER.sub("", one.text)
        spaced = " " if unit and f" {unit}" in one.text else ""
        base = None if behind else _base_of(one, bare, bases, alone=len(amounts) == 1 and one in amounts)
        found.append(Amount(one, f"{spaced}{unit}{behind[0].strip() if behind else ''}", base, text))
    return _as_asked(found, said.question)


def _as_asked(found: list[Amount], question: str) -> list[Amount]:
    """An answer's one amount is counted by what was asked for: how much a month do we get → £40."""
    asked = bases_in(question)
    lone = [at for at, one in enumerate(found) if one.figure.kind not in LENGTHS]
    if len(lone) != 1 or len(asked) != 1 or any(one.base for one in found) or bases_in(found[lone[0]].sentence):
        return found
    return [replace(one, base=asked[0]) if at == lone[0] else one for at, one in enumerate(found)]


def single_figures(text: str) -> list[Figure]:
    """The figures of a text; a unit that something is counted by stays apart (하루 8시간 is no length of 32 hours)."""
    bases, found = bases_in(text), list[Figure]()
    for one in figures_of(text):
        apart = any(base.start <= each.start < base.end for base in bases for each in one.members)
        found += one.members if apart else (one,)
    return found


def _base_of(figure: Figure, text: str, bases: Sequence[Base], *, alone: bool) -> Base | None:
    """The base that stands beside the figure; if it is the sentence's only amount, any base of the sentence."""
    end = figure.start + len(figure.text)
    free = [one for one in bases if not one.adjacent]
    near = [one for one in free if 0 <= one.start - end <= NEAR and text[end : one.start].isspace()]
    near += [one for one in bases if one.adjacent and 0 <= figure.start - one.end <= NEAR + 1]
    near += [one for one in free if 0 <= figure.start - one.end <= BEFORE and _one_clause(text, one, figure)]
    if near:
        return near[0]
    thing = thing_beside(text[: figure.start], text[end:])
    if thing:
        return Base("thing", Decimal(1), thing, figure.start, end)
    return free[0] if alone and len({(one.kind, one.factor) for one in free}) == 1 else None


def _one_clause(text: str, base: Base, figure: Figure) -> bool:
    return not re.search(r"[,;:]|\d", text[base.end : figure.start])
