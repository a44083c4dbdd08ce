"""Columns of quantities in a table whose columns are trades, machines and materials: what the heads over them name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from execution_agents.ingest.estimates.cells import are_ranks, is_rank, is_trade, is_value, key, kind_of, unit_of
from execution_agents.ingest.estimates.found import Known
from execution_agents.ingest.estimates.grid import HEAD, Grid, is_label
from execution_agents.ingest.estimates.outputs import is_dimension, is_output

_UNIT = re.compile(r"^(.*?)\s*\(\s*([^()]{1,8})\s*\)$")
_BRACKETED = re.compile(r"^\(([^()]+)\)$")
_WORD = re.compile(r"^[가-힣]{1,5}$")
_MEASURES = re.compile(r"(?:시간|수량|대수|인원|소비량|소모량|사용량)$")
_TIMES = frozenset(("hr", "h", "시간", "일"))
"""So much in an hour is a rate, and no quantity of any work."""
_LENGTHS = frozenset(("㎜", "mm", "㎝", "cm", "m/분"))
PIECES = 3
"""Cells of a head, one over the other, that one name may lie in: 지적, 산업, 기사."""


@dataclass
class Column:
    """A column of quantities."""

    at: int
    name: str
    unit: str
    head: int
    """The row of the head where the name begins."""
    top: int
    """The row of its first figure."""
    below: str = ""
    """What stands between the name and the figures: what tells the columns under one name apart."""
    variant: tuple[str, ...] = ()


def columns_of(grid: Grid, known: Known) -> list[Column]:
    """All of them; none if a name among them is not whole, or says a rate."""
    found = [column for at in range(grid.width) if (column := _column(grid, at, known))]
    if any((unit_of(one.unit) or ("", ""))[1] in _TIMES for one in found):
        return []
    found = _with_units_of_the_same(grid, found)
    found = _whole_names(grid, _centred_names(grid, _with_those_beside(grid, found), known), known)
    if not found or not any(kind_of(one.name, one.unit) != "Material" or one.unit for one in found):
        return []
    top = min(one.top for one in found)
    cut = any(_is_cut(grid, one) for one in found) or any(are_ranks(cell) for row in grid.rows[:top] for cell in row)
    return [] if cut else found


def _column(grid: Grid, at: int, known: Known) -> Column | None:
    """The column as one of quantities: a name of a trade over its figures, or of anything with a unit in brackets."""
    pieces: list[tuple[int, str]] = []
    named: tuple[str, str, int] | None = None
    below: list[str] = []
    for row, cell in enumerate(grid.column(at)):
        if not cell or (pieces and pieces[-1][1] == cell):
            continue
        if row > HEAD and not is_value(cell):
            return None
        if is_value(cell):
            if named:
                return Column(at, named[0], named[1], named[2], row, " ".join(below))
            pieces = []
            continue
        pieces.append((row, cell))
        again = _named(pieces, known)
        below = [] if again or not named else [*below, cell]
        named = again or named
    return None


def _with_those_beside(grid: Grid, found: Sequence[Column]) -> list[Column]:
    """Columns that stand under the name of the one beside them, and say below it which of them they are."""
    out = {one.at: one for one in found}
    first = min(out, default=0)
    for at in range(1, grid.width):
        beside = [one for one in (out.get(at - 1), out.get(at + 1) if at > first else None) if one and one.below]
        if at in out:
            continue
        for one in (one for one in beside if not grid.rows[one.head][at]):
            between = [grid.rows[row][at] for row in range(one.head + 1, one.top)]
            if any(between) and is_value(grid.rows[one.top][at]):
                out[at] = replace(one, at=at, below=" ".join(filter(None, between)), variant=())
                break
    return [out[at] for at in sorted(out)]


def _with_units_of_the_same(grid: Grid, found: Sequence[Column]) -> list[Column]:
    """Columns headed by a name alone whose unit stands in another column of that name: 산소(ℓ), and 산소 further on."""
    by_name = {one.name: one for one in found if one.unit != "인"}
    taken = {one.at for one in found}
    out = list(found)
    for at in range(grid.width):
        heads = [(row, key(cell)) for row, cell in enumerate(grid.column(at)[:HEAD]) if cell]
        row, name = next(((row, one) for row, one in heads if one in by_name), (-1, ""))
        if at not in taken and name and row < by_name[name].top:
            out.append(replace(by_name[name], at=at, head=row, below="", variant=()))
    return sorted(out, key=lambda one: one.at)


def _centred_names(grid: Grid, found: Sequence[Column], known: Known) -> list[Column]:
    """Names of one line and of several are centred on one another: 초급, 기능사, (측량) in the lines around 고급,
    기술자. Where names as read are not, and with more or fewer of their lines all would be, they are read so."""
    options = [_readings(grid, one, known) for one in found]
    shared = set(options[0]).intersection(*options[1:]) if options else set[float]()
    now = {
        next((place for place, said in each.items() if said[2] == one.head), -1.0)
        for one, each in zip(found, options, strict=True)
    }
    if not shared or any(one.below for one in found) or len(now) == 1:
        return list(found)
    best = max(shared)
    return [
        replace(one, name=each[best][0], unit=each[best][1], head=each[best][2])
        for one, each in zip(found, options, strict=True)
    ]


def _readings(grid: Grid, column: Column, known: Known) -> dict[float, tuple[str, str, int]]:
    """Where the middle of the name lies -> (name, unit, first row), for each number of lines it may have."""
    cells = [row[column.at] for row in grid.rows[: column.top]]
    pieces = [(row, cell) for row, cell in enumerate(cells) if cell and cell not in cells[max(row - 1, 0) : row]]
    out: dict[float, tuple[str, str, int]] = {}
    for at in range(1, min(PIECES + 1, len(pieces)) + 1):
        name = _name_of("".join(cell for _, cell in pieces[-at:]), known)
        if name and (name[0] == "인부" or not is_rank(name[0])):
            out[(pieces[-at][0] + pieces[-1][0]) / 2] = (*name, pieces[-at][0])
    return out


def _is_cut(grid: Grid, column: Column) -> bool:
    """Whether a name is a rank alone whose first word lies in another cell of its head: 지적, 산업, 기사."""
    cells = [row[column.at] for row in grid.rows[: column.top] if row[column.at]]
    return is_rank(column.name) and key(column.name) != "인부" and len(cells) > 1


def _whole_names(grid: Grid, found: Sequence[Column], known: Known) -> list[Column]:
    """With the word over the names that tells no columns apart: 플랜트 over each 용접공."""
    over = [grid.rows[one.head - 1][one.at] if one.head else "" for one in found]
    if len(found) < 2 or len(set(over)) > 1 or not _WORD.match(over[0]) or is_label(over[0]):
        return list(found)
    return [
        one if key(one.name) in known.trades else replace(one, name=f"{over[0]}{one.name}", head=one.head - 1)
        for one in found
    ]


def _named(pieces: Sequence[tuple[int, str]], known: Known) -> tuple[str, str, int] | None:
    """(name, unit, first row) of the last cells of a head: as many as the file knows the name of, else as few as say
    one."""
    heads = [("".join(cell for _, cell in pieces[at:]), pieces[at][0]) for at in range(-min(PIECES, len(pieces)), 0)]
    said = [(head, first) for head, first in heads if _bare(head) in known.all]
    ranks = is_rank(_bare(pieces[-1][1])) and len(heads) > 1
    for head, first in said or (heads[-2:] if ranks else reversed(heads)):
        name = _name_of(head, known)
        if name:
            return *name, first
    return None


def _name_of(head: str, known: Known) -> tuple[str, str] | None:
    """(name, unit) that a head says; a bracket alone is the rest of a name."""
    plain, unit = key(head), ""
    whole = _BRACKETED.match(plain)
    plain = whole[1] if whole and is_trade(whole[1], known.trades) else plain
    match = _UNIT.match(plain)
    if match and unit_of(match[2]):
        plain, unit = match[1], match[2]
    if len(plain) < 2 or plain[0] == "(" or is_label(plain) or is_output(plain) or _MEASURES.search(plain):
        return None
    if is_trade(plain, known.trades):
        return plain, unit if unit else "인"
    stuff = unit not in _LENGTHS and not is_dimension(plain) and kind_of(plain, unit) in ("Equipment", "Material")
    return (plain, unit) if unit and (plain in known.machines or stuff) else None


def _bare(head: str) -> str:
    """A head without the unit behind it."""
    plain = key(head)
    match = _UNIT.match(plain)
    return match[1] if match and unit_of(match[2]) else plain
