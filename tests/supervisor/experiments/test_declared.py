"""Arms: what their sessions are judged by, and how a threshold is tried and taken back."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from foundation.domains.pack import Thresholds
from supervisor.experiments.declared import Arm, taken_back, tried, with_ends
from supervisor.experiments.pivots import skip_threshold

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


def test_what_was_taken_back_is_judged_by_the_pack_and_its_weight_is_where_it_came_from() -> None:
    arms = tried((Arm(name="today", variant="hybrid", weight=8),), "today", 800, 0.25, NOW)
    assert [arm.weight for arm in arms] == [6, 2]
    after = taken_back(arms, arms[1].name, NOW)
    assert [arm.weight for arm in after] == [8, 0]
    assert after[1].thresholds(BASE) == BASE
    assert after[1].stepped_back_at == NOW
