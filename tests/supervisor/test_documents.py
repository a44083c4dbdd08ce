"""Documents in whole turns: written once whatever process ends where, and a broken team leaves the others' answer."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from execution_agents.drafting.document_executor import document_team
from execution_agents.roster import roster
from execution_agents.team import TeamDeps
from foundation.contracts.failpoints import Point
from foundation.contracts.work import Brief, Finding
from tests.supervisor.scene import Scene

DRAFT = (
    "전세 계약서 작성해줘. 임대인은 김철수, 임차인은 이영희, 주소는 대구 달서구 1, 보증금 2억, 2027년 3월 2일부터 입주"
)
LEASE = "이 계약서 검토해줘\n제1조 임차인은 갱신요구권을 포기한다.\n제2조 기간은 2년이다.\n제3조 임차인은 차임을 낸다."


class Stuck:
    """Implements `FailPoints`: a process that comes to this point goes no further."""

    def __init__(self, point: Point) -> None:
        self.point = point
        self.there = asyncio.Event()

    async def reached(self, point: Point) -> None:
        if point is self.point:
            self.there.set()
            await asyncio.Event().wait()

    def reached_in_thread(self, point: Point) -> None:
        del point


@pytest.mark.parametrize(
    "point", [Point.PLAN_DOCUMENT, Point.WRITE_DOCUMENT, Point.LOOK_UP_LAW, Point.DOCUMENT, Point.AGGREGATE]
)
async def test_a_process_that_ends_anywhere_leaves_one_document(scene: Scene, point: Point) -> None:
    stuck = Stuck(point)
    scene.points, scene.teams = stuck, roster(stuck)
    session = await scene.session()
    run = await scene.submit(session, DRAFT)
    async with scene.process():
        async with asyncio.timeout(20):
            await stuck.there.wait()
    scene.points, scene.teams = None, roster()
    async with scene.process():
        answer = (await scene.frames_of(run, limit_s=30))["answer"]
    (made,) = answer["documents"]
    versions = await scene.drafts.versions(scene.principal, made["document_id"])
    assert [one.document.version for one in versions] == [1]
    assert await scene.sql("SELECT count(*) FROM drafts WHERE session_id = :session", session=session) == [(1,)]


async def test_a_form_that_waits_is_answered_in_another_process(scene: Scene) -> None:
    session = await scene.session()
    run = await scene.submit(session, "보증금 2억 전세 계약서 작성해줘")
    async with scene.process():
        prompt = await scene.asked(run, "form_required")
    values = '{"landlord": "김갑", "tenant": "이을", "address": "대구", "start": "2027-03-02"}'
    async with scene.process():
        await scene.prompts.decide(scene.principal, prompt.prompt_id, values, "person")
        answer = (await scene.frames_of(run, limit_s=30))["answer"]
    assert answer["documents"][0]["version"] == 1
    assert "김갑" in answer["content"]


async def test_a_document_team_that_fails_leaves_what_was_searched(scene: Scene) -> None:
    async def broken(brief: Brief, deps: TeamDeps) -> Finding:
        raise RuntimeError("broken")

    kept = [team for team in roster() if team.name != "document"]
    scene.teams = (*kept, replace(document_team(), work=broken))
    with capture_logs() as logs:  # unrendered: the traceback shows whole packs
        async with scene.process():
            answer = await scene.ask(await scene.session(), LEASE)
    assert "team_failed" in [one["event"] for one in logs]
    assert answer["citations"], answer["content"]
