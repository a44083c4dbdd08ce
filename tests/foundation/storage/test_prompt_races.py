"""Two tabs and the clock at once, often: one winner each time. (Apart from the other tests of prompts, which are run
once for every small fault put into their statements.)"""

from __future__ import annotations

import asyncio
import json

import pytest

from foundation.contracts.errors import AlreadyDecided, LateAnswer
from foundation.storage.records import Run
from tests.foundation.storage.desk import ANSWERS, Desk


@pytest.mark.slow
@pytest.mark.timeout(1_000)
@pytest.mark.parametrize("races", [30, pytest.param(3_000, marks=pytest.mark.nightly)])
async def test_every_race_of_two_tabs_and_the_clock_has_one_winner(desk: Desk, races: int) -> None:
    """Two tabs answer differently at the same moment; in every fourth race the time is just running out. The kinds of
    question take turns."""
    kinds = tuple(ANSWERS)

    async def race(run: Run, prompt_id: str, number: int) -> None:
        values = ANSWERS[kinds[number % 3]]
        tabs = [desk.prompts.decide(desk.principal, prompt_id, value) for value in values[:: 1 if number % 2 else -1]]
        clock = [desk.prompts.expire_due()] if number % 4 == 0 else []
        outcomes = await asyncio.gather(*tabs, *clock, return_exceptions=True)
        while (prompt := await desk.prompts.get(desk.principal, prompt_id)).status == "open":
            await desk.prompts.expire_due()  # the tabs were late, and the clock had looked a moment before
        won = [outcome for outcome in outcomes[:2] if isinstance(outcome, tuple)]
        lost = [outcome for outcome in outcomes[:2] if isinstance(outcome, AlreadyDecided | LateAnswer)]
        assert len(won) + len(lost) == 2
        assert len(won) == (prompt.decided_by == "person")
        assert all(decided.value == prompt.value for decided, _, _ in won)
        frames = [json.loads(event.text) for event in await desk.events.of_run(desk.principal, run.run_id)]
        closed = [frame["value"] for frame in frames if frame["type"] == "prompt_resolved"]
        assert closed == [prompt.value]
        resumed = (await desk.runs.get(desk.principal, run.run_id)).resume
        assert resumed == {prompt.interrupt_id: prompt.value}

    for start in range(0, races, 10):
        waiting = [await desk.waiting(kinds[(start + place) % 3]) for place in range(10)]
        due = [prompt_id for place, (_, prompt_id) in enumerate(waiting) if (start + place) % 4 == 0]
        for prompt_id in due:
            await desk.sql(
                "UPDATE pending_prompts SET expires_at = clock_timestamp() + interval '3 ms' WHERE prompt_id = :id",
                id=prompt_id,
            )
        await asyncio.gather(*(race(run, prompt_id, start + place) for place, (run, prompt_id) in enumerate(waiting)))
        await desk.prompts.expire_due()
        await desk.sql("DELETE FROM sessions")
