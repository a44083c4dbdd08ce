"""When one figure supports another: the same value of the same kind, however each of them is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Protocol

from foundation.language.dates.clock_times import clocks_agree
from foundation.language.figures.units import CURRENCIES, ROUNDED_KINDS, Kind

EXACT = frozenset({"date", "article", "chapter", "paragraph", "subitem", "clock", "phone"})
COUNTED_OUT = EXACT | {"plain", "time", "months"}
"""Kinds whose conversions come out even: three weeks are 21 days, not about 20."""
TAKES_A_UNIT = frozenset({"area", "subitem", "celsius"}) | CURRENCIES - {"won", "dollar"}
"""Kinds a bare number may have whatever its value: the unit is in a table's head or is a degree sign."""

_MEETS_ANY = frozenset({"plain"})
"""A bare number may be a part of any figure, or take its unit."""
_MEETS: Mapping[Kind, tuple[Kind, ...]] = {
    "mass": ("pound",),
    "percent": ("points",),
    "points": ("percent",),
    "time": ("date",),
}
"""Kind of a figure -> the kinds besides its own, and besides a bare number, that can support it (`supports`)."""


class Tolerance(Protocol):
    """How far figures that agree may differ; a pack sets it (`answering.check`)."""

    @property
    def rounding(self) -> int:
        """Thousandths by which a converted or rounded amount may differ."""
        ...

    @property
    def bare_won(self) -> int:
        """From this value on a number without a unit may be won."""
        ...

    @property
    def bare_unit(self) -> int:
        """From this value on a number without a unit may be of the other's unit."""
        ...


@dataclass(frozen=True)
class _Exactly:
    rounding: int = 0
    bare_won: int = 10**30
    bare_unit: int = 10**30


EXACTLY: Tolerance = _Exactly()
"""Nothing is rounded, and no bare number takes a unit for its size."""


@dataclass(frozen=True)
class Figure:
    """One number of a text."""

    value: Decimal
    """In the kind's own unit."""
    kind: Kind
    text: str
    about: bool = False
    """Said to be approximate."""
    counts: bool = False
    """Counts things (3개, 3 items): may be the number of the evidence's own items."""
    counted: str = ""
    """What a bare number counts, as far as its unit says: 명, 층; "" for no unit."""
    factor: Decimal = Decimal(1)
    """Of the unit it is written in."""
    parts: tuple[int | None, ...] = ()
    """Dates: year, month, day; articles: number, and the one behind 의; fractions written 1/3: both numbers; telephone
    numbers: their digits."""
    start: int = 0
    letters: bool = False
    """Written in letters that may be no number (한, one): supports others, but need not be supported itself."""
    fallen: bool = False
    """Said to be a fall (2.5 % 감소): the same as the negative amount."""
    readings: tuple[Figure, ...] = ()
    """Its other possible readings (3/5: a share or a day): it suffices that one of them is supported."""
    members: tuple[Figure, ...] = ()
    """Its parts (8시간 30분): it suffices that all of them are supported."""

    @property
    def end(self) -> int:
        """Where it ends in its text."""
        return self.start + len(self.text)


class Known:
    """Figures an answer may hold, ready to be asked many times."""

    def __init__(self, figures: Iterable[Figure], check: Tolerance) -> None:
        self._check = check
        every = (one for each in figures for one in _with_its_own(each))
        unlike = {(one.kind, one.value, one.factor, one.parts, one.fallen): one for one in every}.values()
        self._values = {(each.kind, each.value) for each in unlike if each.kind not in EXACT}
        self._of_kind: dict[Kind, list[Figure]] = {}
        for one in unlike:
            self._of_kind.setdefault(one.kind, []).append(one)

    def bears_out(self, figure: Figure) -> bool:
        """True if a known figure supports it, or if all figures it consists of are known."""
        if self._alone(figure) or any(self._alone(one) for one in figure.readings):
            return True
        return bool(figure.members) and all(self._alone(one) for one in figure.members)

    def _alone(self, figure: Figure) -> bool:
        if (figure.kind, figure.value) in self._values:
            return True
        # Most kinds support their own alone: a table's thousand figures are not all asked for each of a question's.
        kinds = self._of_kind if figure.kind in _MEETS_ANY else {figure.kind, *_MEETS.get(figure.kind, ()), "plain"}
        return any(supports(source, figure, self._check) for kind in kinds for source in self._of_kind.get(kind, ()))


def _with_its_own(figure: Figure) -> Iterator[Figure]:
    yield figure
    yield from figure.readings
    yield from figure.members


