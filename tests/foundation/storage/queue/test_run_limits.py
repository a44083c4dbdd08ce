"""Which queued run a process takes next, and which nobody takes any more."""

from __future__ import annotations

import json
import uuid
from dataclasses import replace

import pytest

from foundation.contracts.identity import Principal
from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.queue.notify import Notifier
from foundation.storage.queue.run_limits import ClaimLimits
from foundation.storage.queue.runs import ANY
from foundation.storage.queue.submissions import LONG_TEXT
from foundation.storage.records import Run, RunOptions
from tests.foundation.storage.desk import Desk, ending, question

LONG = "임차인은 " * LONG_TEXT


def person(desk: Desk, name: str) -> Desk:
    return Desk(desk.engine, Principal(tenant_id="house", owner_id=name))


async def asked(desk: Desk, content: str = "서초구는?") -> str:
    return (await desk.ask((await desk.session()).session_id, content)).run_id


def last(run: Run) -> dict[str, str]:
    return {"type": "run_failed", "session_id": run.session_id, "run_id": run.run_id, "code": "run_stalled"}


async def named(desk: Desk, limit: int, limits: ClaimLimits = ANY, process: str = "p") -> list[str]:
    """Whose runs a process takes."""
    claimed = await person(desk, "nobody").runs.claim(process, limit, limits=limits)
    return [run.principal.owner_id for run in claimed]


@pytest.mark.parametrize(
    "limits", [ClaimLimits(), ClaimLimits(person_runs=50)], ids=["any number", "a person's places"]
)
async def test_twenty_questions_of_one_person_do_not_stand_before_everybody_elses(
    desk: Desk, limits: ClaimLimits
) -> None:
    eve, ara = person(desk, "eve"), person(desk, "ara")
    for _ in range(20):
        await asked(eve)
    assert await named(desk, 10, limits) == ["eve"] * 10, "nobody else wants the places"
    await asked(ara)
    assert await named(desk, 1, limits) == ["ara"]
    assert await named(desk, 2, limits) == ["eve", "eve"]


async def test_among_people_with_as_many_at_work_the_oldest_question_goes_first(desk: Desk) -> None:
    for name in ("ara", "bomi", "chan"):
        await asked(person(desk, name))
    assert [name for _ in range(3) for name in await named(desk, 1)] == ["ara", "bomi", "chan"]


async def test_of_long_texts_no_more_are_taken_than_there_is_room_for(desk: Desk) -> None:
    eve, ara = person(desk, "eve"), person(desk, "ara")
    for _ in range(4):
        await asked(eve, LONG)
    await asked(ara)
    assert sorted(await named(desk, 10, ClaimLimits(long_texts=2))) == ["ara", "eve", "eve"]
    assert await named(desk, 10, ClaimLimits(long_texts=0)) == []
    assert await named(desk, 10, ClaimLimits(long_texts=1)) == ["eve"]


async def test_a_short_question_with_a_long_history_is_a_long_text(desk: Desk) -> None:
    ara = person(desk, "ara")
    session = await ara.session()
    history = RunOptions(history=(("user", LONG),))
    await ara.runs.submit(ara.principal, session.session_id, "m", "그럼?", history, "graph-1", queue_limit=5)
    (run,) = await ara.runs.claim("p", 5)
    assert run.long_text


async def test_a_long_text_is_not_taken_in_passing_at_the_end_of_another_run(desk: Desk) -> None:
    ara = person(desk, "ara")
    session = await ara.session()
    first = await ara.claim((await ara.ask(session.session_id)).run_id)
    await ara.ask(session.session_id, LONG)
    assert await ara.runs.finish(first, ending(first), claim_next_for="p") is None


async def test_a_run_whose_process_is_there_and_did_not_renew_stopped_it(desk: Desk, database: DatabaseAddress) -> None:
    ara = person(desk, "ara")
    ara.process_id = f"host-with-a-long-name-{uuid.uuid4().hex}"
    async with Notifier(database, ara.process_id):
        run = await ara.claim(await asked(ara))
        await ara.lose_lease(run)
        assert await ara.runs.requeue_expired() == 1
    again = await ara.claim(run.run_id)
    assert again.stalls == 1
    await ara.lose_lease(again)
    assert await ara.runs.requeue_expired() == 1
    assert (await ara.claim(run.run_id)).stalls == 1, "a process that died is not blamed on the run"


