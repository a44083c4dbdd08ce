"""How long the background rests between two audits."""

from __future__ import annotations

import pytest

from service_agent.experiments.audit.job import LONGEST_PAUSE_S, PAUSE_S, pause_after


@pytest.mark.parametrize(
    ("took_s", "pause_s"),
    [(0.0, PAUSE_S), (0.01, PAUSE_S), (0.05, 0.45), (0.2, LONGEST_PAUSE_S), (30.0, LONGEST_PAUSE_S)],
)
def test_a_pause_grows_with_the_audit_before_it_within_its_bounds(took_s: float, pause_s: float) -> None:
    assert pause_after(took_s) == pytest.approx(pause_s)
