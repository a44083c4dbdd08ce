"""Labels beside rows: which rows they speak for, however many ways there would be to read them."""

from __future__ import annotations

from execution_agents.ingest.estimates.spans import around, sure_labels


def test_labels_of_several_lines_stand_in_the_middle_of_their_rows() -> None:
    assert sure_labels(["", "flat", "", "", "steep", "roof", ""], [True] * 7) == ["flat"] * 3 + ["steep roof"] * 4


def test_labels_that_can_be_read_in_many_ways_are_read_in_none() -> None:
    """Each way to join sixty lines was gone through: 26 of them took longer than 20 s."""
    assert sure_labels([*(str(at) for at in range(60)), "", "", ""], [True] * 63) == []


def test_lists_own_equal_shares_of_the_rows_around_them() -> None:
    assert around([[1], [4]], [True] * 6) == [[0, 1, 2], [3, 4, 5]]
    assert around([[at] for at in range(0, 120, 2)], [True] * 119) == []
