"""The states of a question, statement by statement: what each one changes, what it leaves alone, whom it waits for."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from sqlalchemy import Executable, text

from foundation.contracts.errors import AlreadyDecided, Fenced, InvalidAnswer, LateAnswer
from foundation.contracts.identity import Principal
from foundation.storage.database.repository import who
from foundation.storage.queue import prompt_statements as sql
from foundation.storage.queue.events import spoken
from foundation.storage.queue.prompts import resolved_frame
from foundation.storage.records import Run
from tests.foundation.storage.desk import Desk, question

QUICK_S = 20.0
"""Far longer than any of these statements, far shorter than waiting for a lock that is held."""


async def rows_of(desk: Desk, run: Run) -> list[Any]:
    """Everything a run's question may touch: the run, its questions, its session, its events."""
    found: list[Any] = []
    for table in ("runs", "pending_prompts", "run_events"):
        found += await desk.sql(f"SELECT * FROM {table} WHERE run_id = :id ORDER BY 1, 2, 3, 4", id=run.run_id)
    return found + list(await desk.sql("SELECT * FROM sessions WHERE session_id = :id", id=run.session_id))


async def run_row(desk: Desk, run: Run) -> Any:
    return (await desk.sql("SELECT * FROM runs WHERE run_id = :id", id=run.run_id))[0]


async def prompt_row(desk: Desk, prompt_id: str) -> Any:
    return (await desk.sql("SELECT * FROM pending_prompts WHERE prompt_id = :id", id=prompt_id))[0]


async def asked_twice(desk: Desk) -> tuple[Run, str, str]:
    """A run whose first question was answered and whose second is open."""
    run, first = await desk.waiting()
    await desk.prompts.decide(desk.principal, first, "use_previous")
    resumed = await desk.claim(run.run_id)
    return resumed, first, (await desk.runs.pause(resumed, question(resumed))).prompt_id


async def execute(desk: Desk, statement: Executable, **values: Any) -> list[Any]:
    async with desk.engine.begin() as connection:
        return list((await connection.execute(statement, values)).all())


async def decide_as(desk: Desk, person: Principal, run: Run, prompt_id: str, value: str) -> list[Any]:
    frame = resolved_frame({"session_id": run.session_id, "run_id": run.run_id}, prompt_id, value, "person")
    values = {**who(person), "prompt_id": prompt_id, "value": value, "by": "person", **spoken([frame])}
    return await execute(desk, sql.DECIDE, **values)


async def expire(desk: Desk, run: Run, prompt_id: str) -> list[Any]:
    frame = resolved_frame({"session_id": run.session_id, "run_id": run.run_id}, prompt_id, "search_new", "timeout")
    return await execute(desk, sql.EXPIRE, prompt_id=prompt_id, **spoken([frame]))


@pytest.mark.parametrize("step", ["pause", "decide", "extend", "expire", "cancel"])
async def test_a_step_of_one_question_touches_no_other_run_question_or_session(desk: Desk, step: str) -> None:
    waiting, _ = await desk.waiting()
    working = await desk.working()
    run, prompt_id = await desk.waiting()
    other = await desk.working()
    before = [await rows_of(desk, each) for each in (waiting, working)]
    if step == "pause":
        await desk.runs.pause(other, question(other))
    elif step == "decide":
        await desk.prompts.decide(desk.principal, prompt_id, "use_previous")
    elif step == "extend":
        await desk.prompts.extend(desk.principal, prompt_id)
    elif step == "expire":
        await desk.age_prompt(prompt_id, 31)
        assert [each.prompt_id for each in await desk.prompts.expire_due()] == [prompt_id]
    else:
        await desk.runs.request_cancel(desk.principal, run.run_id)
    assert [await rows_of(desk, each) for each in (waiting, working)] == before


async def test_a_waiting_run_belongs_to_no_process_and_has_no_answer(desk: Desk) -> None:
    run, _, _ = await asked_twice(desk)
    row = await run_row(desk, run)
    assert (row.status, row.process_id, row.lease_until) == ("waiting", None, None)
    assert (row.resume, row.resumed_by) == (None, None)


async def test_only_the_running_attempt_may_ask(desk: Desk) -> None:
    run = await desk.working()
    await desk.lose_lease(run)
    await desk.runs.requeue_expired()
    again = await desk.claim(run.run_id)
    with pytest.raises(Fenced):
        await desk.runs.pause(run, question(run))
    await desk.runs.pause(again, question(again))
    with pytest.raises(Fenced):
        await desk.runs.pause(again, question(again))
    assert len(await desk.sql("SELECT 1 FROM pending_prompts WHERE run_id = :id", id=run.run_id)) == 1


