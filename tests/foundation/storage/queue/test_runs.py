"""The queue: submitted once, claimed by one, one run per session, fenced, resumed, finished in one transaction."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import text

from foundation.contracts.errors import Busy, Fenced, MessageIdReused, RunInProgress, UnknownRun, UnknownSession
from foundation.contracts.identity import Principal
from foundation.storage.queue.cancelling import CANCELLED
from foundation.storage.queue.run_limits import ClaimLimits
from foundation.storage.records import Renewed, Run, RunOptions
from tests.foundation.storage.desk import Desk, decision_of, ending, frame, question

type_of = "SELECT type FROM run_events WHERE session_id = :session_id ORDER BY seq"


async def types(desk: Desk, session_id: str) -> list[str]:
    return [event.type for event in await desk.events.after(desk.principal, session_id, 0)]


async def test_a_message_makes_one_run_and_names_the_session(desk: Desk) -> None:
    session = await desk.session()
    made = await desk.ask(session.session_id, "대구 달서구 아파트 시세 알려줘", "m1")
    run = await desk.runs.get(desk.principal, made.run_id)
    assert (made.duplicate, run.status, run.question, run.attempt) == (
        False,
        "queued",
        "대구 달서구 아파트 시세 알려줘",
        0,
    )
    assert (run.pack, run.variant, run.graph_version) == ("real_estate", "hybrid_confirm", "graph-1")
    assert (await desk.sessions.get(desk.principal, session.session_id)).title == "대구 달서구 아파트 시세 알려줘"


async def test_options_come_back_as_they_went_in(desk: Desk) -> None:
    session = await desk.session()
    options = RunOptions("never", False, (("user", "안녕"), ("assistant", "네")), "answer-1")
    made = await desk.runs.submit(desk.principal, session.session_id, "m1", "q", options, "g", queue_limit=5)
    assert (await desk.claim(made.run_id)).options == options


@pytest.mark.parametrize("person_runs", [None, 1])
async def test_a_question_queued_while_the_run_ends_is_claimed_with_its_end_or_counted_first(
    desk: Desk, person_runs: int | None
) -> None:
    """Where a person may have so many at work, their place may be taken between the end and a claim of its own."""
    run = await desk.working()
    ids = {"session_id": run.session_id, "run_id": run.run_id, "message_id": "late"}
    async with desk.engine.connect() as submitting:
        # The end begins before this is committed, so it cannot see it, and waits for the session this has locked.
        await submitting.execute(
            text(
                "INSERT INTO runs (run_id, tenant_id, owner_id, session_id, message_id, question, options,"
                " graph_version, pack, variant) SELECT run_id || '-late', tenant_id, owner_id, session_id, :message_id,"
                " question, options, graph_version, pack, variant FROM runs WHERE run_id = :run_id"
            ),
            ids,
        )
        await submitting.execute(
            text("UPDATE sessions SET updated_at = clock_timestamp() WHERE session_id = :session_id"), ids
        )
        ending_it = asyncio.create_task(
            desk.runs.finish(run, ending(run), claim_next_for=desk.process_id, person_runs=person_runs)
        )
        waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%answered AS%'"
        async with asyncio.timeout(10):
            while not (await desk.sql(waits))[0][0]:
                await asyncio.sleep(0.01)
        await submitting.commit()
        following = await ending_it
    if person_runs is not None:
        assert following is None
        (following,) = await desk.runs.claim(desk.process_id, 10, limits=ClaimLimits(person_runs=person_runs))
    assert following is not None
    assert (following.run_id, following.status, following.attempt) == (f"{run.run_id}-late", "running", 1)


async def test_the_same_message_again_is_the_same_run(desk: Desk) -> None:
    session = await desk.session()
    first = await desk.ask(session.session_id, "질문", "m1")
    again = await desk.ask(session.session_id, "질문", "m1")
    assert (again.run_id, again.duplicate) == (first.run_id, True)
    with pytest.raises(MessageIdReused):
        await desk.ask(session.session_id, "다른 질문", "m1")


async def test_twenty_equal_messages_at_once_make_one_run(desk: Desk) -> None:
    session = await desk.session()
    made = await asyncio.gather(*(desk.ask(session.session_id, "질문", "m1") for _ in range(20)))
    assert len({submission.run_id for submission in made}) == 1
    assert sum(not submission.duplicate for submission in made) == 1
    assert len(await desk.messages.list(desk.principal, session.session_id)) == 1


async def test_two_sessions_may_use_the_same_message_id(desk: Desk) -> None:
    one, two = await desk.session(), await desk.session()
    first, second = await desk.ask(one.session_id, "하나", "m1"), await desk.ask(two.session_id, "둘", "m1")
    assert first.run_id != second.run_id


async def test_characters_the_database_cannot_hold_do_not_break_a_question(desk: Desk) -> None:
    session = await desk.session()
    made = await desk.ask(session.session_id, "앞\x00뒤\ud800끝", "m1")
    assert (await desk.runs.get(desk.principal, made.run_id)).question == "앞�뒤�끝"


async def test_a_full_queue_is_busy_and_says_when_to_come_back(desk: Desk) -> None:
    for _ in range(2):
        await desk.ask((await desk.session()).session_id, queue_limit=2)
    with pytest.raises(Busy) as refused:
        await desk.ask((await desk.session()).session_id, queue_limit=2)
    assert isinstance(refused.value.data["retry_after_s"], int)


async def test_questions_at_work_and_waiting_for_the_person_count_as_unfinished(desk: Desk) -> None:
    await desk.working()
    waiting = await desk.working()
    await desk.runs.pause(waiting, question(waiting))
    with pytest.raises(Busy):
        await desk.ask((await desk.session()).session_id, queue_limit=2)
    await desk.ask((await desk.session()).session_id, queue_limit=3)


async def test_a_question_that_replaces_its_sessions_others_is_not_kept_out_by_them(desk: Desk) -> None:
    session = await desk.session()
    await desk.ask(session.session_id)
    made = await desk.ask(session.session_id, "다시", "m-2", queue_limit=1, multitask="replace")
    assert made.status == "queued"


async def test_another_persons_session_does_not_exist(desk: Desk, colleague: Principal, stranger: Principal) -> None:
    session = await desk.session()
    made = await desk.ask(session.session_id)
    for other in (colleague, stranger):
        theirs = Desk(desk.engine, other)
        with pytest.raises(UnknownSession):
            await theirs.ask(session.session_id)
        with pytest.raises(UnknownRun):
            await theirs.runs.get(other, made.run_id)
        with pytest.raises(UnknownRun):
            await theirs.runs.request_cancel(other, made.run_id)
        assert await theirs.runs.active(other, session.session_id) is None
    assert (await desk.runs.get(desk.principal, made.run_id)).status == "queued"


async def test_twenty_claimers_and_one_run_have_one_winner(desk: Desk) -> None:
    made = await desk.ask((await desk.session()).session_id)
    claims = await asyncio.gather(*(desk.runs.claim(f"p{number}", 5) for number in range(20)))
    assert [run.run_id for claim in claims for run in claim] == [made.run_id]


async def test_runs_of_one_session_are_worked_on_in_order_and_one_at_a_time(desk: Desk) -> None:
    session = await desk.session()
    asked = [await desk.ask(session.session_id, f"질문 {number}") for number in range(3)]
    order: list[str] = []
    for _ in range(3):
        (run,) = await desk.runs.claim("p", 10)
        assert await desk.runs.claim("q", 10) == []
        order.append(run.run_id)
        await desk.runs.finish(run, ending(run))
    assert order == [submission.run_id for submission in asked]


async def test_of_one_person_as_many_runs_are_at_work_as_may_be_whoever_claims_them(
    desk: Desk, colleague: Principal
) -> None:
    """Over all their sessions and all processes; whoever else asks is not held up by it."""
    other = Desk(desk.engine, colleague)
    for one, sessions in ((desk, 6), (other, 2)):
        for _ in range(sessions):
            session = await one.session()
            await one.ask(session.session_id)
            await one.ask(session.session_id)
    done: Counter[str] = Counter()
    most: Counter[str] = Counter()

    async def worker(number: int) -> None:
        while done.total() < 16:
            for run in await desk.runs.claim(f"p{number}", 3, limits=ClaimLimits(person_runs=2)):
                counted = "SELECT count(*) FROM runs WHERE owner_id = :owner AND status = 'running'"
                (active,) = (await desk.sql(counted, owner=run.principal.owner_id))[0]
                most[run.principal.owner_id] = max(most[run.principal.owner_id], active)
                await asyncio.sleep(0.01)
                await desk.runs.finish(run, ending(run))
                done[run.principal.owner_id] += 1
            await asyncio.sleep(0.005)

    async with asyncio.timeout(60):
        await asyncio.gather(*(worker(number) for number in range(4)))
    assert dict(done) == {desk.principal.owner_id: 12, other.principal.owner_id: 4}
    assert dict(most) == {desk.principal.owner_id: 2, other.principal.owner_id: 2}


async def test_many_claimers_never_let_two_runs_of_a_session_work(desk: Desk) -> None:
    sessions = [(await desk.session()).session_id for _ in range(5)]
    for session_id in sessions:
        for _ in range(4):
            await desk.ask(session_id)
    done: list[str] = []

    async def worker(number: int) -> None:
        while len(done) < 20:
            for run in await desk.runs.claim(f"p{number}", 2):
                active = await desk.sql(
                    "SELECT count(*) FROM runs WHERE session_id = :id AND status IN ('running', 'waiting')",
                    id=run.session_id,
                )
                assert active[0][0] == 1
                await desk.runs.finish(run, ending(run))
                done.append(run.run_id)

    await asyncio.wait_for(asyncio.gather(*(worker(number) for number in range(6))), 30)
    assert len(set(done)) == 20


async def test_a_lease_is_renewed_by_its_holder_only(desk: Desk) -> None:
    run = await desk.working()
    assert await desk.runs.renew(desk.process_id, [run.run_id]) == [Renewed(run.run_id, False, 0)]
    assert await desk.runs.renew("somebody-else", [run.run_id]) == []
    assert await desk.runs.renew(desk.process_id, []) == []


async def test_a_run_whose_process_died_goes_back_and_gets_a_new_attempt(desk: Desk) -> None:
    run = await desk.working()
    assert await desk.runs.requeue_expired() == 0
    await desk.lose_lease(run)
    assert await desk.runs.requeue_expired() == 1
    again = await desk.claim(run.run_id)
    assert (run.attempt, again.attempt) == (1, 2)


async def test_a_released_run_can_be_claimed_again(desk: Desk) -> None:
    run = await desk.working()
    await desk.runs.release(run)
    assert (await desk.claim(run.run_id)).attempt == 2


FENCED: dict[str, Callable[[Desk, Run], Awaitable[object]]] = {
    "append": lambda desk, run: desk.events.append(run, [frame(run)]),
    "pause": lambda desk, run: desk.runs.pause(run, question(run)),
    "finish": lambda desk, run: desk.runs.finish(run, ending(run, decision=decision_of(run))),
    "finish and claim": lambda desk, run: desk.runs.finish(run, ending(run), claim_next_for="p"),
    "release": lambda desk, run: desk.runs.release(run),
}


@pytest.mark.parametrize("write", FENCED.values(), ids=FENCED.keys())
@pytest.mark.parametrize("state", ["taken over", "queued again", "finished", "waiting", "erased"])
async def test_a_zombie_cannot_write(desk: Desk, write: Callable[[Desk, Run], Awaitable[object]], state: str) -> None:
    run = await desk.working()
    if state in ("taken over", "queued again"):
        await desk.lose_lease(run)
        await desk.runs.requeue_expired()
        if state == "taken over":
            await desk.claim(run.run_id)
    elif state == "finished":
        await desk.runs.finish(run, ending(run))
    elif state == "waiting":
        await desk.runs.pause(run, question(run))
    else:
        await desk.sessions.delete(desk.principal, run.session_id)
    before = await desk.sql("SELECT status, attempt FROM runs WHERE run_id = :id", id=run.run_id)
    events = await desk.seqs(run.session_id)
    with pytest.raises(Fenced):
        await write(desk, run)
    assert await desk.sql("SELECT status, attempt FROM runs WHERE run_id = :id", id=run.run_id) == before
    assert await desk.seqs(run.session_id) == events
    assert await desk.sql("SELECT 1 FROM decisions WHERE run_id = :id", id=run.run_id) == []


async def test_finishing_writes_answer_decision_and_events_together(desk: Desk) -> None:
    run = await desk.working("그 지역 평균은?")
    end = ending(run, "평균은 3억 2천만 원입니다 [1]", decision_of(run))
    assert await desk.runs.finish(run, end) is None
    assert (await desk.runs.get(desk.principal, run.run_id)).status == "completed"
    transcript = await desk.messages.list(desk.principal, run.session_id)
    assert [(line.role, line.content) for line in transcript] == [("user", run.question), ("assistant", end.content)]
    assert transcript[1].body == end.body
    assert await types(desk, run.session_id) == ["answer", "run_completed"]
    assert await desk.messages.final_of(desk.principal, run.session_id, run.message_id) == end.body


async def test_finishing_claims_the_next_run_of_the_session(desk: Desk) -> None:
    run = await desk.working()
    other = await desk.ask((await desk.session()).session_id)
    following = await desk.ask(run.session_id, "다음")
    claimed = await desk.runs.finish(run, ending(run), claim_next_for=desk.process_id)
    assert claimed is not None
    assert (claimed.run_id, claimed.attempt, claimed.status) == (following.run_id, 1, "running")
    assert await desk.runs.renew(desk.process_id, [claimed.run_id]) == [Renewed(claimed.run_id, False, 0)]
    assert (await desk.runs.get(desk.principal, other.run_id)).status == "queued"
    assert await desk.runs.finish(claimed, ending(claimed), claim_next_for=desk.process_id) is None


async def test_a_failed_run_ends_without_an_answer(desk: Desk) -> None:
    run = await desk.working()
    await desk.runs.finish(run, ending(run, None))
    assert len(await desk.messages.list(desk.principal, run.session_id)) == 1
    assert await desk.messages.final_of(desk.principal, run.session_id, run.message_id) is None


async def test_cancelling_a_queued_run_ends_it_at_once_and_says_so(desk: Desk) -> None:
    session = await desk.session()
    made = await desk.ask(session.session_id)
    assert await desk.runs.request_cancel(desk.principal, made.run_id) == "cancelled"
    (event,) = await desk.events.after(desk.principal, session.session_id, 0)
    stored = json.loads(event.text)
    assert (stored["type"], stored["seq"], stored["run_id"], stored["message"]) == (
        "run_cancelled", 1, made.run_id, CANCELLED["ko"],
    )  # fmt: skip
    assert await desk.runs.claim("p", 5) == []
    assert await desk.runs.request_cancel(desk.principal, made.run_id) == "cancelled"
    assert await desk.seqs(session.session_id) == [1]


async def test_cancelling_a_running_run_is_seen_at_the_next_renewal(desk: Desk) -> None:
    run = await desk.working()
    assert await desk.runs.request_cancel(desk.principal, run.run_id) == "running"
    assert await desk.runs.renew(desk.process_id, [run.run_id]) == [Renewed(run.run_id, True, 0)]
    assert await desk.events.append(run, [frame(run)])


async def test_cancelling_a_waiting_run_closes_its_question(desk: Desk) -> None:
    run, prompt_id = await desk.waiting()
    assert await desk.runs.request_cancel(desk.principal, run.run_id) == "cancelled"
    assert await types(desk, run.session_id) == ["user_confirmation_required", "prompt_resolved", "run_cancelled"]
    assert await desk.prompts.open_of(desk.principal, run.session_id) is None
    assert (await desk.prompts.get(desk.principal, prompt_id)).decided_by == "cancel"


async def test_a_run_asked_to_stop_does_not_begin_to_wait(desk: Desk) -> None:
    run = await desk.working()
    await desk.runs.request_cancel(desk.principal, run.run_id)
    with pytest.raises(Fenced):
        await desk.runs.pause(run, question(run))
    assert (await desk.runs.get(desk.principal, run.run_id)).status == "cancelled"
    assert await types(desk, run.session_id) == ["run_cancelled"]


@pytest.mark.parametrize("how", ["expired", "released"])
async def test_a_run_asked_to_stop_is_not_queued_again(desk: Desk, how: str) -> None:
    run = await desk.working()
    await desk.runs.request_cancel(desk.principal, run.run_id)
    if how == "expired":
        await desk.lose_lease(run)
        await desk.runs.requeue_expired()
    else:
        await desk.runs.release(run)
    assert (await desk.runs.get(desk.principal, run.run_id)).status == "cancelled"


async def test_refuse_lets_no_second_question_in_but_knows_the_first_again(desk: Desk) -> None:
    session = await desk.session()
    first = await desk.ask(session.session_id, "하나", "m1", multitask="refuse")
    with pytest.raises(RunInProgress):
        await desk.ask(session.session_id, "둘", "m2", multitask="refuse")
    again = await desk.ask(session.session_id, "하나", "m1", multitask="refuse")
    assert (again.run_id, again.duplicate) == (first.run_id, True)


async def test_refuse_lets_one_of_ten_simultaneous_questions_in(desk: Desk) -> None:
    session = await desk.session()
    outcomes = await asyncio.gather(
        *(desk.ask(session.session_id, f"{number}", multitask="refuse") for number in range(10)),
        return_exceptions=True,
    )
    assert sum(isinstance(outcome, RunInProgress) for outcome in outcomes) == 9


async def test_replace_flags_the_running_run_and_drops_the_queued_one(desk: Desk) -> None:
    running = await desk.working()
    queued = await desk.ask(running.session_id, "둘")
    newest = await desk.ask(running.session_id, "셋", multitask="replace")
    assert await desk.runs.renew(desk.process_id, [running.run_id]) == [Renewed(running.run_id, True, 0)]
    assert (await desk.runs.get(desk.principal, queued.run_id)).status == "cancelled"
    assert (await desk.runs.get(desk.principal, newest.run_id)).status == "queued"


async def test_replace_supersedes_an_open_question_with_its_safe_default(desk: Desk) -> None:
    run, prompt_id = await desk.waiting()
    newest = await desk.ask(run.session_id, "새 질문", multitask="replace")
    prompt = await desk.prompts.get(desk.principal, prompt_id)
    assert (prompt.status, prompt.value, prompt.decided_by) == ("decided", "search_new", "superseded")
    assert await types(desk, run.session_id) == ["user_confirmation_required", "prompt_resolved", "run_cancelled"]
    assert (await desk.claim(newest.run_id)).run_id == newest.run_id


async def test_replace_with_a_message_that_is_known_stops_nothing(desk: Desk) -> None:
    session = await desk.session()
    first = await desk.ask(session.session_id, "하나", "m1")
    assert (await desk.ask(session.session_id, "하나", "m1", multitask="replace")).duplicate
    assert (await desk.runs.get(desk.principal, first.run_id)).status == "queued"


async def test_the_active_run_is_the_one_that_works_or_waits(desk: Desk) -> None:
    session = await desk.session()
    made = await desk.ask(session.session_id)
    assert await desk.runs.active(desk.principal, session.session_id) is None
    run = await desk.claim(made.run_id)
    active = await desk.runs.active(desk.principal, session.session_id)
    assert active is not None and active.run_id == run.run_id
    await desk.runs.pause(run, question(run))
    waiting = await desk.runs.active(desk.principal, session.session_id)
    assert waiting is not None and waiting.status == "waiting"


async def test_a_question_that_was_numbered_first_and_stored_last_holds_up_nobody_elses(desk: Desk) -> None:
    session = await desk.session()
    async with desk.engine.connect() as submitting:
        await submitting.execute(
            text(
                "INSERT INTO runs (run_id, tenant_id, owner_id, session_id, message_id, question, options,"
                " graph_version, pack, variant) SELECT :run_id, tenant_id, owner_id, session_id, 'slow', 'slow',"
                ' \'{"reuse": null, "wait_for_person": true, "history": [], "override_of": null}\', \'graph-1\', pack,'
                " variant FROM sessions WHERE session_id = :session_id"
            ),
            {"run_id": f"{session.session_id}-slow", "session_id": session.session_id},
        )
        quick = await desk.claim((await desk.ask(session.session_id, "quick")).run_id)
        await submitting.commit()
    other = await desk.working("somebody else's")
    assert (quick.status, other.status) == ("running", "running")
    following = await desk.runs.finish(quick, ending(quick), claim_next_for=desk.process_id)
    assert following is not None and following.run_id == f"{session.session_id}-slow"
