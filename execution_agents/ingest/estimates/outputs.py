"""What a crew gets done in a day: the right half of a table of crews, with its own rows of specs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from execution_agents.ingest.estimates.cells import figure, is_value, key
from execution_agents.ingest.estimates.spans import labels_of

_OUTPUT = re.compile(r"시공량|작업량|일당시공|처리능력|가설중량|시공능력|작업능력|^(?:시공|도장)면적|일당생산량")
_DIMENSION = re.compile(
    r"(?:경|두께|높이|길이|규격|중량|폭|깊이|면적|거리|심도|간격|용량|분류|부위|종류|직종|호칭|번호|기준|연장|진행|일수|횟수|속도|능력|생산량|계수|율|단가|가격|손료|값|하중|강도)$"
)
_BRACKET = re.compile(r"\(([^()]*)\)")


def is_output(head: str) -> bool:
    """Whether a head says that its figures are work done."""
    return bool(_OUTPUT.search(key(head)))


def is_dimension(head: str) -> bool:
    """Whether a head names a size that tells rows apart: `관규격(㎜)`. `두께 20cm` is a value of one."""
    return bool(_DIMENSION.search(_BRACKET.sub("", key(head)))) and not any(letter.isdigit() for letter in head)


def output_unit(head: str) -> str:
    """The unit in a head: `시공량(㎥)`, `시공량(강연선 규격, ton)`."""
    match = _BRACKET.search(head)
    inside = match[1] if match else ""
    return re.split(r"[,\s]+", inside.strip())[-1] if inside else ""


@dataclass(frozen=True)
class Done:
    """Work done by one crew under one spec."""

    spec: tuple[str, ...]
    base: str
    """A figure."""
    unit: str


@dataclass(frozen=True)
class Outputs:
    """Columns of work done: (column, what its head tells it apart by, unit), and the columns of specs beside them."""

    columns: tuple[tuple[int, tuple[str, ...], str], ...]
    specs: tuple[tuple[int, str], ...] = ()
    """(column, its head)."""

    def within(self, rows: Sequence[Sequence[str]], only: Sequence[int] = ()) -> list[Done] | None:
        """What a group of rows says was done; None: it says several things that nothing tells apart. `only`: of these
        columns alone."""
        columns = [one for one in self.columns if not only or one[0] in only]
        if not columns:
            return []
        if not self.specs:
            return self._of_one(rows, columns)
        has = [any(figure(row[at]) is not None for at, _, _ in columns) for row in rows]
        labels = [self._labels([row[at] if not_dash(row[at]) else "" for row in rows], has) for at, _ in self.specs]
        done: list[Done] = []
        for number, row in enumerate(rows):
            own = tuple(
                sized(label[number], head) for (_, head), label in zip(self.specs, labels, strict=True) if label[number]
            )
            done += [
                Done((*own, *spec), _plain(row[at]), unit) for at, spec, unit in columns if figure(row[at]) is not None
            ]
        done = list(dict.fromkeys(done))
        return done if len({one.spec for one in done}) == len(done) else None

    def _labels(self, cells: Sequence[str], has: Sequence[bool]) -> list[str]:
        """Of one column; one label in several lines, if all rows say the same work was done."""
        said = [cell for cell in cells if cell]
        if 1 < len(said) < sum(has) and len(said) == len(cells[: len(said)]) and all(cells[: len(said)]):
            return [" ".join(said)] * len(cells)
        return labels_of(cells, has)

    def changes(self, rows: Sequence[Sequence[str]], at: Sequence[int]) -> list[int]:
        """Of these rows the ones where other work done is said than in the row before, if each says some."""
        said = [tuple(figure(rows[row][each]) for each, _, _ in self.columns) for row in at]
        if self.specs or not self.columns or any(set(one) == {None} for one in said):
            return []
        return [row for number, row in enumerate(at) if number and said[number] != said[number - 1]]

    def lists(self, rows: Sequence[Sequence[str]]) -> list[Sequence[Sequence[str]]]:
        """The rows cut where the first spec comes again: there another crew's work done begins."""
        if not self.specs:
            return []
        at = self.specs[-1][0]
        first = next((row[at] for row in rows if not_dash(row[at])), "")
        begins = [number for number, row in enumerate(rows) if first and row[at] == first]
        return [rows[a:b] for a, b in pairwise([0, *begins[1:], len(rows)])]

    def _of_one(
        self, rows: Sequence[Sequence[str]], columns: Sequence[tuple[int, tuple[str, ...], str]]
    ) -> list[Done] | None:
        done: list[Done] = []
        for at, spec, unit in columns:
            said = {_plain(row[at]) for row in rows if figure(row[at]) is not None}
            if len(said) > 1:
                return None
            done += [Done(spec, one, unit) for one in said]
        return done


def not_dash(cell: str) -> bool:
    """Whether a cell says something."""
    return bool(cell) and not (is_value(cell) and figure(cell) is None and not any(c.isdigit() for c in cell))


def sized(value: str, head: str) -> str:
    """A bare figure with the unit of its head: 25 under `관경(㎜)` is 25㎜."""
    plain = re.sub(r"^([φΦøØ∅])\s+", r"\1", value.strip())
    if figure(plain) is None and not re.fullmatch(r"[\d.,]+\s*[~∼～]\s*[\d.,]+", plain):
        return plain
    unit = output_unit(head)
    return f"{plain}{unit}" if unit and not re.search(r"[가-힣]{2}", unit) else plain


def _plain(cell: str) -> str:
    value = figure(cell)
    return "" if value is None else f"{value:f}"
