"""Events: gapless numbers under any concurrency, the text that is sent, nobody else's."""

from __future__ import annotations

import asyncio
import json
from datetime import datetime

from foundation.contracts.identity import Principal
from tests.foundation.storage.desk import Desk, frame


async def test_numbers_have_no_gaps_under_fifty_concurrent_appends(desk: Desk) -> None:
    run = await desk.working()
    batches = await asyncio.gather(
        *(desk.events.append(run, [frame(run, batch=number, part=part) for part in range(3)]) for number in range(50))
    )
    assert await desk.seqs(run.session_id) == list(range(1, 151))
    for batch in batches:
        assert [json.loads(event.text)["part"] for event in batch] == [0, 1, 2]
        assert [event.seq - batch[0].seq for event in batch] == [0, 1, 2]


async def test_the_text_is_the_frame_with_its_number_and_time_in_front(desk: Desk) -> None:
    run = await desk.working()
    sent = frame(run, label='대구 "실거래" 검색 중', counts={"rows": 3}, colon="12:30:45 :name")
    (event,) = await desk.events.append(run, [sent])
    stored = json.loads(event.text)
    assert list(stored)[:2] == ["seq", "ts"]
    moment = datetime.fromisoformat(stored.pop("ts"))
    assert moment.utcoffset() is not None
    assert stored == {"seq": event.seq, **sent}
    assert [found.text for found in await desk.events.after(desk.principal, run.session_id, 0)] == [event.text]


async def test_characters_json_columns_cannot_hold_do_not_lose_the_event(desk: Desk) -> None:
    run = await desk.working()
    (event,) = await desk.events.append(run, [frame(run, label="a\x00b\ud83d", slash="\\u0000")])
    assert json.loads(event.text)["label"] == "a�b�"
    assert json.loads(event.text)["slash"] == "\\u0000"


async def test_no_frames_no_events(desk: Desk) -> None:
    run = await desk.working()
    assert await desk.events.append(run, []) == []


async def test_reading_begins_after_the_cursor_and_ends_at_the_limit(desk: Desk) -> None:
    run = await desk.working()
    await desk.events.append(run, [frame(run) for _ in range(5)])
    found = await desk.events.after(desk.principal, run.session_id, 2, limit=2)
    assert [event.seq for event in found] == [3, 4]
    assert await desk.events.after(desk.principal, run.session_id, 5) == []


async def test_the_oldest_event_kept_is_known(desk: Desk) -> None:
    run = await desk.working()
    assert await desk.events.oldest_seq(desk.principal, run.session_id) is None
    await desk.events.append(run, [frame(run) for _ in range(3)])
    await desk.sql("DELETE FROM run_events WHERE session_id = :id AND seq = 1", id=run.session_id)
    assert await desk.events.oldest_seq(desk.principal, run.session_id) == 2


async def test_a_runs_trace_is_its_own_events(desk: Desk) -> None:
    run = await desk.working()
    await desk.events.append(run, [frame(run), frame(run)])
    assert [event.seq for event in await desk.events.of_run(desk.principal, run.run_id)] == [1, 2]
    assert await desk.events.of_run(desk.principal, "another") == []


async def test_nobody_else_sees_them(desk: Desk, colleague: Principal, stranger: Principal) -> None:
    run = await desk.working()
    await desk.events.append(run, [frame(run)])
    for other in (colleague, stranger):
        assert await desk.events.after(other, run.session_id, 0) == []
        assert await desk.events.oldest_seq(other, run.session_id) is None
        assert await desk.events.of_run(other, run.run_id) == []
