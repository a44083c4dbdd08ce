"""Measured rows against the limit that the evidence states for what they measure: kept on all days, or on how many
not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from execution_agents.analysis.cells import ISO_DAY, Cell, cells_of, columns_of
from execution_agents.analysis.limits.asking import Asking
from execution_agents.analysis.limits.stated import Stated
from execution_agents.analysis.material import table_source
from execution_agents.analysis.said.amounts import first_sentence
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import TableSource
from foundation.language.figures.agreement import Figure
from foundation.language.figures.reader import figures_of
from foundation.language.figures.units import UNITLESS, Unit, unit_of
from foundation.language.rules.limits import amounts_of, norm_in
from foundation.language.wanted.kept import Asked, names_a_norm

_THAT_DAY = re.compile(
    r"(?<![가-힣])(?:그|이|같은|해당)\s?(?:날|때|일)|\b(?:that|the same)\s+(?:day|date)\b", re.IGNORECASE
)
_ON_AVERAGE = re.compile(
    r"(?<![가-힣])(?:월\s?)?평균|\b(?:on|in)\s+average\b|\bthe\s+(?:average|mean)\b", re.IGNORECASE
)
"""It asks of the mean over all rows, and not of each day: 일평균 is a day's own."""
_UNIT = re.compile(r"\(([^()]+)\)\s*$")


@dataclass(frozen=True)
class Reading:
    """One row's measured figures."""

    item: EvidenceItem
    day: str
    cells: tuple[Cell, ...]
    """The mean or the only figure first."""

    def values(self) -> tuple[Decimal, ...]:
        """Its figures."""
        return tuple(Decimal(str(one.value)) for one in self.cells)


@dataclass(frozen=True)
class RowsJudged:
    """The rows, the limit, and which of them do not keep it."""

    asked: Asked
    stated: Stated
    readings: tuple[Reading, ...]
    """In the order of time."""
    beyond: tuple[Reading, ...]
    """Those whose first figure is beyond the limit."""
    touched: tuple[Reading, ...]
    """Those of which another figure is, a day's highest or lowest."""
    worst: Reading
    labels: str
    """What was measured, in the words of the rows' labels."""
    unit: str
    mean: Decimal | None = None
    """Of the first figures, where the question asks of the mean of several rows."""

    @property
    def is_met(self) -> bool:
        """True if the mean keeps the limit, or every row where it is not asked of the mean."""
        return self.stated.limit.is_met(self.mean) if self.mean is not None else not self.beyond

    @property
    def is_yes(self) -> bool:
        """The answer."""
        return self.is_met == (self.asked == "kept")


def judged_rows(asking: Asking) -> RowsJudged | None:
    """The decision; None where there is none."""
    if asking.asked is None or not names_a_norm(asking.question) or amounts_of(asking.question):
        return None
    found = [one for source in _tables(asking) if (one := _judged(source, asking)) is not None]
    return found[0] if len(found) == 1 else None


def _tables(asking: Asking) -> list[TableSource]:
    names = dict.fromkeys(one.source for one in asking.items if one.fields)
    tables = (table_source(name, asking.pack) for name in names)
    return [one for one in tables if one is not None and not one.is_aggregate]


def _judged(source: TableSource, asking: Asking) -> RowsJudged | None:
    rows = [one for one in asking.items if one.source == source.name and not one.derived]
    rows = _of_one_subject(_of_the_day(rows, source, asking), source, asking)
    readings = [one for row in rows if (one := _reading(row, source, asking)) is not None]
    if not readings or (len(readings) > 1 and not asking.complete):
        return None
    unit, written = _unit(readings[0].cells[0].label)
    stated = _limit_of(readings[0].item, unit, source, asking)
    if stated is None:
        return None
    limit = stated.limit
    readings.sort(key=lambda one: one.day)
    beyond = [one for one in readings if not limit.is_met(one.values()[0] * unit.factor)]
    touched = [one for one in readings if not all(limit.is_met(each * unit.factor) for each in one.values())]
    return RowsJudged(
        asking.asked or "kept", stated, tuple(readings), tuple(beyond), tuple(touched), _worst(readings, stated, unit),
        _subject(readings[0].item, asking), written, _mean_asked(readings, unit, asking),
    )  # fmt: skip


def _mean_asked(readings: Sequence[Reading], unit: Unit, asking: Asking) -> Decimal | None:
    if len(readings) < 2 or not _ON_AVERAGE.search(asking.question):
        return None
    return sum((one.values()[0] for one in readings), Decimal(0)) * unit.factor / len(readings)


def _of_the_day(rows: Sequence[EvidenceItem], source: TableSource, asking: Asking) -> list[EvidenceItem]:
    """The rows of the day that the question names, or of the one that the conversation found last (그날)."""
    days = _days(asking.question)
    if not days and _THAT_DAY.search(asking.question):
        answered = (_days(first_sentence(answer)) for _, answer in asking.said)
        days = next((found for found in answered if len(found) == 1), list[Figure]())
        if not days:
            return []
    if not days:
        return list(rows)
    time = next((column.name for column in source.columns if column.type == "date"), None)
    return [row for row in rows if time and any(_is_of(str(row.fields.get(time)), day) for day in days)]


