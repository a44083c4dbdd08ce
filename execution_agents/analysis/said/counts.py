"""What a question counts: 4 weeks, 3박, 6 evenings; one without a number is one (per day, 일년)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from foundation.language.figures.agreement import Figure
from foundation.language.figures.units import LENGTHS
from foundation.language.wanted.arithmetic import starts_elsewhere
from foundation.language.wanted.rates import Base, bases_in, singular

_NOUN = re.compile(r"^\s?([A-Za-z]{3,}|[가-힣]{1,2}?(?=이면|면|이라면|일\s?때|은|는|에|을|이고|[\s?]|$))")


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
    found: list[Count] = []
    for one in figures:
        end = one.start + len(one.text)
        if starts_elsewhere(text, one.start, end):
            return []
        if one.kind in LENGTHS or (measured and one.kind in ("length", "mass", "volume", "area")):
            base = Base(one.kind, one.factor, "", one.start, end)
            found.append(Count(base, one.value, one.text))
        elif one.kind == "plain":
            noun = _NOUN.match(text[end:])
            thing = singular(one.counted or (noun[1] if noun else ""))
            said = f"{one.text}{noun[0]}" if noun and not one.counted else one.text
            found.append(Count(Base("thing", Decimal(1), thing, one.start, one.start + len(said)), one.value, said))
        else:
            return []
    spans = [(one.base.start, one.base.end) for one in found]
    for base in bases_in(text):
        if not base.adjacent and not any(start < base.end and base.start < end for start, end in spans):
            found.append(Count(base, base.factor, text[base.start : base.end]))
    return found
