"""Months named alone in English follow a conversation like 7월 does; what is no month is none."""

from __future__ import annotations

from datetime import date

import pytest

from foundation.language.dates.periods import find_periods

TODAY = date(2026, 11, 23)


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("and February?", "2026-02..2026-02"),
        ("February vs July", "2026-02..2026-02"),
        ("what about May?", "2026-05..2026-05"),
        ("December?", "2025-12..2025-12"),
    ],
)
def test_a_month_named_alone_is_a_period(text: str, period: str) -> None:
    assert find_periods(text, TODAY)[0].value == period


@pytest.mark.parametrize("text", ["and may I sublet?", "march on", "it may rise", "Februaryish", "about may I"])
def test_what_is_no_month_is_no_period(text: str) -> None:
    assert not find_periods(text, TODAY)


def test_a_month_named_alone_lies_in_the_year_spoken_of() -> None:
    assert find_periods("and February?", TODAY, ("2017-01..2017-01",))[0].value == "2017-02..2017-02"
