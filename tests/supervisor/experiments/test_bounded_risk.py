"""The proposed threshold: exact tests in a fixed sequence."""

from __future__ import annotations

from typing import Any

import pytest
from scipy import stats  # pyright: ignore[reportMissingTypeStubs]

from benchmarks.experiment_statistics import always, broken_bounds
from supervisor.experiments.bounded_risk import GRID, propose, rows_needed

REFERENCE: Any = stats


def test_two_hundred_and_ninety_nine_rows_without_an_error_prove_one_per_cent() -> None:
    assert rows_needed(0, 0.01) == 299
    assert propose([(950, 0, 298)], 0.01).threshold is None
    assert propose([(950, 0, 298)], 0.01).needed == 1
    assert propose([(950, 0, 299)], 0.01).threshold == GRID[-1]


@pytest.mark.parametrize("wrong", [0, 1, 2, 5])
def test_the_rows_needed_are_the_fewest_that_the_exact_test_takes(wrong: int) -> None:
    rows = rows_needed(wrong, 0.01)
    assert REFERENCE.binom.cdf(wrong, rows, 0.01) <= 0.05 < REFERENCE.binom.cdf(wrong, rows - 1, 0.01)


def test_the_sequence_ends_at_the_first_threshold_that_fails() -> None:
    # Right above 0.80; below it every second one is wrong; far below right again, which must not be reached.
    rows = [(900, 0, 400), (790, 790, 20), (780, 0, 20), (600, 0, 5_000)]
    found = propose(rows, 0.01)
    assert found.threshold == 790
    assert [step.threshold for step in found.steps if step.chance <= 0.05][-1] < 790


def test_a_refusal_says_how_many_rows_are_missing_at_the_running_threshold() -> None:
    found = propose([(950, 0, 100), (700, 0, 61)], 0.01, running=900)
    assert (found.threshold, found.audited, found.needed) == (None, 100, 199)
    with_an_error = propose([(950, 0, 160), (950, 950, 1)], 0.01, running=900)
    assert with_an_error.needed == rows_needed(1, 0.01) - 161


def test_nothing_audited_needs_everything() -> None:
    assert propose([], 0.01, running=900).needed == 299


def test_the_chosen_threshold_breaks_its_bound_in_at_most_one_experiment_of_twenty() -> None:
    assert broken_bounds(experiments=150, rows=1_500, seed=11) <= 12


def test_nor_does_it_where_every_threshold_lies_just_above_the_bound_and_one_looks_once() -> None:
    once = broken_bounds(experiments=100, rows=1_000, seed=12, wrong=always(0.0101))
    assert once <= 9
    again = broken_bounds(experiments=100, rows=1_000, seed=12, wrong=always(0.0101), every=100)
    assert again > once, "many looks are many chances: docs/experiments.md says so, and how many"
