"""Arms: what their sessions are judged by, and how a threshold is tried and taken back."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from execution_agents.reuse.pivots import skip_threshold
from foundation.domains.schema.pack import Thresholds
from service_agent.experiments.declared import Arm, draw_arm, share_to_try, shares_of, taken_back, tried, with_ends

BASE = Thresholds(reuse_above=900, ask_above=600)
NOW = datetime(2026, 11, 1, tzinfo=UTC)


@pytest.mark.parametrize("variant", ["supervisor_only", "hybrid", "hybrid_confirm"])
@pytest.mark.parametrize("threshold", [500, 590, 610, 890, 910, 980])
@pytest.mark.parametrize("own", [{}, {"reuse_above": 850, "ask_above": 700}])
def test_a_tried_threshold_is_the_one_above_which_its_sessions_skip(
    variant: str, threshold: int, own: dict[str, int]
) -> None:
    origin = Arm.model_validate({"name": "today", "variant": variant, "weight": 1, **own})
    _, new = tried((origin,), "today", threshold, 0.25, NOW)
    judged = new.thresholds(BASE)
    assert skip_threshold(new.variant, judged) == threshold
    assert judged.ask_above <= judged.reuse_above, "nothing above the asking end is reused below the reusing one"


def test_an_arm_whose_one_end_passes_the_packs_other_end_keeps_its_own() -> None:
    low = Arm(name="low", variant="hybrid_confirm", weight=1, reuse_above=500)
    assert low.thresholds(BASE) == Thresholds(reuse_above=500, ask_above=500)
    high = Arm(name="high", variant="hybrid", weight=1, ask_above=950)
    assert high.thresholds(BASE) == Thresholds(reuse_above=950, ask_above=950)


@pytest.mark.parametrize(
    ("reuse", "ask", "ends"),
    [(None, None, (900, 600)), (500, None, (500, 500)), (None, 950, (950, 950)), (700, 650, (700, 650))],
)
def test_what_a_replay_tries_is_what_an_arm_with_these_ends_does(
    reuse: int | None, ask: int | None, ends: tuple[int, int]
) -> None:
    tried_out = with_ends(BASE, reuse, ask)
    assert (tried_out.reuse_above, tried_out.ask_above) == ends
    assert Arm(name="a", variant="hybrid", weight=1, reuse_above=reuse, ask_above=ask).thresholds(BASE) == tried_out


@pytest.mark.parametrize("own", [{}, {"ask_above": 850}, {"reuse_above": 970, "ask_above": 850}])
def test_what_was_taken_back_is_judged_as_where_it_came_from_and_its_weight_is_there(own: dict[str, int]) -> None:
    origin = Arm.model_validate({"name": "today", "variant": "hybrid", "weight": 8, **own})
    arms = tried((origin,), "today", 800, 0.25, NOW)
    assert [arm.weight for arm in arms] == [6, 2]
    after = taken_back(arms, arms[1].name, NOW)
    assert [arm.weight for arm in after] == [8, 0]
    assert after[1].thresholds(BASE, after) == origin.thresholds(BASE)
    assert after[1].thresholds(BASE) == BASE, "where nothing is kept of what it came from"
    assert after[1].stepped_back_at == NOW


def test_what_another_trial_replaced_is_over_and_nothing_is_said_against_it() -> None:
    arms = tried((Arm(name="today", variant="hybrid", weight=8),), "today", 800, 0.25, NOW)
    later = tried(arms, "today", 820, 0.5, NOW)
    today, first, second = later
    assert [arm.weight for arm in later] == [4, 0, 4], "the first gave its share back before the second took its own"
    assert (first.replaced_at, first.stepped_back_at, first.over, first.drawn) == (NOW, None, True, False)
    assert (second.over, second.drawn, second.tried_since) == (False, True, NOW)
    assert first.thresholds(BASE, later) == BASE
    beside = Arm(name="beside", variant="hybrid", weight=8)
    assert [share_to_try((*each, beside), "today") for each in (arms, later)] == [0.5, 0.5], "whatever is tried now"
    assert shares_of(later) == {"today": 0.5, first.name: 0, second.name: 0.5}
    heavy = first.model_copy(update={"weight": 1_000.0})
    assert {draw_arm(str(n), (today, heavy, second)).name for n in range(40)} == {"today", second.name}


def test_the_end_of_the_experiment_ends_what_was_tried_and_leaves_what_was_declared() -> None:
    own = Arm(name="low", variant="hybrid_confirm", weight=1, reuse_above=840)
    kept, trial = tried((own,), "low", 800, 0.5, NOW)
    assert [arm.thresholds(BASE).reuse_above for arm in (kept, trial)] == [840, 800]
    ended = [arm.thresholds(BASE, (kept, trial), ended=True) for arm in (kept, trial)]
    assert [each.reuse_above for each in ended] == [840, 840]


def test_a_trial_of_a_trial_goes_back_to_it_and_with_it_to_what_was_declared() -> None:
    strict = Arm(name="strict", variant="hybrid_confirm", weight=1, reuse_above=970)
    kept, first = tried((strict,), "strict", 950, 0.5, NOW)
    arms = tried((kept, first), first.name, 930, 0.5, NOW)
    second = arms[2]
    assert second.thresholds(BASE, arms).reuse_above == 930
    assert second.thresholds(BASE, arms, ended=True).reuse_above == 970
    arms = taken_back(arms, second.name, NOW)
    assert arms[2].thresholds(BASE, arms).reuse_above == 950
    arms = taken_back(arms, first.name, NOW)
    assert [arm.thresholds(BASE, arms).reuse_above for arm in arms] == [970, 970, 970]
    circle = second.model_copy(update={"replaced_at": NOW, "replaces": second.name})
    assert circle.thresholds(BASE, (circle,)) == BASE, "whatever was stored: it ends"


def test_weight_that_comes_back_to_an_arm_that_is_over_goes_on_to_where_that_ones_went() -> None:
    today, first = tried((Arm(name="today", variant="hybrid", weight=8),), "today", 800, 0.5, NOW)
    arms = tried((today, first), first.name, 780, 0.5, NOW)
    assert [arm.weight for arm in arms] == [4, 2, 2]
    arms = taken_back(arms, first.name, NOW)
    assert [arm.weight for arm in arms] == [6, 0, 2]
    assert [arm.weight for arm in taken_back(arms, arms[2].name, NOW)] == [8, 0, 0]
