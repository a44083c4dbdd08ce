"""Each clause, and each part of a cell under two labels, bears one figure."""

from __future__ import annotations

from execution_agents.analysis.named.statements import statements_of
from tests.execution_agents.analysis.named.packs import passage


def test_each_clause_bears_its_own_figure() -> None:
    text = "After probation it is 8 weeks, for L5 and L6 it is 12 weeks."

    assert [one.amount.figure.text for one in statements_of(passage("Notice", text))] == ["8 weeks", "12 weeks"]


def test_a_figure_that_says_when_is_no_amount() -> None:
    [found] = statements_of(passage("Leave", "After 5 years with us it is 30 days."))

    assert found.amount.figure.text == "30 days"
    assert [one.text for one in found.points] == ["5 years"]


def test_a_condition_is_kept_with_its_figure() -> None:
    [found] = statements_of(passage("Sick", "During probation it is 10 days at full salary."))

    assert "probation" in found.when


def test_two_labels_of_a_row_are_two_statements() -> None:
    table = "| 항목 | 값 |\n| --- | --- |\n| 축받이 온도 경보 / 정지 | 70 ℃ / 80 ℃ |"

    found = [(one.name, one.amount.figure.text) for one in statements_of(passage("송수펌프", table))]
    assert found == [("축받이 온도 경보", "70 ℃"), ("축받이 온도 정지", "80 ℃")]
