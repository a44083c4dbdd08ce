"""Months of which no year is said."""

from __future__ import annotations

from datetime import date

import pytest

from foundation.language.dates.years import names_no_year, years_back

TODAY = date(2026, 11, 25)


@pytest.mark.parametrize(
    "text",
    ["10월에 몇 건이죠?", "상반기(1월~6월) 합계", "10월 28일에 나간", "1분기", "median weight of october shipments",
     "between August and September", "Jan to Oct", "28 October"],
)  # fmt: skip
def test_a_bare_month_is_of_any_year(text: str) -> None:
    assert names_no_year(text, TODAY)


@pytest.mark.parametrize(
    "text",
    [
        "2025년 9월",
        "작년 10월",
        "지난달",
        "최근 3개월",
        "last October",
        "in September 2025",
        "2025년 8월이랑 9월",
        "오늘",
        "may i ask",
    ],
)
def test_a_year_may_be_said_in_any_words(text: str) -> None:
    assert not names_no_year(text, TODAY)


@pytest.mark.parametrize(
    ("value", "before"),
    [
        ("2026-01..2026-06", "2025-01..2025-06"),
        ("2025-12..2026-02", "2024-12..2025-02"),
        ("2026-10-28..2026-10-28", "2025-10-28..2025-10-28"),
    ],
)
def test_the_same_months_a_year_before(value: str, before: str) -> None:
    assert years_back(value, 1) == before
