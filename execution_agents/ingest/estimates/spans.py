"""Cells that span rows: which rows a label in the middle of them speaks for."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise

State = tuple[int, int]
"""(lines that are used, the first row that is left)"""
LINES = 3
"""Lines at most that one label is written over."""
NEAR = 0.26
"""Rows that a line may stand from the middle it belongs to: lines stand on a row or half way between two."""
BETWEEN = 2
"""Rows from one line of a label to the next."""


def labels_of(cells: Sequence[str], is_row: Sequence[bool], *, strict: bool = False) -> list[str]:
    """The label of each row, where labels may stand in the middle of the rows they speak for, on a line of their own
    where that number is even. `is_row`: False for such a line. A label on each row, or on its first, is kept as it is.
    `strict`: nothing, if the labels do not stand in the exact middle of their rows.
    """
    rows = [at for at, one in enumerate(is_row) if one]
    said = [(_place(at, rows), cell) for at, cell in enumerate(cells) if cell]
    if not said or not rows:
        return [""] * len(cells)
    ends = _centred([place for place, _ in said], len(rows))
    if ends is None and strict:
        return []
    if ends is None:
        ends = [int(-(-said[each + 1][0] // 1)) - 1 for each in range(len(said) - 1)] + [len(rows) - 1]
    out = [""] * len(cells)
    for number, at in enumerate(rows):
        which = next((each for each, end in enumerate(ends) if number <= end), len(ends) - 1)
        out[at] = said[which][1] if number >= said[0][0] or ends[0] >= number else ""
    return out


def sure_labels(cells: Sequence[str], is_row: Sequence[bool], alone: Sequence[bool] = ()) -> list[str]:
    """As `labels_of`, only where their places leave no doubt: on every row, in the exact middle, on the first of their
    rows, or written over several lines there. Nothing otherwise. `alone`: a row whose label is its own, as nothing
    stands beside it; the rows between two such are looked at by themselves."""
    edges = [at for at, one in enumerate(alone) if one]
    out = list(cells)
    for a, b in pairwise([-1, *edges, len(cells)]):
        part = _sure_part(cells[a + 1 : b], is_row[a + 1 : b], first=a < 0)
        if part is None:
            return []
        out[a + 1 : b] = part
    return out


def _sure_part(cells: Sequence[str], is_row: Sequence[bool], *, first: bool) -> list[str] | None:
    said = [at for at, cell in enumerate(cells) if cell]
    if not any(is_row) or all(bool(cell) for cell, row in zip(cells, is_row, strict=True) if row):
        return list(cells)
    if not said:
        return list(cells) if first else None
    middle = labels_of(cells, is_row, strict=True) or _in_lines(cells, is_row)
    return middle if any(middle) else _on_top(cells, is_row, said)


def _on_top(cells: Sequence[str], is_row: Sequence[bool], said: Sequence[int]) -> list[str] | None:
    """Labels that stand on the first of their rows, each over a few lines or said again in each."""
    top = next((at for at, row in enumerate(is_row) if row), 0)
    if said[0] > top or not all(is_row[at] for at in said if at > top):
        return None
    runs: list[list[int]] = []
    for at in said:
        if runs and runs[-1][-1] == at - 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    out = list(cells)
    for run, end in zip(runs, [*(one[0] for one in runs[1:]), len(cells)], strict=True):
        lines = list(dict.fromkeys(cells[at] for at in run))
        if len(lines) > LINES:
            return None
        out[run[0] : end] = [" ".join(lines)] * (end - run[0])
    return out


def _in_lines(cells: Sequence[str], is_row: Sequence[bool]) -> list[str]:
    """Labels of one to three lines, each in the exact middle of its rows, if there is but one way to have it so."""
    rows = [at for at, one in enumerate(is_row) if one]
    at = [at for at, cell in enumerate(cells) if cell]
    places = [_place(each, rows) for each in at]

    def steps(used: int, start: int) -> Iterator[State]:
        for lines in range(1, min(LINES, len(at) - used) + 1):
            if lines > 1 and at[used + lines - 1] - at[used + lines - 2] > BETWEEN:
                return
            end = places[used] + places[used + lines - 1] - start
            if end == int(end) and start <= end < len(rows):
                yield used + lines, int(end) + 1

    out = [""] * len(cells)
    for (used, start), (then, stop) in pairwise(_only_way(steps, (len(at), len(rows)))):
        for row in rows[start:stop]:
            out[row] = " ".join(cells[each] for each in at[used:then])
    return out


def around(lines: Sequence[Sequence[int]], is_row: Sequence[bool]) -> list[list[int]]:
    """The rows that each list of lines belongs to, where each line stands in the middle of an equal share of them, as
    near as lines can; nothing if there is no way to have it so, or more than one."""
    rows = [at for at, one in enumerate(is_row) if one]
    places = [[_place(at, rows) for at in each] for each in lines]

    def steps(used: int, start: int) -> Iterator[State]:
        if used == len(places):
            return
        now = places[used]
        nearest, farthest = (int(2 * len(now) * (now[0] - start + 0.5 + off)) for off in (-NEAR, NEAR))
        for end in range(max(start + 1, start + nearest), min(len(rows), start + farthest + 1) + 1):
            if _shared_out(now, start, end):
                yield used + 1, end

    way = _only_way(steps, (len(places), len(rows))) if all(places) else []
    return [rows[start:stop] for (_, start), (_, stop) in pairwise(way)]


def _only_way(steps: Callable[[int, int], Iterable[State]], end: State) -> list[State]:
    """The states from (0, 0) to the end, if just one chain of steps leads there. Chains are counted state by state:
    there may be more of them than can be gone through."""
    ways = Counter({(0, 0): 1})
    before: dict[State, State] = {}
    waiting = [(0, 0)]
    while waiting:
        state = heappop(waiting)  # with the fewest lines used: whatever leads to it has been seen
        for after in steps(*state):
            if after not in before:
                before[after] = state
                heappush(waiting, after)
            ways[after] = min(2, ways[after] + ways[state])
    if ways[end] != 1 or end == (0, 0):
        return []
    way = [end]
    while way[-1] != (0, 0):
        way.append(before[way[-1]])
    return way[::-1]


def _shared_out(places: Sequence[float], start: int, end: int) -> bool:
    share = (end - start) / len(places)
    return all(abs(start + share * (at + 0.5) - 0.5 - place) <= NEAR for at, place in enumerate(places))


def _place(at: int, rows: list[int]) -> float:
    """Where a line lies among the rows: on one of them, or half way between two."""
    before = bisect_left(rows, at)
    return float(before) if rows[before : before + 1] == [at] else before - 0.5


def _centred(places: Sequence[float], rows: int) -> list[int] | None:
    """The last row of each label, if each stands in the exact middle of its rows; None if they do not."""
    ends: list[int] = []
    start = 0
    for place in places:
        end = 2 * place - start
        if end < start or end != int(end) or end >= rows:
            return None
        ends.append(int(end))
        start = int(end) + 1
    return ends if start == rows else None
