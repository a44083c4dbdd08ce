"""What an input of a formula may be: nobody deposits less than nothing, and no rate of interest is 5,000 %. The bounds
of its unit hold where the input declares none of its own."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from foundation.domains.schema.formulas import Formula, FormulaInput

Bounds = tuple[Decimal, Decimal]
OTHERWISE: Bounds = (Decimal(0), Decimal(10) ** 12)
OF_UNIT: Mapping[str, Bounds] = {
    unit: (Decimal(0), Decimal(most))
    for unit, most in {
        "won": 10**15,
        "pound": 10**13,
        "percent": 100,
        "years": 100,
        "months": 1_200,
        "weeks": 5_300,
        "days": 36_600,
        "nights": 36_600,
        "hours": 880_000,
        "minutes": 53_000_000,
        "mg/L": 10**6,  # a kilogram in a litre
    }.items()
}
"""Unit -> smallest and largest value of an input, in the unit; time ends at a hundred years."""


def bounds_of(one: FormulaInput) -> Bounds:
    """Smallest and largest value of an input, in its unit."""
    least, most = OF_UNIT.get(one.unit, OTHERWISE)
    return (
        least if one.minimum is None else one.minimum,
        most if one.maximum is None else one.maximum,
    )


def is_within(one: FormulaInput, value: Decimal) -> bool:
    """Whether an input may have this value."""
    least, most = bounds_of(one)
    return value.is_finite() and least <= value <= most


def out_of_bounds(formula: Formula, given: Mapping[str, Decimal | str]) -> tuple[str, ...]:
    """The inputs that are given a value they cannot have, in the formula's order."""
    return tuple(
        one.name
        for one in formula.inputs
        if not one.is_choice and one.name in given and not is_within(one, Decimal(given[one.name]))
    )
