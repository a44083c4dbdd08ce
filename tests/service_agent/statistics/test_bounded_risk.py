"""The proposed threshold: always-valid proofs handed on from the running one, or exact tests in a fixed sequence."""

from __future__ import annotations

from typing import Any

import pytest
from scipy import stats  # pyright: ignore[reportMissingTypeStubs]

from benchmarks.experiment_statistics import always, broken_bounds
from service_agent.statistics.bounded_risk import GRID, OTHERS, RUNNING, propose, rows_needed
from service_agent.statistics.sequences import evidence_below, rows_below, upper_always

REFERENCE: Any = stats
RISK = 0.05 * RUNNING
CLEAN = rows_below(0, 0.01, RISK)


def test_two_hundred_and_ninety_nine_rows_without_an_error_prove_one_per_cent_in_one_look() -> None:
    assert rows_needed(0, 0.01) == 299
    assert propose([(950, 0, 298)], 0.01, 900, "once").threshold is None
    assert propose([(950, 0, 298)], 0.01, 900, "once").needed == 1
    assert propose([(950, 0, 299)], 0.01, 900, "once").threshold == GRID[-1]


def test_a_quarter_more_prove_it_whenever_one_looks() -> None:
    assert CLEAN == 373 < 299 * 1.25
    short = propose([(950, 0, CLEAN - 1)], 0.01, 900)
    assert (short.threshold, short.needed, short.audited, short.reference) == (None, 1, CLEAN - 1, 900)
    proven = propose([(950, 0, CLEAN)], 0.01, 900)
    assert (proven.threshold, proven.needed) == (GRID[-1], 0)
    assert proven.upper is not None and 0.009 < proven.upper <= 0.01


@pytest.mark.parametrize("wrong", [0, 1, 2, 5])
def test_the_rows_needed_are_the_fewest_that_the_exact_test_takes(wrong: int) -> None:
    rows = rows_needed(wrong, 0.01)
    assert REFERENCE.binom.cdf(wrong, rows, 0.01) <= 0.05 < REFERENCE.binom.cdf(wrong, rows - 1, 0.01)


@pytest.mark.parametrize("wrong", [0, 1, 2, 5, 40])
def test_the_rows_needed_are_the_fewest_that_the_ratio_takes_and_the_upper_end_is_the_bound_they_prove(
    wrong: int,
) -> None:
    rows = rows_below(wrong, 0.01)
    assert evidence_below(wrong, rows, 0.01) >= 20 > evidence_below(wrong, rows - 1, 0.01)
    assert upper_always(wrong, rows) <= 0.01 < upper_always(wrong, rows - 1)
    assert upper_always(wrong, rows) > wrong / rows


def test_the_ratio_is_what_a_bet_at_even_odds_comes_to() -> None:
    for of in (1, 10, 200):
        at_the_bound = sum(
            evidence_below(wrong, of, 0.03) * REFERENCE.binom.pmf(wrong, of, 0.03) for wrong in range(of + 1)
        )
        assert at_the_bound == pytest.approx(1), "on average nothing is won at the bound"
        above = sum(evidence_below(wrong, of, 0.03) * REFERENCE.binom.pmf(wrong, of, 0.05) for wrong in range(of + 1))
        assert above < 1


@pytest.mark.parametrize("looks", ["always", "once"])
def test_the_sequence_ends_at_the_first_that_fails(looks: Any) -> None:
    # Right above 0.80; below it every second one is wrong; far below right again, which must not be reached.
    rows = [(910, 0, 400), (790, 790, 20), (780, 0, 20), (600, 0, 5_000)]
    assert propose(rows, 0.01, 900, looks).threshold == 790


def test_a_running_threshold_that_breaks_its_bound_is_proposed_to_be_raised() -> None:
    many = rows_below(0, 0.01, 0.05 * (1 - RUNNING) / 9)
    rows = [(960, 0, many), (930, 930, 40)]
    assert propose(rows, 0.01, 900).threshold == 930, "by itself at 0.95, then handed on"
    assert propose([(960, 0, many - 1), (930, 930, 40)], 0.01, 900).threshold is None


def test_where_nothing_is_skipped_yet_searches_prove_a_first_threshold() -> None:
    many = rows_below(0, 0.01, 0.05 * (1 - RUNNING) / 10)
    short = propose([(820, 0, many - 7)], 0.01, 1000)
    assert (short.threshold, short.needed, short.reference) == (None, 7, 800)
    assert propose([(820, 0, many)], 0.01, 1000).threshold == GRID[-1]


@pytest.mark.parametrize("running", [*range(480, 1000, 30), 1000])
def test_all_risks_together_are_what_is_promised(running: int) -> None:
    steps = propose([], 0.01, running).steps
    assert sum(step.risk for step in steps) == pytest.approx(0.05)
    assert {step.threshold for step in steps if step.risk} >= {each for each in GRID if each % OTHERS == 0}


def test_a_refusal_says_how_many_rows_are_missing_at_the_running_threshold() -> None:
    found = propose([(950, 0, 100), (700, 0, 61)], 0.01, 900, "once")
    assert (found.threshold, found.audited, found.needed) == (None, 100, 199)
    with_an_error = propose([(950, 0, 160), (950, 950, 1)], 0.01, 900, "once")
    assert with_an_error.needed == rows_needed(1, 0.01) - 161
    at_any_look = propose([(950, 0, 100), (700, 0, 61)], 0.01, 900)
    assert (at_any_look.audited, at_any_look.needed) == (100, CLEAN - 100)


def test_a_refusal_of_one_look_refers_to_where_the_sequence_failed_so_that_its_rows_help() -> None:
    rows = [(950, 0, 299), (950, 950, 5), (820, 0, 3_000)]
    found = propose(rows, 0.01, 800, "once")
    assert (found.threshold, found.reference, found.audited) == (None, 940, 304)
    assert found.needed == rows_needed(5, 0.01) - 304
    assert propose([*rows, (950, 0, found.needed - 1)], 0.01, 800, "once").needed == 1
    assert propose([*rows, (950, 0, found.needed)], 0.01, 800, "once").threshold == GRID[-1]


def test_nothing_audited_needs_everything() -> None:
    assert propose([], 0.01, 900, "once").needed == 299
    assert propose([], 0.01, 900).needed == CLEAN


def test_the_chosen_threshold_breaks_its_bound_in_at_most_one_experiment_of_twenty() -> None:
    assert broken_bounds(experiments=150, rows=1_500, seed=11, looks="once") <= 12


def test_nor_does_it_where_every_threshold_lies_just_above_the_bound_however_often_one_looks() -> None:
    worst = always(0.0101)
    assert broken_bounds(experiments=100, rows=1_000, seed=12, wrong=worst, looks="once") <= 9
    again = broken_bounds(experiments=100, rows=1_000, seed=12, wrong=worst, every=1, looks="once")
    assert again > 9, "a test for one look, looked at after every row: docs/experiments.md says how often it breaks"
    assert broken_bounds(experiments=100, rows=1_000, seed=12, wrong=worst, every=1) <= 9
