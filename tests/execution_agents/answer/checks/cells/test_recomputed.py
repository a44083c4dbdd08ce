"""Figures a draft computed are computed again, and only what comes out is believed."""

from __future__ import annotations

import pytest

from execution_agents.answer.checks.cells.recomputed import Operands, between_clocks, between_days, recomputed
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


@pytest.mark.parametrize(
    ("figure", "operands", "text"),
    [
        ("7,200번", "120번", "1분에 120번이라 한 시간이면 7,200번"),
        ("£918", "£76.50", "£76.50 a month and £918 a year"),
        ("75만원", "2억원, 4.5%", "월세는 한 달에, 비율은 1년에"),
        ("42,000 m³", "1,750 m³/h, 24 hours", ""),
    ],
)
def test_another_length_of_time_is_computed_where_the_text_names_both(figure: str, operands: str, text: str) -> None:
    assert recomputed(one(figure), Operands(figures_of(operands), text=text))


def test_two_figures_of_the_evidence_alone_bear_out_nothing() -> None:
    known, near = figures_of("15 mg/L, 5 mg/L"), figures_of("5 mg/L")
    assert recomputed(one("10 mg/L"), Operands(known, computes=False)) is None
    assert recomputed(one("10 mg/L"), Operands(known, near, computes=False))


def test_a_column_is_summed_up_over_its_rows() -> None:
    column = figures_of("12건, 7건, 7건, 30건")
    assert recomputed(one("56건"), Operands([], columns=[column]))
    assert recomputed(one("49건"), Operands([], columns=[column])) is None


def test_hours_between_two_clock_times_are_counted() -> None:
    assert [each.value for each in between_clocks(figures_of("09:00 to 17:30"))] == [30_600]
    assert [each.value for each in between_clocks(figures_of("22:00부터 06:00"))] == [28_800]


def test_days_between_two_dates_are_counted_with_and_without_the_first() -> None:
    days = [each.value / 86_400 for each in between_days(figures_of("2026-02-10, 2026-02-20"))]
    assert days == [10, 11]
