"""Figures a draft computed, computed again: difference, sum, ratio, percent, n times, a share of an amount.

Only over figures that are borne out themselves: cells and sentences the draft cites, and the question. Two of them,
one operation, at most once over its own result (5 % of 240 million, and that added to them). What comes out is the
figure as it is written, to the digits it shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, permutations

from foundation.language.figures.agreement import EXACT, Figure
from foundation.language.figures.money import plain

_HUNDRED = Decimal(100)
_MOST = 24
"""Operands that are looked at: pairs of more come out at any figure by accident."""
_LONG_SUM = 8
_CLOSE, _NEARLY = 20, 1_000
"""A rounded result lies within a twentieth of what it rounds, an amount within a thousandth."""
_ROUNDED = frozenset({"percent", "points", "times"})
COMPUTES = re.compile(
    r"차이|합(?:계|치|하|산)|더하|빼|배(?=[가-힣\s.]|$)|더\s|높|낮|비싸|비싼|싸|크|작|많|적|늘|줄|올랐|내렸|오른|내린|올라|내려|상승|하락|증가|감소"
    r"|\b(?:differ|sum|total|together|more|less|fewer|higher|lower|dearer|cheaper|times|twice|half|rose|fell|grew|dropp|increas"
    r"|decreas|between|makes?|comes?\s+to)",
    re.IGNORECASE,
)
"""What a sentence says that computes."""


@dataclass(frozen=True)
class Computed:
    """One figure that was computed again."""

    figure: Figure
    working: str
    """The calculation: "679660000 - 390770000 = 288890000"."""


@dataclass(frozen=True)
class _Result:
    value: Decimal
    kind: str
    working: str


def recomputed(figure: Figure, operands: Sequence[Figure]) -> Computed | None:
    """How the figure follows from these; None: not at all."""
    if figure.kind in EXACT:
        return None
    known = list({(one.kind, one.value): one for one in operands if one.kind not in EXACT}.values())[:_MOST]
    for result in _results(known):
        alike = result.kind == figure.kind or (figure.kind == "plain" and result.kind in ("plain", "times"))
        if alike and rounds_to(result.value, figure):
            return Computed(figure, f"{result.working} = {plain(round(result.value, 4))}")
    return None


def rounds_to(exact: Decimal, figure: Figure) -> bool:
    """Whether a computed value is the written one: shares and ratios to the digits they show, amounts and counts
    nearly exactly, where the text does not say about."""
    mine, written = abs(exact) / figure.factor, abs(figure.value) / figure.factor
    if mine == written:
        return True
    if not written:
        return False
    off = abs(mine - written)
    unit = Decimal(10) ** int(written.normalize().as_tuple().exponent)
    if figure.kind in _ROUNDED or figure.about:
        return off <= (unit if figure.about else unit / 2) and off * _CLOSE <= mine
    return off * _NEARLY <= mine and off <= unit / 2


def _results(known: Sequence[Figure]) -> Iterator[_Result]:
    for one, other in permutations(known, 2):
        yield from _of_two(one, other)
    for one, other in combinations(known, 2):
        if one.kind == other.kind and one.kind != "percent":
            yield _Result(one.value + other.value, one.kind, f"{plain(one.value)} + {plain(other.value)}")
    yield from _sums(known)


def _of_two(one: Figure, other: Figure) -> Iterator[_Result]:
    """What two figures come to, in this order."""
    mine, theirs = one.value, other.value
    left, right = plain(mine), plain(theirs)
    if one.kind == other.kind:
        kind = "points" if one.kind == "percent" else one.kind
        if mine >= theirs:
            yield _Result(mine - theirs, one.kind, f"{left} - {right}")
            yield _Result(mine - theirs, kind, f"{left} - {right}")
        if theirs and one.kind != "percent":
            yield _Result(mine / theirs, "times", f"{left} / {right}")
            yield _Result(mine / theirs, "plain", f"{left} / {right}")
            yield _Result(_HUNDRED * mine / theirs, "percent", f"{left} / {right} x 100")
            yield _Result(_HUNDRED * (mine - theirs) / theirs, "percent", f"({left} - {right}) / {right} x 100")
    elif other.kind == "percent":
        part = mine * theirs / _HUNDRED
        yield _Result(part, one.kind, f"{left} x {right} %")
        yield _Result(mine + part, one.kind, f"{left} + {left} x {right} %")
        yield _Result(mine - part, one.kind, f"{left} - {left} x {right} %")
    else:
        times = theirs / other.factor
        yield _Result(mine * times, one.kind, f"{left} x {plain(times)}")
        if times and other.kind in ("plain", "times", "time", "months"):
            yield _Result(mine / times, one.kind, f"{left} / {plain(times)}")


def _sums(known: Sequence[Figure]) -> Iterator[_Result]:
    """All figures of one kind together, and each run of three or more in a row."""
    for kind in {one.kind for one in known}:
        mine = [one.value for one in known if one.kind == kind][:_LONG_SUM]
        for start in range(len(mine)):
            for end in range(start + 3, len(mine) + 1):
                run = mine[start:end]
                total = sum(run, Decimal(0))
                yield _Result(total, kind, " + ".join(plain(each) for each in run))
                yield _Result(total / len(run), kind, f"({' + '.join(plain(each) for each in run)}) / {len(run)}")
