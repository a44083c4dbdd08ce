"""Recomputes the figures a draft computed: difference, sum, ratio, percent, n times, a share of an amount.

Only supported figures are used: those of cells and sentences the draft cites, and of the question. A result takes two
of them and one operation, with at most one further operation over the result (5 % of 240 million, and that added to
them), and one conversion to another length of time if the text names both (120 a minute are 7,200 an hour). Any third
figure follows from some two figures of the evidence by accident: so one must be the question's or occur in the
sentence, or the sentence must say that it computes. A result must equal the figure as it is written, to the digits it
shows.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from itertools import combinations, permutations

from foundation.language.figures.agreement import EXACT, Figure
from foundation.language.figures.money import plain

_HUNDRED = Decimal(100)
_MOST = 24
"""Most operands looked at: pairs of more give any figure by accident."""
_LONG_SUM = 8
_FEW, _NEAR_OF_THREE = 10, 2
_CLOSE, _NEARLY = 20, 1_000
"""A rounded result lies within a twentieth of what it rounds, an amount within a thousandth."""
_ROUNDED = frozenset({"percent", "points", "times"})
COMPUTES = re.compile(
    r"차이|합(?:계|치|하|산)|더하|빼|배(?=[가-힣\s.]|$)|더\s|높|낮|비싸|비싼|싸|크|작|많|적|늘|줄|올랐|내렸|오른|내린|올라|내려|상승|하락|증가|감소"
    r"|총|모두|전부|곱|나누|나눈|[×=]|이므로|이라서|이니까|그래서|따라서|\b(?:so(?!\s+that)|hence|therefore|altogether|in\s+all)\b"
    r"|\b(?:differ|sum|total|together|more|less|fewer|higher|lower|dearer|cheaper|times|twice|half|rose|fell|grew|dropp|increas"
    r"|decreas|between|makes?|comes?\s+to)",
    re.IGNORECASE,
)
"""Words of a sentence that say it computes."""


@dataclass(frozen=True)
class Computed:
    """One figure that was computed again."""

    figure: Figure
    working: str
    """The calculation: "679660000 - 390770000 = 288890000"."""
    of: tuple[Figure, ...] = ()
    """The figures it was computed from."""


_LENGTHS: Mapping[str, tuple[re.Pattern[str], int]] = {
    "second": (re.compile(r"초(?=[에당마간 ])|\bseconds?\b"), 1),
    "minute": (re.compile(r"분(?=[에당마간 ])|\bminutes?\b|/min\b"), 60),
    "hour": (re.compile(r"시간|\bhour(?:s|ly)?\b|/h\b"), 3_600),
    "day": (re.compile(r"하루|매일|일(?=[에당마간 ])|\bda(?:ys?|ily)\b|/d\b"), 86_400),
    "week": (re.compile(r"매주|주일|주(?=[에당마간 ])|\bweek(?:s|ly)?\b"), 604_800),
    "month": (re.compile(r"매월|매달|월세|달(?=[에마 ]|$)|개월|월(?=[에당 ])|\bmonth(?:s|ly)?\b"), 30),
    "quarter": (re.compile(r"분기|\bquarter(?:s|ly)?\b"), 90),
    "year": (re.compile(r"매년|해마다|연간|연(?=\s?\d)|년|\byear(?:s|ly)?\b|\bannual(?:ly)?\b"), 360),
}
_PRODUCTS: Mapping[tuple[str, str], tuple[str, Decimal]] = {
    ("flow", "time"): ("volume", Decimal(1_000) / 86_400),
    ("power", "time"): ("energy", Decimal(1) / 3_600_000),
    ("speed", "time"): ("length", Decimal(1)),
    ("concentration", "volume"): ("mass", Decimal("0.000001")),
}
"""What a rate comes to over a length of time, in the own units of the kinds (`units.py`)."""
_OF_CALENDAR = {("month", "quarter"): 3, ("month", "year"): 12, ("quarter", "year"): 4, ("week", "year"): 52}


@dataclass(frozen=True)
class Operands:
    """What a figure may be computed from."""

    known: Sequence[Figure]
    """Supported figures, those of the question and of the sentence first."""
    near: Sequence[Figure] = ()
    """Those of them in the question or the sentence."""
    columns: Sequence[Sequence[Figure]] = ()
    """The figures of one column over all rows that are cited."""
    between: Sequence[Figure] = ()
    """Lengths of time from one point to another, which are results by themselves."""
    text: str = ""
    """What names lengths of time: the sentence and its question."""
    computes: bool = True
    """The sentence says that it computes: then two figures of the evidence suffice."""


@dataclass(frozen=True)
class _Result:
    value: Decimal
    kind: str
    working: str
    of: tuple[Figure, ...] = ()


def recomputed(figure: Figure, operands: Sequence[Figure] | Operands) -> Computed | None:
    """How the figure follows from these; None: not at all."""
    given = operands if isinstance(operands, Operands) else Operands(operands)
    if figure.kind in EXACT:
        return None
    known = list({(one.kind, one.value): one for one in given.known if one.kind not in EXACT}.values())[:_MOST]
    near = {(one.kind, one.value) for one in given.near}
    for result in _every(known, given):
        if (figure.kind, figure.value) in {(one.kind, one.value) for one in result.of}:
            continue
        is_near = given.computes or _is_near(result.of, near)
        alike = result.kind == figure.kind or (figure.kind == "plain" and result.kind in ("plain", "times"))
        if is_near and alike and rounds_to(result.value, figure):
            return Computed(figure, f"{result.working} = {plain(round(result.value, 4))}", result.of)
    return None


def _is_near(operands: Sequence[Figure], near: Container[tuple[str, Decimal]]) -> bool:
    """True if one is in the question or the sentence; a bare number of the evidence does not count."""
    own = [(one.kind, one.value) in near for one in operands]
    bare = [one.kind == "plain" and not one.counted for one in operands]
    return not own or (any(own) and all(is_own or not is_bare for is_own, is_bare in zip(own, bare, strict=True)))


def _every(known: Sequence[Figure], given: Operands) -> Iterator[_Result]:
    """All results, those with fewer steps first."""
    yield from (_Result(one.value, one.kind, one.text) for one in given.between)
    once = [*_results(known), *(each for column in given.columns for each in _of_all(column)), *_of_three(known, given)]
    yield from once
    for times, name in lengths_between(given.text):
        for one in (*(_alone(each) for each in known), *once):
            if one.kind in ("percent", "points", "times", "time", "months"):
                continue
            yield _Result(one.value * times, one.kind, f"{one.working} x {times} ({name})", one.of)
            yield _Result(one.value / times, one.kind, f"{one.working} / {times} ({name})", one.of)


def _alone(figure: Figure) -> _Result:
    """A figure converted to another length of time that the text names; for a bare number the text must say that it
    computes."""
    is_bare = figure.kind == "plain" and not figure.counted
    return _Result(figure.value, figure.kind, plain(figure.value), (figure,) if is_bare else ())


def _of_all(column: Sequence[Figure]) -> Iterator[_Result]:
    """A whole column together, and its mean."""
    total, written = sum((one.value for one in column), Decimal(0)), " + ".join(plain(one.value) for one in column)
    yield _Result(total, column[0].kind, written)
    yield _Result(total / len(column), column[0].kind, f"({written}) / {len(column)}")


def _of_three(known: Sequence[Figure], given: Operands) -> Iterator[_Result]:
    """A sum or a difference of two, of it a share or so many: two of the three stand in the question or sentence."""
    near = {(one.kind, one.value) for one in given.near}
    for one, other in permutations(known[:_FEW], 2):
        if one.kind != other.kind or one.kind == "percent":
            continue
        for third in known[:_FEW]:
            own = sum((each.kind, each.value) in near for each in (one, other, third))
            if own < _NEAR_OF_THREE or third in (one, other):
                continue
            share = third.value / _HUNDRED if third.kind == "percent" else third.value / third.factor
            if third.kind not in ("percent", "plain", "times", "months", "time") or third.kind == one.kind:
                continue
            both = (("+", one.value + other.value), ("-", one.value - other.value))
            for sign, value in both if one.value >= other.value else ():
                working = f"({plain(one.value)} {sign} {plain(other.value)}) x {plain(share)}"
                yield _Result(value * share, one.kind, working, (one, other, third))


def lengths_between(text: str) -> list[tuple[int, str]]:
    """How often one length of time that a text names goes into another: 60 (minute, hour)."""
    named = [(name, size) for name, (words, size) in _LENGTHS.items() if words.search(text)]
    found: list[tuple[int, str]] = []
    for (one, small), (other, large) in combinations(named, 2):
        calendar = {one, other} & {"month", "quarter", "year"}
        times = _OF_CALENDAR.get((one, other), 0) if calendar else large // small
        if times:
            found.append((times, f"{one}, {other}"))
    return found


def between_clocks(figures: Sequence[Figure]) -> list[Figure]:
    """The time from each clock time to each later one; from the evening to the morning too."""
    clocks = [one for one in figures if one.kind == "clock" and None not in one.parts[:2]]
    found: list[Figure] = []
    for one, other in combinations(clocks, 2):
        minutes = (_minutes(other) - _minutes(one)) % (24 * 60)
        found.append(Figure(Decimal(60 * minutes), "time", f"{one.text} - {other.text}", factor=Decimal(3_600)))
    return found


def between_days(figures: Sequence[Figure]) -> list[Figure]:
    """The days from each whole date to each later one, both ends counted and not; and the years between two."""
    found: list[Figure] = []
    for one, other in combinations([each for each in figures if each.kind == "date"], 2):
        first, last = sorted((one, other), key=lambda each: [part or 0 for part in each.parts])
        if first.parts[0] and last.parts[0] and first.parts[0] != last.parts[0]:
            years = 12 * (last.parts[0] - first.parts[0])
            found.append(Figure(Decimal(years), "months", f"{first.text} - {last.text}", factor=Decimal(12)))
        ends = [_day(each, last.parts[0] or first.parts[0]) for each in (first, last)]
        if ends[0] and ends[1]:
            days = (ends[1] - ends[0]).days
            text = f"{first.text} - {last.text}"
            found += [Figure(Decimal(86_400 * each), "time", text, factor=Decimal(86_400)) for each in (days, days + 1)]
    return found


def _day(figure: Figure, year: int | None) -> date | None:
    own, month, day = (*figure.parts, None, None, None)[:3]
    try:
        return date(own or year or 2001, month, day) if month and day else None
    except ValueError:
        return None


def _minutes(clock: Figure) -> int:
    hour, minute = (int(part or 0) for part in clock.parts[:2])
    after_noon = len(clock.parts) > 2 and clock.parts[2] == 1 and hour < 12
    return 60 * (hour + 12 * after_noon) + minute


def rounds_to(exact: Decimal, figure: Figure) -> bool:
    """True if a computed value is the written one: shares and ratios to the digits they show, amounts and counts nearly
    exactly unless the text says "about"."""
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
        for each in _of_two(one, other):
            yield replace(each, of=(one, other))
    for one, other in combinations(known, 2):
        if one.kind == other.kind and one.kind != "percent":
            yield _Result(one.value + other.value, one.kind, f"{plain(one.value)} + {plain(other.value)}", (one, other))
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
        if (one.kind, other.kind) in _PRODUCTS:
            kind, factor = _PRODUCTS[one.kind, other.kind]
            yield _Result(mine * theirs * factor, kind, f"{left} x {right} ({one.kind} x {other.kind})")
        times = theirs / other.factor
        yield _Result(mine * times, one.kind, f"{left} x {plain(times)}")
        if times and other.kind in ("plain", "times", "time", "months"):
            yield _Result(mine / times, one.kind, f"{left} / {plain(times)}")


def _sums(known: Sequence[Figure]) -> Iterator[_Result]:
    """All figures of one kind together, and each run of three or more in a row."""
    for kind in {one.kind for one in known}:
        mine = [one for one in known if one.kind == kind][:_LONG_SUM]
        for start in range(len(mine)):
            for end in range(start + 3, len(mine) + 1):
                run = tuple(mine[start:end])
                total = sum((each.value for each in run), Decimal(0))
                written = " + ".join(plain(each.value) for each in run)
                yield _Result(total, kind, written, run)
                yield _Result(total / len(run), kind, f"({written}) / {len(run)}", run)
