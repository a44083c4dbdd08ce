"""What a question counts: 4 weeks, 3박, 6 evenings; one without a number is one (per day, 일년)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from foundation.language.figures.agreement import Figure
from foundation.language.figures.units import LENGTHS, unit_of
from foundation.language.wanted.arithmetic import starts_elsewhere
from foundation.language.wanted.rates import Base, bases_in, singular, spans_in

_NOUN = re.compile(
    r"^\s?([A-Za-z]{3,}|[가-힣]{1,2}?(?=이면|면|이라면|일\s?때|이?랑|하고|으?로|은|는|에|을|를|의|이고|씩|치|[\s?,]|$))"
)
_COUNTER = re.compile(r"\s(?P<counter>[가-힣]{1,2})$")
"""The counter that a number in letters is written with: 세 번."""


@dataclass(frozen=True)
class Count:
    """How many units the question asks for: 4 weeks, 3박."""

    base: Base
    """What is counted; of a length its kind and unit."""
    value: Decimal
    """In the kind's own unit."""
    text: str


def counts_in(text: str, figures: Sequence[Figure], *, measured: bool = False) -> list[Count]:
    """What a question counts, in order of its figures; none where one of them is a point in time, or is no count.
    `measured`: lengths, masses and volumes count, too (180 miles)."""
    found, over = list[Count](), spans_in(text)
    for one in figures:
        end = one.start + len(one.text)
        adds_up = any(each.start <= one.start and end <= each.end for each in over)
        if not adds_up and starts_elsewhere(text, one.start, end):
            return []
        if one.kind in LENGTHS or (measured and one.kind in ("length", "mass", "volume", "area")):
            base = Base(one.kind, one.factor, "", one.start, end)
            found.append(Count(base, one.value, one.text))
        elif one.kind == "plain":
            found.append(_of_things(one, text))
        else:
            return []
    spans = [(one.base.start, one.base.end) for one in found]
    for base in bases_in(text) or over:
        if not base.adjacent and not any(start < base.end and base.start < end for start, end in spans):
            found.append(Count(base, base.factor, text[base.start : base.end]))
    return found


def thing_of(figure: Figure, text: str) -> str:
    """The noun or counter that a bare number counts; "" for none."""
    return _of_things(figure, text).base.thing


def _of_things(figure: Figure, text: str) -> Count:
    """A number with the noun behind it; one of days or weeks is a length (3일치, 2주면)."""
    counter = _COUNTER.search(figure.text)
    noun = None if figure.counted or counter else _NOUN.match(text[figure.end :])
    thing = singular(figure.counted or (counter["counter"] if counter else noun[1] if noun else ""))
    said = f"{figure.text}{noun[0]}" if noun else figure.text
    end, unit = figure.start + len(said), unit_of(thing) if thing else None
    if unit is not None and unit.kind in LENGTHS:
        return Count(Base(unit.kind, unit.factor, "", figure.start, end), figure.value * unit.factor, said)
    return Count(Base("thing", Decimal(1), thing, figure.start, end), figure.value, said)
