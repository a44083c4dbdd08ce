"""Compares the figures of a sentence with the cells it is about: the row by place, deal, period and name, the column by
its name. An equal figure elsewhere in the evidence supports nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from execution_agents.answer.checks.cells.attachment import At, Named, readings
from execution_agents.answer.checks.cells.typed_rows import FUNCTION_WORDS, BoundCell, TypedRow
from execution_agents.answer.checks.parts import Part
from foundation.domains.schema.answering import CheckFigures
from foundation.domains.schema.pack import Pack
from foundation.domains.slots.slots import find_mentions
from foundation.language.figures.agreement import EXACT, Figure, Known
from foundation.language.figures.reader import asked_figures
from foundation.language.figures.units import Kind

_NAMES, _FUNCTION, _COLUMN, _TIME = "=name", "=function", "=column", "=time"
_MEASURES = frozenset({"amount", "rent"})
"""Slots whose values are the figures themselves."""
_FUNCTIONS = {name: re.compile(words, re.IGNORECASE) for name, words in FUNCTION_WORDS.items()}


@dataclass(frozen=True)
class RowGround:
    """The typed rows of one answer."""

    rows: Sequence[TypedRow]
    pack: Pack
    now: datetime
    check: CheckFigures
    elsewhere: Known = field(default_factory=lambda: Known((), CheckFigures()))
    """Figures of the question and of cited passages: these need no cell."""

    @cached_property
    def kinds(self) -> Mapping[str, frozenset[Kind]]:
        """Word of a column -> kinds of figures that its cells hold."""
        found: dict[str, set[Kind]] = {}
        for cell in (cell for row in self.rows for cell in row.cells):
            for word in cell.words:
                found.setdefault(word, set()).update(figure.kind for figure in cell.figures)
        return {word: frozenset(kinds) for word, kinds in found.items()}


@dataclass(frozen=True)
class Bound:
    """The result for the figures that cells hold."""

    checked: tuple[Figure, ...] = ()
    """Those that were looked up in cells."""
    wrong: tuple[Figure, ...] = ()
    """Those that no reading of the sentence finds in a cell it is about."""
    cells: tuple[BoundCell, ...] = ()
    """The cells of the others."""
    other: tuple[int, ...] = ()
    """Set if the sentence cites none of the rows that support it: these rows do."""
    rows: tuple[frozenset[int], ...] = ()
    """For each figure, in order, the rows that hold it."""

    def mended(self, cited: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """The corrected markers of the sentence, if each figure occurs in exactly one row and not all of these rows are
        cited: the rows in the order of the figures, the last marker with all that are left. Empty if nothing is
        corrected."""
        if not cited or not self.other or self.wrong or any(len(one) != 1 for one in self.rows):
            return ()
        wanted = list(dict.fromkeys(next(iter(one)) for one in self.rows))
        if len(wanted) < len(cited):
            return ()
        last = len(cited) - 1
        return (*((one,) for one in wanted[:last]), tuple(wanted[last:]))


def bound_figures(part: Part, text: str, ground: RowGround) -> Bound:
    """The figures of one part. `text`: what is read, a row of a table with what its columns are called."""
    held = [(one, tuple(_holding(one, ground))) for one in _asked(text, ground)]
    held = [(figure, cells) for figure, cells in held if cells]
    if not held:
        return Bound()
    figures = [figure for figure, _ in held]
    cited = frozenset(part.cited) & {row.marker for row in ground.rows}
    at = [At(one.start, one.end) for one in figures]
    named = dimensions(text, ground, figures)
    best = _Reading(tuple(figures))
    for reading in readings(at, list(named.items()), text):
        fitting = [
            [cell for cell in cells if fits(cell, about, figure, ground)]
            for (figure, cells), about in zip(held, reading, strict=True)
        ]
        best = min(best, _Reading.of(figures, fitting, cited), key=lambda one: one.badness)
        if not best.wrong and not best.other:
            break
    return Bound(tuple(figures), best.wrong, best.cells, best.other, best.rows)


@dataclass(frozen=True)
class _Reading:
    """How well one reading of the sentence matches the rows."""

    wrong: tuple[Figure, ...]
    cells: tuple[BoundCell, ...] = ()
    other: tuple[int, ...] = ()
    rows: tuple[frozenset[int], ...] = ()

    @property
    def badness(self) -> tuple[int, bool]:
        return len(self.wrong), bool(self.other)

    @classmethod
    def of(cls, figures: Sequence[Figure], fitting: Sequence[Sequence[BoundCell]], cited: frozenset[int]) -> _Reading:
        """The cited rows if they support everything, else all rows."""
        wrong = tuple(one for one, cells in zip(figures, fitting, strict=True) if not cells)
        own = [[cell for cell in cells if cell.row.marker in cited] for cells in fitting]
        is_cited = not cited or all(mine for mine, cells in zip(own, fitting, strict=True) if cells)
        chosen = own if cited and is_cited else fitting
        markers = [{cell.row.marker for cell in cells} for cells in fitting if cells]
        bearing = {one for one in markers[0] if all(one in each for each in markers)} if markers else set[int]()
        return cls(
            wrong,
            tuple(cells[0] for cells in chosen if cells),
            () if is_cited else tuple(sorted(bearing)) or (0,),
            tuple(frozenset(one) for one in markers),
        )


def _asked(text: str, ground: RowGround) -> list[Figure]:
    return [one for one in asked_figures(text) if one.kind not in EXACT and not ground.elsewhere.bears_out(one)]


def _holding(figure: Figure, ground: RowGround) -> Iterable[BoundCell]:
    return (cell for row in ground.rows for cell in row.cells if Known(cell.figures, ground.check).bears_out(figure))


def fits(cell: BoundCell, about: Mapping[str, str], figure: Figure, ground: RowGround) -> bool:
    """True if a cell is about what the figure is said of."""
    if cell.cell.role == "label":
        return True
    for dimension, value in about.items():
        if dimension == _NAMES:
            if cell.row.names and value not in cell.row.names:
                return False
        elif dimension == _FUNCTION:
            if cell.function and cell.function != value:
                return False
        elif dimension == _COLUMN:
            # A word of columns in another unit does not apply to this figure: 전용면적 60㎡ 이하는 4억.
            if figure.kind in ground.kinds[value] and value not in cell.words:
                return False
        elif dimension == _TIME:
            if not cell.row.is_of(value):
                return False
        elif not cell.row.fits(dimension, value):
            return False
    return True


def dimensions(text: str, ground: RowGround, figures: Sequence[Figure]) -> dict[str, list[Named]]:
    """What a sentence names, by dimension: the pack's slots, names of rows, functions and words of columns."""
    asked = {one.slot for row in ground.rows for one in row.source.slots} - _MEASURES
    found: dict[str, list[Named]] = {}
    for one in find_mentions(text, ground.pack, ground.now):
        own = any(one.start < figure.end and figure.start < one.end for figure in figures)
        if one.slot in asked and not one.negated and not one.ambiguous and not own:
            found.setdefault(one.slot, []).append(Named(one.value, one.start, one.end))
    if not any(one.match == "month_range" for row in ground.rows for one in row.source.slots):
        found[_TIME] = times_in(text)
    found[_NAMES] = names_in(text, ground.rows)
    found[_FUNCTION] = [
        Named(name, match.start(), match.end()) for name, words in _FUNCTIONS.items() for match in words.finditer(text)
    ]
    found[_COLUMN] = columns_in(text, ground, figures)
    return found


