"""The closing lines about time: they name the slowest, with all that belongs to a test."""

from __future__ import annotations

from tests.slowest import slowest


def test_setup_test_and_end_are_one_time_and_ten_are_reported() -> None:
    durations = [(f"t{number}", number / 2) for number in range(20)] + [("t3", 8.0), ("t3", 0.5)]
    first, *lines = slowest(durations)
    assert first == "20 tests took 104 s, one after another; 75% of it the slowest 10:"
    assert [line.split()[-1] for line in lines] == ["t3", "t19", "t18", "t17", "t16", "t15", "t14", "t13", "t12", "t11"]
    assert lines[0] == "    10.0 s  t3"


def test_of_short_tests_nothing_is_reported() -> None:
    assert slowest([("a", 0.2), ("b", 0.99)]) == []
    assert slowest([]) == []
