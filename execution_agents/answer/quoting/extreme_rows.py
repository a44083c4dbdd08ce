"""The row of a passage's table that is the largest, the longest, the cheapest (배수지 중에 제일 큰 데): the rows are
put in order by the one column of figures that the question can mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from execution_agents.answer.evidence.passages import Sentence
from foundation.language.figures.agreement import EXACT, Figure
from foundation.language.figures.reader import figures_of
from foundation.language.figures.units import CURRENCIES
from foundation.language.grams import grams_of
from foundation.language.particles import with_particle
from foundation.language.wanted.comparisons import Comparing, comparing

LEAST = 3
"""Rows of which one may be the most."""
NAMED = 0.5
"""Share of a head's grams that a question which names it holds."""
_KINDS = {"length": ("time", "months"), "money": tuple(CURRENCIES)}
"""What an adjective measures -> kinds of figures."""
_MOST = {
    "length": {"ko": ("긴", "짧은"), "en": ("longest", "shortest")},
    "money": {"ko": ("비싼", "싼"), "en": ("dearest", "cheapest")},
    "": {"ko": ("큰", "작은"), "en": ("largest", "smallest")},
}


@dataclass(frozen=True)
class _Column:
    at: int
    head: str
    figures: tuple[Figure | None, ...]
    """Row by row."""

    @property
    def kind(self) -> str:
        return next(one.kind for one in self.figures if one is not None)


def extreme_row(best: Sentence, mine: Sequence[Sentence], question: str, language: str) -> str:
    """A sentence with the row, marked; "" where no superlative is asked for, where the best line is no row of such a
    table, or where several columns could be meant. `mine`: the lines of its passage."""
    asked = comparing(question)
    if not best.heads or not asked.superlative or asked.direction is None or asked.first is not None:
        return ""
    heads = best.heads.split(" | ")
    rows = [cells for one in mine if one.heads == best.heads and len(cells := one.text.split(" | ")) == len(heads)]
    column = _meant(_columns(heads, rows), asked, question) if len(rows) >= LEAST else None
    if column is None:
        return ""
    held = [(one.value, row) for one, row in zip(column.figures, rows, strict=True) if one is not None]
    value, row = (max if asked.direction == "high" else min)(held, key=lambda pair: pair[0])
    if sum(other == value for other, _ in held) > 1:
        return ""
    return _sentence(row[0], row[column.at], column.head, asked, language, best.marker)


def _columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[_Column]:
    """Those in which nearly every row has one figure, all of one kind."""
    found: list[_Column] = []
    for at in range(1, len(heads)):
        figures = tuple(_only(row[at]) for row in rows)
        kinds = {one.kind for one in figures if one is not None}
        if len(kinds) == 1 and sum(one is not None for one in figures) >= max(LEAST, len(rows) - 1):
            found.append(_Column(at, heads[at], figures))
    return found


def _only(cell: str) -> Figure | None:
    """The figure of a cell that has one; a range (2.0~3.8 m) has two."""
    figures = [one for one in figures_of(cell) if one.kind not in EXACT]
    return figures[0] if len(figures) == 1 else None


def _meant(columns: Sequence[_Column], asked: Comparing, question: str) -> _Column | None:
    said = grams_of(question)
    named = [one for one in columns if len(grams_of(one.head) & said) >= NAMED * (len(grams_of(one.head)) or 1)]
    kinds = _KINDS.get(asked.measured or "", ())
    fitting = [one for one in named or columns if not kinds or one.kind in kinds]
    return fitting[0] if len(fitting) == 1 else None


def _sentence(key: str, cell: str, head: str, asked: Comparing, language: str, marker: int) -> str:
    words = _MOST.get(asked.measured or "", _MOST[""])["ko" if language == "ko" else "en"]
    most = words[asked.direction != "high"]
    if language == "ko":
        subject, thing = with_particle(head, "이", "가"), with_particle(key, "으로", "로")
        return f"{subject} 가장 {most} 것은 {thing}, {cell}입니다 [{marker}]."
    return f"The {most} is {key}: {head} {cell} [{marker}]."
