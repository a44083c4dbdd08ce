"""kill -9 inside the analysis and document teams and while a form is open: nothing is lost, nothing is there twice."""

from __future__ import annotations

import asyncio
import signal
import uuid

import pytest

from tests.processes.fleet import TAKEN_OVER_S, Fleet, Member
from tests.stories.client import Frame

pytestmark = pytest.mark.slow

FEE = "3억 전세 복비 계산해줘"
DRAFT = (
    "전세 계약서 작성해줘. 임대인은 김철수, 임차인은 이영희, 주소는 대구 달서구 1, 보증금 2억, 2027년 3월 2일부터 입주"
)
LACKING = "보증금 2억 전세 계약서 작성해줘"
VALUES = {"landlord": "김갑", "tenant": "이을", "address": "대구", "start": "2027-03-02"}
LEASE_S = 2


async def dies_of(fleet: Fleet, dying: Member, session_id: str, question: str) -> str:
    """The run that this process is killed in."""
    async with fleet.talk(dying, session_id) as client:
        await client.ask(question, uuid.uuid4().hex)
        run_id = str((await client.until("run_started", TAKEN_OVER_S))["run_id"])
    assert await dying.ended() == -signal.SIGKILL
    return run_id


def once(frames: list[Frame], run_id: str) -> None:
    """The run's stored events as a client sees them: one answer, one end, in order without gaps."""
    durable = [frame for frame in frames if "seq" in frame]
    assert [frame["seq"] for frame in durable] == list(range(1, len(durable) + 1))
    kinds = [frame["type"] for frame in durable if frame.get("run_id") == run_id]
    assert (kinds.count("answer"), kinds.count("run_completed"), kinds[-1]) == (1, 1, "run_completed")


async def finished(fleet: Fleet, member: Member, session_id: str, run_id: str) -> Frame:
    """The answer of the run, which another process takes to its end."""
    async with fleet.talk(member, session_id, 0) as client:
        done = await client.until(lambda one: one["type"] == "run_completed" and one["run_id"] == run_id, TAKEN_OVER_S)
        assert done
        once(client.frames, run_id)
        return next(one for one in client.frames if one["type"] == "answer" and one["run_id"] == run_id)


@pytest.mark.parametrize(
    ("point", "question"),
    [
        # Every day, in one process: tests/supervisor/test_documents.py.
        pytest.param("write_document", DRAFT, marks=pytest.mark.long),
        pytest.param("compute", FEE, marks=pytest.mark.nightly),
        pytest.param("plan_analysis", FEE, marks=pytest.mark.nightly),
        pytest.param("report", FEE, marks=pytest.mark.nightly),
        pytest.param("plan_document", DRAFT, marks=pytest.mark.nightly),
        pytest.param("look_up_law", DRAFT, marks=pytest.mark.nightly),
    ],
)
async def test_killed_inside_either_team_a_run_is_finished_once(fleet: Fleet, point: str, question: str) -> None:
    dying = await fleet.start(fail_points=f"{point}=kill", run_lease_s=LEASE_S)
    session_id = await fleet.session(dying)
    run_id = await dies_of(fleet, dying, session_id, question)
    answer = await finished(fleet, await fleet.start(run_lease_s=LEASE_S), session_id, run_id)
    if question == FEE:
        assert answer["analysis"]["value"] == "900000"
    drafts = fleet.rows("SELECT document_id FROM drafts WHERE session_id = %s", session_id)
    assert len(drafts) == len(answer["documents"]) == (question == DRAFT)


@pytest.mark.long  # every day: tests/supervisor/test_pauses.py
async def test_killed_while_a_form_is_open_its_values_are_taken_elsewhere(fleet: Fleet) -> None:
    one = await fleet.start(run_lease_s=LEASE_S)
    session_id = await fleet.session(one)
    async with fleet.talk(one, session_id) as client:
        await client.ask(LACKING, uuid.uuid4().hex)
        form = await client.until("form_required", TAKEN_OVER_S)
    one.signal(signal.SIGKILL)
    # The values arrive at a process that dies right after storing them.
    other = await fleet.start(fail_points="after_decision=kill", run_lease_s=LEASE_S)
    async with fleet.talk(other, session_id, 0) as client:
        assert (await client.until("form_required"))["form_id"] == form["form_id"]
        await client.send(type="form_response", form_id=form["form_id"], values=VALUES)
        await asyncio.wait_for(other.ended(), TAKEN_OVER_S)
    last = await fleet.start(run_lease_s=LEASE_S)
    answer = await finished(fleet, last, session_id, form["run_id"])
    assert "김갑" in answer["content"]
    assert [made["version"] for made in answer["documents"]] == [1]
    assert len(fleet.rows("SELECT document_id FROM drafts WHERE session_id = %s", session_id)) == 1
