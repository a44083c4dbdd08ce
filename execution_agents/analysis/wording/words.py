"""What the parts of a result are called in the person's language: figures, keys, subjects, times, adjectives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Literal

from execution_agents.analysis.cells import (
    FUNCTIONS,
    ISO_DAY,
    Cell,
    cells_of,
    date_words,
    number_words,
    title_of,
    words_of,
)
from execution_agents.analysis.columns import column_of, function_of
from execution_agents.analysis.material import Material, free_labels
from execution_agents.analysis.operations.facts import Fact
from execution_agents.analysis.planned import Planned
from foundation.contracts.operations import TIME, Aggregate, Arithmetic, Figure, Outcome, ResultRow
from foundation.contracts.work import EvidenceItem
from foundation.language.figures.money import plain, won

Scale = Literal["money", "count", "size", "length", "level"]
_SCALE_OF: Mapping[str | None, Scale] = {
    "count": "count", "months": "length", "years": "length", "m2": "size", "percent": "level", None: "level"
}  # fmt: skip


TOTAL: Mapping[str, str] = {"ko": "합계", "en": "total"}


def small(label: str) -> str:
    """A label inside an English sentence: Mean deposit -> mean deposit, LTV stays."""
    return label[:1].lower() + label[1:] if label[1:2].islower() else label


@dataclass(frozen=True)
class Words:
    """One result with everything needed to word it."""

    material: Material
    plan: Planned
    outcome: Outcome

    @property
    def language(self) -> str:
        """Of the answer."""
        return self.material.language

    @property
    def low(self) -> bool:
        """The lower end was asked for."""
        asked = self.material.asked
        beyond = asked.beyond if self.plan.wanted == "compare" else None
        return (asked.direction or beyond) == "low"

    @property
    def by_time(self) -> bool:
        """The rows of the result are days or months."""
        return self.plan.key == TIME

    def choices(self) -> tuple[tuple[ResultRow, ...], ...]:
        """The rows to mention, all of them first; if one place has several kinds, the kind that covers most."""
        rows = self.outcome.rows
        if len(rows) < 2 or len({row.labels.get(self.material.place) for row in rows}) > 1:
            return (rows,)
        return (rows, (max(rows, key=lambda row: self.facts[row.items[0]].size or 0),))

    @property
    def by_place(self) -> bool:
        """They are places."""
        return bool(self.plan.key) and self.plan.key == self.material.place

    @property
    def by_event(self) -> bool:
        """They are single sales or readings."""
        return self.material.is_events and not self.plan.key

    @property
    def scale(self) -> Scale:
        """What the figure's adjective is about."""
        declared, _ = column_of(self.plan.column, self.material.source)
        kind = _SCALE_OF.get(declared.unit if declared is not None else "count")
        if kind is not None:
            return kind
        return "money" if self.material.asked.measured == "money" or self.by_place else "level"

    @cached_property
    def facts(self) -> Mapping[int, Fact]:
        """By their number."""
        return {fact.item: fact for fact in self.plan.facts}

    def figures(self) -> Mapping[str, Figure]:
        """What was computed across rows, by name."""
        return {figure.name: figure for figure in self.outcome.figures}

    def cells(self, number: int) -> tuple[Cell, ...]:
        """The cells of one item."""
        return cells_of(self.material.items[number], self.material.pack, self.language)

    def value(self, figure: Figure) -> str:
        """A figure with its unit."""
        return self.number(figure.value, figure.unit)

    def named(self, item: EvidenceItem, column: str) -> list[Cell]:
        """An item's cell of one column; none where it is empty."""
        return [one for one in cells_of(item, self.material.pack, self.language) if one.name == column]

    def unit_of(self, column: str) -> str | None:
        """The unit that a column declares."""
        return next((one.unit for one in self.material.source.columns if one.name == column), None)

    def of_column(self, column: str, value: Decimal) -> str:
        """A number in a column's unit."""
        return self.number(value, self.unit_of(column))

    def number(self, value: Decimal, unit: str | None) -> str:
        """A number with its unit, as cells write it; with the one its label names (NTU) where the column has none."""
        if unit == "won":
            return won(int(value), self.language)
        shown = number_words(float(value), unit, self.language)
        _, function = column_of(self.plan.column, self.material.source)
        behind = f" {words_of(FUNCTIONS[function], self.language)}" if function else ""
        label = self.label.removesuffix(behind) if unit is None else ""
        return f"{shown} {label[label.rfind('(') + 1 : -1]}" if label.endswith(")") else shown

    @cached_property
    def label(self) -> str:
        """What the figure is called in the rows of the result; its own name where they call it differently."""
        cells = (cell for number in self.facts for cell in self.cells(number) if cell.name == self.plan.column)
        labels = list(dict.fromkeys(cell.label for cell in cells))
        declared, function = column_of(self.plan.column, self.material.source)
        if len(labels) == 1 or declared is None:
            return labels[0] if labels else ""
        own = words_of(declared.label, self.language)
        return f"{own} {words_of(FUNCTIONS[function], self.language)}" if function else own

    @property
    def label_over_rows(self) -> str:
        """The label of what was computed over several rows; of a sum that it is one, of a mean where the rows are
        none themselves."""
        function = next((one.function for one in self.plan.operations if isinstance(one, Aggregate)), "")
        if function == "sum":
            return f"{self.label} {words_of(TOTAL, self.language)}"
        word = words_of(FUNCTIONS[function], self.language) if function in ("mean", "median") else ""
        if not self.material.is_things or not word or word.lower() in self.label.lower():
            return self.label
        return f"{self.label} {word}"

    @property
    def metric(self) -> str:
        """The label without its unit, and without the end that the adjective says: the highest turbidity."""
        label = self.label[: self.label.rfind("(")].strip() if self.label.endswith(")") else self.label
        function = function_of(self.plan.column, self.material.source)
        if self.plan.wanted in ("extreme", "rank") and function == ("min" if self.low else "max"):
            end = words_of(FUNCTIONS[function], self.language)
            label = " ".join(word for word in label.split() if word.lower() != end) if label.lower() != end else label
        return label if self.language == "ko" else small(label)

    def key(self, row: ResultRow) -> str:
        """What tells a row from the others: its place, its day, its title."""
        if self.by_time:
            return date_words(row.time, self.language)
        if self.plan.key:
            return self.as_meant(self.label_words(self.plan.key, row), row)
        return self.title(row)

    def as_meant(self, label: str, row: ResultRow) -> str:
        """Half of it, where that is what is compared."""
        factor = self.plan.multiplied.get(row.items[0])
        if factor is None:
            return label
        half = factor == Decimal("0.5")
        if self.language == "ko":
            return f"{label}의 절반" if half else f"{label}의 {plain(factor)}배"
        return f"half of {label}" if half else f"{plain(factor)} times {label}"

    def title(self, row: ResultRow) -> str:
        """What a single row is called."""
        return title_of(self.material.items[row.items[0]], self.material.pack, self.language)

    @cached_property
    def computed(self) -> frozenset[int]:
        """Numbers of the figures the database computed."""
        return frozenset(fact.item for fact in self.material.computed)

    def label_words(self, column: str, row: ResultRow) -> str:
        """A label in words; a place by its own name: 마포구 of 서울 마포구, Mapo-gu of Mapo-gu, Seoul."""
        value = row.labels.get(column, "")
        cells = (one for number in row.items for one in self.cells(number))
        shown = next((one.shown for one in cells if one.name == column and str(one.value) == value), "") or value
        if column != self.material.place:
            return shown
        return (value.partition(" ")[2] or value) if self.language == "ko" else shown.partition(", ")[0]

    def subject(self, row: ResultRow, without: Sequence[str] = (), label: str = "") -> str:
        """A single row's title. For a summary, those of its labels that were asked for, differ between the rows or
        determine a figure's name, without what the figure's own label says."""
        single = not self.material.source.is_aggregate and len(row.items) == 1 and row.items[0] not in self.computed
        if single and not self.by_time and not ISO_DAY.fullmatch(self.material.items[row.items[0]].title):
            return self.title(row)  # a day alone says nothing of what was measured
        shown: list[str] = []
        for name in self.material.dimensions:
            if name in without or not row.labels.get(name) or not self.needs_word(name):
                continue
            words = self.label_words(name, row)
            shown += [words] if words not in (label or self.label) else []
        shown += self.part(row)
        return " ".join(shown)

    def part(self, row: ResultRow) -> list[str]:
        """Of a summary over a part of its place (a band of areas): which part; nothing for the whole of it."""
        source, fact = self.material.source, self.facts.get(row.items[0])
        banded = any(one.match == "overlaps" for one in source.slots)
        if not source.is_aggregate or fact is None or (banded and not fact.bands):
            return []
        return [self.label_words(name, row) for name in free_labels(self.material) if row.labels.get(name)]

    def needs_word(self, column: str) -> bool:
        """True if a row must be labelled here."""
        source = self.material.source
        asked = any(one.column == column and self.material.slots.get(one.slot) for one in source.slots)
        values = {fact.labels[column] for fact in self.material.facts if column in fact.labels}
        relabels = {value for one in source.columns for value in one.label_when}
        tells = not self.material.place or column == self.material.place
        return asked or tells or len(values) > 1 or bool(values & relabels)

    def about(self) -> str:
        """What all rows of the result share, with the figure's label: 전세 보증금 평균."""
        common = self.subject(self.outcome.rows[0], without=(self.plan.key,)) if self.plan.key else ""
        return " ".join(part for part in (common, self.metric) if part)

    def when(self, rows: Sequence[ResultRow]) -> str:
        """The time the rows cover, from the first to the last."""
        computed = [self.cells(row.items[0]) for row in rows if self.material.items[row.items[0]].derived]
        shown = [cell.shown for cells in computed for cell in cells if cell.role == "time"]
        if shown:
            return " / ".join(dict.fromkeys(shown))
        facts = [self.facts[number] for row in rows for number in row.items if number in self.facts]
        times = sorted({row.time for row in rows} if self.by_time else {fact.time for fact in facts if fact.time})
        ends = dict.fromkeys((times[0], times[-1])) if times else {}
        return ("~" if self.language == "ko" else " to ").join(date_words(time, self.language) for time in ends)

    def amount(self, figure: Figure) -> str:
        """How much a figure moved, whichever way; in points where the figure itself is a percentage."""
        points = figure.name == "difference" and figure.unit == "percent"
        return f"{plain(abs(figure.value))}%p" if points else self.number(abs(figure.value), figure.unit)

    def signed(self, figure: Figure) -> str:
        """The same with its direction."""
        return f"{'+' if figure.value > 0 else '-' if figure.value < 0 else ''}{self.amount(figure)}"

    def ends(self, row: ResultRow) -> tuple[tuple[str, str], tuple[str, str]]:
        """What a changed figure was at first and at last: each with its time, both in words."""
        first, last = row.figure.basis[0], row.figure.basis[-1]
        by_time = sorted((first, last), key=lambda one: self.facts[one.item].time)
        then, now = ((date_words(self.facts[one.item].time, self.language), one) for one in by_time)
        unit = self.unit_of(self.plan.column)
        return (then[0], self.number(then[1].value, unit)), (now[0], self.number(now[1].value, unit))

    def cited(self, rows: Sequence[ResultRow], most: int = 4) -> str:
        """Markers of the rows; of figures over many rows, of what the database computed over them."""
        if any(len(row.items) > 1 for row in rows) and self.material.computed:
            return f"[{self.material.computed[0].item}]"
        numbers = list(dict.fromkeys(number for row in rows for number in row.items))
        return "".join(f"[{number}]" for number in numbers[:most])

    def value_cells(self, row: ResultRow) -> list[Cell]:
        """Of one row: the figure asked for first, then those without which it misleads; of several rows what was
        computed over them."""
        first, *others = row.items
        if others:
            return [Cell(self.plan.column, self.label_over_rows, None, self.value(row.figure), "figure")]
        if any(isinstance(one, Arithmetic) for one in self.plan.operations):
            shown = f"{self.value(row.figure)} ({row.figure.working.partition(' = ')[0]})"
            return [Cell(self.plan.column, self.label, None, shown, "figure")]
        figures = [cell for cell in self.cells(first) if cell.role == "figure"]
        main = [cell for cell in figures if cell.name == self.plan.column]
        if self.plan.wanted == "count":
            return main
        if main and main[0].always:
            alike = [cell for cell in figures if not cell.counts and cell.kind == main[0].kind]
            main = alike[:1] if alike and alike[0] is not main[0] else main
        beside = [cell for cell in figures if cell.always and cell not in main]
        return [*main, *beside]

    def size(self, row: ResultRow) -> str:
        """Over how many things a row speaks, as a bare number; "" where it does not say."""
        sizes = [fact.size for number in row.items if (fact := self.facts.get(number)) is not None]
        known = [size for size in sizes if size]
        is_known = len(known) == len(sizes) and bool(known) and row.figure.unit != "count"
        return plain(sum(known, Decimal(0))) if is_known else ""
