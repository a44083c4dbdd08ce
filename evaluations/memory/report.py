"""The figures of `suffice eval memory` as a table."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table

from evaluations.harness.rates import shown
from evaluations.memory.run import MEMORY_GOALS, MemoryReport


def as_tables(reports: list[MemoryReport], *, show: bool) -> RenderableType:
    """A table a file; with `show` each fault."""
    parts: list[RenderableType] = []
    for report in reports:
        parts.append(_figures(report))
        if show:
            parts += [f"· {fault}" for fault in report.faults]
    return Group(*parts)


def _figures(report: MemoryReport) -> Table:
    table = Table("", "measured", "goal", title=f"{report.title}: {len(report.outcomes)} people (Wilson's 95 %)")
    table.add_row("precision of what is kept", shown(report.precision), f"{MEMORY_GOALS['precision']} %")
    table.add_row("recall of what is to be kept", shown(report.recall), f"{MEMORY_GOALS['recall']} %")
    table.add_row("contradictions resolved", shown(report.resolved), "")
    table.add_row("nothing kept of others", shown(report.left_alone("others")), "")
    table.add_row("nothing kept of the rest", shown(report.left_alone("none")), "")
    table.add_row("kinds of what is rightly kept", shown(report.kinds), "")
    table.add_row("memories in another person's list", str(report.foreign), "0")
    return table
