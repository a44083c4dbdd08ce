"""Figures a draft computed are computed again, and only what comes out is believed."""

from __future__ import annotations

import pytest

from execution_agents.answer.checks.cells.recomputed import recomputed
from foundation.language.figures.agreement import Figure
from foundation.language.figures.reader import figures_of


def one(text: str) -> Figure:
    return figures_of(text)[0]


@pytest.mark.parametrize(
    ("figure", "operands", "working"),
    [
        ("2억 8,889만원", "6억 7,966만원, 3억 9,077만원", "679,660,000 - 390,770,000 = 288,890,000"),
        ("£840", "£280, three weeks", "280 x 3 = 840"),
        ("1,200만원", "2억 4천만원, 5%", "240,000,000 x 5 % = 12,000,000"),
        ("2억 5,200만원", "2억 4천만원, 5%", "240,000,000 + 240,000,000 x 5 % = 252,000,000"),
        ("25%", "2억원, 8억원", "200,000,000 / 800,000,000 x 100 = 25"),
        ("1.7배", "6억 7,966만원, 3억 9,077만원", "679,660,000 / 390,770,000 = 1.7393"),
    ],
)
def test_one_operation_over_two_figures_is_found_with_its_working(figure: str, operands: str, working: str) -> None:
    found = recomputed(one(figure), figures_of(operands))
    assert found is not None
    assert found.working == working


@pytest.mark.parametrize(
    ("figure", "operands"),
    [("£860", "£280, three weeks"), ("2억 9,889만원", "6억 7,966만원, 3억 9,077만원"), ("제3조", "제1조, 제2조")],
)
def test_a_wrong_result_is_not_found(figure: str, operands: str) -> None:
    assert recomputed(one(figure), figures_of(operands)) is None


def test_a_result_may_be_rounded_to_the_digits_it_shows() -> None:
    assert recomputed(one("1.74배"), figures_of("6억 7,966만원, 3억 9,077만원"))
    assert recomputed(one("1.8배"), figures_of("6억 7,966만원, 3억 9,077만원")) is None
