"""The rows that a computed answer rests on, drawn in the order that was asked for."""

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
    """Only what was compared or ranked, under what all of it is of; "" where the result is of no single rows."""
    by_marker, most = {row.marker: row for row in rows}, showing.figures.table
    ordered = [by_marker[number] for number in analysis.rows if number in by_marker]
    if not ordered or analysis.shape == "things":
        return ""
    events = analysis.shape == "events"
    common = common_labels(ordered) if len(ordered) > 1 or events else []
    if len(ordered) > 1 and all(set(row.labels) <= set(common) for row in ordered) and not events:
        common = common[:-1]  # rows that differ by their month alone keep a name of their own
    name = own_title if events else own_labels
    parts = [table_of(group, [name(row, common) for row in group], showing) for group in by_headings(ordered[:most])]
    caption = ", ".join(part for part in (" ".join(common), *ordered[0].conditions) if part)
    return "\n\n".join(
        [*([f"{caption}:"] if caption else []), *parts, *more_than(len(ordered), most, showing.language)]
    )
