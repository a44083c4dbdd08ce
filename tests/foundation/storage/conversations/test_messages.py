"""The transcript: one's own, in order."""

from __future__ import annotations

from tests.foundation.storage.desk import Desk, ending


async def test_recent_gives_finished_exchanges_oldest_first(desk: Desk) -> None:
    session = await desk.session()
    for number in range(5):
        run = await desk.claim((await desk.ask(session.session_id, f"질문 {number}")).run_id)
        if number != 3:
            await desk.runs.finish(run, ending(run, f"답 {number}"))
        else:
            await desk.runs.finish(run, ending(run, None))
    await desk.ask(session.session_id, "아직 없음")
    found = await desk.messages.recent(desk.principal, session.session_id)
    assert [line.content for line in found] == ["질문 1", "답 1", "질문 2", "답 2", "질문 4", "답 4"]


async def test_recent_before_a_run_ends_at_its_question(desk: Desk) -> None:
    session = await desk.session()
    asked = [await desk.ask(session.session_id, f"질문 {number}") for number in range(3)]
    for submission in asked:
        run = await desk.claim(submission.run_id)
        await desk.runs.finish(run, ending(run, f"답: {run.question}"))
    found = await desk.messages.recent(desk.principal, session.session_id, before_run=asked[1].run_id)
    assert [line.content for line in found] == ["질문 0", "답: 질문 0"]
    one = await desk.messages.recent(desk.principal, session.session_id, exchanges=1)
    assert [line.content for line in one] == ["질문 2", "답: 질문 2"]


async def test_the_transcript_goes_on_after_a_message(desk: Desk) -> None:
    session = await desk.session()
    for number in range(4):
        await desk.ask(session.session_id, f"{number}", f"m{number}")
    found = await desk.messages.list(desk.principal, session.session_id, limit=2, after="m0")
    assert [line.message_id for line in found] == ["m1", "m2"]


async def test_the_same_message_id_in_two_sessions_is_the_newest_ones(desk: Desk) -> None:
    one, two = await desk.session(), await desk.session()
    await desk.ask(one.session_id, "하나", "m1")
    await desk.ask(two.session_id, "둘", "m1")
    assert (await desk.messages.get(desk.principal, "m1")).content == "둘"
