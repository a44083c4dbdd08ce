"""Intervals of shares, held against scipy's."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats  # pyright: ignore[reportMissingTypeStubs]

from service_agent.statistics.intervals import (
    Rate,
    binomial_at_most,
    binomial_quantile,
    clopper_pearson,
    lower_exact,
    mean_interval,
    quantile_ranks,
    upper_exact,
    wilson,
)

REFERENCE: Any = stats
COUNTS = st.integers(0, 3_000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of)))


@given(COUNTS, st.floats(0.0005, 0.9995))
def test_binomial_tails_are_scipys(counts: tuple[int, int], share: float) -> None:
    hits, of = counts
    assert binomial_at_most(hits, of, share) == pytest.approx(REFERENCE.binom.cdf(hits, of, share), rel=1e-7, abs=1e-12)


def test_a_small_chance_of_many_hits_is_not_lost_to_rounding() -> None:
    assert binomial_at_most(1499, 2997, 0.75) == pytest.approx(REFERENCE.binom.cdf(1499, 2997, 0.75), rel=1e-7)


@given(COUNTS.filter(lambda counts: counts[1] > 0))
def test_both_intervals_are_scipys(counts: tuple[int, int]) -> None:
    hits, of = counts
    test = REFERENCE.binomtest(hits, of)
    score, exact = test.proportion_ci(method="wilson"), test.proportion_ci(method="exact")
    assert wilson(hits, of) == pytest.approx((score.low, score.high), abs=1e-9)
    assert clopper_pearson(hits, of) == pytest.approx((exact.low, exact.high), abs=1e-7)


@pytest.mark.parametrize(("hits", "of"), [(0, 1), (0, 299), (1, 512), (7, 96), (5, 5), (40, 10_944)])
def test_one_sided_ends_are_the_beta_quantiles(hits: int, of: int) -> None:
    high = 1.0 if hits == of else REFERENCE.beta.ppf(0.95, hits + 1, of - hits)
    low = 0.0 if hits == 0 else REFERENCE.beta.ppf(0.05, hits, of - hits + 1)
    assert (lower_exact(hits, of), upper_exact(hits, of)) == pytest.approx((low, high), abs=1e-7)


def test_the_figures_the_design_names() -> None:
    assert round(Rate(1, 512).exact.high, 4) == 0.0092
    assert [round(wilson(hits, of)[1], 4) for hits, of in ((0, 300), (0, 381), (1, 500))] == [0.0126, 0.01, 0.0112]


def test_nothing_is_known_of_nothing() -> None:
    assert Rate(0, 0).value is None
    assert (Rate(0, 0).wilson.low, Rate(0, 0).wilson.high, Rate(0, 0).exact.high) == (0.0, 1.0, 1.0)


@given(st.integers(1, 30_000), st.floats(0.01, 0.99), st.sampled_from([0.005, 0.025, 0.5, 0.975, 0.995]))
def test_binomial_quantiles_are_scipys(of: int, share: float, chance: float) -> None:
    found, wanted = binomial_quantile(of, share, chance), int(REFERENCE.binom.ppf(chance, of, share))
    # Where a count's chance is exactly the one asked for (72 of 145 at a half), rounding says which side it is on.
    assert found == wanted or REFERENCE.binom.cdf(min(found, wanted), of, share) == pytest.approx(chance, abs=1e-12)


@pytest.mark.parametrize("of", [1, 71, 72, 73, 100, 1_000, 54_321])
def test_the_ranks_that_hold_a_p95_are_scipys(of: int) -> None:
    ranks = REFERENCE.quantile_test(range(1, of + 1), p=0.95).confidence_interval(0.95)
    known = ranks.low == ranks.low and ranks.high == ranks.high
    assert quantile_ranks(of, 0.95) == ((ranks.low, ranks.high) if known else None)
    assert known == (of >= 72)


def test_a_means_interval_is_scipys() -> None:
    values = [900.0 + (each * 7_919) % 1_300 for each in range(250)]
    interval = mean_interval(len(values), sum(values), sum(each * each for each in values))
    wanted = REFERENCE.norm.interval(0.95, sum(values) / 250, REFERENCE.sem(values))
    assert (interval.low, interval.high) == pytest.approx(wanted)
    assert (interval.method, mean_interval(2, 3.0, 9.0).low) == ("normal", 0.0), "no time is below nothing"
