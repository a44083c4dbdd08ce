"""What a question counts, with the noun behind each number."""

from __future__ import annotations

import pytest

from execution_agents.analysis.said.amounts import single_figures
from execution_agents.analysis.said.counts import counts_in


def counted(text: str, *, measured: bool = False) -> list[tuple[str, int]]:
    found = counts_in(text, single_figures(text), measured=measured)
    return [(one.base.thing or one.base.kind, int(one.value)) for one in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4 weeks then", [("time", 2_419_200)]),
        ("그럼 3박이면", [("night", 3)]),
        ("2대를 돌리면", [("대", 2)]),
        ("세 번이면", [("번", 3)]),
        ("3일치", [("time", 259_200)]),
        ("per day that's?", [("time", 86_400)]),
        ("for two kids", [("child", 2)]),
    ],
)
def test_each_number_has_its_unit(text: str, expected: list[tuple[str, int]]) -> None:
    assert counted(text) == expected


def test_a_point_in_time_or_an_amount_counts_nothing() -> None:
    assert counted("in 4 weeks") == []
    assert counted("£20 for 3 days") == []


def test_a_measure_counts_where_it_is_asked_for() -> None:
    assert counted("180 miles") == []
    assert counted("180 miles", measured=True) == [("length", 289_681)]
