"""A figure of the person's own case does not make another question of it, where the probe tells what is needed."""

from __future__ import annotations

import pytest

from execution_agents.reuse.gates import InHand, failed_gates

RULE = "On-call duty is paid 40 a day. A call of more than two hours is paid by the hour. Leave is 30 days a year."


def gates(asked: str, own_case: bool) -> tuple[str, ...]:
    in_hand = InHand(
        text=RULE,
        narrows=True,
        probed=True,
        passages=True,
        ages=False,
        age_s=60,
        own_case=own_case,
        elsewhere="24 of 6",
    )
    return failed_gates("what do I get for being on call", asked, in_hand)


@pytest.mark.parametrize("asked", ["and if my hourly rate is 24?", "i've been here 6 years"])
def test_a_figure_of_ones_own_is_not_looked_for_in_the_passages(asked: str) -> None:
    assert gates(asked, own_case=False) != ()
    assert gates(asked, own_case=True) == ()
