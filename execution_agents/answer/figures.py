"""The cells of a typed row in words: labels and units from the pack, values exactly as the row holds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from execution_agents.answer.money import plain, won
from execution_agents.answer.numbers import Figure, Kind
from foundation.contracts.work import EvidenceItem, FieldValue
from foundation.domains.pack import Column, HttpSource, Pack, TableSource

UNITS: Mapping[str, tuple[str, str]] = {
    "percent": ("{}%", "{}%"),
    "m2": ("{}㎡", "{} m²"),
    "count": ("{}건", "{}"),
    "months": ("{}개월", "{} months"),
    "years": ("{}년", "{} years"),
}
"""Unit -> how a value is written (Korean, English). Won has its own rules; an unknown unit stands behind the number."""
FUNCTIONS: Mapping[str, Mapping[str, str]] = {
    "count": {"ko": "건수", "en": "count"},
    "mean": {"ko": "평균", "en": "mean"},
    "median": {"ko": "중위", "en": "median"},
    "min": {"ko": "최저", "en": "lowest"},
    "max": {"ko": "최고", "en": "highest"},
}
KINDS: Mapping[str, Kind] = {"won": "won", "percent": "percent", "m2": "area"}
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


@dataclass(frozen=True)
class Cell:
    """One field of a row, ready to be shown."""

    name: str
    label: str
    value: FieldValue
    shown: str
    role: Literal["label", "time", "figure", "hidden"]
    """label: says what the row is of; time: its month or date; figure: a number worth quoting."""
    kind: Kind = "plain"


def columns_of(pack: Pack, source: str) -> tuple[Column, ...]:
    """The declared columns of an item's source; none for passages and for sources the pack no longer has."""
    try:
        declared = pack.source(source)
    except KeyError:
        return ()
    if isinstance(declared, TableSource):
        return declared.columns
    return tuple(field.column for field in declared.fields) if isinstance(declared, HttpSource) else ()


def cells_of(item: EvidenceItem, pack: Pack, language: str) -> tuple[Cell, ...]:
    """The item's filled fields, in the order of the pack's columns."""
    columns = columns_of(pack, item.source)
    cells = [
        cell_of(column, item.fields[column.name], pack, language)
        for column in columns
        if item.fields.get(column.name) is not None
    ]
    if item.derived:
        cells += derived_cells(item, columns, language)
    return tuple(cells)


def cell_of(column: Column, value: FieldValue, pack: Pack, language: str) -> Cell:
    """One column's cell."""
    label = words_of(column.label, language)
    match column.type:
        case "month" | "date":
            return Cell(column.name, label, value, date_words(str(value), language), "time")
        case "integer" | "number":
            shown = number_words(value, column.unit, language)
            role = "hidden" if column.unit == "year" else "figure"
            return Cell(column.name, label, value, shown, role, KINDS.get(column.unit or "", "plain"))
        case "boolean":
            return Cell(column.name, label, value, str(value), "hidden")
        case "text":
            return Cell(column.name, label, value, choice_words(str(value), pack, language), "label")


def derived_cells(item: EvidenceItem, columns: tuple[Column, ...], language: str) -> list[Cell]:
    """Figures the database computed: `price_won_mean`, `mean_price_won` or plain `count`."""
    cells: list[Cell] = []
    for name, value in item.fields.items():
        found = function_of(name, columns)
        if found is None or value is None:
            continue
        function, column = found
        unit = "count" if function == "count" else (column.unit if column else None)
        shown = number_words(value, unit, language)
        label = words_of(FUNCTIONS[function], language)
        cells.append(Cell(name, label, value, shown, "figure", KINDS.get(unit or "", "plain")))
    return cells


def function_of(name: str, columns: tuple[Column, ...]) -> tuple[str, Column | None] | None:
    """Which aggregate of which column a derived field is; None when it is neither."""
    if name in FUNCTIONS:
        return name, None
    for column in columns:
        for function in FUNCTIONS:
            if name in (f"{column.name}_{function}", f"{function}_{column.name}"):
                return function, column
    return None


def number_words(value: FieldValue, unit: str | None, language: str) -> str:
    """A number with its unit. A mean of amounts is given to the whole won."""
    if isinstance(value, (bool, str)) or value is None:
        return str(value)
    if unit == "won":
        return won(round(value), language)
    number = plain(Decimal(str(round(value, 2))))
    if unit is None or unit == "year":
        return number if unit is None else str(value)
    korean, english = UNITS.get(unit, (f"{{}} {unit}", f"{{}} {unit}"))
    return (korean if language == "ko" else english).format(number)


def date_words(value: str, language: str) -> str:
    """2026-01 -> "2026년 1월" or "January 2026"; a date likewise."""
    parts = value.split("-")
    if not all(part.isdigit() for part in parts) or len(parts) not in (2, 3) or not 1 <= int(parts[1]) <= 12:
        return value
    year, month = parts[0], int(parts[1])
    if language == "ko":
        return f"{year}년 {month}월" + (f" {int(parts[2])}일" if len(parts) == 3 else "")
    return (f"{int(parts[2])} " if len(parts) == 3 else "") + f"{MONTHS[month - 1]} {year}"


def choice_words(value: str, pack: Pack, language: str) -> str:
    """A slot's canonical value by its label ("sale" -> 매매); any other text as it is."""
    for slot in pack.slots:
        for choice in slot.choices:
            if choice.value == value:
                return words_of(choice.label, language)
    return value


def words_of(label: Mapping[str, str], language: str) -> str:
    """A label in the person's language, or in whatever language there is."""
    return label.get(language) or next(iter(label.values()), "")


def line_of(item: EvidenceItem, pack: Pack, language: str) -> str:
    """A row as one readable line: what it is of, when, and its figures; a passage or an unknown row is its text."""
    cells = cells_of(item, pack, language)
    if not any(cell.role == "figure" for cell in cells):
        return item.text
    named = [cell.shown for cell in cells if cell.role in ("label", "time")]
    figures = [f"{cell.label} {cell.shown}" for cell in cells if cell.role == "figure"]
    return ", ".join([*([" · ".join(named)] if named else []), *figures])


def figures_in(item: EvidenceItem, pack: Pack) -> list[Figure]:
    """The row's own numbers, with the kind its column's unit gives them."""
    return [
        Figure(Decimal(str(cell.value)), cell.kind, cell.shown)
        for cell in cells_of(item, pack, "ko")
        if isinstance(cell.value, (int, float)) and not isinstance(cell.value, bool)
    ]
