"""A proven threshold is proposed only where it gains something."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from service_agent.statistics.bounded_risk import GRID, Pivots, propose
from service_agent.statistics.gain import Gain, gain_of

BOUND = 0.2
HIGH: Pivots = (960, 0, 1)


def reusing(*pivots: int, of: int = 100) -> Mapping[int, tuple[int, int]]:
    """Threshold -> (turns above it, turns)."""
    return {at: (sum(one > at for one in pivots), of) for at in GRID}


def gained(rows: list[Pivots], reuse: Mapping[int, tuple[int, int]], running: int = 900) -> Gain:
    return gain_of(propose(rows, BOUND, running), running, reuse)


def test_what_reuses_no_question_more_is_proven_and_not_proposed() -> None:
    rows = [HIGH] * 40
    assert propose(rows, BOUND, 900).threshold == 500
    found = gained(rows, reusing(*[960] * 38))
    assert (found.threshold, found.turns.hits, found.audited) == (None, 0, 0)


def test_the_strictest_of_those_that_reuse_the_same_is_proposed() -> None:
    rows = [HIGH] * 40 + [(845, 0, 1)] * 10
    found = gained(rows, reusing(*[960] * 38, *[845] * 10))
    assert (found.threshold, found.turns.hits, found.turns.of, found.audited) == (840, 10, 100, 10)
    assert found.turns.wilson.low > 0


@pytest.mark.parametrize(
    ("between", "turns", "of"),
    [([], [845] * 10, 100), ([(845, 0, 1)] * 3, [845] * 3, 20)],
    ids=["no audit lies between", "few turns"],
)
def test_a_small_sample_proposes_nothing_yet(between: list[Pivots], turns: list[int], of: int) -> None:
    found = gained([HIGH] * 40 + between, reusing(*turns, of=of))
    assert found.threshold is None
    assert found.turns.hits == len(turns)


def test_more_reuse_with_a_larger_share_of_wrong_is_not_proposed() -> None:
    rows = [HIGH] * 60 + [(845, 845, 1)] * 2 + [(845, 0, 1)] * 8
    assert propose(rows, BOUND, 900).threshold == 500, "the bound would allow it"
    assert gained(rows, reusing(*[845] * 10)).threshold is None


def test_a_higher_one_is_proposed_where_wrong_reuse_falls() -> None:
    rows = [HIGH] * 200 + [(905, 905, 1)] * 80
    proposal = propose(rows, BOUND, 900)
    assert proposal.threshold is not None and proposal.threshold > 900
    assert gain_of(proposal, 900, reusing(*[960] * 50)).threshold == proposal.threshold


def test_what_is_in_force_already_is_proposed_as_it_is() -> None:
    rows = [HIGH] * 60
    proposal = propose(rows, BOUND, 500)
    assert gain_of(proposal, 500, reusing()).threshold == proposal.threshold == 500


def test_without_a_proof_nothing_is_gained() -> None:
    assert gained([], reusing()).threshold is None
