"""Rows of a table as an answer shows them: labels, order, and the columns worth showing. Nothing is inferred."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import zip_longest

from execution_agents.analysis.cells import Cell
from foundation.domains.schema.quoting import RowFigures
from foundation.language.cues import phrase
from foundation.language.grams import coverage

_BOUNDS = re.compile(r"이하|초과|이상|미만|전체|\b(?:up to|over|all areas)\b")
"""Words that occur in every band: a question with 5억 이하 refers to no band."""
_LOWEST = re.compile(r"낮은|최저|(?<!비)싼|저렴|lowest|cheapest|smallest|minimum", re.IGNORECASE)
_HIGHEST = re.compile(r"높은|최고|비싼|가장 많|highest|largest|biggest|most expensive|maximum", re.IGNORECASE)


@dataclass(frozen=True)
class Showing:
    """The question that rows are shown for."""

    question: str
    language: str
    figures: RowFigures
    own: str
    """The person's own words: whether the lowest or highest rows are asked for is not taken over from an earlier
    question."""


@dataclass(frozen=True)
class Row:
    """One numbered row with its cells."""

    marker: int
    title: str
    derived: bool
    cells: tuple[Cell, ...]
    conditions: tuple[str, ...] = ()
    """Conditions it was selected by and does not show itself."""
    asked_by: frozenset[str] = frozenset()
    """Columns that a question may ask by: place, deal."""

    def of(self, role: str) -> tuple[Cell, ...]:
        """Cells of one role."""
        return tuple(cell for cell in self.cells if cell.role == role)

    @property
    def time(self) -> str:
        """The most exact date or month; "" without one."""
        return max((str(cell.value) for cell in self.of("time")), key=len, default="")

    @property
    def when(self) -> str:
        """The same in words."""
        return max(self.of("time"), key=lambda cell: len(str(cell.value))).shown if self.time else ""

    @property
    def size(self) -> float:
        """The number of things it covers; 0 if it does not say."""
        counts = [cell.value for cell in self.of("figure") if cell.counts]
        return max((float(value) for value in counts if isinstance(value, (int, float))), default=0.0)

    @property
    def labels(self) -> tuple[str, ...]:
        """What the row is of."""
        return tuple(cell.shown for cell in self.of("label"))

    @property
    def subject(self) -> tuple[str, ...]:
        """Its labels that a question may ask by, without the label of a part (a band of areas)."""
        return tuple(cell.shown for cell in self.of("label") if cell.name in self.asked_by)

    @property
    def headings(self) -> tuple[tuple[str, str], ...]:
        """The labels of its figures: a deposit's mean is not a price's."""
        return tuple((cell.name, cell.label) for cell in self.of("figure"))


def listed(rows: Sequence[Row], showing: Showing) -> str:
    """Rows as tables under their captions, one table for each set of figure labels."""
    ordered, most = by_superlative(rows, showing.own) or rows, showing.figures.table
    tables = [captioned(group, showing) for group in by_headings(ordered[:most])]
    return "\n\n".join([*tables, *more_than(len(rows), most, showing.language)])


def captioned(rows: Sequence[Row], showing: Showing) -> str:
    """One table under what all its rows are of."""
    common = common_labels(rows) if len(rows) > 1 else [label for label in rows[0].labels if label in rows[0].subject]
    caption = ", ".join(part for part in (" ".join(common), *rows[0].conditions) if part)
    table = table_of(rows, [own_labels(row, common) for row in rows], showing)
    return f"{caption}:\n\n{table}" if caption else table


def by_headings(rows: Sequence[Row]) -> list[list[Row]]:
    """Groups rows with the same figure labels, in their original order; a figure that some rows lack (no rent in one
    month) does not split a group."""
    groups: list[tuple[dict[str, str], list[Row]]] = []
    for row in rows:
        mine = dict(row.headings)
        fitting = (one for one in groups if all(one[0].get(name, label) == label for name, label in mine.items()))
        found = next(fitting, None)
        if found is None:
            groups.append((mine, [row]))
        else:
            found[0].update(mine)
            found[1].append(row)
    return [group for _, group in groups]


def common_labels(rows: Sequence[Row]) -> list[str]:
    """The labels that all rows share."""
    return [label for label in rows[0].labels if all(label in row.labels for row in rows)]


def own_labels(row: Row, shared: Iterable[str]) -> str:
    """A row's labels other than those all rows share; its title if none are left."""
    return " ".join(label for label in row.labels if label not in shared) or row.title


