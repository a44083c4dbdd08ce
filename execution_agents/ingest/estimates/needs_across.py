"""Tables whose columns are trades, machines and materials: a row for each spec, or a matrix of two specs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from execution_agents.ingest.estimates.cells import (
    SAME,
    figure,
    is_range,
    is_trade,
    is_value,
    key,
    unit_of,
)
from execution_agents.ingest.estimates.found import Known, Need, Work
from execution_agents.ingest.estimates.grid import Grid, is_label
from execution_agents.ingest.estimates.heads import trade_column
from execution_agents.ingest.estimates.needed_columns import Column, columns_of
from execution_agents.ingest.estimates.outputs import is_dimension, not_dash, sized
from execution_agents.ingest.estimates.spans import sure_labels
from execution_agents.ingest.estimates.variants import tell_apart

_TOTALS = re.compile(r"^\d*(?:소계|합계|계)$")
_ASIDE = re.compile(r"^(?:비고|계|합계|소계)|번호$|일수(?:\(일\))?$")
_LETTER = re.compile(r"^[가-힣]$")
"""A letter of a word that is written downwards over rows."""
_RUN_TOGETHER = re.compile(r"^[-–—−―]{2,}$|^[\d.]*\.\d+\.\d+$")
"""Cells of several columns in one: --, 0.0100.002."""
_USED = re.compile(r"시간|소비량|소모량|사용량|소요전력")
SPEC = 40
"""Characters; a longer cell is a sentence, no spec."""


@dataclass
class _Block:
    """Columns that say what a row is, and the columns of quantities behind them."""

    labels: list[int] = field(default_factory=list[int])
    columns: list[Column] = field(default_factory=list[Column])
    unread: int = 0
    """Columns of figures among them whose heads say nothing that is known."""


def works_across(grid: Grid, known: Known) -> list[Work] | None:
    """The works of such a table, none if it is another; None: it is one, and cannot be read for sure."""
    if any(_RUN_TOGETHER.match(cell) for row in grid.rows for cell in row):
        return None
    found = columns_of(grid, known)
    if not found:
        return []
    top = min(one.top for one in found)
    top -= _begins_above(grid, top)
    down = trade_column(grid, known)
    if 0 <= down < min(one.at for one in found) and sum(is_trade(row[down], known.trades) for row in grid.rows) > 1:
        return []
    unit = next((at for at in range(grid.width) if any(key(row[at]) == "단위" for row in grid.rows[:top])), -1)
    works: list[Work] = []
    for block in _blocks(grid, found, top, unit):
        if block.unread or not tell_apart(grid, block.labels, block.columns):
            return None
        labels = _labels(grid, block, top)
        if labels is None:
            return None
        works += _rows(grid, block, top, unit, labels)
    return works


def _begins_above(grid: Grid, top: int) -> bool:
    """Whether the first row's label is of two lines, of which the first stands above the figures."""
    if not 0 < top < len(grid.rows) - 1:
        return False
    above, row, below = ([bool(cell) for cell in grid.rows[at]] for at in (top - 1, top, top + 1))
    alone = [True, *(False for _ in above[1:])]
    return above == alone and below == alone and not row[0] and not is_label(grid.rows[top - 1][0])


def _blocks(grid: Grid, found: Sequence[Column], top: int, unit: int) -> Iterator[_Block]:
    """Blocks side by side: 규격 | 용접공 | 규격 | 용접공."""
    by_place = {one.at: one for one in found}
    block = _Block()
    for at in range(grid.width):
        if at in by_place:
            block.columns.append(by_place[at])
            continue
        head = key("".join(row[at] for row in grid.rows[:top]))
        if at == unit or _ASIDE.match(head) or not any(row[at] for row in grid.rows[top:]):
            continue
        if block.columns:
            if not _is_row_label(grid, at, top):
                block.unread += _holds_figures(grid, at, top) and not _USED.search(head) and not is_dimension(head)
                continue
            yield block
            block = _Block()
        block.unread += bool(block.labels) and not head and _holds_figures(grid, at, top)
        block.labels.append(at)
    if block.columns:
        yield block


def _holds_figures(grid: Grid, at: int, top: int) -> bool:
    cells = [row[at] for row in grid.rows[top:] if row[at]]
    return sum(figure(cell) is not None for cell in cells) * 2 > len(cells)


def _is_row_label(grid: Grid, at: int, top: int) -> bool:
    """A label column of a second block is headed as the first one is."""
    heads = [key("".join(row[each] for row in grid.rows[:top])) for each in (0, at)]
    return bool(heads[1]) and heads[0][:2] == heads[1][:2]


