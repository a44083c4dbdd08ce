"""Tables whose rows are trades, machines and materials: `구분 | 규격 | 단위 | 수량`, crews with what they get done, and
a column for each variant."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from execution_agents.ingest.estimates.cells import (
    SAME,
    figure,
    is_range,
    is_trade,
    is_value,
    key,
    kind_of,
    last_trade,
    unit_of,
)
from execution_agents.ingest.estimates.found import Known, Need, Work
from execution_agents.ingest.estimates.grid import Grid
from execution_agents.ingest.estimates.heads import Heads, heads_of
from execution_agents.ingest.estimates.outputs import Done, not_dash
from execution_agents.ingest.estimates.spans import around, labels_of

Rows = Sequence[Sequence[str]]
_HOURS = frozenset(("hr", "h", "시간"))
"""So much in an hour is a rate."""
_UNSURE = ["?"]
"""In place of labels nobody can tell the rows of."""
_NO_NAMES = frozenset(("조립", "해체", "계", "합계", "소계", "소요일수"))


@dataclass
class _Line:
    """A row of the body."""

    at: int
    name: str
    unit: str
    each: str
    """What the unit is for each of: ton of `인/ton`."""
    spec: str
    cells: Sequence[str]
    label: str = ""
    """What stands before the name in its cell."""
    again: bool = False
    """Its unit is the one above, said again or left out."""

    @property
    def thing(self) -> bool:
        """Whether it has a unit, so that it is a need."""
        return bool(self.unit)


def works_down(grid: Grid, known: Known) -> list[Work]:
    """The works of such a table; none if it is another."""
    heads = heads_of(grid, known)
    if heads is None:
        return []
    lines = _once(_lines(grid, heads, known), heads)
    if not any(line.thing for line in lines) or any(line.each in _HOURS for line in lines):
        return []
    groups = list(_groups(lines, grid, heads))
    body = grid.rows[heads.top :]
    lists = heads.outputs.lists(body)
    lists = lists if len(lists) == len(groups) else _around(groups, body, heads)
    if len(groups) > 1 and heads.outputs.specs and len(lists) != len(groups) and any(not line.thing for line in lines):
        return []
    alone = heads.outputs.columns and not heads.outputs.specs and len(groups) > 1
    if alone and any(not heads.outputs.within([line.cells for line in group]) for group, _ in groups):
        return []
    works: list[Work] = []
    for number, (group, label) in enumerate(groups):
        rows = lists[number] if len(lists) == len(groups) > 1 else [line.cells for line in group]
        works += _of_group(group, label, heads, rows, known)
    return works


def _around(groups: Sequence[tuple[list[_Line], tuple[str, ...]]], body: Rows, heads: Heads) -> list[Rows]:
    """The rows of work done that each list of needs stands in the middle of; nothing if they do not come out even."""
    if len(groups) < 2 or not heads.outputs.specs:
        return []
    has = [any(figure(row[at]) is not None for at, _, _ in heads.outputs.columns) for row in body]
    lines = [[line.at for line in group if line.thing] for group, _ in groups]
    return [[body[at] for at in part] for part in around(lines, has)]


def _lines(grid: Grid, heads: Heads, known: Known) -> Iterator[_Line]:
    name, unit, each = "", "", ""
    names = {key(row[heads.name]) for row in grid.rows[heads.top :]}
    for at, row in enumerate(grid.rows[heads.top :]):
        said, label = _whole_name(row, heads, known, names)
        name = name if said in SAME else said
        if heads.unit < 0:
            counted = heads.counted if heads.counted and name else "인" if is_trade(name, known.trades) else ""
            yield _Line(at, name, counted, "", row[heads.spec] if heads.spec >= 0 else "", row, label)
            continue
        cell = row[heads.unit]
        counted = any(figure(row[column]) is not None for column, _ in heads.quantities)
        same = key(cell) in SAME or (not cell and bool(each) and counted and is_trade(said, known.trades))
        if not same:
            found = unit_of(cell)
            unit, each = found or (("", "") if cell else (unit, each))
        spec = row[heads.spec] if heads.spec >= 0 and not_dash(row[heads.spec]) and heads.spec != heads.name else ""
        units = (unit, each) if cell or same else ("", "")
        yield _Line(at, name, *units, spec, row, label, same)


def _once(lines: Iterator[_Line], heads: Heads) -> list[_Line]:
    """Without lines that say the one above again, as a row does that is spread over two lines; a name that ends with a
    plus goes on in the next."""
    out: list[_Line] = []
    left = [heads.name, *(at for at in (heads.unit, heads.spec) if at >= 0), *(at for at, _ in heads.quantities)]
    for line in lines:
        last = next((one for one in reversed(out) if one.thing), None) if out and line.thing else None
        if last is not None and last.name.endswith("+"):
            out[last.at] = replace(last, name=f"{last.name}{line.name}")
            out.append(replace(line, name="", unit="", each="", spec=""))
        elif last is not None and last.at == line.at - 1 and all(last.cells[at] == line.cells[at] for at in left):
            out.append(replace(line, name="", unit="", each="", spec=""))
        else:
            out.append(line)
    return _with_figures(out, heads)


def _with_figures(lines: Sequence[_Line], heads: Heads) -> list[_Line]:
    """A need whose figures stand a line above or below it, where no need is, has them."""
    out = list(lines)
    used: set[int] = set()
    at = [each for each, _ in heads.quantities]

    def figures(line: _Line) -> bool:
        return any(is_value(line.cells[each]) for each in at)

    for number, line in enumerate(lines):
        if not line.thing or figures(line):
            continue
        for beside in (number - 1, number + 1):
            other = lines[beside] if 0 <= beside < len(lines) else line
            if beside not in used and not other.thing and not other.name and figures(other):
                used.add(beside)
                out[number] = replace(line, cells=other.cells)
                break
    return out


def _whole_name(row: Sequence[str], heads: Heads, known: Known, names: Collection[str]) -> tuple[str, str]:
    """(name, what stands before it); with the cell before it where the file knows it only so: 보통|인부."""
    name = row[heads.name]
    bare = name.strip("()")
    name = bare if f"({bare})" == name and is_trade(bare, known.trades) else name
    if heads.groups:
        before = row[heads.groups[-1]]
        whole = key(before) + key(name)
        if before.count("(") > before.count(")"):
            return f"{before}{name}", ""
        if before and name and whole in known.all and key(name) not in known.all:
            return whole, ""
    last = last_trade(name, known.trades)
    if last == name and key(name) not in known.trades:
        labels = (one for one in names if one and key(name) != one and key(name).startswith(one))
        last = next((key(name)[len(one) :] for one in labels if key(name)[len(one) :] in known.trades), "")
        last = last or known.within(name) or name
    return last, name[: len(name) - len(last)].strip() if last != name else ""


def _groups(lines: Sequence[_Line], grid: Grid, heads: Heads) -> Iterator[tuple[list[_Line], tuple[str, ...]]]:
    """Lines that one work takes, with what tells them apart: labels left of the names, else names that come again."""
    body = grid.rows[heads.top :]
    begins = _begins_again(lines)
    seen: set[tuple[str, str]] = set()
    changes = heads.outputs.changes(body, [line.at for line in lines if line.thing])
    edges = (begins, changes)
    columns = [
        _by_units(lines, [row[at] for row in body])
        or _column_labels(lines, [_label(row, at, heads, line) for row, line in zip(body, lines, strict=True)], edges)
        for at in heads.groups
    ]
    labelled = [one for one in columns if one and one is not _UNSURE]
    if len(labelled) < len(columns):
        return
    labels = [tuple(dict.fromkeys(one[line.at] for one in labelled if one[line.at])) for line in lines]
    group: list[_Line] = []
    now: tuple[str, ...] | None = None
    for line in lines:
        mark = (key(line.name), key(line.spec))
        if line.thing and now is not None and (labels[line.at] != now or mark in seen):
            yield group, now
            group, seen = [], set()
        if line.thing:
            now = labels[line.at]
            seen.add(mark)
        group.append(line)
    if group and now is not None:
        yield group, now


def _by_units(lines: Sequence[_Line], labels: Sequence[str]) -> list[str]:
    """Labels of a table whose units say what each work is for: 인/ton on the first line of a work, the same again on
    the others, whatever is written beside them. Nothing if its units do not; unsure ones are left to nobody."""
    things = [line if line.each else replace(line, each=line.unit.partition("/")[2]) for line in lines if line.thing]
    if not any(line.again for line in things) or not all(line.each for line in things):
        return []
    out = [""] * len(lines)
    now, each = "", ""
    for line in things:
        if not line.again and (labels[line.at] or line.each != each):
            above = lines[line.at - 1] if line.at else line
            if not labels[line.at] or (not above.thing and labels[above.at]):
                return _UNSURE
            now, each = labels[line.at], line.each
        out[line.at] = now
    return out


def _begins_again(lines: Sequence[_Line]) -> list[int]:
    """Lines where a name with its spec comes again: another list of needs begins there."""
    begins: list[int] = []
    seen: set[tuple[str, str]] = set()
    for line in lines:
        mark = (key(line.name), key(line.spec))
        if line.thing and mark in seen:
            begins.append(line.at)
            seen = set()
        if line.thing:
            seen.add(mark)
    return begins


def _column_labels(
    lines: Sequence[_Line], labels: Sequence[str], edges: tuple[Sequence[int], Sequence[int]]
) -> list[str] | None:
    """What one column left of the names says of each line. A column that only says which lines are persons and which
    are machines says nothing. None: nobody can say which lines its labels speak for."""
    things = [line.thing for line in lines]
    own = sum(bool(label) and thing for label, thing in zip(labels, things, strict=True))
    sure = _by_lists(labels, edges[0], shared=True, alike=_alike(lines, edges[0]))
    sure = sure or (_by_lists(labels, edges[1], most=3) if edges[1] else [])
    if not sure and (own == sum(things) or not any(labels)):
        sure = list(labels)
    sure = sure or _sparse(lines, labels, edges)
    out = sure or labels_of(labels, things)
    kinds: dict[str, set[str]] = {}
    for line, label in zip(lines, out, strict=True):
        if line.thing:
            kinds.setdefault(label, set()).add(kind_of(line.name, line.unit))
    apart = [one for said in kinds.values() for one in said]
    if len(kinds) > 1 and len(set(apart)) == len(apart):
        return [""] * len(out)
    return out if sure else None


def _alike(lines: Sequence[_Line], begins: Sequence[int]) -> bool:
    """Whether each list of needs holds the same names, two at least."""
    edges = [0, *begins, len(lines)]
    names = [tuple(key(line.name) for line in lines[a:b] if line.thing) for a, b in pairwise(edges)]
    return len(names) > 1 and len(set(names)) == 1 and len(names[0]) > 1


def _sparse(lines: Sequence[_Line], labels: Sequence[str], edges: tuple[Sequence[int], Sequence[int]]) -> list[str]:
    """Labels that do not stand on every line: by what is done, on the first of their lines, by lists of needs, or in
    the exact middle; nothing if none of these tells."""
    begins, changes = edges
    things = [line.thing for line in lines]
    own = sum(bool(label) and thing for label, thing in zip(labels, things, strict=True))
    most = own * 3 > sum(things) * 2
    between = any(label and not line.thing and not line.name for label, line in zip(labels, lines, strict=True))
    on_top = _filled(labels) if labels[things.index(True)] and (most or not between) else []
    alone = not begins and len(set(labels)) == 2
    by_lists = _by_lists(labels, changes, most=3) or (on_top if most else []) or _by_lists(labels, begins)
    return by_lists or on_top or labels_of(labels, things, strict=not alone)


def _filled(labels: Sequence[str]) -> list[str]:
    """Labels that stand on the first of their lines."""
    out = list(labels)
    for at in range(1, len(out)):
        out[at] = out[at] or out[at - 1]
    return out


def _by_lists(
    labels: Sequence[str], begins: Sequence[int], *, shared: bool = False, alike: bool = False, most: int = 1
) -> list[str]:
    """Each list of needs with the label that stands beside some line of it, if each has one; else nothing. `shared`:
    only if all have a word of it in common, as labels have that are written over several lines; `alike`:
    or each list holds the same needs. `most`: lines of one
    label otherwise."""
    edges = [0, *begins, len(labels)]
    parts = [list(dict.fromkeys(filter(None, labels[a:b]))) for a, b in pairwise(edges)]
    if shared and not alike and not set(parts[0]).intersection(*parts[1:]):
        return []
    said = [" ".join(one) if shared or len(one) <= most else "" for one in parts]
    if len(said) < 2 or not all(said) or len(set(said)) < len(said):
        return []
    return [one for one, (a, b) in zip(said, pairwise(edges), strict=True) for _ in range(a, b)]


def _label(row: Sequence[str], at: int, heads: Heads, line: _Line) -> str:
    """A cell left of the name, unless it is a piece of the name."""
    cell = row[at]
    whole = key(line.name) == key(cell) + key(row[heads.name])
    piece = at == heads.groups[-1] and (whole or (len(key(cell)) < 2 and not cell.isdigit()))
    return "" if piece or cell in SAME or cell.count("(") > cell.count(")") else cell


def _of_group(group: Sequence[_Line], label: tuple[str, ...], heads: Heads, rows: Rows, known: Known) -> Iterator[Work]:
    lines = [line for line in group if line.thing]
    names = [line.name for line in lines]
    beside = [line.label for line in group if line.label]
    if any(line.unit == "인" and not is_trade(line.name, known.trades) for line in lines):
        there = list(_names_in_order(group, known))
        if len(there) != len(lines) or any(line.unit != "인" for line in lines):
            return
        beside += [line.name for line in group if not any(key(line.name) in key(one) for one in there)]
        names = there
    label = (*label, " ".join(dict.fromkeys(beside))) if beside else label
    each = next((line.each for line in group if line.each), "")
    if len({line.each for line in lines if line.each}) > 1:
        return
    columns = [at for at, _ in heads.quantities]
    lines = [_spread_out(line, columns) for line in lines]
    for at, said, done in _done(rows, heads):
        needs, more = _needs(lines, names, at)
        for one in done if needs else ():
            spec = (*label, *said, *(part for part in one.spec if part not in said))
            yield Work(spec, needs, one.base, one.unit or each, more)


def _spread_out(line: _Line, columns: Sequence[int]) -> _Line:
    """A line whose one figure stands in the middle of its columns, the others left empty: it is for all of them."""
    said = [number for number, at in enumerate(columns) if line.cells[at]]
    middle = {(len(columns) - 1) // 2, len(columns) // 2}
    if len(columns) < 3 or len(said) != 1 or said[0] not in middle:
        return line
    cells = list(line.cells)
    for at in columns:
        cells[at] = line.cells[columns[said[0]]]
    return replace(line, cells=cells)


def _done(rows: Rows, heads: Heads) -> Iterator[tuple[int, tuple[str, ...], list[Done]]]:
    """Each column of quantities with what is done by it: the columns of work done stand beside it, or are shared."""
    outputs = heads.outputs
    columns = [at for at, _, _ in outputs.columns]
    paired = len(heads.quantities) > 1 and len(columns) % len(heads.quantities) == 0
    size = len(columns) // len(heads.quantities) if paired else len(columns)
    for number, (at, said) in enumerate(heads.quantities):
        only = columns[number * size : (number + 1) * size] if paired else columns
        done = outputs.within(rows, only) if only else [Done((), "", "")]
        yield at, said, done or []


def _needs(lines: Sequence[_Line], names: Sequence[str], at: int) -> tuple[tuple[Need, ...], tuple[str, ...]]:
    """(needs, what is said besides) of one column of quantities."""
    needs: dict[str, Need] = {}
    more: list[str] = []
    for name, line in zip(names, lines, strict=True):
        value = figure(line.cells[at])
        kind = kind_of(name, line.unit)
        if not name or key(name) in _NO_NAMES or kind == "":
            if name and value is not None and "%" not in line.unit:
                more.append(f"{name} {value}{line.unit}")
            continue
        called = f"{name} {line.spec}".strip() if kind != "Labor" and key(line.spec) not in key(name) else name
        if value is not None:
            needs.setdefault(key(called), Need(called, line.unit, value))
        elif is_range(line.cells[at]):
            more.append(f"{called} {line.cells[at]}{line.unit}")
    return tuple(needs.values()), tuple(more)


def _names_in_order(group: Sequence[_Line], known: Known) -> Iterator[str]:
    """Names of needs from top to bottom, wherever their units stand; one in two lines put together."""
    put = ""
    for number, line in enumerate(group):
        after = group[number + 1] if number + 1 < len(group) else None
        whole = key(line.name) + key(after.name) if after and not after.thing else ""
        if whole and whole in known.trades and not is_trade(line.name, known.trades):
            put = whole
        elif put:
            yield put
            put = ""
        elif _names_a_need(line, known):
            yield line.name


def _names_a_need(line: _Line, known: Known) -> bool:
    """A line whose name is a trade's, or another thing's that is not counted in persons."""
    return is_trade(line.name, known.trades) or (line.thing and line.unit != "인" and bool(line.name))
