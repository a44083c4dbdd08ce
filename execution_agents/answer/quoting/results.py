"""The rows that a computed answer is based on, shown in the requested order."""

from __future__ import annotations

from collections.abc import Sequence

from execution_agents.analysis.analysing import Analysis
from execution_agents.answer.quoting.rows import (
    Row,
    Showing,
    by_headings,
    common_labels,
    more_than,
    own_labels,
    own_title,
    table_of,
)


def result_table(analysis: Analysis, rows: Sequence[Row], showing: Showing) -> str:
    """Only the compared or ranked rows, under the labels they share; "" if the result is not made of single rows."""
    by_marker, most = {row.marker: row for row in rows}, showing.figures.table
    ordered = [by_marker[number] for number in analysis.rows if number in by_marker]
    if not ordered or analysis.shape == "things":
        return ""
    events = analysis.shape == "events"
    common = common_labels(ordered) if len(ordered) > 1 or events else []
    if len(ordered) > 1 and all(set(row.labels) <= set(common) for row in ordered) and not events:
        common = common[:-1]  # Rows that differ only by their month keep a name of their own.
    name = own_title if events else own_labels
    parts = [table_of(group, [name(row, common) for row in group], showing) for group in by_headings(ordered[:most])]
    caption = ", ".join(part for part in (" ".join(common), *ordered[0].conditions) if part)
    return "\n\n".join(
        [*([f"{caption}:"] if caption else []), *parts, *more_than(len(ordered), most, showing.language)]
    )
