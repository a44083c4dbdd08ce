"""Rows of the evidence as numbers to compute with: the row's labels, its time, and its figures in decimals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from execution_agents.analysis.cells import FUNCTIONS, PERIOD, ROWS, nameless_columns, void
from foundation.contracts.work import EvidenceItem, FieldValue
from foundation.domains.schema.pack import Column, Pack, TableSource
from foundation.language.figures.money import shown_digits, shown_won


@dataclass(frozen=True)
class Fact:
    """One row, ready to be computed with."""

    item: int
    """Number of its evidence item in the answer."""
    labels: Mapping[str, str]
    """Column -> value of the labels that say what the row is about."""
    time: str
    """Its most exact day or month; "" without one."""
    numbers: Mapping[str, Decimal]
    """Column -> figure as answers show it: a figure computed from shown figures must agree with them."""
    units: Mapping[str, str | None]
    bands: Mapping[str, Decimal]
    """Bounds of the band it covers, by column."""
    size: Decimal | None = None
    """The number of things the row covers; None for a single thing, or if the row does not say."""
    summary: bool = False
    """The row covers several things: its figure may not be averaged without their number."""
    derived: bool = False
    """Computed by the database over rows."""


def facts_of(items: Sequence[tuple[int, EvidenceItem]], source: TableSource, pack: Pack) -> tuple[Fact, ...]:
    """The items of one table as facts, each under its number."""
    nameless = nameless_columns(pack, source.name)
    return tuple(_fact(number, item, source, nameless) for number, item in items)


def _fact(number: int, item: EvidenceItem, source: TableSource, nameless: frozenset[str]) -> Fact:
    fields, times = item.fields, list[str]()
    numbers, units, labels = dict[str, Decimal](), dict[str, str | None](), dict[str, str]()
    bands = {name: exact(fields[name]) for name in nameless if isinstance(fields.get(name), (int, float))}
    size: Decimal | None = None
    for column in source.columns:
        value = fields.get(column.name)
        if void(column, value) or column.name in nameless:
            continue
        if column.type in ("integer", "number") and column.unit != "year" and not isinstance(value, str):
            numbers[column.name], units[column.name] = of_a_row(value, column.unit, source), column.unit
            size = numbers[column.name] if column.unit == "count" and source.is_aggregate else size
        elif column.type in ("month", "date"):
            times.append(str(value))
        elif column.type == "text":
            labels[column.name] = str(value)
    if item.derived:
        _add_computed(fields, source.columns, numbers, units)
        times = [str(fields[PERIOD[1]])] if fields.get(PERIOD[1]) else []
        size = exact(fields.get(ROWS))
    return Fact(
        number, labels, max(times, key=len, default=""), numbers, units, bands, size,
        summary=item.derived or source.is_aggregate, derived=item.derived,
    )  # fmt: skip


def _add_computed(
    fields: Mapping[str, FieldValue],
    columns: Sequence[Column],
    numbers: dict[str, Decimal],
    units: dict[str, str | None],
) -> None:
    for column in columns:
        for function in FUNCTIONS:
            name = f"{column.name}_{function}"
            if function != "count" and fields.get(name) is not None:
                numbers[name], units[name] = as_shown(fields[name], column.unit), column.unit
    numbers[ROWS], units[ROWS] = exact(fields.get(ROWS)), "count"


def exact(value: FieldValue) -> Decimal:
    """A number of a row in decimals; 0 for none."""
    return Decimal(str(value)) if isinstance(value, (int, float)) else Decimal(0)


def of_a_row(value: FieldValue, unit: str | None, source: TableSource) -> Decimal:
    """A figure of a row: of a single thing unchanged, of a summary as answers write it."""
    return as_shown(value, unit) if source.is_aggregate or unit != "won" else exact(value)


def as_shown(value: FieldValue, unit: str | None) -> Decimal:
    """A figure as answers write it: means of won to the 만원, others to the digits that count."""
    number = exact(value)
    return Decimal(shown_won(float(number))) if unit == "won" else shown_digits(number)
