"""The amounts that the first sentence of an answer says, with the unit each is written in and what it is counted by."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from foundation.language.figures.agreement import EXACT, Figure
from foundation.language.figures.reader import figures_of
from foundation.language.figures.units import CURRENCIES
from foundation.language.wanted.rates import Base, bases_in, thing_beside

NEAR, BEFORE = 2, 12
"""Characters between an amount and what it is counted by, behind it and before it."""
LENGTHS = frozenset({"time", "months"})
_MARKER = re.compile(r"\s*\[\d+\]")
_BRACKETS = re.compile(r"\([^()]*\)")
_PER = re.compile(r"^\s?/\s?[A-Za-z³]{1,6}\b")
_NUMBER = re.compile(r"^[₩$£€¥]?\s?[\d.,]+\s?")


@dataclass(frozen=True)
class Said:
    """What one earlier turn asked and answered first."""

    question: str
    sentence: str


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
        """Amounts that agree in it may be added and subtracted."""
        unit = self.unit.strip() if "/" in self.unit else ""
        return (self.figure.kind, self.figure.counted, unit)


def first_sentence(answer: str) -> str:
    """The first line of an answer, without markers and quotation marks; "" where that is a table."""
    line = next((one.strip() for one in answer.splitlines() if one.strip()), "")
    plain_line = _MARKER.sub("", line).lstrip("- ").strip()
    if plain_line.startswith("|"):
        return ""
    quoted = re.match(r"[“\"](.+?)[”\"]", plain_line)
    return quoted[1] if quoted else plain_line


def amounts_in(said: Said) -> list[Amount]:
    """The amounts outside brackets; no dates, no numbers of articles, no ordinals."""
    text = said.sentence
    bare = _BRACKETS.sub(lambda one: " " * len(one[0]), text)
    bases = bases_in(text)
    figures = [one for one in single_figures(bare) if one.kind not in EXACT and not one.letters]
    figures = [one for one in figures if not any(base.start <= one.start < base.end for base in bases)]
    amounts = [one for one in figures if one.kind not in LENGTHS]
    found: list[Amount] = []
    for one in figures:
        end = one.start + len(one.text)
        behind = _PER.match(bare[end:]) if one.kind not in CURRENCIES else None
        unit = _NUMBER.sub("", one.text)
        spaced = " " if unit and f" {unit}" in one.text else ""
        base = None if behind else _base_of(one, bare, bases, alone=len(amounts) == 1 and one in amounts)
        found.append(Amount(one, f"{spaced}{unit}{behind[0].strip() if behind else ''}", base, text))
    return found


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
