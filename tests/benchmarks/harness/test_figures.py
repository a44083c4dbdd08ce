"""The harness's arithmetic."""

from __future__ import annotations

import pytest

from benchmarks.harness.figures import Goal, at_most, change, median, percent, percentile


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [
        ([7.0], 0.5, 7.0),
        ([3.0, 1.0, 2.0], 0.5, 2.0),
        ([4.0, 3.0, 2.0, 1.0], 0.5, 2.0),
        ([4.0, 3.0, 2.0, 1.0], 0.51, 3.0),
        (list(range(1, 101)), 0.95, 95),
        (list(range(1, 21)), 0.95, 19),
        (list(range(1, 11)), 1.0, 10),
        (list(range(1, 11)), 0.01, 1),
    ],
)
def test_a_percentile_is_the_nearest_rank(values: list[float], share: float, expected: float) -> None:
    assert percentile(values, share) == expected


@pytest.mark.parametrize(("values", "share"), [([], 0.5), ([1.0], 0.0), ([1.0], 1.01)])
def test_a_percentile_of_nothing_or_beyond_the_whole_is_refused(values: list[float], share: float) -> None:
    with pytest.raises(ValueError, match="share"):
        percentile(values, share)


@pytest.mark.parametrize(
    ("values", "expected"), [([5.0], 5.0), ([9.0, 1.0, 2.0], 2.0), ([4.0, 1.0, 2.0, 3.0], 2.5), ([1.0, 1.0], 1.0)]
)
def test_a_median_is_the_middle(values: list[float], expected: float) -> None:
    assert median(values) == expected


def test_a_median_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="values"):
        median([])


@pytest.mark.parametrize(
    ("now", "before", "expected", "shown"),
    [(12, 30, -0.6, "-60 %"), (30, 30, 0.0, "+0 %"), (45, 30, 0.5, "+50 %"), (5, 0, 0.0, "+0 %")],
)
def test_a_change_is_a_share_of_what_was(now: float, before: float, expected: float, shown: str) -> None:
    assert change(now, before) == pytest.approx(expected)
    assert percent(change(now, before)) == shown


@pytest.mark.parametrize(("measured", "met"), [(1.29, True), (1.3, True), (1.31, False)])
def test_a_goal_is_met_up_to_its_limit_and_a_miss_is_called_one(measured: float, met: bool) -> None:
    goal = at_most("growth", measured, 1.3, f"{measured} x")
    assert goal.met is met
    assert goal.verdict == ("met" if met else "**missed**")


def test_a_goal_shows_what_was_measured() -> None:
    assert Goal("bytes", "5 KB", met=True).measured == "5 KB"