def supports(source: Figure, figure: Figure, check: Tolerance) -> bool:
    """True if the source's figure supports the answer's."""
    if figure.kind == "date" or source.kind == "date":
        return dates_agree(source, figure)
    if figure.kind in ("article", "phone") or source.kind in ("article", "phone"):
        return source.kind == figure.kind and source.parts[: len(figure.parts)] == figure.parts
    if figure.kind == "clock" or source.kind == "clock":
        return source.kind == figure.kind and clocks_agree(source.parts, figure.parts)
    if figure.kind == "plain" and figure.value in source.parts:
        return True
    if not comparable(source, figure, check):
        return False
    return _of_one_kind(*_signed_alike(source, figure), check.rounding)


def _of_one_kind(source: Figure, figure: Figure, rounding: int) -> bool:
    # A bare number takes the answer's unit: the table it stands in names it elsewhere. Pounds may be money.
    takes = source.kind == "plain" and figure.kind not in ("plain", "won") or source.kind == "pound"
    value = source.value * figure.factor if takes else source.value
    if value == figure.value or (figure.kind == "plain" and source.value / source.factor == figure.value):
        return True
    mine, theirs = value / figure.factor, figure.value / figure.factor
    if figure.kind not in COUNTED_OUT and source.kind == figure.kind and source.factor != figure.factor:
        return rounded_to(mine, theirs, rounding)
    return figure.about and figure.kind in ROUNDED_KINDS and rounded_to(mine, theirs, rounding)


def _signed_alike(source: Figure, figure: Figure) -> tuple[Figure, Figure]:
    """2.5 % 감소 and -2.5 % are one."""
    if source.value < 0 < figure.value and figure.fallen:
        return replace(source, value=-source.value), figure
    if figure.value < 0 < source.value and source.fallen:
        return source, replace(figure, value=-figure.value)
    return source, figure


def same(source: Figure, figure: Figure) -> bool:
    """True if both have the same meaning, however each is written. Stricter than `supports`: nothing is rounded, a bare
    number takes no unit, what is counted must not differ. A date may omit the year that the source names, nothing
    else."""
    pairs = ((one, other) for one in (source, *source.readings) for other in (figure, *figure.readings))
    return any(_same(one, other) for one, other in pairs)


def _same(source: Figure, figure: Figure) -> bool:
    if "date" in (source.kind, figure.kind) and {source.kind, figure.kind} <= {"date", "plain"}:
        finer = [one.parts[1:] if one.kind == "date" else (None, None) for one in (source, figure)]
        return finer[0] == finer[1] and dates_agree(source, figure)
    if source.kind != figure.kind:
        return {source.kind, figure.kind} == {
            "pound",
            "mass",
        } and source.value / source.factor == figure.value / figure.factor
    if figure.kind == "clock":
        return clocks_agree(source.parts, figure.parts)
    if figure.kind in ("article", "phone"):
        return source.parts == figure.parts
    one, other = _signed_alike(source, figure)
    return one.value == other.value and (not source.counted or not figure.counted or source.counted == figure.counted)


def comparable(source: Figure, figure: Figure, check: Tolerance) -> bool:
    """True if the two are of the same kind."""
    if source.kind == figure.kind or (source.kind, figure.kind) == ("pound", "mass"):
        return True
    if {source.kind, figure.kind} == {"percent", "points"}:  # 2 % 인상 is said of 2 %p as often
        return True
    if figure.kind == "plain":
        return source.kind not in EXACT
    if source.kind != "plain":
        return False
    if figure.kind in TAKES_A_UNIT:
        return True
    return source.value >= check.bare_won if figure.kind == "won" else telling(source.value, check.bare_unit)


def telling(value: Decimal, least: int) -> bool:
    """Large enough or a fraction: such a number is hardly there by chance."""
    return value != value.to_integral_value() or value >= least


def dates_agree(source: Figure, figure: Figure) -> bool:
    """A date by its known parts; a year may stand alone, days of a date as days."""
    if source.kind == "date" and figure.kind == "date":
        pairs = list(zip(figure.parts, source.parts, strict=True))
        return all(mine is None or mine == theirs for mine, theirs in pairs)
    if figure.kind == "date":
        year, month, day = figure.parts
        return source.kind == "plain" and month is None and day is None and source.value == year
    year, _, day = source.parts
    if figure.kind == "plain":
        return year is not None and figure.value == year
    return figure.kind == "time" and day is not None and figure.value == day * 86_400


def rounded_to(exact: Decimal, rounded: Decimal, rounding: int) -> bool:
    """True if `rounded` is `exact` to fewer digits, at most this many thousandths away."""
    if not exact or abs(exact - rounded) * 1000 > abs(exact) * rounding:
        return False
    digits = rounded.normalize()
    unit = Decimal(10) ** int(digits.as_tuple().exponent)
    return abs(exact - rounded) <= unit / 2
