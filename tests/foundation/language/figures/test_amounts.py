"""Amounts of won and floor areas stand on the reader of figures: what it reads as something else is none."""

from __future__ import annotations

import pytest

from foundation.language.figures.amounts import find_amounts, find_areas


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("보증금 2000 월세 50", ["20000000..20000000", "500000..500000"]),
        ("9천500만원 이하", ["0..95000000"]),
        ("1조 2,000억원", ["1200000000000..1200000000000"]),
        ("85만 5,000원", ["855000..855000"]),
        ("3억 5천대", ["350000000..359999999"]),
        ("수입이 $3 million", []),
        ("500억 달러", []),
        ("하루 12만 톤", []),
        ("전세 2026-03-05", []),
    ],
)
def test_money_in_won_is_an_amount_and_other_figures_are_none(text: str, amounts: list[str]) -> None:
    assert [one.value for one in find_amounts(text)] == amounts


@pytest.mark.parametrize(
    ("text", "areas"),
    [
        ("공급 84㎡", ["60..68"]),
        ("전용면적 84 제곱미터", ["84..85"]),
        ("25 pyeong", ["59..67"]),
        ("100 square feet", []),
        ("수온 일평균", []),
    ],
)
def test_square_metres_and_pyeong_are_areas(text: str, areas: list[str]) -> None:
    assert [one.value for one in find_areas(text)] == areas
