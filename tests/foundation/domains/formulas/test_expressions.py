"""Expressions of packs: arithmetic in decimals, and nothing else."""

from __future__ import annotations

from decimal import Decimal

import pytest

from foundation.domains.formulas.expressions import WrongExpression, names_in, parsed, worked_out

VALUES = {"a": Decimal(300), "b": Decimal("0.1"), "months": Decimal(360)}


def value(text: str) -> Decimal | bool:
    """Worked out over the values above."""
    return worked_out(text, VALUES.__getitem__)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("a * 0.3 / 100", "0.9"),
        ("0.1 + 0.2", "0.3"),
        ("min(a, 250) + max(1, 2)", "252"),
        ("a if a > 299 else 0", "300"),
        ("round(2.345, 2) + floor(1.9) + ceil(1.1)", "5.35"),
        ("-a + 1", "-299"),
        ("2 ** 10", "1024"),
    ],
)
def test_arithmetic_is_exact_in_decimals(text: str, result: str) -> None:
    assert value(text) == Decimal(result)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os')",
        "a.real",
        "a[0]",
        "[a for a in (1, 2)]",
        "lambda: 1",
        "'x' * 9",
        "a; b",
        "print(a)",
        "min(a)",
        "a < b < 3",
        "True + 1",
        "(" * 300 + "a" + ")" * 300,
    ],
)
def test_nothing_but_arithmetic_is_taken(text: str) -> None:
    with pytest.raises(WrongExpression):
        parsed(text)


@pytest.mark.parametrize("text", ["a / (b - 0.1)", "9 ** 99999", "a ** (0 - 5000)"])
def test_what_decimals_cannot_do_is_refused(text: str) -> None:
    with pytest.raises(WrongExpression):
        value(text)


def test_names_are_those_that_are_no_functions() -> None:
    assert names_in("min(a, b) * (months if a > 1 else b)") == {"a", "b", "months"}
