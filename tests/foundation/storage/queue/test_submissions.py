"""What a question that has to wait says of itself: stored with it, in the same statement, and only then."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from foundation.contracts.errors import Busy, UnknownSession
from foundation.storage.queue.run_limits import Room
from foundation.storage.queue.submissions import Multitask
from foundation.storage.records import RunOptions, Submission
from tests.foundation.storage.desk import Desk

FULL = Room(free=0, every_ms=500.0, turn_ms=2_000.0)
TWO_FREE = Room(free=2, every_ms=500.0, turn_ms=2_000.0)


async def asked(
    desk: Desk,
    session_id: str,
    room: Room,
    *,
    message: str = "m1",
    multitask: Multitask = "enqueue",
    limit: int = 1_000,
    answering: bool = False,
) -> Submission:
    return await desk.runs.submit(
        desk.principal, session_id, message, "달서구 시세", RunOptions(), "g",
        queue_limit=limit, multitask=multitask, room=room, answering=answering,
    )  # fmt: skip


async def frames_of(desk: Desk, session_id: str) -> list[dict[str, Any]]:
    return [json.loads(event.text) for event in await desk.events.after(desk.principal, session_id, 0)]


async def test_a_question_that_begins_at_once_says_nothing(desk: Desk) -> None:
    session = await desk.session()
    made = await asked(desk, session.session_id, TWO_FREE)
    assert (made.event, await frames_of(desk, session.session_id)) == (None, [])


@pytest.mark.parametrize("multitask", ["enqueue", "refuse", "replace"])
async def test_a_question_without_room_is_stored_with_its_place_and_its_wait(desk: Desk, multitask: Multitask) -> None:
    session = await desk.session()
    made = await asked(desk, session.session_id, FULL, multitask=multitask)
    (frame,) = await frames_of(desk, session.session_id)
    assert frame["ts"].endswith("Z")
    assert {name: value for name, value in frame.items() if name != "ts"} == {
        "type": "run_queued", "seq": 1, "session_id": session.session_id, "run_id": made.run_id, "message_id": "m1",
        "question": "달서구 시세", "position": 1, "estimate_ms": 500,
    }  # fmt: skip


@pytest.mark.parametrize("multitask", ["enqueue", "refuse", "replace"])
async def test_what_answers_a_clarification_is_no_second_question(desk: Desk, multitask: Multitask) -> None:
    run, prompt_id = await desk.waiting("clarification")
    made = await asked(desk, run.session_id, TWO_FREE, message="said", multitask=multitask, answering=True)
    assert (made.prompt_id, made.run_id) == (prompt_id, "")
    assert (await desk.prompts.get(desk.principal, prompt_id)).status == "open", "whoever takes the message decides"


async def test_the_event_that_is_handed_on_is_the_one_that_is_stored(desk: Desk) -> None:
    session = await desk.session()
    made = await asked(desk, session.session_id, FULL)
    assert made.event is not None
    assert [made.event] == await desk.events.after(desk.principal, session.session_id, 0)


async def test_of_fifty_at_once_each_has_its_own_place_and_those_with_room_say_nothing(desk: Desk) -> None:
    sessions = [await desk.session() for _ in range(50)]
    made = await asyncio.gather(*(asked(desk, session.session_id, TWO_FREE) for session in sessions))
    frames = [frame for session in sessions for frame in await frames_of(desk, session.session_id)]
    places = sorted((frame["position"], frame["estimate_ms"]) for frame in frames)
    assert places == [(place, (place - 2) * 500) for place in range(3, 51)]
    assert len({one.run_id for one in made}) == 50


async def test_of_questions_at_once_one_persons_limit_lets_as_many_in_as_it_says(desk: Desk) -> None:
    sessions = [await desk.session() for _ in range(20)]
    results = await asyncio.gather(
        *(asked(desk, session.session_id, FULL, limit=7) for session in sessions), return_exceptions=True
    )
    assert [type(one) for one in results].count(Submission) == 7
    assert [type(one) for one in results].count(Busy) == 13


async def test_strangers_and_repeated_questions_in_one_batch_get_their_own_answers(desk: Desk) -> None:
    mine, other = await desk.session(), await desk.session()
    first = await asked(desk, mine.session_id, FULL)
    again, fresh, nobodys = await asyncio.gather(
        asked(desk, mine.session_id, FULL),
        asked(desk, other.session_id, FULL),
        asked(desk, "nobody's", FULL),
        return_exceptions=True,
    )
    assert isinstance(again, Submission)
    assert (again.run_id, again.duplicate) == (first.run_id, True)
    assert isinstance(fresh, Submission)
    assert not fresh.duplicate
    assert isinstance(nobodys, UnknownSession)


async def test_behind_another_of_its_conversation_it_waits_a_turn(desk: Desk) -> None:
    run = await desk.working()
    await asked(desk, run.session_id, TWO_FREE, message="late")
    frame = (await frames_of(desk, run.session_id))[-1]
    assert (frame["type"], frame["position"], frame["estimate_ms"]) == ("run_queued", 1, 2_000)


async def test_without_measurements_the_place_is_shown_and_no_time(desk: Desk) -> None:
    session = await desk.session()
    await asked(desk, session.session_id, Room(free=0))
    (frame,) = await frames_of(desk, session.session_id)
    assert (frame["position"], frame["estimate_ms"]) == (1, None)


async def test_only_behind_a_question_to_the_person_it_says_so(desk: Desk) -> None:
    paused, _ = await desk.waiting()
    behind = await asked(desk, paused.session_id, TWO_FREE, message="m2")
    working = await desk.working()
    beside = await asked(desk, working.session_id, TWO_FREE, message="m2")
    assert (behind.behind_person, beside.behind_person) == (True, False)
    assert None not in (behind.event, beside.event), "both wait"
