"""The order a question asks for, pushed down before rows are cut."""

from __future__ import annotations

import pytest

from execution_agents.analysis.ordering import asked_order
from foundation.contracts.ports import RowOrder
from tests.execution_agents.analysis.tables import HOMES, WATER, table


@pytest.mark.parametrize(
    ("question", "source", "order"),
    [
        ("가장 비싼 거래 다섯 건", "trades", RowOrder("price_won", descending=True)),
        ("매매가가 가장 높은 거래는?", "trades", RowOrder("price_won", descending=True)),
        ("월세 제일 싼 집", "trades", RowOrder("monthly_rent_won", descending=False)),
        ("the largest flats sold", "trades", RowOrder("area_m2", descending=True)),
        ("제일 비싼 동네는 어디야", "trades", None),
        ("최근 거래 보여줘", "trades", None),
    ],
)
def test_the_order_of_single_rows(question: str, source: str, order: RowOrder | None) -> None:
    assert asked_order(question, table(HOMES, source)) == order


def test_the_highest_day_is_ordered_by_its_highest_reading() -> None:
    assert asked_order("제일 높았던 날이 언제야", table(WATER, "readings")) == RowOrder("max", descending=True)


def test_monthly_figures_come_newest_first_whatever_is_asked() -> None:
    assert asked_order("전세 제일 싼 구는?", table(HOMES, "district_prices")) is None
