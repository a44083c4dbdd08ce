"""The column that a condition is about, by its unit and by the words for it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from execution_agents.analysis.filters.columns import bounded, units_of
from tests.execution_agents.analysis.tables import COMPANY, HOMES, WATER, table

LOANS, BENEFITS = table(HOMES, "loan_products"), table(COMPANY, "benefits")
READINGS, TRADES = table(WATER, "readings"), table(HOMES, "trades")


@pytest.mark.parametrize(
    ("question", "column", "operand"),
    [
        ("5억 넘게 빌려주는 곳도 있나", "limit_won", "500000000"),
        ("보증금 상한이 5억 이하인 건 뭐야", "deposit_cap_won", "500000000"),
        ("LTV 80퍼센트 이상 나오는 상품 있어?", "ltv", "80"),
        ("Which loans run for at least 30 years?", "term_months", "360"),
        ("금리 2% 밑으로 되는 게 있어?", "rate_min", "2"),
        ("금리 5% 넘는 상품은?", "rate_max", "5"),
    ],
)
def test_unit_and_words_find_the_column(question: str, column: str, operand: str) -> None:
    [one] = bounded(question, LOANS)
    assert (one.column, one.operand) == (column, Decimal(operand))


@pytest.mark.parametrize(("question", "operand"), [("any worth over £50?", 50), ("50파운드 넘는 건 뭐야?", 50)])
def test_pounds_are_money_where_nothing_is_weighed(question: str, operand: int) -> None:
    [one] = bounded(question, BENEFITS)
    assert (one.column, one.operand) == ("amount_gbp", Decimal(operand))


def test_none_of_it_is_zero_of_the_column_called_so() -> None:
    [one] = bounded("Which benefits have no waiting time?", BENEFITS)
    assert (one.column, one.bound, one.operand, one.lacks) == ("waiting_months", "is", Decimal(0), True)


@pytest.mark.parametrize(("question", "column"), [("100 NTU 넘은 날은?", "max"), ("4 NTU 미만인 날은?", "min")])
def test_of_a_span_the_end_that_can_meet_it(question: str, column: str) -> None:
    [one] = bounded(question, READINGS)
    assert one.column == column


@pytest.mark.parametrize("question", ["Which benefits last at least 20 days?", "which benefits have no problem?"])
def test_what_no_column_measures_is_no_condition(question: str) -> None:
    assert bounded(question, BENEFITS) == ()


def test_an_exact_figure_needs_the_words_of_its_column() -> None:
    assert bounded("6억짜리 집은 어떤 상품이야", LOANS) == ()


def test_a_condition_that_the_search_applied_is_none() -> None:
    assert bounded("3억 넘는 거래 있어?", TRADES) == ()


def test_a_label_names_the_unit_of_a_column_without_one() -> None:
    kinds = {one.kind for column in READINGS.columns if column.name == "max" for one in units_of(column)}
    assert {"turbidity", "concentration", "celsius"} <= kinds


@pytest.mark.parametrize(
    "question",
    [
        "연소득이 6천만원 이하인 사람 대출은?",
        "9억 넘는 집 살 때 대출 뭐 있어?",
        "Which loans are for houses under 500 million won?",
    ],
)
def test_another_quantity_is_on_no_column(question: str) -> None:
    assert bounded(question, LOANS) == ()
