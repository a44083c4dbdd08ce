"""The figure a question is about is found by its label, and by what people call it."""

from __future__ import annotations

from pathlib import Path

import pytest

from execution_agents.analysis.columns import called, chosen_column, mentioned, without_amounts
from foundation.domains.loading.loader import load_pack
from foundation.domains.schema.pack import TableSource
from tests.execution_agents.analysis.tables import HOMES, loan, material, month

ROOT = Path(__file__).resolve().parents[3]
FIGURES = ("rate_min", "limit_won", "term_months")


def products(*words: str) -> TableSource:
    """The table of loans, with these words for the limit."""
    source = load_pack(ROOT / "packs" / "real_estate").source("loan_products")
    assert isinstance(source, TableSource)
    columns = [
        column.model_copy(update={"words": words if column.name == "limit_won" else ()}) for column in source.columns
    ]
    return source.model_copy(update={"columns": tuple(columns)})


@pytest.mark.parametrize("question", ["최대 얼마까지 빌려요", "얼마까지빌려줘", "how much can i borrow at most"])
def test_a_figure_is_found_by_what_people_call_it(question: str) -> None:
    named = products("얼마까지 빌려", "can i borrow")
    assert called(question, FIGURES, named) == ["limit_won"] == mentioned(question, FIGURES, named)
    assert called(question, FIGURES, products()) == []


def test_words_inside_other_words_name_nothing() -> None:
    assert called("borrowers only", FIGURES, products("borrow")) == []


def test_much_of_what_a_column_is_called_by_is_no_count() -> None:
    rows = (loan("가 전세대출", 2.2, 200_000_000), loan("나 전세대출", 3.8, 500_000_000))
    one = material("전세대출 중 가장 많이 빌릴 수 있는 건?", HOMES, "loan_products", rows)
    assert chosen_column(one.question, one.asked, one.single, one.source) == ("limit_won",)
    many = material("제일 많은 전세대출은?", HOMES, "loan_products", rows)
    assert chosen_column(many.question, many.asked, many.single, many.source) == ()


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("the small ones, under 60 square metres", "the small ones, under"),
        ("한도 3억 넘는 대출은?", "한도 넘는 대출은?"),
        ("how many square metres?", "how many square metres?"),
    ],
)
def test_an_amount_that_is_stated_calls_no_column(question: str, left: str) -> None:
    assert " ".join(without_amounts(question).split()) == left


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("which area is the cheapest", "mean_won"),
        ("the cheapest area", "mean_won"),
        ("which area has the largest mean floor area", "mean_area_m2"),
    ],
)
def test_what_a_price_is_said_of_is_no_size(question: str, column: str) -> None:
    places = [
        {**month(region, "2026-02", price), "mean_area_m2": size}
        for region, price, size in (("서울 마포구", 680_000_000, 70.5), ("서울 노원구", 340_000_000, 73.8))
    ]
    one = material(question, HOMES, "district_prices", places, language="en", deal=("jeonse",))
    assert chosen_column(one.question, one.asked, one.facts, one.source)[:1] == (column,)