def _days(text: str) -> list[Figure]:
    dates = [one for one in figures_of(text) if one.kind == "date" and one.parts[1] and one.parts[2]]
    return list({one.parts: one for one in dates}.values())


def _is_of(written: str, day: Figure) -> bool:
    if not ISO_DAY.fullmatch(written):
        return False
    year, month, number = (int(part) for part in written.split("-"))
    return (month, number) == day.parts[1:3] and day.parts[0] in (None, year)


def _of_one_subject(rows: Sequence[EvidenceItem], source: TableSource, asking: Asking) -> Sequence[EvidenceItem]:
    """The rows of the one thing measured; of several the one that the question names; else none."""
    spoken = [asking.choices(text) for text in (asking.question, *(asked for asked, _ in asking.said))]
    for slot in source.slots:
        if slot.match != "equals" or len({row.fields.get(slot.column) for row in rows}) < 2:
            continue
        values = next((one[slot.slot] for one in spoken if slot.slot in one), set[str]())
        rows = [row for row in rows if str(row.fields.get(slot.column)) in values]
    dimensions = [slot.column for slot in source.slots if slot.match in ("equals", "region")]
    subjects = {tuple(str(row.fields.get(name)) for name in dimensions) for row in rows}
    return rows if len(subjects) == 1 else ()


def _reading(row: EvidenceItem, source: TableSource, asking: Asking) -> Reading | None:
    cells = [one for one in cells_of(row, asking.pack, asking.language) if one.role == "figure" and not one.counts]
    times = [str(row.fields.get(column.name)) for column in source.columns if column.type == "date"]
    if not cells or not times:
        return None
    kinds = [_unit(one.label)[0].kind for one in cells]
    mine = [one for one, kind in zip(cells, kinds, strict=True) if kind == kinds[0]]
    return Reading(row, times[0], tuple(mine))


def _unit(label: str) -> tuple[Unit, str]:
    """The unit that a label ends with in brackets."""
    found = _UNIT.search(label)
    return (unit_of(found[1]), f" {found[1]}") if found else (UNITLESS, "")


def _limit_of(row: EvidenceItem, unit: Unit, source: TableSource, asking: Asking) -> Stated | None:
    """The one limit for what the row measures, where it was measured."""
    slots = {slot.slot: str(row.fields.get(slot.column)) for slot in source.slots if slot.match == "equals"}
    telling = {value for column in columns_of(asking.pack, source.name) for value in column.label_when}
    found: list[tuple[int, Stated]] = []
    for one in asking.stated:
        if one.limit.kind != unit.kind or one.item.fields:
            continue
        near, title = asking.choices(f"{one.near} {one.around}"), asking.choices(one.title)
        there = {slot: near.get(slot) or title.get(slot) or set[str]() for slot in slots}
        named = [slot for slot, value in slots.items() if value in there[slot]]
        others = any(there[slot] and slot not in named for slot in slots)
        measured = [slot for slot, value in slots.items() if value in telling] or list(slots)
        if not others and all(slot in named for slot in measured):
            found.append((len(named), one))
    best = max((count for count, _ in found), default=0)
    kept = _of_the_norm([one for count, one in found if count == best], asking)
    return kept[0] if len({one.limit.ends for one in kept}) == 1 else None


def _of_the_norm(fitting: Sequence[Stated], asking: Asking) -> Sequence[Stated]:
    """Those of the norm that the question names. A bare 기준 is the legal one where there is one."""
    asked = norm_in(asking.question)
    if asked is None and re.search(r"기준|\b(?:limit|standard)s?\b", asking.question, re.IGNORECASE):
        asked = "legal"
    named = [one for one in fitting if one.limit.norm == asked] if asked else []
    if asked == "range" and not named:
        named = [one for one in fitting if one.limit.low is not None and one.limit.high is not None]
    return named or ([] if asked == "range" else fitting)


def _worst(readings: Sequence[Reading], stated: Stated, unit: Unit) -> Reading:
    """The row that is furthest beyond the limit, or nearest to it."""
    limit = stated.limit

    def excess(one: Reading) -> Decimal:
        values = [each * unit.factor for each in one.values()]
        above = max(values) - limit.high if limit.high is not None else None
        below = limit.low - min(values) if limit.low is not None else None
        return max(each for each in (above, below) if each is not None)

    return max(readings, key=excess)


def _subject(row: EvidenceItem, asking: Asking) -> str:
    """What a row measures and where: its labels."""
    shown = [one.shown for one in cells_of(row, asking.pack, asking.language) if one.role == "label"]
    return " ".join(shown)


def label_of(cell: Cell) -> str:
    """A figure's head without its unit."""
    return _UNIT.sub("", cell.label).strip()
