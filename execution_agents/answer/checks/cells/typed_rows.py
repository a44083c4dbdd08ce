"""The typed rows a draft was written from, in the form claims are compared with: a row's labels, its time, and its
cells by the names people give to columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from execution_agents.analysis.cells import FUNCTIONS, PERIOD, Cell, cells_of
from execution_agents.answer.evidence.citations import Numbered
from foundation.domains.schema.pack import Pack, SlotColumn, TableSource
from foundation.language.dates.periods import days
from foundation.language.figures.agreement import Figure
from foundation.language.figures.amounts import bounds
from foundation.language.figures.reader import figures_of

FUNCTION_WORDS: Mapping[str, str] = {
    "mean": r"평균|\b(?:mean|average[sd]?|averaging)\b",
    "median": r"중위|중간\s?값|중앙\s?값|\bmedian\b",
    "min": r"최저|가장\s?(?:싼|낮은|저렴)|\b(?:lowest|cheapest|minimum)\b",
    "max": r"최고|최대|가장\s?(?:비싼|높은)|\b(?:highest|maximum|most\s+expensive|dearest)\b",
}
"""What people call the functions of a column."""
_WORD = re.compile(r"[A-Za-z][A-Za-z-]{2,}|[가-힣]{2,}|[A-Z]{2,}")
_UNIT = re.compile(r"\(([^()]{1,12})\)\s*$")
_ORDINARY = re.compile("|".join((*FUNCTION_WORDS.values(), "건수|count|일평균|daily|구간|band")), re.IGNORECASE)


@dataclass(frozen=True)
class BoundCell:
    """One figure of a row."""

    row: TypedRow
    cell: Cell
    function: str
    """mean, median, min, max; "" for a plain column."""
    words: frozenset[str]
    """What its column is called besides; empty for a text, whose figures are its own."""
    figures: tuple[Figure, ...]
    """As the row holds it and as answers show it, in every language."""


@dataclass(frozen=True)
class TypedRow:
    """One row."""

    one: Numbered
    source: TableSource
    pack: Pack
    language: str

    @property
    def marker(self) -> int:
        """Its number in the answer."""
        return self.one.marker

    @cached_property
    def cells(self) -> tuple[BoundCell, ...]:
        """Its figures."""
        return tuple(self._cells())

    @cached_property
    def names(self) -> frozenset[str]:
        """What distinguishes it from other rows of its table and no slot reads: the product, the complex."""
        asked = {one.column for one in self.source.slots}
        named = {one.column for one in self.source.entities} | set(self.source.key)
        held = {name for name in named - asked if isinstance(self.one.item.fields.get(name), str)}
        texts = {column.name for column in self.source.columns if column.type == "text"}
        shown = {cell.shown for cell in cells_of(self.one.item, self.pack, self.language) if cell.name in held & texts}
        return frozenset({str(self.one.item.fields[name]) for name in held & texts} | shown)

    @cached_property
    def interval(self) -> tuple[date, date] | None:
        """The days it covers."""
        fields = self.one.item.fields
        if self.one.item.derived:
            ends = [str(fields[name]) for name in PERIOD if fields.get(name)]
        else:
            kinds = {column.name for column in self.source.columns if column.type in ("month", "date")}
            ends = [max((str(fields[name]) for name in kinds if fields.get(name)), key=len, default="")]
        try:
            return days(f"{ends[0]}..{ends[-1]}") if ends and ends[0] else None
        except ValueError:
            return None

    def fits(self, slot: str, value: str) -> bool:
        """Whether the row is of this value of a slot; True where it does not say."""
        column = next((one for one in self.source.slots if one.slot == slot), None)
        if column is None:
            return True
        if column.match == "month_range":
            return self._fits_period(value)
        held = self.one.item.fields.get(column.column)
        if column.match == "region":
            return held is None or _within(str(held), value) or _within(value, str(held))
        if column.match == "overlaps":
            return self._overlaps(column, value)
        return column.match != "equals" or held is None or str(held) == value

    def is_of(self, time: str) -> bool:
        """True if it is about this day, month or year ("2026-2-", "-2-")."""
        own = self.interval
        if own is None or own[1].replace(day=1) != own[0].replace(day=1):
            return True
        asked = [int(part) if part else None for part in time.split("-")]
        held = [own[0].year, own[0].month, own[0].day if own[0] == own[1] else None]
        return all(one is None or other is None or one == other for one, other in zip(asked, held, strict=True))

    def _fits_period(self, value: str) -> bool:
        own = self.interval
        if own is None:
            return True
        try:
            first, last = days(value)
        except ValueError:
            return True
        return own[0] <= last and first <= own[1]

    def _overlaps(self, column: SlotColumn, value: str) -> bool:
        low, high = (self.one.item.fields.get(name) for name in (column.column, column.column_to or ""))
        if not isinstance(low, (int, float)) or not isinstance(high, (int, float)):
            return True
        try:
            first, last = bounds(value)
        except ValueError:
            return True
        return first <= high and last >= low

    def _cells(self) -> Iterator[BoundCell]:
        shown: dict[str, list[Cell]] = {}
        for language in dict.fromkeys((self.language, "ko", "en")):
            for cell in cells_of(self.one.item, self.pack, language):
                shown.setdefault(cell.name, []).append(cell)
        for cells in shown.values():
            cell, figures = cells[0], tuple(figure for each in cells for figure in _figures(each))
            if cell.role == "figure":
                yield BoundCell(self, cell, function_of(cell), words_in([each.label for each in cells]), figures)
            elif cell.role == "label" and figures:
                yield BoundCell(self, cell, "", frozenset(), figures)


def typed_rows(items: Sequence[Numbered], pack: Pack, language: str) -> tuple[TypedRow, ...]:
    """The rows of tables among these items."""
    tables = {source.name: source for source in pack.sources if isinstance(source, TableSource)}
    return tuple(
        TypedRow(one, tables[one.item.source], pack, language)
        for one in items
        if one.is_row and one.item.source in tables
    )


def function_of(cell: Cell) -> str:
    """The function of a cell by its column's name, else by its label."""
    for function in FUNCTIONS:
        if cell.name == function or cell.name.endswith(f"_{function}") or cell.name.startswith(f"{function}_"):
            return function
    return next((name for name, words in FUNCTION_WORDS.items() if re.search(words, cell.label, re.IGNORECASE)), "")


def words_in(labels: Sequence[str]) -> frozenset[str]:
    """The words of labels that tell columns apart, without those of functions."""
    found = (word.lower() for label in labels for word in _WORD.findall(_ORDINARY.sub(" ", label)))
    return frozenset(found)


def _figures(cell: Cell) -> list[Figure]:
    """As the cell is shown, with the unit its label names in brackets: 탁도 일평균(NTU)."""
    unit = _UNIT.search(cell.label) if cell.role == "figure" else None
    return figures_of(f"{cell.shown} {unit[1]}" if unit else cell.shown)


def _within(place: str, other: str) -> bool:
    return place == other or place.startswith(f"{other} ")
