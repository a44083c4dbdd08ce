"""Powers are one number; what is too large for any quantity is never worked out."""

from __future__ import annotations

import time
from decimal import Decimal

import pytest

from execution_agents.analysis.formulas.powers import BEYOND, powers_in


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("10^9 won", [10**9]),
        ("2 ** 10 and 1.5e6", [1024, 1_500_000]),
        ("2^3^2", [512]),
        ("1e-3", [Decimal("0.001")]),
        ("1e6원, 1E6만원, 보증금1e8원, 월세10^6원", [10**6, 10**6, 10**8, 10**6]),
        ("deposit is 1e6. Rent 1e3,", [10**6, 10**3]),
        ("2^999^999", [BEYOND]),
        ("1e400", [BEYOND]),
        ("0^5, 1^999999999, 7^0", [0, 1, 1]),
        ("10 m^3, A1e5, 3e, 2^, ^2, 1.2.3e4, 1.5e3.5, 1e5x, 1e65_", []),
        ("2026-11-28, 3*4, 101동 2e", []),
    ],
)
def test_powers_are_read_as_one_number(text: str, values: list[Decimal | int]) -> None:
    assert [one.value for one in powers_in(text)] == values


def test_a_chain_of_powers_takes_no_time() -> None:
    begun = time.process_time()
    assert len(list(powers_in("2^" * 4_000 + "9"))) == 1
    assert time.process_time() - begun < 1