async def test_a_run_that_was_asked_to_stop_does_not_ask(desk: Desk) -> None:
    run = await desk.working()
    await desk.runs.request_cancel(desk.principal, run.run_id)
    with pytest.raises(Fenced):
        await desk.runs.pause(run, question(run))
    assert (await run_row(desk, run)).status == "cancelled"
    assert await desk.sql("SELECT 1 FROM pending_prompts WHERE run_id = :id", id=run.run_id) == []


async def test_an_answer_to_an_earlier_question_never_answers_the_present_one(desk: Desk) -> None:
    run, first, second = await asked_twice(desk)
    before = await rows_of(desk, run)
    with pytest.raises(AlreadyDecided):
        await desk.prompts.decide(desk.principal, first, "search_new")
    with pytest.raises(AlreadyDecided):
        await desk.prompts.extend(desk.principal, first)
    assert (await desk.prompts.decide(desk.principal, first, "use_previous"))[1:] == (False, [])
    assert await rows_of(desk, run) == before
    await desk.age_prompt(second, 31)
    assert await expire(desk, run, first) == []
    assert (await prompt_row(desk, second)).status == "open"


async def test_the_same_answer_again_gives_the_decided_question(desk: Desk) -> None:
    _, prompt_id = await desk.waiting()
    decided, _, _ = await desk.prompts.decide(desk.principal, prompt_id, "use_previous")
    again, first, said = await desk.prompts.decide(desk.principal, prompt_id, "use_previous")
    assert (again, first, said) == (decided, False, [])


async def test_the_statement_itself_refuses_other_people_and_other_values(
    desk: Desk, colleague: Principal, stranger: Principal
) -> None:
    run, prompt_id = await desk.waiting()
    assert await decide_as(desk, colleague, run, prompt_id, "use_previous") == []
    assert await decide_as(desk, stranger, run, prompt_id, "use_previous") == []
    assert await decide_as(desk, desk.principal, run, prompt_id, "whatever") == []
    assert len(await decide_as(desk, desk.principal, run, prompt_id, "use_previous")) == 1


async def test_a_question_that_is_not_due_does_not_expire_even_when_named(desk: Desk) -> None:
    run, prompt_id = await desk.waiting()
    assert await expire(desk, run, prompt_id) == []
    await desk.age_prompt(prompt_id, 31)
    assert len(await expire(desk, run, prompt_id)) == 1


async def test_open_questions_whose_time_is_over_are_due_the_longest_first(desk: Desk) -> None:
    ids = [(await desk.waiting())[1] for _ in range(5)]
    for prompt_id, seconds in zip(ids, (40, 60, 50, 0, 90), strict=True):
        await desk.age_prompt(prompt_id, seconds)
    await desk.sql("UPDATE pending_prompts SET status = 'decided' WHERE prompt_id = :id", id=ids[4])
    due = [row.prompt_id for row in await execute(desk, sql.DUE) if row.prompt_id in ids]
    assert due == [ids[1], ids[2], ids[0]]


async def test_a_run_that_no_longer_waits_is_not_queued_by_an_answer(desk: Desk) -> None:
    run, prompt_id = await desk.waiting()
    await desk.sql("UPDATE runs SET status = 'failed' WHERE run_id = :id", id=run.run_id)
    assert len(await decide_as(desk, desk.principal, run, prompt_id, "use_previous")) == 1
    row = await run_row(desk, run)
    assert (row.status, row.resume) == ("failed", None)


async def test_a_cancelled_run_closes_its_open_question_by_the_default_and_leaves_answered_ones(desk: Desk) -> None:
    run, first, second = await asked_twice(desk)
    answered = await prompt_row(desk, first)
    await desk.runs.request_cancel(desk.principal, run.run_id)
    closed = await prompt_row(desk, second)
    assert (closed.status, closed.value, closed.decided_by) == ("decided", "search_new", "cancel")
    assert closed.decided_at is not None and closed.decided_at >= closed.created_at
    assert await prompt_row(desk, first) == answered
    said = [event.type for event in await desk.events.after(desk.principal, run.session_id, 3)]
    assert said == ["prompt_resolved", "run_cancelled"]


async def test_an_answer_after_a_cancel_is_not_called_late_however_late_it_is(desk: Desk) -> None:
    run, prompt_id = await desk.waiting()
    await desk.runs.request_cancel(desk.principal, run.run_id)
    await desk.age_prompt(prompt_id, 31)
    with pytest.raises(AlreadyDecided):
        await desk.prompts.decide(desk.principal, prompt_id, "use_previous")
    with pytest.raises(AlreadyDecided):
        await desk.prompts.extend(desk.principal, prompt_id)