def times_in(text: str) -> list[Named]:
    """Months and days, where the pack has no slot that reads them."""
    dates = [one for one in asked_figures(text) if one.kind == "date"]
    return [Named("-".join(f"{part or ''}" for part in one.parts), one.start, one.end) for one in dates]


def names_in(text: str, rows: Sequence[TypedRow]) -> list[Named]:
    """Names of rows, the longest where one holds another."""
    found: list[Named] = []
    names = {name for row in rows for name in row.names}
    for name in sorted(names, key=len, reverse=True):
        words = r"\s*".join(re.escape(word) for word in name.split())
        for match in re.finditer(words, text, re.IGNORECASE):
            if not any(one.start < match.end() and match.start() < one.end for one in found):
                found.append(Named(name, match.start(), match.end()))
    return found


def columns_in(text: str, ground: RowGround, figures: Sequence[Figure]) -> list[Named]:
    """Words of columns that hold figures of a kind the sentence has."""
    kinds = {figure.kind for figure in figures}
    words = [word for word, held in ground.kinds.items() if held & kinds]
    low = text.lower()
    found: list[Named] = []
    for word in sorted(words, key=len, reverse=True):
        pattern = rf"\b{re.escape(word)}s?\b" if word.isascii() else re.escape(word)
        for match in re.finditer(pattern, low):
            if not any(one.start < match.end() and match.start() < one.end for one in found):
                found.append(Named(word, match.start(), match.end()))
    return found
