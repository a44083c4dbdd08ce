"""What the columns of a table of needs are: names, specs, units, quantities, work done."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from execution_agents.ingest.estimates.cells import is_range, is_trade, is_value, key, unit_of
from execution_agents.ingest.estimates.found import Known
from execution_agents.ingest.estimates.grid import HEAD, Grid, is_label, period, spanned
from execution_agents.ingest.estimates.outputs import Outputs, is_dimension, is_output, output_unit

_ASIDE = re.compile(r"^(?:계|합계|적용|작업시간|작업분류|산출)$|비고|소요일수|소요시간|\(%\)")
_COUNTED = ("인", "hr", "시간", "대", "대/일")
_MEASURES = frozenset(("인원수", "투입인원", "배치인원", "(인)", "인력(인)"))
_WORKED = re.compile(r"^수량\((?:㎡|㎥|m|ton|개소|본|매)\)$")
"""So much of the work, where another column counts persons: 수량 | 수량(㎡)."""
_PIECE = re.compile(r"^[가-힣]$|(?:및|의|에)$")
_NAMES = re.compile(r"^(?:장비명|기계명|장비|명칭|품명|기종|재료명?)$")
_SPEC = re.compile(r"^(?:규격|규격\(.*\)|형식|용량|재료명?|제원)$")


@dataclass(frozen=True)
class Heads:
    """Columns of a table whose rows are trades, machines and materials."""

    top: int
    """The first row of the body."""
    unit: int
    """-1: no such column, and the rows are trades."""
    name: int
    groups: tuple[int, ...]
    """Columns left of the name."""
    spec: int
    """-1: none."""
    quantities: tuple[tuple[int, tuple[str, ...]], ...]
    """(column, what tells it apart)."""
    outputs: Outputs
    counted: str = ""
    """The unit that the head of the quantities names, where no column does."""


def heads_of(grid: Grid, known: Known) -> Heads | None:
    """None: the rows are no list of needs."""
    unit = _unit_column(grid)
    name, counted, top = (-1, "", _first_unit(grid, unit)) if unit >= 0 else _names_alone(grid, known)
    if unit < 0 and name < 0:
        return None
    label = max((at for at in range(min(top, HEAD)) if any(is_label(cell) for cell in grid.rows[at])), default=-1)
    if label < 0:
        return None
    top = _with_lines_above(grid, label, min(top, _first_row(grid, label, unit)))
    if any(sum(map(is_value, row)) * 2 > sum(map(bool, row)) + 1 for row in grid.rows[label + 1 : top]):
        return None
    places = range(unit + 2 if unit >= 0 else grid.width)
    places = [at for at in places if at < grid.width and at != unit]
    spec = next((at for at in places if _SPEC.match(key(_own(grid, at, top)))), -1)
    if unit >= 0:
        name = _name_column(grid, top, unit, spec)
        if name < 0:
            return None
    first = max(unit, name, spec if spec < max(unit, name) + 2 else -1) + 1
    return _values(grid, Heads(top, unit, name, tuple(range(name)), spec, (), Outputs(()), counted), first)


def _values(grid: Grid, heads: Heads, first: int) -> Heads | None:
    taken = {heads.unit, heads.name, heads.spec}
    body, rows = grid.rows[heads.top :], grid.rows[: heads.top]
    columns = [at for at in range(first, grid.width) if at not in taken and any(row[at] for row in body)]
    columns = [at for at in columns if not _ASIDE.search(key(_own(grid, at, heads.top)))]
    stacks = _stacks(_in_one_line(rows, columns), columns)
    quantities: list[tuple[int, tuple[str, ...]]] = []
    outputs: list[tuple[int, tuple[str, ...], str]] = []
    specs: list[tuple[int, str]] = []
    owns = {key(_own(grid, at, heads.top)) for at in columns}
    for at in columns:
        if any(_ASIDE.search(key(one)) for one in stacks[at]):
            continue
        own, figures = _own(grid, at, heads.top), [row[at] for row in body if row[at]]
        said = tuple(one for one in stacks[at] if not _is_measure(one))
        counted = any(key(row[at]).startswith("수량") for row in rows)
        done = not counted and any(map(is_output, stacks[at]))
        beside = own != "수량" and "수량" in owns and any(map(_WORKED.match, map(key, stacks[at])))
        if beside:
            outputs.append((at, said, next(output_unit(one) for one in stacks[at] if _WORKED.match(key(one)))))
        elif done and all(map(is_value, figures)) and (is_output(own) or not is_dimension(own)):
            units = [output_unit(one) for one in stacks[at] if is_output(one) or _is_unit(one)]
            outputs.append((at, tuple(one for one in said if not _is_unit(one)), next(filter(None, units), "")))
        elif not done and sum(map(is_value, figures)) * 2 > len(figures) and not is_dimension(own):
            quantities.append((at, said))
        else:
            specs.append((at, own))
    plain = [not said and key(_own(grid, at, heads.top)).startswith("수량") for at, said in quantities]
    if not quantities or len(set(plain)) > 1 or any(is_range(one) for _, said in quantities for one in said):
        return None
    if len(quantities) == 1:
        quantities = [(quantities[0][0], ())]
    return replace(
        heads, quantities=tuple(quantities), outputs=Outputs(tuple(outputs), tuple(specs) if outputs else ())
    )


def _stacks(rows: Sequence[Sequence[str]], columns: Sequence[int]) -> dict[int, list[str]]:
    """What the rows of a head say of each column, from top to bottom."""
    rows = [_whole(row, rows[number + 1 :], columns) for number, row in enumerate(rows)]
    stacks = {at: list[str]() for at in columns}
    depths = {at: max((number for number, row in enumerate(rows) if row[at]), default=-1) for at in columns}
    groups = _groups(rows, columns, depths)
    for number, row in enumerate(rows):
        below = next(([one[at] for at in columns] for one in rows[number + 1 :] if any(one[at] for at in columns)), ())
        labels = _in_groups(row, groups) or spanned(row, columns, below, depths)
        for at in columns:
            last = number + 1 == len(rows) and not row[at]
            if not last and labels.get(at) and (not stacks[at] or stacks[at][-1] != labels[at]):
                stacks[at].append(labels[at])
    return stacks


def _whole(row: Sequence[str], below: Sequence[Sequence[str]], columns: Sequence[int]) -> list[str]:
    """Pieces of a head over others put together where one cannot end so: 작|업조, 교대 및|교각높이."""
    out = list(row)
    for a, b in pairwise(columns):
        over = any(one[a] and one[b] for one in below)
        if over and out[a] and out[b] and out[a] != out[b] and _PIECE.search(out[a]):
            out[a], out[b] = f"{out[a]} {out[b]}" if len(out[a]) > 1 else f"{out[a]}{out[b]}", ""
    return out


def _in_one_line(rows: Sequence[Sequence[str]], columns: Sequence[int]) -> list[list[str]]:
    """Heads of two lines around the line of the others put into that line: 횡단보도, 주차장 beside 실선."""
    out = [list(row) for row in rows]
    for at in range(1, len(out) - 1):
        above, row, below = out[at - 1 : at + 2]
        one = [each for each in columns if row[each] and not _is_measure(row[each])]
        two = [each for each in columns if above[each] and below[each] and not row[each]]
        two = [each for each in two if not _is_measure(above[each]) and not _is_measure(below[each])]
        within = [each for each in columns if min(one + two) <= each <= max(one + two)] if one and two else []
        lonely = all(not above[each] and not below[each] for each in within if each not in two)
        if one and two and lonely:
            for each in two:
                row[each] = f"{above[each]}{below[each]}"
                above[each] = below[each] = ""
    return out


def _groups(rows: Sequence[Sequence[str]], columns: Sequence[int], depths: Mapping[int, int]) -> list[list[int]]:
    """Columns whose last heads repeat, a group for each time: 25㎜ and 50㎜ under each of three materials."""
    deepest = max(depths.values(), default=-1)
    deep = [at for at in columns if depths[at] == deepest]
    size = period([key(rows[deepest][at]) for at in deep]) if deepest >= 0 else 0
    return [deep[at : at + size] for at in range(0, len(deep), size)] if size else []


def _in_groups(row: Sequence[str], groups: Sequence[Sequence[int]]) -> dict[int, str]:
    """What a row of the head says of each group, if it names no measure and one cell stands in each, or pieces of one:
    지주높이|4m이하|지주높이|7m이하."""
    said = [[row[at] for at in group if row[at]] for group in groups]
    first = [one[0] for one in said if one]
    joined = [re.sub(r"\s+(?=\D)", "", " ".join(one)) for one in said]
    whole = [one for one in joined if one]
    several = [one for one in said if len(one) > 1]
    cut = several and (len(set(whole)) < len(whole) or any(first.count(one[0]) == 1 for one in several))
    if not whole or cut or any(_is_measure(cell) for one in said for cell in one):
        return {}
    return {
        at: one[0] if len(one) == 1 else text
        for group, one, text in zip(groups, said, joined, strict=True)
        for at in group
        if one
    }


def _is_measure(head: str) -> bool:
    """A head that says what the figures are, and tells no columns apart."""
    plain = key(head)
    if is_label(plain) and not any(letter.isdigit() for letter in plain):
        return True
    return (
        is_output(plain) or plain.startswith("수량") or plain in ("인원수", "투입인원", "배치인원", "(인)", "인력(인)")
    )


def _is_unit(head: str) -> bool:
    """A line of the head that holds a unit alone: (㎡)."""
    return head.startswith("(") and head.endswith(")") and unit_of(head.strip("()")) is not None


def _names_alone(grid: Grid, known: Known) -> tuple[int, str, int]:
    """(column of names, their unit or "", first row) of a table without units: trades, or machines whose hours the
    head of another column counts: `장비명 | 규격 | 사용시간(hr)`."""
    name = trade_column(grid, known)
    if name >= 0:
        return name, "", next(at for at, row in enumerate(grid.rows) if is_trade(row[name], known.trades))
    for number, row in enumerate(grid.rows[:2]):
        at = next((at for at, cell in enumerate(row) if _NAMES.match(key(cell))), -1)
        units = [unit_of(output_unit(cell)) for cell in row if cell.endswith(")")]
        unit = next((one[0] for one in units if one and one[0] in _COUNTED), "")
        if at >= 0 and unit:
            return at, unit, number + 1
    return -1, "", 0


def _own(grid: Grid, at: int, top: int) -> str:
    return "".join(row[at] for row in grid.rows[:top])


def _unit_column(grid: Grid) -> int:
    for row in grid.rows[:HEAD]:
        for at, cell in enumerate(row):
            if key(cell) == "단위" and at > 0 and any(unit_of(one) for one in grid.column(at)):
                return at
    for at in range(1, grid.width):
        cells = [cell for cell in grid.column(at) if cell]
        units = [one[0] for one in map(unit_of, cells) if one]
        if sum(one in _COUNTED for one in units) > 1 and len(units) * 3 > len(cells) * 2:
            return at
    return -1


def _first_unit(grid: Grid, unit: int) -> int:
    return next(at for at, row in enumerate(grid.rows) if unit_of(row[unit]))


def _first_row(grid: Grid, label: int, unit: int) -> int:
    """The first row with anything in the column of units and figures in most other cells."""
    for at, row in enumerate(grid.rows[label + 1 :], label + 1):
        below = unit >= 0 and at == label + 1 and key(grid.rows[label][unit]) == "단위"
        if below and row[unit] and any(map(is_value, row[unit + 1 :])):
            return at
        if unit >= 0 and row[unit] and sum(map(is_value, row)) * 2 >= sum(map(bool, row)) - 1 > 0:
            return at
    return len(grid.rows)


def trade_column(grid: Grid, known: Known) -> int:
    """The column whose cells are trades, two at least or all of them."""
    best, count = -1, 0
    for at in range(max(grid.width - 1, 0)):
        cells = [cell for cell in grid.column(at) if cell and not is_label(cell)]
        trades = sum(is_trade(cell, known.trades) for cell in cells)
        if trades > count and trades * 2 > len(cells):
            best, count = at, trades
    return best


def _with_lines_above(grid: Grid, label: int, top: int) -> int:
    """A spanning cell of work done may stand above the first row that has a unit."""
    says = any(is_output(cell) for row in grid.rows[: label + 1] for cell in row)
    at = top
    while (
        (says or not any(map(is_value, grid.rows[top])))
        and at - 1 > label
        and any(is_value(cell) for cell in grid.rows[at - 1])
    ):
        at -= 1
    return at


def _name_column(grid: Grid, top: int, unit: int, spec: int) -> int:
    """The rightmost column left of the unit, the spec apart, that most rows with a unit fill."""
    rows = [row for row in grid.rows[top:] if row[unit]]
    columns = [at for at in range(unit) if at != spec]
    for at in reversed(columns):
        if sum(bool(row[at]) for row in rows) * 2 > len(rows):
            return at
    return columns[-1] if columns else -1
