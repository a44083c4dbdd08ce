"""Numbers written as powers (10^9, 2**10, 1e6): one number each, and not the digits that stand around the sign."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

_OPERAND = r"\d+(?:,\d{3})*(?:\.\d+)?"
_POWERS = re.compile(
    rf"(?<![A-Za-z0-9_.]){_OPERAND}(?:(?:\s?(?:\^|\*\*)\s?{_OPERAND})+|[eE][+-]?\d+(?![A-Za-z0-9_]|\.\d))"
)
"""Korean is written without a blank before and behind them (보증금1e8원), and a sentence may end there."""
_BETWEEN = re.compile(r"\s?(?:\^|\*\*)\s?|[eE]")
BEYOND = Decimal(10) ** 30
"""Stands for whatever is as large or larger: no quantity anybody computes with is."""


@dataclass(frozen=True)
class Power:
    """One number and its place."""

    start: int
    end: int
    value: Decimal
    last: Decimal
    """The number that stands last in it: what is read where only digits are."""


def powers_in(text: str) -> Iterator[Power]:
    """The numbers of a text that are written as powers, in order."""
    for match in _POWERS.finditer(text):
        parts = [Decimal(part.replace(",", "")) for part in _BETWEEN.split(match[0])]
        scientific = "^" not in match[0] and "*" not in match[0]
        value = parts[0] * _power(Decimal(10), parts[1]) if scientific else _tower(parts)
        yield Power(match.start(), match.end(), min(value, BEYOND), abs(parts[-1]))


def _tower(parts: list[Decimal]) -> Decimal:
    """2^3^2 is 2^9."""
    value = parts[-1]
    for base in reversed(parts[:-1]):
        value = _power(base, value)
    return value


def _power(base: Decimal, exponent: Decimal) -> Decimal:
    """A power, BEYOND where it would be as large: nothing larger is ever worked out."""
    if base in (0, 1) or not exponent:
        return Decimal(1) if not exponent else base
    if exponent * base.ln() / Decimal(10).ln() >= BEYOND.adjusted():
        return BEYOND
    return base**exponent if exponent > -BEYOND.adjusted() else Decimal(0)