def own_title(row: Row, shown: Iterable[str]) -> str:
    """A single row's title, with its labels if neither the title nor the words above the table show them."""
    return " · ".join([row.title, *(label for label in row.labels if label not in shown and label not in row.title)])


def more_than(count: int, most: int, language: str) -> list[str]:
    """The line that says there are more rows than are shown."""
    if count <= most:
        return []
    rest = count - most
    return [f"(이 밖에 {rest}건이 더 있습니다.)" if language == "ko" else f"({rest} more are not shown.)"]


def table_of(rows: Sequence[Row], names: Sequence[str], showing: Showing) -> str:
    """A Markdown table: what, when, figures, source."""
    columns = figure_columns(rows, showing)
    what, when, source = ("구분", "시점", "출처") if showing.language == "ko" else ("What", "When", "Source")
    head = [what, when, *columns.values(), source]
    lines = [line(head), line(["---"] * len(head))]
    for row, name in zip(rows, names, strict=True):
        shown = {cell.name: cell.shown for cell in row.of("figure")}
        values = [shown.get(column, "-") for column in columns]
        lines.append(line([name, row.when, *values, f"[{row.marker}]"]))
    return "\n".join(lines)


def line(cells: Iterable[str]) -> str:
    """One line of a Markdown table; a bar inside a cell is escaped, since it would open another cell."""
    return "| " + " | ".join(cell.replace("|", "/").replace("\n", " ") for cell in cells) + " |"


def figure_columns(rows: Sequence[Row], showing: Showing) -> Mapping[str, str]:
    """Name -> label of the figures worth a column."""
    cells: dict[str, Cell] = {}
    for row in rows:
        for cell in row.of("figure"):
            cells.setdefault(cell.name, cell)
    return {cell.name: cell.label for cell in chosen(tuple(cells.values()), showing)}


def chosen(cells: Sequence[Cell], showing: Showing) -> list[Cell]:
    """The first few figures; those the question names, and those without which a row misleads, are always included."""
    asked = [cell for cell in cells if cell.always or named(cell, showing.question)]
    kept = [*asked, *(cell for cell in cells if cell not in asked)][: showing.figures.columns]
    return [cell for cell in cells if cell in kept]


def named(cell: Cell, question: str) -> bool:
    """True if the question names the figure by its label, or as people call it."""
    return cell.label.lower() in question.lower() or any(phrase(word).search(question) for word in cell.words)


def by_question(rows: Sequence[Row], question: str) -> list[Row]:
    """Rows whose own labels share most words with the question first; equal ones keep their order. Labels that all rows
    share do not count."""
    common = common_labels(rows) if len(rows) > 1 else []
    return sorted(rows, key=lambda row: -coverage(question, _BOUNDS.sub("", own_labels(row, common))))


def every_kind(rows: Sequence[Row]) -> list[Row]:
    """Rows of each first label (the place) in turn, so that a shortened table omits no place."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.labels[0] if row.labels else "", []).append(row)
    turns = zip_longest(*groups.values())
    return [row for turn in turns for row in turn if row is not None]


def by_superlative(rows: Sequence[Row], question: str) -> list[Row]:
    """Rows by the figure whose lowest or highest value the question asks for; empty if it asks for neither."""
    lowest, highest = bool(_LOWEST.search(question)), bool(_HIGHEST.search(question))
    if lowest == highest or not rows:
        return []
    columns = [cell for cell in rows[0].of("figure") if cell.kind in ("won", "percent", "area")]
    asked = max(columns, key=lambda cell: coverage(cell.label, question), default=None)
    if asked is None:
        return []
    held = [(value, row) for row in rows for cell in row.cells if cell.name == asked.name and (value := number(cell))]
    ordered = sorted(held, key=lambda pair: pair[0], reverse=highest)
    return [row for _, row in ordered]


def number(cell: Cell) -> Decimal | None:
    """A cell's value as a number."""
    return Decimal(str(cell.value)) if isinstance(cell.value, (int, float)) else None
