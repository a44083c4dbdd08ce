"""Ranges that the first cells of rows say, and the row that a figure of a question lies in."""

from __future__ import annotations

from decimal import Decimal

import pytest

from foundation.language.rules.bands import band_of, names_column, rows_of_figure

TURBIDITY = ["5 NTU 미만", "5~20 NTU", "20~50 NTU", "50~100 NTU", "100 NTU 이상"]
SERVICE = ["under 2 years", "2–5 years", "over 5 years"]
PRICE = ["5천만원 미만", "5천만원 이상 2억원 미만", "2억원 이상 6억원 미만", "6억원 초과"]


@pytest.mark.parametrize(
    ("cell", "holds", "not_held"),
    [
        ("5~20 NTU", (5, 12, 20), (4, 21)),
        ("5 NTU 미만", (0, 4), (5,)),
        ("100 NTU 이상", (100, 400), (99,)),
        ("2억원 이상 6억원 미만", (200_000_000, 599_999_999), (199_999_999, 600_000_000)),
        ("6억원 초과", (600_000_001,), (600_000_000,)),
        ("up to £50", (50,), (51,)),
        ("over 5 years", (61,), (60,)),
        ("2–5 years", (24, 60), (23, 61)),
    ],
)
def test_a_range_holds_what_lies_in_it(cell: str, holds: tuple[int, ...], not_held: tuple[int, ...]) -> None:
    band = band_of(cell)
    assert band is not None
    assert all(band.holds(Decimal(value)) for value in holds)
    assert not any(band.holds(Decimal(value)) for value in not_held)


@pytest.mark.parametrize("cell", ["L5 and L6", "2계열 침전지", "10 ℃", "30 Bristol desks", "2026-07-01", "", "P-701"])
def test_a_cell_that_says_more_or_one_figure_is_no_range(cell: str) -> None:
    assert band_of(cell) is None


@pytest.mark.parametrize(
    ("question", "labels", "rows"),
    [
        ("탁도 12 NTU일 때 PACl 출발값", TURBIDITY, {1}),
        ("starting dose at 120 ntu", TURBIDITY, {4}),
        ("at 20 NTU?", TURBIDITY, {1, 2}),
        ("a contract of 6 months after 3 years", SERVICE, set[int]()),
        ("3 years or 4 years", SERVICE, {1}),
        ("수온 12 ℃일 때는?", TURBIDITY, set[int]()),
        ("notice after 3 years", SERVICE, {1}),
        ("18개월 다녔어요", SERVICE, {0}),
        ("3억짜리 집 복비", PRICE, {2}),
        ("제3조 복비", PRICE, set[int]()),
        ("3 NTU", ["5~20 NTU"], set[int]()),
        ("12 NTU", ["PACl", "PAHCS", "5~20 NTU"], set[int]()),
    ],
)
def test_a_figure_picks_the_row_it_lies_in(question: str, labels: list[str], rows: set[int]) -> None:
    assert rows_of_figure(question, labels, bare=False) == rows


def test_a_bare_number_counts_where_the_column_or_the_talk_says_its_unit() -> None:
    assert rows_of_figure("탁도 12일 때", TURBIDITY, bare=False) == frozenset()
    assert rows_of_figure("탁도 12일 때", TURBIDITY, bare=True) == {1}
    assert rows_of_figure("and at 70", TURBIDITY, bare=False, about="dose at 15 ntu? and at 70") == {3}
    assert names_column("탁도 12일 때 PACl", "원수 탁도")
    assert not names_column("dose at 12", "원수 탁도")
