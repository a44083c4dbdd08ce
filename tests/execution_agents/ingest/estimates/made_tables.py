"""Made tables of the shapes a standard of estimates has, and what is read from them."""

from __future__ import annotations

from execution_agents.ingest.estimates.found import NOTHING_KNOWN, Known, Work
from execution_agents.ingest.estimates.grid import Grid, grid_of
from execution_agents.ingest.estimates.tables import read_table


def grid(*rows: str) -> Grid:
    """A table written as lines with bars between its cells."""
    return grid_of([row.split("|") for row in rows])


def works(*rows: str, known: Known = NOTHING_KNOWN) -> list[Work]:
    """What such a table is read as."""
    return read_table(grid(*rows), known).works


def described(work: Work) -> tuple[str, str, dict[str, str]]:
    """(spec, base and unit, name -> quantity and unit)."""
    needs = {need.name: f"{need.quantity}{need.unit}" for need in work.needs}
    return ", ".join(work.spec), f"{work.base}{work.unit}", needs
