"""A table's works, or why it has none."""

from __future__ import annotations

import re
from collections.abc import Sequence

from execution_agents.ingest.estimates.cells import figure, is_trade, key, unit_of
from execution_agents.ingest.estimates.found import Known, Read, Work
from execution_agents.ingest.estimates.grid import Grid
from execution_agents.ingest.estimates.needs_across import works_across
from execution_agents.ingest.estimates.needs_down import works_down

PROSE = "in words alone"
RATES = "tables of rates, prices, sizes or capacities, where nothing is counted in persons, machines or materials"
UNREAD = "tables that count persons, machines or materials, and could not be read"
_HEADED = re.compile(r"\((?:인|hr|시간|대)\)")


def read_table(grid: Grid, known: Known) -> Read:
    """Columns of trades and machines first: their rows have units as well, where one column says what all are."""
    grid = _in_one_list(grid)
    across = works_across(grid, known)
    works = (across or works_down(grid, known)) if across is not None else []
    works = _unambiguous(works)
    return Read(works) if works else Read(why=UNREAD if counts_things(grid, known) else RATES)


def _in_one_list(grid: Grid) -> Grid:
    """A list that is printed in two halves side by side, 직종 | 수량 | 직종 | 수량, with one below the other."""
    half = grid.width // 2
    if grid.width % 2 or half < 2 or grid.rows[0][:half] != grid.rows[0][half:] or not all(grid.rows[0]):
        return grid
    if key(grid.rows[0][0]) != "직종":
        return grid
    rows = [*(row[:half] for row in grid.rows), *(row[half:] for row in grid.rows[1:])]
    return Grid(tuple(row for row in rows if any(row)))


def _unambiguous(works: Sequence[Work]) -> list[Work]:
    """Without works of one spec that take other quantities: what tells them apart was lost."""
    by_spec: dict[tuple[str, ...], Work] = {}
    lost: set[tuple[str, ...]] = set()
    for one in works:
        first = by_spec.setdefault(one.spec, one)
        if first != one:
            lost.add(one.spec)
    return [one for spec, one in by_spec.items() if spec not in lost]


def counts_things(grid: Grid, known: Known) -> bool:
    """Whether a table counts persons or machines at all: a unit of theirs, or a trade, beside a figure."""
    figures = sum(figure(cell) is not None for row in grid.rows for cell in row)
    if not figures:
        return False
    return any(_counted(row, known) for row in grid.rows)


def _counted(row: Sequence[str], known: Known) -> bool:
    units = (unit_of(cell) for cell in row)
    return any(one and one[0] in ("인", "hr", "시간") for one in units) or any(
        _HEADED.search(key(cell)) or key(cell) in known.trades or is_trade(cell) for cell in row
    )
