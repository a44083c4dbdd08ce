"""A table as a grid of cells: words cut by a column's edge put together, columns that share one set apart, cells that
span several said in each.

A table of a printed original comes as rows of equal length. A cell that spans columns stands in one of them, or lies in
pieces in two (`시공|량(㎥)`); one that spans rows stands in the middle of them, on a line of its own where their number
is even.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from execution_agents.ingest.estimates.cells import is_value, joined, key, split_unit, unit_of, words

_LABELS = (
    "구분", "규격", "단위", "수량", "시공량", "작업량", "명칭", "품명", "직종", "종별", "기종", "배치인원", "사용기계",
    "인력", "투입인원", "종류",
)  # fmt: skip
"""Words of heads that an edge cuts into two."""
_LABEL = re.compile(
    r"^(?:구분|규격|단위|수량|시공량|작업량|명칭|품명|직종|종별|종류|기종|장비명|공종|공정별?|작업(?:종별|구분|별|내용)|유형|형식|비고|"
    r"관경|구경|호칭|배치인원|재료|항목|SCH)"
)
_SHARED = re.compile(r"^(.*\S)\s*(단\s*위)$")
HEAD = 12
"""Rows at most that are looked at for a head."""


@dataclass(frozen=True)
class Grid:
    """Cells of equal rows."""

    rows: tuple[tuple[str, ...], ...]

    @property
    def width(self) -> int:
        """Columns."""
        return len(self.rows[0]) if self.rows else 0

    def column(self, at: int) -> list[str]:
        """Cells from top to bottom."""
        return [row[at] for row in self.rows]


def grid_of(rows: Sequence[Sequence[object]]) -> Grid:
    """The table without empty rows and columns, its words put together."""
    width = max((len(row) for row in rows), default=0)
    plain = [[words(row[at]) if at < len(row) else "" for at in range(width)] for row in rows]
    plain = [row for row in plain if any(row)]
    plain = _apart(plain)
    kept = [at for at in range(len(plain[0]) if plain else 0) if any(row[at] for row in plain)]
    cells = [[joined(row[at]) for at in kept] for row in plain]
    for row in cells[:HEAD]:
        _put_together(row)
    return Grid(tuple(tuple(row) for row in cells))


def is_label(cell: str) -> bool:
    """Whether it is a word of heads."""
    return bool(_LABEL.match(key(cell)))


def label_row(grid: Grid) -> int:
    """The row of the head that names the columns on the left: the last one with such a word before any figure."""
    found = -1
    for at, row in enumerate(grid.rows[:HEAD]):
        if any(is_label(cell) for cell in row):
            found = at
        elif found >= 0 and sum(is_value(cell) for cell in row) * 2 > sum(bool(cell) for cell in row):
            break
    return found


def spanned(
    row: Sequence[str],
    columns: Sequence[int],
    below: Sequence[str] = (),
    depths: Mapping[int, int] | None = None,
    *,
    restarts: bool = False,
) -> dict[int, str]:
    """Column -> what a row of the head says of it. A cell in the middle speaks for the empty ones around it; pieces of
    a word over columns whose heads repeat (수량, 시공량, 수량, 시공량) are put together. `depths`: the last row of each
    column's own head; a cell speaks for columns that go as deep as its own. `restarts`: a group begins wherever the
    first of `below` comes again, however long it is."""
    each = period([key(cell) for cell in below]) or 1
    begins = [at for at, cell in enumerate(below) if cell == below[0]] if restarts else range(0, len(columns), each)
    groups = [columns[a:b] for a, b in pairwise([*begins, len(columns)])]
    if each > 1 and all(row[at] for at in columns) and period([key(row[at]) for at in columns]) == each:
        groups = [[at] for at in columns]
    texts = ["".join(row[at] for at in group if row[at]) for group in groups]
    filled = spread(texts, [depths[group[0]] for group in groups] if depths else [])
    return {at: text for group, text in zip(groups, filled, strict=True) for at in group if text}


def spread(texts: Sequence[str], depths: Sequence[int] = ()) -> list[str]:
    """A row of the head with its empty cells filled: equal shares where they come out even, else the nearest cell; one
    in the right half reaches no farther to the left than to the right."""
    said = [at for at, text in enumerate(texts) if text]
    if not said:
        return list(texts)
    size, rest = divmod(len(texts), len(said))
    shares = [texts[at : at + size] for at in range(0, len(texts), size)]
    if len(said) > 1 and not rest and all(sum(map(bool, share)) == 1 for share in shares):
        return ["".join(shares[at // size]) for at in range(len(texts))]
    out: list[str] = []
    for at in range(len(texts)):
        near = min(said, key=lambda one: (abs(one - at), one > at))
        far = near - at > len(texts) - near and near * 2 > len(texts)
        out.append("" if (depths and depths[at] != depths[near]) or far else texts[near])
    return out


def period(heads: Sequence[str]) -> int:
    """How many columns one group of repeating heads has; 0: they do not repeat."""
    for size in range(2, len(heads) // 2 + 1):
        if len(heads) % size == 0 and all(heads) and all(
            heads[at] == heads[at % size] for at in range(len(heads))
        ):  # fmt: skip
            return size if len(set(heads[:size])) > 1 else 0
    return 0


def _apart(rows: list[list[str]]) -> list[list[str]]:
    """A column headed `구분 단위` becomes two."""
    for at in range(len(rows[0]) if rows else 0):
        head = next((row[at] for row in rows[:HEAD] if _SHARED.match(row[at])), "")
        if not head:
            continue
        out: list[list[str]] = []
        for row in rows:
            shared = _SHARED.match(row[at])
            left, right = (shared[1], "단위") if shared else split_unit(row[at])
            out.append([*row[:at], left, right, *row[at + 1 :]])
        if any(unit_of(row[at + 1]) for row in out):
            return out
    return rows


def _put_together(row: list[str]) -> None:
    """A word of heads that lies in two cells or more: `시공|량(㎥)`, `수량(강|연선)` is said in each."""
    for at in range(len(row) - 1):
        left, right = key(row[at]), key(row[at + 1])
        whole = left + right
        if not left or not right or right in _LABELS or (left in _LABELS and not right.startswith("(")):
            continue
        if any(whole.startswith(word) and len(left) <= len(word) for word in _LABELS):
            row[at] = row[at + 1] = whole
    for at in range(len(row)):
        for end in range(at + 1, min(at + 4, len(row))):
            pieces = list(dict.fromkeys(row[at : end + 1]))
            whole = "".join(pieces)
            if not all(row[at : end + 1]) or not _open(row[at]):
                break
            if not _open(whole):
                row[at : end + 1] = [whole] * (end + 1 - at)
                break


def _open(cell: str) -> bool:
    """Whether a bracket is opened in it and not closed."""
    return cell.count("(") > cell.count(")")
