"""A chart and its table say the same; several things over the same months are a series each."""

from __future__ import annotations

from decimal import Decimal

from execution_agents.computing.charts import side_by_side
from foundation.contracts.operations import Figure, ResultRow


def row(place: str, time: str, value: int, unit: str = "won") -> ResultRow:
    figure = Figure(name="value", value=Decimal(value), unit=unit, basis=(), working="")
    return ResultRow(items=(1,), labels={"region": place}, time=time, figure=figure)


ROWS = [
    row("마포구", "2026-01", 600_000_000),
    row("은평구", "2026-01", 380_000_000),
    row("마포구", "2026-02", 680_000_000),
    row("은평구", "2026-02", 390_000_000),
]


def test_two_places_over_two_months_are_two_series() -> None:
    made = side_by_side(ROWS, "평균", "ko")
    assert made is not None
    table, chart = made
    assert [(one.label, one.values) for one in chart.series] == [
        ("마포구", (600_000_000, 680_000_000)),
        ("은평구", (380_000_000, 390_000_000)),
    ]
    assert chart.kind == "line"
    assert table.columns == ("", "마포구", "은평구")
    assert [line[0] for line in table.rows] == list(chart.labels)
    assert table.rows[1][1:] == ("6억 8,000만원", "3억 9,000만원")


def test_a_month_that_one_place_lacks_is_drawn_by_nobody() -> None:
    assert side_by_side(ROWS[:3], "평균", "ko") is None


def test_one_place_or_one_month_is_one_series() -> None:
    assert side_by_side(ROWS[::2], "평균", "ko") is None
    assert side_by_side(ROWS[:2], "평균", "ko") is None


def test_figures_of_different_units_are_not_drawn_over_one_another() -> None:
    assert side_by_side([*ROWS[:3], row("은평구", "2026-02", 5, "percent")], "평균", "ko") is None