async def test_a_process_that_could_not_renew_and_asks_itself_was_not_stopped_by_its_run(
    desk: Desk, database: DatabaseAddress
) -> None:
    ara = person(desk, "ara")
    ara.process_id = f"host-with-a-long-name-{uuid.uuid4().hex}"
    async with Notifier(database, ara.process_id):
        run = await ara.claim(await asked(ara))
        await ara.lose_lease(run)
        assert await ara.runs.requeue_expired(ara.process_id) == 1
    assert (await ara.claim(run.run_id)).stalls == 0


async def test_of_runs_that_may_have_stopped_their_process_one_is_taken(desk: Desk) -> None:
    ara, bomi = person(desk, "ara"), person(desk, "bomi")
    for _ in range(3):
        await asked(ara)
    await ara.sql("UPDATE runs SET stalls = 1")
    await asked(bomi)
    limits = ClaimLimits(stalls=2, suspects=1)
    assert sorted(await named(desk, 10, limits)) == ["ara", "bomi"]
    assert await named(desk, 10, replace(limits, suspects=0)) == []
    assert await named(desk, 10, limits) == ["ara"]


async def test_what_stopped_its_process_twice_ends_and_says_so_without_being_taken_again(desk: Desk) -> None:
    ara = person(desk, "ara")
    run = await ara.claim(await asked(ara))
    await ara.runs.release(run)
    assert await ara.runs.give_up(10, 2, last) == []
    await ara.sql("UPDATE runs SET stalls = 2")
    assert await named(desk, 10, ClaimLimits(stalls=2)) == []
    (ended,) = await ara.runs.give_up(10, 2, last)
    assert (ended.run_id, ended.attempt, ended.status) == (run.run_id, 1, "failed")
    assert await ara.runs.give_up(10, 2, last) == []
    (event,) = await ara.events.of_run(ara.principal, run.run_id)
    assert (event.type, json.loads(event.text)["code"]) == ("run_failed", "run_stalled")


async def test_what_was_begun_often_enough_is_not_begun_again(desk: Desk) -> None:
    ara = person(desk, "ara")
    run_id = await asked(ara)
    limits = ClaimLimits(attempts=3)
    for attempt in (1, 2, 3):
        (run,) = await ara.runs.claim("p", 5, limits=limits)
        assert run.attempt == attempt
        await ara.runs.release(run)
    assert await ara.runs.claim("p", 5, limits=limits) == []
    (ended,) = await ara.runs.give_up(3, 2, last)
    assert (ended.run_id, ended.attempt) == (run_id, 3)


async def test_an_answered_card_is_no_attempt_that_failed(desk: Desk) -> None:
    ara, limits = person(desk, "ara"), ClaimLimits(attempts=2, stalls=2)
    run = await ara.working()
    for card in (1, 2, 3):
        opened = await ara.runs.pause(run, question(run))
        await ara.prompts.decide(ara.principal, opened.prompt_id, opened.default, "person")
        assert await ara.runs.give_up(2, 2, last) == []
        (run,) = await ara.runs.claim("p", 5, limits=limits)
        assert run.attempt == card + 1, "it still fences whoever lost it"
    await ara.runs.release(run)
    (run,) = await ara.runs.claim("p", 5, limits=limits)
    await ara.runs.release(run)
    assert await ara.runs.claim("p", 5, limits=limits) == [], "begun twice without getting to a card"
    (ended,) = await ara.runs.give_up(2, 2, last)
    assert (ended.run_id, ended.attempt) == (run.run_id, 5)


async def test_what_stopped_its_process_twice_ends_whatever_cards_it_had(desk: Desk) -> None:
    ara = person(desk, "ara")
    run, prompt_id = await ara.waiting()
    await ara.prompts.decide(ara.principal, prompt_id, "search_new", "person")
    await ara.sql("UPDATE runs SET stalls = 2 WHERE run_id = :id", id=run.run_id)
    assert await named(desk, 10, ClaimLimits(stalls=2)) == []
    assert [ended.run_id for ended in await ara.runs.give_up(10, 2, last)] == [run.run_id]


async def test_a_process_that_stopped_for_a_run_says_so_when_it_renews(desk: Desk) -> None:
    ara = person(desk, "ara")
    poison, other = [await ara.claim(await asked(ara)) for _ in range(2)]
    run_ids = [poison.run_id, other.run_id]
    renewed = await ara.runs.renew(ara.process_id, run_ids, stalled=[poison.run_id])
    assert {each.run_id: each.stalls for each in renewed} == {poison.run_id: 1, other.run_id: 0}
    twice = await ara.runs.renew(ara.process_id, run_ids, stalled=[poison.run_id] * 2)
    assert {each.run_id: each.stalls for each in twice} == {poison.run_id: 3, other.run_id: 0}, "between two renewals"
