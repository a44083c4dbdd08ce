"""The chart the page may draw of computed rows, and its table: one series, or one for each place or thing over the same
months. Chart and table are made from the same rows, so they agree."""

from __future__ import annotations

from collections.abc import Sequence

from execution_agents.analysis.cells import date_words, number_words
from foundation.contracts.formulas import Chart, Series, TableOut
from foundation.contracts.operations import ResultRow

DRAWN = 24
"""Most rows of a chart."""
SERIES = 4
"""Most series of a chart: more lines cannot be distinguished."""


def side_by_side(rows: Sequence[ResultRow], metric: str, language: str) -> tuple[TableOut, Chart] | None:
    """Rows of several things over the same times, each thing a series; None if the rows have another form."""
    column = _telling(rows)
    if column is None:
        return None
    names = list(dict.fromkeys(row.labels[column] for row in rows))
    times = sorted({row.time for row in rows})[-DRAWN:]
    cells = {(row.time, row.labels[column]): row.figure for row in rows}
    if any((time, name) not in cells for time in times for name in names):
        return None
    unit = rows[0].figure.unit
    shown = tuple(date_words(time, language) for time in times)
    table = TableOut(
        columns=("", *names),
        rows=tuple(
            (label, *(number_words(float(cells[time, name].value), unit, language, exact=True) for name in names))
            for label, time in zip(shown, times, strict=True)
        ),
    )
    series = tuple(Series(label=name, values=tuple(float(cells[time, name].value) for time in times)) for name in names)
    return table, Chart(kind="line", title=metric, unit=unit or "", labels=shown, series=series)


def _telling(rows: Sequence[ResultRow]) -> str | None:
    """The column whose values distinguish the rows of one time."""
    times = {row.time for row in rows}
    units = {row.figure.unit for row in rows}
    if len(times) < 2 or "" in times or len(units) != 1:
        return None
    for column in rows[0].labels:
        names = {row.labels.get(column, "") for row in rows}
        pairs = {(row.time, row.labels.get(column, "")) for row in rows}
        if 2 <= len(names) <= SERIES and "" not in names and len(pairs) == len(rows):
            return column
    return None
