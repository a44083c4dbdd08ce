"""Bags of grams are ranked by how much they hold of what is asked."""

from __future__ import annotations

from collections import Counter

import pytest

from foundation.language.bags import Bags


def bags(*texts: str) -> Bags:
    return Bags([Counter(text.split()) for text in texts])


def test_a_bag_that_holds_more_is_nearer_and_one_that_holds_nothing_is_left_out() -> None:
    near = bags("fuel tank hours", "fuel price", "visitors").nearness([{"fuel", "hours"}])
    assert set(near) == {0, 1} and near[0] > near[1]


def test_a_rare_gram_weighs_more_than_one_that_all_hold() -> None:
    found = bags("day fuel", "day lime", "day visitors")
    assert found.nearness([{"day", "lime"}])[1] > 2 * found.nearness([{"day", "lime"}])[0]
    assert found.rarity({"unheard"}) > found.rarity({"lime"}) > found.rarity({"day"})


def test_nearness_stays_below_one_and_is_the_mean_of_what_is_asked() -> None:
    found = bags("fuel fuel fuel fuel", "lime")
    alone, other = found.nearness([{"fuel"}])[0], found.nearness([{"unheard"}]).get(0, 0.0)
    assert 0 < alone < 1
    assert found.nearness([{"fuel"}, {"unheard"}])[0] == pytest.approx((alone + other) / 2)


@pytest.mark.parametrize("asked", [[], [set[str]()]])
def test_nothing_asked_is_near_nothing(asked: list[set[str]]) -> None:
    assert bags("fuel").nearness(asked) == {}
    assert bags().nearness([{"fuel"}]) == {}
