"""A person's own amount beside the mean of the one row that it belongs to: is 480 million more than people pay there?

The row is the one in focus, or the only one. What is compared is its mean, or its median where that is asked for, in
the unit of the amount; of a row with two such figures (a deposit and a rent) the one that the amount's words name.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from execution_agents.analysis.cells import Cell, cells_of, title_of
from execution_agents.analysis.columns import function_of
from execution_agents.analysis.limits.asking import Asking
from execution_agents.analysis.limits.focus import in_focus
from execution_agents.analysis.limits.values import Value, values_in
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import TableSource
from foundation.language.figures.units import CURRENCIES
from foundation.language.rules.limits import amounts_of
from foundation.language.rules.quantities import quantities_in, quantity_of
from foundation.language.wanted.comparisons import Comparing, comparing
from foundation.language.wanted.kept import asks_whether_it_is


@dataclass(frozen=True)
class BesideRow:
    """An amount, the figure it was compared with, and whether it is what was asked: higher, or lower."""

    value: Value
    item: EvidenceItem
    cell: Cell
    figure: Decimal
    title: str
    is_yes: bool

    @property
    def more(self) -> Decimal:
        """By how much the amount exceeds the figure; negative where it is below."""
        return self.value.amount - self.figure


def beside_row(asking: Asking) -> BesideRow | None:
    """The comparison; None where the question asks for none, or where it is open what with."""
    asked = comparing(asking.question)
    if asked.direction is None or not asks_whether_it_is(asking.question) or _asks_for_another(asked):
        return None
    values = [one for one in values_in(asking.question) if one.kind in {"won", *CURRENCIES}]
    rows = {item.item_id: item for item in asking.items if item.fields}
    row = in_focus(asking) or (next(iter(rows.values())) if len(rows) == 1 else None)
    if row is None or len(values) != 1:
        return None
    cells = _cells(row, values[0], asked, asking)
    if len(cells) != 1:
        return None
    figure = Decimal(str(cells[0].value))
    met = values[0].amount > figure if asked.direction == "high" else values[0].amount < figure
    return BesideRow(values[0], row, cells[0], figure, title_of(row, asking.pack, asking.language), met)


def _asks_for_another(asked: Comparing) -> bool:
    """A ranking, a difference, a share or a change is worked out elsewhere."""
    of_two = asked.difference or asked.ratio or asked.per_cent or asked.total or asked.counts
    return asked.superlative or asked.ordered or asked.changed or of_two


def _cells(row: EvidenceItem, value: Value, asked: Comparing, asking: Asking) -> list[Cell]:
    source = asking.pack.source(row.source)
    if not isinstance(source, TableSource):
        return []
    wanted = "median" if asked.median else "mean"
    found = [
        cell
        for cell in cells_of(row, asking.pack, asking.language)
        if cell.role == "figure" and cell.kind == value.kind and function_of(cell.name, source) == wanted
    ]
    figures = list(amounts_of(asking.question))
    mine = next((one for one in figures if one.text == value.text), None)
    quantity = quantity_of(asking.question, mine, figures) if mine else None
    called = [cell for cell in found if quantity and quantity in quantities_in(cell.label)]
    return called if len(found) > 1 and called else found
