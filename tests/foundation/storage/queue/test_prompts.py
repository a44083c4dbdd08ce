"""Questions to the person: the first answer counts, the clock decides the rest, nothing is lost in between."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from foundation.contracts.errors import AlreadyDecided, InvalidAnswer, LateAnswer, UnknownPrompt
from foundation.contracts.identity import Principal
from foundation.storage.records import Prompt, StoredEvent
from tests.foundation.storage.desk import Desk, ending, question


async def test_a_pause_stores_the_question_and_keeps_the_session_without_a_slot(desk: Desk) -> None:
    run, prompt_id = await desk.waiting()
    prompt = await desk.prompts.open_of(desk.principal, run.session_id)
    assert prompt is not None
    assert (prompt.prompt_id, prompt.status, prompt.values) == (prompt_id, "open", ("use_previous", "search_new"))
    assert prompt.expires_at is not None
    assert 29 < (prompt.expires_at - prompt.created_at).total_seconds() < 31
    (event,) = await desk.events.after(desk.principal, run.session_id, 0)
    frame = json.loads(event.text)
    assert frame == prompt.event
    assert (frame["expires_in_ms"], frame["confirmation_id"], frame["seq"]) == (30_000, prompt_id, 1)
    assert frame["expires_at"].endswith("Z")
    await desk.ask(run.session_id, "그동안")
    assert await desk.runs.claim("p", 5) == []
    assert await desk.runs.renew(desk.process_id, [run.run_id]) == []


async def test_a_question_without_a_limit_never_expires(desk: Desk) -> None:
    run = await desk.working()
    prompt = await desk.runs.pause(run, question(run, None))
    assert (prompt.expires_at, prompt.event["expires_at"], prompt.event["expires_in_ms"]) == (None, None, None)
    assert await desk.prompts.expire_due() == []
    extended = await desk.prompts.extend(desk.principal, prompt.prompt_id)
    assert (extended.status, extended.expires_at) == ("open", None)
    assert await desk.seqs(run.session_id) == [1]


async def test_an_answer_queues_the_run_with_the_value_under_its_interrupt(desk: Desk) -> None:
    run, prompt_id = await desk.waiting()
    await desk.sql(
        "UPDATE pending_prompts SET created_at = created_at - interval '1 day' WHERE prompt_id = :id", id=prompt_id
    )
    prompt, first, events = await desk.prompts.decide(desk.principal, prompt_id, "use_previous", "person")
    assert (first, prompt.status, prompt.value, prompt.decided_by) == (True, "decided", "use_previous", "person")
    frame = json.loads(events[0].text)
    assert (frame["type"], frame["id"], frame["value"], frame["by"], frame["seq"]) == (
        "prompt_resolved", prompt_id, "use_previous", "person", 2,
    )  # fmt: skip
    resumed = await desk.claim(run.run_id)
    assert resumed.resume == {prompt.interrupt_id: "use_previous"}
    assert (resumed.resumed_by, resumed.attempt) == ("person", 2)
    assert resumed.waited_ms // 3_600_000 == 24, "hours: the day since it was asked, and not the time of this test"


async def test_the_value_stays_with_the_run_when_its_new_process_dies(desk: Desk) -> None:
    run, prompt_id = await desk.waiting()
    await desk.prompts.decide(desk.principal, prompt_id, "use_previous")
    resumed = await desk.claim(run.run_id)
    await desk.lose_lease(resumed)
    await desk.runs.requeue_expired()
    assert (await desk.claim(run.run_id)).resume == resumed.resume


async def test_the_value_is_gone_after_the_next_pause_and_waiting_adds_up(desk: Desk) -> None:
    run, prompt_id = await desk.waiting()
    await desk.age_prompt(prompt_id, 3)
    await desk.prompts.decide(desk.principal, prompt_id, "use_previous")
    resumed = await desk.claim(run.run_id)
    second = await desk.runs.pause(resumed, question(resumed))
    assert (await desk.runs.get(desk.principal, run.run_id)).resume is None
    await desk.age_prompt(second.prompt_id, 5)
    await desk.prompts.decide(desk.principal, second.prompt_id, "search_new")
    assert (await desk.claim(run.run_id)).waited_ms >= 8_000


async def test_of_two_who_answer_at_once_one_is_first(desk: Desk) -> None:
    run, prompt_id = await desk.waiting()
    outcomes = await asyncio.gather(
        desk.prompts.decide(desk.principal, prompt_id, "use_previous"),
        desk.prompts.decide(desk.principal, prompt_id, "search_new"),
        return_exceptions=True,
    )
    won = [outcome for outcome in outcomes if isinstance(outcome, tuple)]
    assert len(won) == 1
    assert sum(isinstance(outcome, AlreadyDecided) for outcome in outcomes) == 1
    assert (await desk.claim(run.run_id)).resume == {won[0][0].interrupt_id: won[0][0].value}


async def test_twenty_equal_answers_at_once_are_one_decision_and_twenty_successes(desk: Desk) -> None:
    run, prompt_id = await desk.waiting()
    outcomes: list[tuple[Prompt, bool, list[StoredEvent]]] = await asyncio.gather(
        *(desk.prompts.decide(desk.principal, prompt_id, "use_previous") for _ in range(20))
    )
    assert sum(first for _, first, _ in outcomes) == 1
    assert await desk.seqs(run.session_id) == [1, 2]


async def test_a_value_that_is_no_choice_leaves_the_question_open(desk: Desk) -> None:
    run, prompt_id = await desk.waiting()
    with pytest.raises(InvalidAnswer, match="use_previous, search_new"):
        await desk.prompts.decide(desk.principal, prompt_id, "whatever")
    assert await desk.prompts.open_of(desk.principal, run.session_id) is not None


async def test_a_question_without_a_list_takes_any_text(desk: Desk) -> None:
    run = await desk.working()
    prompt = await desk.runs.pause(run, replace(question(run), values=()))
    decided, first, _ = await desk.prompts.decide(desk.principal, prompt.prompt_id, "강남구 말고 서초구")
    assert (first, decided.value) == (True, "강남구 말고 서초구")


async def test_when_the_time_is_over_the_default_is_taken_and_answers_are_late(desk: Desk) -> None:
    run, prompt_id = await desk.waiting()
    await desk.age_prompt(prompt_id, 31)
    with pytest.raises(LateAnswer):  # the sweep has not been there yet
        await desk.prompts.decide(desk.principal, prompt_id, "use_previous")
    with pytest.raises(LateAnswer):
        await desk.prompts.extend(desk.principal, prompt_id)
    (expired,) = await desk.prompts.expire_due()
    assert (expired.prompt_id, expired.value, expired.decided_by) == (prompt_id, "search_new", "timeout")
    for value in ("use_previous", "search_new"):
        with pytest.raises(LateAnswer):
            await desk.prompts.decide(desk.principal, prompt_id, value)
    with pytest.raises(LateAnswer):
        await desk.prompts.extend(desk.principal, prompt_id)
    resumed = await desk.claim(run.run_id)
    assert (resumed.resume, resumed.resumed_by) == ({expired.interrupt_id: "search_new"}, "timeout")


async def test_many_sweeps_and_an_answer_at_once_decide_once(desk: Desk) -> None:
    due = [await desk.waiting() for _ in range(5)]
    for _, prompt_id in due:
        await desk.age_prompt(prompt_id, 31)
    swept = await asyncio.gather(*(desk.prompts.expire_due() for _ in range(6)))
    assert sorted(prompt.prompt_id for sweep in swept for prompt in sweep) == sorted(prompt_id for _, prompt_id in due)
    for run, _ in due:
        assert await desk.seqs(run.session_id) == [1, 2]


async def test_an_answer_and_a_cancel_at_once_leave_one_outcome(desk: Desk) -> None:
    for _ in range(10):
        run, prompt_id = await desk.waiting()
        await asyncio.gather(
            desk.prompts.decide(desk.principal, prompt_id, "use_previous"),
            desk.runs.request_cancel(desk.principal, run.run_id),
            return_exceptions=True,
        )
        assert (await desk.runs.get(desk.principal, run.run_id)).status == "cancelled"
        assert await desk.prompts.open_of(desk.principal, run.session_id) is None


async def test_keep_waiting_moves_the_deadline_by_the_questions_own_length(desk: Desk) -> None:
    run, prompt_id = await desk.waiting()
    before = (await desk.prompts.get(desk.principal, prompt_id)).expires_at
    extended = await desk.prompts.extend(desk.principal, prompt_id)
    assert before is not None and extended.expires_at is not None
    assert (extended.expires_at - before).total_seconds() == 30
    frame = json.loads((await desk.events.after(desk.principal, run.session_id, 1))[0].text)
    assert (frame["type"], frame["id"], frame["run_id"]) == ("prompt_extended", prompt_id, run.run_id)
    assert 58_000 < frame["expires_in_ms"] <= 60_000
    await desk.age_prompt(prompt_id, 31)
    assert await desk.prompts.expire_due() == []


async def test_a_decided_question_is_not_extended(desk: Desk) -> None:
    _, prompt_id = await desk.waiting()
    await desk.prompts.decide(desk.principal, prompt_id, "use_previous")
    with pytest.raises(AlreadyDecided):
        await desk.prompts.extend(desk.principal, prompt_id)


async def test_an_answer_after_a_cancel_changes_nothing(desk: Desk) -> None:
    run, prompt_id = await desk.waiting()
    await desk.runs.request_cancel(desk.principal, run.run_id)
    with pytest.raises(AlreadyDecided):
        await desk.prompts.decide(desk.principal, prompt_id, "search_new")


async def test_nobody_else_can_see_answer_or_extend_it(desk: Desk, colleague: Principal, stranger: Principal) -> None:
    run, prompt_id = await desk.waiting()
    for other in (colleague, stranger):
        assert await desk.prompts.open_of(other, run.session_id) is None
        with pytest.raises(UnknownPrompt):
            await desk.prompts.decide(other, prompt_id, "use_previous")
        with pytest.raises(UnknownPrompt):
            await desk.prompts.extend(other, prompt_id)
        with pytest.raises(UnknownPrompt):
            await desk.prompts.get(other, prompt_id)


async def test_after_its_answer_the_run_finishes_as_any_other(desk: Desk) -> None:
    run, prompt_id = await desk.waiting()
    await desk.prompts.decide(desk.principal, prompt_id, "use_previous")
    resumed = await desk.claim(run.run_id)
    await desk.runs.finish(resumed, ending(resumed))
    done = await desk.runs.get(desk.principal, run.run_id)
    assert (done.status, done.resume) == ("completed", None)
