"""Two sets of inputs in one message: their results are added, and a correction meets one of them."""

from __future__ import annotations

import pytest

from tests.execution_agents.analysis.formulas.talks import answered, asked_last

TRIP = "3 nights London plus 2 in Leeds, what's the most I can claim for hotels?"


def test_the_results_are_added_with_both_parts_shown() -> None:
    done = answered("handbook", TRIP)

    assert done.value == "715"
    assert done.lead == "Most a trip may cost: £715 in all (London £495 + elsewhere in the UK £220)."
    assert "London" in done.working
    assert [{one["name"]: one["value"] for one in each["inputs"]} for each in done.operations] == [
        {"place": "london", "nights": "3"},
        {"place": "uk", "nights": "2"},
    ]


@pytest.mark.parametrize(
    ("correction", "value"),
    [("sorry, 4 nights in London", "880"), ("sorry, 3 nights in Leeds", "825")],
)
def test_a_correction_meets_the_part_it_names(correction: str, value: str) -> None:
    assert answered("handbook", TRIP, correction).value == value


@pytest.mark.parametrize(
    "question",
    [
        "what's the difference between 3 nights London and 2 in Leeds, how much?",
        "3 nights in London and 2 dinners, what's the most I can claim?",
    ],
)
def test_other_parts_are_no_second_set(question: str) -> None:
    asked = asked_last("handbook", question)

    assert asked is not None
    assert not asked.besides


def test_rates_are_not_added() -> None:
    asked = asked_last("real_estate", "보증금 3억 매매 4억이랑 보증금 2억 매매 4억 전세가율 얼마?")

    assert asked is None or not asked.besides
