"""Words of slots are compared as slots: those the question was rewritten with as well as those it was asked in."""

from __future__ import annotations

import pytest

from tests.execution_agents.reuse.test_candidates import gathered, request
from tests.execution_agents.search.world import sale, sales

STORED = sales(sale("1"), sale("2"), sale("3", area_m2=59.9))
REWRITTEN = "대구 달서구 아파트 30평대 시세"


async def test_a_figure_the_rewriting_brought_in_is_left_to_its_slot() -> None:
    found = await gathered(request(("region", "대구 달서구"), ("area", "75..102"), asked=REWRITTEN), STORED)
    assert (found.failed_gates, found.slot_conflicts) == ((), ())


@pytest.mark.parametrize("slots", [(("region", "대구 달서구"),), (("region", "대구 달서구"), ("area", "100..120"))])
async def test_a_figure_no_slot_stands_for_stays_with_the_gates(slots: tuple[tuple[str, str], ...]) -> None:
    found = await gathered(request(*slots, asked=REWRITTEN), STORED)
    assert found.failed_gates == ("gate:number",)
