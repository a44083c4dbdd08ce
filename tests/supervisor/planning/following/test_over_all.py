"""A question over all rows takes over no kind of them."""

from __future__ import annotations

import pytest

from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.following.over_all import asks_over_all
from tests.supervisor.planning.talks import talk

COMPANY, WATER = load_pack(shipped_packs() / "handbook"), load_pack(shipped_packs() / "water_treatment")


@pytest.mark.parametrize(
    ("question", "over_all"),
    [
        ("Which benefit has the longest waiting time?", True),
        ("Which benefits make me wait at least a year?", True),
        ("the smallest one of all", True),
        ("전체 중에 금액이 제일 큰 건?", True),
        ("and the longest waiting time?", False),
        ("Which benefits are there?", False),
    ],
)
def test_an_extreme_of_the_whole_is_told_apart(question: str, over_all: bool) -> None:
    assert asks_over_all(question, ("benefits",), COMPANY) is over_all


def test_readings_of_places_and_days_are_no_whole() -> None:
    assert not asks_over_all("전체 중에 탁도가 제일 높은 날은?", ("readings",), WATER)


def test_the_kind_spoken_of_before_is_not_taken_over() -> None:
    *_, asked = talk("Which health benefits are there?", "Which benefit has the longest waiting time?", pack=COMPANY)
    assert "category" not in asked.slot_values()


def test_the_kind_stays_where_the_whole_is_not_named() -> None:
    *_, asked = talk("Which health benefits are there?", "and the longest waiting time?", pack=COMPANY)
    assert asked.slot_values().get("category") == ("health",)