def _labels(grid: Grid, block: _Block, top: int) -> list[list[str]] | None:
    """What each column of labels but the last says of each row; None: nobody can say which rows they speak for."""
    body = grid.rows[top:]
    has = _has(body, block)
    before = set(block.labels)
    block.labels = _needed([row for row, one in zip(body, has, strict=True) if one], block.labels)
    first = block.columns[0]
    dropped = first.at - 1 in before - set(block.labels)
    if first.below and dropped and not any(_USED.search(key(row[first.at - 1])) for row in grid.rows[:top]):
        return None
    labels: list[list[str]] = []
    for number, at in enumerate(block.labels[:-1], 1):
        cells = _said_again([row[at] for row in body])
        beside = [any(row[after] for after in block.labels[number:]) for row in body]
        alone = [bool(cell) and one and not other for cell, one, other in zip(cells, has, beside, strict=True)]
        labels.append(sure_labels(cells, has, alone))
    letters = any(len({row[at] for row in body if _LETTER.match(row[at])}) > 1 for at in block.labels)
    return labels if all(labels) and not letters else None


def _has(body: Sequence[Sequence[str]], block: _Block) -> list[bool]:
    return [any(is_value(row[one.at]) for one in block.columns) for row in body]


def _rows(grid: Grid, block: _Block, top: int, unit: int, labels: Sequence[Sequence[str]]) -> Iterator[Work]:
    if not block.labels and sum(any(is_value(cell) for cell in row) for row in grid.rows[top:]) > 1:
        return
    body = grid.rows[top:]
    has = _has(body, block)
    heads = ["".join(row[at] for row in grid.rows[:top]) for at in block.labels]
    own = block.labels[-1] if block.labels else -1
    each, last = "", ""
    for number, row in enumerate(body):
        if _TOTALS.match(key("".join(row[at] for at in block.labels))):
            continue
        found = unit_of(row[unit].removesuffix("당")) if unit >= 0 else None
        each = found[1] or (found[0] if found[0] != "인" else "") if found else each if unit >= 0 else ""
        if not has[number]:
            continue
        said = [sized(one[number], head) for one, head in zip(labels, heads[:-1], strict=True) if not_dash(one[number])]
        label = _label(body, number, own, has) if block.labels else ""
        label = last = _written_out(label, last)
        if not _TOTALS.match(key(label)) and len(label) <= SPEC and (said or not_dash(label) or not block.labels):
            yield from _works(row, block, (*said, sized(label, heads[-1])) if not_dash(label) else said, each)


def _said_again(cells: Sequence[str]) -> list[str]:
    """A column with its marks of "the same" filled in."""
    out: list[str] = []
    last = ""
    for cell in cells:
        cell = _written_out(cell, last)
        out.append(cell)
        last = cell or last
    return out


def _written_out(cell: str, last: str) -> str:
    """A cell that says the last again: 〃, 〃(〃), 〃(소형) under 펌프(대형)."""
    if cell[:1] not in SAME:
        return cell
    if all(letter in SAME or letter in "() " for letter in cell):
        return last
    return f"{last.partition('(')[0]}{cell[1:].strip()}" if cell[1:].strip().startswith("(") else cell


def _needed(rows: Sequence[Sequence[str]], labels: Sequence[int]) -> list[int]:
    """Columns that say what a row is: words, and of figures as many as tell the rows apart (diameter, thickness), not
    what is measured of it besides (outer diameter, weight)."""
    kept: list[int] = []
    for at in labels:
        numbers = all(is_value(row[at]) for row in rows if row[at])
        if numbers and kept and any(not_dash(row[kept[-1]]) for row in rows):
            keys = [tuple(row[each] for each in kept) for row in rows]
            unique = len(set(keys)) == len(keys) and all(all(one) for one in keys)
            if unique or not all(not_dash(row[at]) for row in rows):
                continue
        kept.append(at)
    return kept


def _label(body: Sequence[Sequence[str]], number: int, own: int, has: Sequence[bool]) -> str:
    """What the row is called; where it stands a line beside its figures, what that line says."""
    if body[number][own]:
        return body[number][own]
    lines: list[str] = []
    for beside, far in ((number - 1, number - 2), (number + 1, number + 2)):
        if 0 <= beside < len(body) and not has[beside] and body[beside][own]:
            other = 0 <= far < len(body) and has[far] and not body[far][own]
            lines += [] if other and lines else [body[beside][own]]
    return " ".join(lines)


def _works(row: Sequence[str], block: _Block, said: Sequence[str], each: str) -> Iterator[Work]:
    by_variant: dict[tuple[str, ...], tuple[dict[str, Need], list[str]]] = {}
    for one in block.columns:
        needs, more = by_variant.setdefault(one.variant, ({}, []))
        value = figure(row[one.at])
        if value is not None:
            needs.setdefault(key(one.name), Need(one.name, one.unit, value))
        elif is_range(row[one.at]):
            more.append(f"{one.name} {row[one.at]}{one.unit}")
    shared, _ = by_variant.get((), ({}, []))
    for variant, (needs, more) in by_variant.items():
        if variant:
            needs = {**shared, **needs} if needs else {}
        if needs and (variant or len(by_variant) == 1):
            spec = tuple(one for one in (*said, *variant) if one)
            yield Work(spec, tuple(needs.values()), "", each, tuple(more))
