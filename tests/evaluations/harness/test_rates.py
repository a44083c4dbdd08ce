"""Shares, as shown and as written."""

from __future__ import annotations

from evaluations.harness.rates import rate_of, shown, written
from service_agent.statistics.intervals import Rate


def test_a_share_is_shown_with_its_counts_and_wilsons_interval() -> None:
    # Wilson 1927 for 62 of 94, two-sided 95 %: 0.5593 to 0.7473 (scipy.stats.binomtest(62, 94).proportion_ci).
    assert shown(Rate(62, 94)) == "66.0 % (62 of 94) [55.9, 74.7]"
    assert shown(Rate(0, 0)) == "–"


def test_a_share_is_written_for_programs() -> None:
    assert written(Rate(1, 4)) == {"hits": 1, "of": 4, "share": 0.25, "low": 0.045587, "high": 0.699358}
    assert written(Rate(0, 0)) == {"hits": 0, "of": 0, "share": None, "low": None, "high": None}


def test_true_ones_are_counted() -> None:
    assert rate_of(iter([True, False, True])) == Rate(2, 3)
