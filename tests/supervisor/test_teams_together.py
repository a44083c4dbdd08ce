"""Teams in whole turns: independent ones work at the same time, and one that fails leaves the others' answer."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

from execution_agents.roster import roster
from foundation.contracts.failpoints import Point
from service_agent.settings.failpoints import points_of
from tests.supervisor.scene import Scene
from tests.supervisor.test_documents import LEASE

PRICES = "대구 달서구 아파트 매매 시세 알려줘"
RANKED = "대구 달서구 아파트 매매 중에 어디가 제일 비싸?"


class Meeting:
    """Implements `FailPoints`: each of two teams waits for the other; one after the other they never meet."""

    def __init__(self, *points: Point) -> None:
        self.there = {point: asyncio.Event() for point in points}
        self.met = 0

    async def reached(self, point: Point) -> None:
        if point in self.there:
            self.there[point].set()
            async with asyncio.timeout(20):
                await asyncio.gather(*(event.wait() for event in self.there.values()))
            self.met += 1

    def reached_in_thread(self, point: Point) -> None:
        del point


async def test_search_and_a_review_work_at_the_same_time(scene: Scene) -> None:
    meeting = Meeting(Point.FETCH, Point.WRITE_DOCUMENT)
    scene.teams = roster(meeting)
    async with scene.process():
        answer = await scene.ask(await scene.session(), LEASE)
    assert meeting.met == 2, "one waited for the other in vain"
    assert "갱신" in answer["content"]


@pytest.mark.parametrize("point", ["plan_analysis", "compute", "report"])
async def test_an_analysis_team_that_fails_leaves_what_was_searched(scene: Scene, point: str) -> None:
    points = points_of(f"{point}=raise")
    scene.teams = roster(points)
    with capture_logs() as logs:
        async with scene.process():
            answer = await scene.ask(await scene.session(), RANKED)
    assert "team_failed" in [one["event"] for one in logs]
    assert answer["citations"], answer["content"]
    assert "달서구" in answer["content"]


@pytest.mark.parametrize("point", ["plan_document", "write_document", "look_up_law"])
async def test_a_document_team_that_fails_at_any_node_leaves_what_was_searched(scene: Scene, point: str) -> None:
    scene.teams = roster(points_of(f"{point}=raise"))
    with capture_logs() as logs:
        async with scene.process():
            answer = await scene.ask(await scene.session(), LEASE)
    assert "team_failed" in [one["event"] for one in logs]
    assert answer["citations"], answer["content"]
