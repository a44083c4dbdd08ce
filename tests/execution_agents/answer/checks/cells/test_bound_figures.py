"""Figures are compared with the cell they are said of, and with no other one that happens to be equal."""

from __future__ import annotations

import pytest

from execution_agents.answer.checks.cells.bound_figures import Bound, RowGround, bound_figures
from execution_agents.answer.checks.cells.typed_rows import typed_rows
from execution_agents.answer.checks.findings import read_as
from execution_agents.answer.checks.parts import parts_of
from execution_agents.answer.evidence.citations import numbered
from tests.execution_agents.answer.turns import NOW, PACK, batch, loan, price

JANUARY, FEBRUARY = price("2026-01", 341_620_000), price("2026-02", 328_120_000)
YOUTH, HOME = loan("새움 청년 전세대출", 2.2, 3.3, 200_000_000), loan("두레 주택대출", 3.1, 4.4, 500_000_000)


def bound(draft: str, *items: object) -> Bound:
    [part] = parts_of(draft)
    rows = typed_rows(list(numbered([batch("market", *items)])), PACK, "ko")  # type: ignore[arg-type]
    return bound_figures(part, read_as(part), RowGround(rows, PACK, NOW, PACK.answering.check))


def wrong(draft: str, *items: object) -> list[str]:
    return [one.text for one in bound(draft, *items).wrong]


def test_the_figure_of_another_row_is_wrong_where_the_row_is_cited() -> None:
    assert bound("평균은 3억 2,812만원입니다 [2].", JANUARY, FEBRUARY).other == ()
    assert bound("평균은 3억 4,162만원입니다 [2].", JANUARY, FEBRUARY).other == (1,)


def test_mean_and_highest_are_not_exchanged() -> None:
    assert wrong("평균 3억 2,812만원, 최고 8억원입니다 [1].", FEBRUARY) == []
    assert wrong("평균 8억원, 최고 3억 2,812만원입니다 [1].", FEBRUARY) != []


@pytest.mark.parametrize(
    "draft",
    [
        "새움 청년 전세대출의 한도는 2억원이고 두레 주택대출은 5억원입니다.",
        "한도는 새움 청년 전세대출과 두레 주택대출이 각각 2억원, 5억원입니다.",
        "한도가 5억원인 두레 주택대출이 2억원인 새움 청년 전세대출보다 큽니다.",
    ],
)
def test_two_rows_in_a_sentence_are_read_in_every_way_a_sentence_may_mean(draft: str) -> None:
    assert wrong(draft, YOUTH, HOME) == []
    exchanged = draft.replace("2억원", "X").replace("5억원", "2억원").replace("X", "5억원")
    assert wrong(exchanged, YOUTH, HOME) != []


def test_lowest_and_highest_rate_belong_to_their_columns() -> None:
    assert wrong("새움 청년 전세대출의 최저 금리는 2.2%, 최고 금리는 3.3%입니다 [1].", YOUTH) == []
    assert wrong("새움 청년 전세대출의 최저 금리는 3.3%입니다 [1].", YOUTH) == ["3.3%"]


def test_a_row_of_a_table_is_bound_by_its_heads() -> None:
    table = "| 상품 | 최저 금리 | 한도 |\n| --- | --- | --- |\n| 두레 주택대출 | {} | 5억원 |"
    assert wrong(table.format("3.1%"), YOUTH, HOME) == []
    assert wrong(table.format("4.4%"), YOUTH, HOME) == ["4.4%"]


def test_what_no_cell_holds_is_not_judged_here() -> None:
    assert bound("평균은 9억원입니다 [1].", FEBRUARY).checked == ()
