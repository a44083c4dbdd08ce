"""Values of a formula in words: amounts exact to the won, shares and measures with their units."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal

from execution_agents.analysis.cells import UNITS
from foundation.language.figures.money import plain, won

_WRITTEN: Mapping[str, tuple[str, str]] = {
    **UNITS,
    "points": ("{}%p", "{} points"),
    "pound": ("£{}", "£{}"),
    "days": ("{}일", "{} days"),
    "weeks": ("{}주", "{} weeks"),
    "hours": ("{}시간", "{} hours"),
    "minutes": ("{}분", "{} minutes"),
    "nights": ("{}박", "{} nights"),
    "miles": ("{}마일", "{} miles"),
    "pyeong": ("{}평", "{} pyeong"),
    "m3": ("{} m³", "{} m³"),
    "m3/day": ("{} m³/일", "{} m³/day"),
    "m3/h": ("{} m³/h", "{} m³/h"),
    "m/day": ("{} m/일", "{} m/day"),
    "count": ("{}", "{}"),
    "none": ("{}", "{}"),
    "": ("{}", "{}"),
}
_FEW = Decimal("0.0001")
_CENT = Decimal("0.01")


def value_words(value: Decimal, unit: str, language: str) -> str:
    """A value with its unit."""
    if unit == "won":
        return won(int(value.to_integral_value(ROUND_HALF_UP)), language)
    step = _CENT if unit in ("pound", "percent") else _FEW
    number = value if not unit and value == value.to_integral_value() else value.quantize(step, ROUND_HALF_UP)
    korean, english = _WRITTEN.get(unit, (f"{{}} {unit}", f"{{}} {unit}"))
    shown = f"{number:,.2f}" if unit == "pound" and number != number.to_integral_value() else plain(number)
    written = (korean if language == "ko" else english).format(shown)
    return _one(written, number) if language != "ko" else written


def unit_words(unit: str, language: str) -> str:
    """A unit as it stands beside a field."""
    if unit == "won":
        return "원" if language == "ko" else "won"
    korean, english = _WRITTEN.get(unit, (unit, unit))
    return (korean if language == "ko" else english).replace("{}", "").strip()


def _one(written: str, number: Decimal) -> str:
    """1 days -> 1 day."""
    lone = {"days": "day", "nights": "night", "weeks": "week", "months": "month", "years": "year", "miles": "mile"}
    word = written.rpartition(" ")[2]
    return written.removesuffix(word) + lone[word] if number == 1 and word in lone else written
