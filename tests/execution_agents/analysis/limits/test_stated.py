"""The limits that evidence states, each with what it holds for."""

from __future__ import annotations

from decimal import Decimal

from execution_agents.analysis.limits.stated import stated_in
from tests.execution_agents.analysis.limits.questions import FINISHED, HOMES, SMALL, WATER, passages
from tests.execution_agents.analysis.tables import items


def test_a_list_over_two_sentences_is_one_group() -> None:
    found = stated_in(passages(SMALL), HOMES, "ko")
    assert [one.limit.high for one in found] == [
        Decimal(165_000_000), Decimal(145_000_000), Decimal(85_000_000), Decimal(75_000_000),
    ]  # fmt: skip
    assert len({one.group for one in found}) == 1
    assert all("보증금이" in one.said_before for one in found)


def test_a_tables_cells_have_their_row_and_head() -> None:
    found = stated_in(passages(FINISHED), WATER, "ko")
    assert [(one.near, one.limit.norm) for one in found][:2] == [
        ("탁도 법정 기준", "legal"),
        ("탁도 자체 목표", "target"),
    ]


def test_a_column_of_conditions_holds_no_limits() -> None:
    alarms = ("경보표", "| 코드 | 조건 |\n| --- | --- |\n| WQ-101 | 원수 탁도 100 NTU 이상 |")
    assert stated_in(passages(alarms), WATER, "ko") == ()


def test_a_rows_text_cells_state_who_may() -> None:
    rows = items(
        HOMES, "loan_products", [{"product": "가나 대출", "eligible": "무주택, 부부 합산 연소득 6천만 원 이하"}]
    )
    [one] = stated_in(rows, HOMES, "ko")
    assert one.near == "부부 합산 연소득 6천만 원 이하" and "가나 대출" in one.title
