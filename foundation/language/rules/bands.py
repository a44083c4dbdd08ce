"""Rows of a table that stand for a range each (5~20 NTU, under 2 years, 2억원 이상 6억원 미만), and which of them a
figure lies in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from foundation.language.figures.agreement import EXACT
from foundation.language.figures.reader import figures_of
from foundation.language.grams import grams_of
from foundation.language.rules.thresholds import begun_at

FEWEST = 2
"""Bands of one kind that make a table of bands."""
_SPAN = re.compile(r"\s*(?:~|～|〜|∼|-|–|—|to|and)\s*", re.IGNORECASE)
_BOUNDS = re.compile(
    r"이상|이하|미만|초과|까지|이내|부터|아래|\b(?:under|over|below|above|up\s+to|at\s+(?:least|most)|(?:less|more|fewer)\s+than"
    r"|or\s+(?:more|less|over|under|fewer)|from|to|and|between|after|within)\b",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True)
class Band:
    """From where to where a cell reaches."""

    kind: str
    low: Decimal | None = None
    high: Decimal | None = None
    low_met: bool = True
    high_met: bool = True
    factor: Decimal = Decimal(1)
    """What a bare number is multiplied with to be of its unit."""

    def holds(self, value: Decimal) -> bool:
        """True if a value of its kind lies in it."""
        above = self.low is None or value > self.low or (self.low_met and value == self.low)
        return above and (self.high is None or value < self.high or (self.high_met and value == self.high))


@lru_cache(maxsize=2048)
def band_of(cell: str) -> Band | None:
    """The range a cell says; None for one that says anything else."""
    figures = [one for one in figures_of(cell) if one.kind not in EXACT and not one.letters]
    if not 0 < len(figures) <= FEWEST or len({one.kind for one in figures}) > 1:
        return None
    rest = cell
    for one in reversed(figures):
        rest = f"{rest[: one.start]} {rest[one.end :]}"
    if _LETTER.search(_BOUNDS.sub(" ", rest)):
        return None
    first, last = figures[0], figures[-1]
    spans = len(figures) == FEWEST and _SPAN.fullmatch(cell[first.end : last.start])
    if spans:
        return Band(first.kind, first.value, last.value, factor=last.factor) if first.value < last.value else None
    found = Band(first.kind, factor=first.factor)
    for one in figures:
        bound = begun_at(cell, one)
        if bound in ("least", "above"):
            found = Band(one.kind, one.value, found.high, bound == "least", found.high_met, one.factor)
        elif bound in ("most", "below"):
            found = Band(one.kind, found.low, one.value, found.low_met, bound == "most", one.factor)
    return found if found.low is not None or found.high is not None else None


def rows_of_figure(question: str, labels: Sequence[str], *, bare: bool, about: str = "") -> frozenset[int]:
    """The rows, by their first cells, in whose range a figure of the question lies; none where they are no ranges of
    one kind, or where it has no figure of it. `bare`: a number without a unit is of that kind, too; so it is where the
    question before it, that it is `about`, has a figure of the kind (15 NTU일 때는? 그럼 70이면?)."""
    bands = {at: band for at, label in enumerate(labels) if (band := band_of(label)) is not None}
    kinds = {band.kind for band in bands.values()}
    if len(bands) < FEWEST or len(kinds) > 1:
        return frozenset()
    asked = [one for one in figures_of(question) if one.kind not in EXACT and not one.letters]
    values = {one.value for one in asked if one.kind in kinds}
    factor = next(iter(bands.values())).factor
    if not values and (bare or any(one.kind in kinds for one in figures_of(about))):
        values = {one.value * factor for one in asked if one.kind == "plain" and not one.counted}
    picked = {frozenset(at for at, band in bands.items() if band.holds(value)) for value in values} - {frozenset[int]()}
    return picked.pop() if len(picked) == 1 else frozenset()  # of several figures nobody knows which is meant


def names_column(text: str, head: str) -> bool:
    """True if a text has a word of a column's head: 탁도 of 원수 탁도."""
    grams = grams_of(text)
    return any(form <= grams for word in head.split() if (form := grams_of(word)))
