"""What an input may be: its own bounds, or those of its unit."""

from __future__ import annotations

from decimal import Decimal

import pytest

from foundation.domains.formulas.bounds import bounds_of, is_within
from foundation.domains.formulas.working import Result, Unworkable, work_out
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.formulas import FormulaInput

HANDBOOK = load_pack(shipped_packs() / "handbook")


def one(**declared: object) -> FormulaInput:
    return FormulaInput.model_validate({"name": "one", "label": {"en": "One"}, **declared})


@pytest.mark.parametrize(
    ("declared", "least", "most"),
    [
        ({"unit": "percent"}, 0, 100),
        ({"unit": "months"}, 0, 1200),
        ({"unit": "NTU"}, 0, 10**12),
        ({"unit": "percent", "minimum": -100, "maximum": 1000}, -100, 1000),
        ({"unit": "percent", "maximum": 5}, 0, 5),
    ],
)
def test_a_bound_that_is_not_declared_is_its_units(declared: dict[str, object], least: int, most: int) -> None:
    assert bounds_of(one(**declared)) == (least, most)
    assert is_within(one(**declared), Decimal(least)) and is_within(one(**declared), Decimal(most))
    assert not is_within(one(**declared), Decimal(least) - 1) and not is_within(one(**declared), Decimal(most) + 1)


def test_nothing_is_worked_out_of_what_cannot_be() -> None:
    formula = HANDBOOK.formula("mileage")
    assert isinstance(work_out(formula, {"miles": Decimal(0)}), Result)
    for miles in ("-1", "1e13", "NaN", "Infinity"):
        assert work_out(formula, {"miles": Decimal(miles)}) == Unworkable("out_of_bounds", ("miles",))
