"""Names that a file itself counts in persons or in machines' hours, so that its heads and cut words are recognised."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from execution_agents.ingest.estimates.cells import is_rank, is_trade, key, kind_of, unit_of
from execution_agents.ingest.estimates.found import LONG, Known
from execution_agents.ingest.estimates.grid import HEAD, Grid, is_label

TWICE = 2
"""Tables that must count a name so, if nothing in the name itself says what it is."""
RUN = 10
"""How many times as often the shorter of two names must be counted to be the name in a longer run of letters."""
_DEEDS = re.compile(r"(?:설치|해체|제작|조립|철거|운반|시험|조정|시공|작업|검사|측량|도장|용접|절단|시간)$")
"""How what is done is called, which is no thing that does it."""
_LETTERS = re.compile(r"[가-힣A-Za-z]{2,}")


def known_names(grids: Iterable[Grid]) -> Known:
    """From plain tables: one column of names, one of units, a unit for each name."""
    trades: Counter[str] = Counter()
    machines: Counter[str] = Counter()
    tables: Counter[str] = Counter()
    for grid in grids:
        for name in {key(cell) for cell in _trades_of(grid)}:
            trades[name] += TWICE
            tables[name] += 1
        for name, kind in dict(_plain_rows(grid)).items():
            tables[name] += 1
            if kind == "Labor":
                trades[name] += TWICE if is_trade(name) else not any(letter.isdigit() for letter in name)
            elif kind == "Equipment":
                machines[name] += 1
    known = _often(trades)
    runs = {name for name in known if any(one in known and _outnumbers(one, name, tables) for one in _ends_of(name))}
    return Known(known - runs, _often(machines))


def _ends_of(name: str) -> Iterator[str]:
    return (name[at:] for at in range(1, len(name) - LONG + 1))


def _outnumbers(one: str, name: str, tables: Counter[str]) -> bool:
    """Whether a name is another's with a word before it: 해체형틀목공 stands once, 형틀목공 twenty times."""
    return tables[one] >= RUN * tables[name]


def _trades_of(grid: Grid) -> list[str]:
    """Trades in a column that is headed so."""
    for number, row in enumerate(grid.rows[:3]):
        at = next((at for at, cell in enumerate(row) if key(cell) == "직종"), -1)
        if at >= 0:
            return [cell for cell in grid.column(at)[number + 1 :] if is_trade(cell)]
    return []


def _often(counts: Counter[str]) -> frozenset[str]:
    return frozenset(
        name
        for name, count in counts.items()
        if count >= TWICE and _LETTERS.search(name) and not is_rank(name) and not _DEEDS.search(name)
    )


def _plain_rows(grid: Grid) -> list[tuple[str, str]]:
    """(name, kind) of a table whose names stand in its first column, each with a unit; else nothing."""
    head = next((row for row in grid.rows[:HEAD] if "단위" in map(key, row)), None)
    if head is None or not is_label(head[0]):
        return []
    unit = list(map(key, head)).index("단위")
    if unit != 1 and not (unit == 2 and key(head[1]).startswith("규격")) or any(map(is_trade, head)):
        return []
    body = grid.rows[grid.rows.index(head) + 1 :]
    rows: list[tuple[str, str]] = []
    for row in body:
        found = unit_of(row[unit])
        if row[0] and not found:
            return []
        if row[0] and found:
            rows.append((key(row[0]), kind_of(row[0], found[0])))
    return rows
