"""How much of a thing is asked for ("30m", "12개소"), and the quantities for that amount."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from execution_agents.clarification.specs import folded
from foundation.language.numerals import NATIVE, native_value

_SAID_AS: dict[str, tuple[str, ...]] = {
    "m": ("미터", "메타", "메다", "메터", "metre", "metres", "meter", "meters"),
    "m2": ("제곱미터", "제곱", "평방미터", "평방", "헤베", "회배", "sqm", "square metres", "square meters"),
    "m3": ("세제곱미터", "세제곱", "입방미터", "입방", "루베", "류베", "cbm", "cubic metres", "cubic meters"),
    "km": ("킬로미터",),
    "ton": ("톤", "t", "tonnes", "tons"),
    "kg": ("킬로그램", "킬로", "키로그램", "키로"),
    "개": ("ea", "개입", "pcs", "pieces"),
    "개소": ("군데", "곳"),
    "본": ("대",),
    "주": ("그루",),
    "매": ("장",),
    "평": ("pyeong",),
}
"""Unit -> what else people write for it."""
_FACTORS: dict[tuple[str, str], Decimal] = {
    ("km", "m"): Decimal(1000),
    ("cm", "m"): Decimal("0.01"),
    ("ton", "kg"): Decimal(1000),
    ("kg", "ton"): Decimal("0.001"),
    ("평", "m2"): Decimal("3.305785"),
}
_HANGUL = re.compile(r"[가-힣]")
_NATIVE = rf"(?<![가-힣]){NATIVE}"
"""Two and more of something: 열군데, 두 그루; one of it (한 개) is its base."""
_NUMBER = r"(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,9}(?:\.\d{1,4})?)"
PLACES = Decimal("0.0001")
"""Quantities are computed to this precision, and shown without trailing zeros."""


@dataclass(frozen=True)
class Amount:
    """An amount with its unit."""

    value: Decimal
    unit: str
    start: int
    end: int


def unit_key(unit: str) -> str:
    """A unit's key for comparison: ㎡, m² and 제곱미터 are equal."""
    plain = folded(unit).replace("^", "").strip()
    return next((name for name, words in _SAID_AS.items() if plain in words), plain)


class AmountReader:
    """Reads amounts in the units that a graph's things are counted in."""

    def __init__(self, units: Iterable[str]) -> None:
        known = {unit_key(unit) for unit in units if unit}
        self._known = frozenset(known)
        known |= {other for other, own in _FACTORS if own in known}
        words = {word for unit in known for word in (unit, *_SAID_AS.get(unit, ()))}
        either = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
        self._pattern = (
            re.compile(rf"(?<![\w.]){_NUMBER}\s*(?:({either}))(?![a-z0-9]|당|종|차\b|킬로|키로|센티|밀리|근)")
            if either
            else None
        )
        single = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True) if _HANGUL.match(word))
        spaced = rf"(?:\s(?:{single})|(?:개소|군데|그루|개|곳))(?![가-힣]?\d)"
        self._in_words = re.compile(rf"{_NATIVE}{spaced}") if single else None

    def knows(self, unit: str) -> bool:
        """True for a unit that something is counted in."""
        return bool(unit) and unit_key(unit) in self._known

    def read(self, plain: str) -> Amount | None:
        """The first amount in a folded text; "1m당" is none."""
        return next(iter(self.each(plain)), None)

    def each(self, plain: str) -> list[Amount]:
        """All of them, in their order; in letters where no other is (열군데)."""
        found = [
            Amount(Decimal(match[1].replace(",", "")), unit_key(match[2]), *match.span())
            for match in (self._pattern.finditer(plain) if self._pattern else ())
        ]
        return found or list(self._said(plain))

    def _said(self, plain: str) -> Iterator[Amount]:
        for match in self._in_words.finditer(plain) if self._in_words else ():
            number = re.match(NATIVE, match[0])
            value = native_value(number[0]) if number else None
            if number is None or value is None or value < 2:
                continue
            unit = unit_key(match[0][number.end() :].strip())
            if unit in self._known:
                yield Amount(value, unit, *match.span())


def in_unit(amount: Amount, unit: str) -> Decimal | None:
    """The amount in a thing's own unit; None if it cannot be converted."""
    own = unit_key(unit)
    if amount.unit == own:
        return amount.value
    factor = _FACTORS.get((amount.unit, own))
    return None if factor is None else amount.value * factor


def times(quantity: Decimal, asked: Decimal, base: Decimal) -> Decimal:
    """What is needed for this amount, if `quantity` is needed for `base`."""
    return (quantity * asked / base).quantize(PLACES)


def shown(value: Decimal) -> str:
    """A figure as it is written."""
    plain = f"{value.normalize():f}"
    whole, dot, part = plain.partition(".")
    return f"{int(whole):,}{dot}{part}" if whole.lstrip("-") else plain
