"""Amounts written the way people write them are exact: reading them back gives the same won."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foundation.language.figures.money import shown_digits, won
from foundation.language.figures.reader import figures_of


@pytest.mark.parametrize(
    ("amount", "korean", "english"),
    [
        (320_000_000, "3억 2,000만원", "₩320 million"),
        (300_000_000, "3억원", "₩300 million"),
        (45_000_000, "4,500만원", "₩45 million"),
        (1_230_000_000, "12억 3,000만원", "₩1,230 million"),
        (408_235_294, "4억 823만 5,294원", "₩408,235,294"),
        (1_000_000_000_000, "1조원", "₩1,000 billion"),
        (5_000, "5,000원", "₩5,000"),
        (0, "0원", "₩0"),
        (-15_000_000, "-1,500만원", "-₩15 million"),
    ],
)
def test_amounts_in_the_persons_way(amount: int, korean: str, english: str) -> None:
    assert won(amount, "ko") == korean
    assert won(amount, "en") == english


@given(st.integers(min_value=0, max_value=10**14), st.sampled_from(["ko", "en"]))
def test_what_was_written_reads_back_as_the_same_amount(amount: int, language: str) -> None:
    [figure] = figures_of(f"가격은 {won(amount, language)}입니다.")
    assert (int(figure.value), figure.kind) == (amount, "won")


@given(st.integers(min_value=0, max_value=10**10), st.sampled_from(["ko", "en"]))
def test_round_amounts_read_back_too(tens: int, language: str) -> None:
    [figure] = figures_of(won(tens * 10_000, language))
    assert int(figure.value) == tens * 10_000


@pytest.mark.parametrize(
    ("exact", "shown"),
    [
        ("0.04729", "0.047"),
        ("0.003226", "0.0032"),
        ("29.4097", "29.41"),
        ("0.417", "0.42"),
        ("0", "0"),
        ("0.05", "0.050"),
    ],
)
def test_a_small_number_keeps_two_digits_that_count(exact: str, shown: str) -> None:
    assert shown_digits(Decimal(exact)) == Decimal(shown)
