"""The first sentence of a filter."""

from __future__ import annotations

from execution_agents.analysis.analysing import analysed
from tests.execution_agents.analysis.tables import COMPANY, material

MANY = tuple(
    {"benefit": f"A benefit with a rather long name {at}", "amount_gbp": 100 + at, "updated": "2026-01-05"}
    for at in range(9)
)


def test_many_rows_are_counted_and_some_are_named() -> None:
    found = analysed(material("any worth over £50?", COMPANY, "benefits", MANY, language="en"))
    assert found is not None and found.lead.startswith(
        "Worth over 50 GBP (9 of 9): A benefit with a rather long name 0"
    )
    assert "more [1]" in found.lead and len(found.rows) == len(MANY)


def test_an_exact_value_is_not_repeated_behind_each_row() -> None:
    rows = tuple({**row, "waiting_months": 0} for row in MANY[:2])
    found = analysed(material("which have no waiting time?", COMPANY, "benefits", rows, language="en"))
    assert found is not None and found.lead.count("0 months") == 1