async def test_every_client_gets_an_answer_a_default_and_an_extension_with_their_run(desk: Desk) -> None:
    answered, first = await desk.waiting()
    await desk.prompts.extend(desk.principal, first)
    await desk.prompts.decide(desk.principal, first, "use_previous")
    expired, second = await desk.waiting()
    await desk.age_prompt(second, 31)
    await desk.prompts.expire_due()
    events = [
        *await desk.events.after(desk.principal, answered.session_id, 1),
        *await desk.events.after(desk.principal, expired.session_id, 1),
    ]
    frames = [json.loads(event.text) for event in events]
    assert [(event.seq, event.type) for event in events] == [
        *((2, "prompt_extended"), (3, "prompt_resolved")),
        (2, "prompt_resolved"),
    ]
    for frame, run, prompt_id in zip(frames, (answered, answered, expired), (first, first, second), strict=True):
        assert (frame["session_id"], frame["run_id"], frame["id"]) == (run.session_id, run.run_id, prompt_id)
    assert [(frame.get("value"), frame.get("by")) for frame in frames] == [
        *((None, None), ("use_previous", "person")),
        ("search_new", "timeout"),
    ]


async def test_a_wrong_value_is_refused_with_the_choices_there_are(desk: Desk) -> None:
    _, prompt_id = await desk.waiting()
    with pytest.raises(InvalidAnswer) as refused:
        await desk.prompts.decide(desk.principal, prompt_id, "whatever")
    assert refused.value.message == "'whatever' is not one of the choices: use_previous, search_new."


LOCK = text("SELECT 1 FROM runs WHERE run_id = :id FOR UPDATE")


@pytest.mark.parametrize("step", ["decide", "extend", "expire"])
async def test_no_step_waits_for_a_run_somebody_else_holds(desk: Desk, step: str) -> None:
    busy, _ = await desk.waiting()
    _, prompt_id = await desk.waiting()
    async with desk.engine.begin() as holder, asyncio.timeout(QUICK_S):
        await holder.execute(LOCK, {"id": busy.run_id})
        if step == "decide":
            await desk.prompts.decide(desk.principal, prompt_id, "use_previous")
        elif step == "extend":
            await desk.prompts.extend(desk.principal, prompt_id)
        else:
            await desk.age_prompt(prompt_id, 31)
            assert len(await desk.prompts.expire_due()) == 1


async def test_a_sweep_holds_no_run_but_the_one_whose_time_is_over(desk: Desk) -> None:
    busy, _ = await desk.waiting()
    run, prompt_id = await desk.waiting()
    await desk.age_prompt(prompt_id, 31)
    frame = resolved_frame({"session_id": run.session_id, "run_id": run.run_id}, prompt_id, "search_new", "timeout")
    async with desk.engine.begin() as sweep, desk.engine.begin() as other, asyncio.timeout(QUICK_S):
        await sweep.execute(sql.EXPIRE, {"prompt_id": prompt_id, **spoken([frame])})
        await other.execute(LOCK, {"id": busy.run_id})


async def test_a_sweep_passes_over_a_question_somebody_is_just_answering(desk: Desk) -> None:
    run, prompt_id = await desk.waiting()
    await desk.age_prompt(prompt_id, 31)
    async with desk.engine.begin() as holder, asyncio.timeout(QUICK_S):
        await holder.execute(LOCK, {"id": run.run_id})
        assert await desk.prompts.expire_due() == []
    assert [each.prompt_id for each in await desk.prompts.expire_due()] == [prompt_id]


@pytest.mark.parametrize("step", ["decide", "extend"])
async def test_the_run_is_locked_before_its_question_so_that_an_answer_and_a_cancel_never_deadlock(
    desk: Desk, step: str
) -> None:
    run, prompt_id = await desk.waiting()
    async with desk.engine.begin() as cancel:
        await cancel.execute(LOCK, {"id": run.run_id})
        move = (
            desk.prompts.decide(desk.principal, prompt_id, "use_previous")
            if step == "decide"
            else desk.prompts.extend(desk.principal, prompt_id)
        )
        late = asyncio.ensure_future(move)
        await _until_blocked(desk)
        await cancel.execute(text("SET LOCAL lock_timeout = '500ms'"))
        await cancel.execute(sql.CLOSE_PROMPT, {"run_id": run.run_id, "by": "cancel"})
    with pytest.raises(AlreadyDecided):
        await late


async def _until_blocked(desk: Desk) -> None:
    """Waits until some statement of this database waits for a lock."""
    blocked = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    async with asyncio.timeout(QUICK_S):
        while not await desk.sql(blocked):
            await asyncio.sleep(0.01)


async def test_late_is_what_comes_after_the_deadline_and_before_the_sweep(desk: Desk) -> None:
    run, prompt_id = await desk.waiting()
    await desk.age_prompt(prompt_id, 31)
    assert await decide_as(desk, desk.principal, run, prompt_id, "use_previous") == []
    with pytest.raises(LateAnswer):
        await desk.prompts.decide(desk.principal, prompt_id, "use_previous")
    assert (await run_row(desk, run)).status == "waiting"
