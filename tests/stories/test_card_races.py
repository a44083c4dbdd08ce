"""Races of two tabs over one question of each kind, on the wire: one answer counts, both tabs get the same, and who was
too late gets that as an error, once.

Only the question and its answers are real here: runs are put to their question by hand, and nobody takes them on
afterwards, since their person has as many at work as they may. What whole turns make of it: `test_cards.py`; thousands
at the statement that decides: `tests/foundation/storage/test_prompt_races.py`.
"""

from __future__ import annotations

import asyncio
import uuid
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace

import pytest
import pytest_asyncio

from foundation.contracts.identity import Principal
from foundation.contracts.pauses import (
    Clarification,
    ClarificationOption,
    ConfirmationAsked,
    FormRequest,
    PauseKind,
    PromptOption,
)
from foundation.contracts.pauses import Pause as Asked
from foundation.storage.database.engine import DatabaseAddress, open_engine
from foundation.storage.people.person import PeopleRepository
from foundation.storage.queue.notify import CHANNEL
from foundation.storage.records import Run
from service_agent.protocol.pauses import pause_frame
from tests.foundation.storage.desk import Desk, question
from tests.serving import Serve
from tests.stories.client import SocketClient, talking
from tests.stories.pauses import CLARIFICATION, FORM, PAUSES, Pause

SIDE_BY_SIDE = 12
KEY = "key-key-key-key-key"
AT_WORK = (
    "UPDATE runs SET status = 'running', attempt = attempt + 1, process_id = 'by hand',"
    " lease_until = clock_timestamp() + interval '1 hour' WHERE run_id = :id"
)
ASKED: dict[PauseKind, Asked] = {
    "confirmation": ConfirmationAsked(
        message="앞의 자료를 쓸까요?",
        previous_data_summary="시세 4건",
        data_age_s=60,
        uncertainty_reason="조금 오래되었습니다.",
        measured_saving_s=2.0,
        options=tuple(
            PromptOption(value=value, label=value, description=value) for value in ("use_previous", "search_new")
        ),
    ),
    "clarification": Clarification(
        message="어느 곳인가요?",
        reason="같은 이름이 둘입니다.",
        original_query=CLARIFICATION.question,
        options=tuple(ClarificationOption(id=value, label=value, query=value) for value in ("o1", "o2")),
    ),
    "form": FormRequest(
        message="거래를 알려 주세요.",
        fields={
            "type": "object",
            "properties": {"deal": {"title": "거래", "type": "string"}},
            "required": ["deal"],
        },
        query=FORM.question,
    ),
}


@pytest_asyncio.fixture
async def desk(server: DatabaseAddress, worker_id: str, serve: Serve) -> AsyncGenerator[Desk]:
    """Somebody who signs in to the service of `serve` and has one run at work as long as the test lasts."""
    engine = open_engine(replace(server, database=f"suffice_{worker_id}_chosen"), pool_size=SIDE_BY_SIDE)
    desk = Desk(engine, Principal(tenant_id="local", owner_id=f"racer-{uuid.uuid4().hex[:8]}"))
    busy = await desk.session()
    await desk.sql(AT_WORK, id=(await desk.ask(busy.session_id)).run_id)
    yield desk
    await PeopleRepository(engine).erase(desk.principal)
    await engine.dispose()


@dataclass
class Race:
    """One conversation, open in two tabs, and the kind of its questions."""

    desk: Desk
    pause: Pause
    session_id: str
    tabs: tuple[SocketClient, SocketClient]

    async def run(self, number: int) -> str:
        """Both answer, each in its own way; the answer that counted."""
        run, prompt_id = await self._asked()
        shown = [await tab.until(self.pause.frame) for tab in self.tabs]
        assert shown[0] == shown[1]
        assert self.pause.id_of(shown[0]) == prompt_id
        answers = (self.pause.right, self.pause.other)[:: 1 if number % 2 else -1]
        answering = [
            self.pause.answer(tab, asked, given) for tab, asked, given in zip(self.tabs, shown, answers, strict=True)
        ]
        await asyncio.gather(*(answering if number % 4 < 2 else answering[::-1]))
        closed = [await tab.until("prompt_resolved") for tab in self.tabs]
        assert closed[0] == closed[1]
        won = closed[0]["value"]
        assert (closed[0]["id"], closed[0]["by"]) == (prompt_id, "person")
        await self._one_winner({given.value: tab for given, tab in zip(answers, self.tabs, strict=True)}, won)
        await self._over(run, won)
        return won

    async def _asked(self) -> tuple[Run, str]:
        submitted = await self.desk.ask(self.session_id)
        await self.desk.sql(AT_WORK, id=submitted.run_id)
        run = await self.desk.runs.get(self.desk.principal, submitted.run_id)
        prompt, asked = question(run, 3600.0, self.pause.kind), ASKED[self.pause.kind]
        opened = await self.desk.runs.pause(run, replace(prompt, frame=pause_frame(asked, run, prompt.prompt_id)))
        await self.desk.sql("SELECT pg_notify(:channel, :session)", channel=CHANNEL, session=self.session_id)
        return run, opened.prompt_id

    async def _one_winner(self, tabs: dict[str, SocketClient], won: str) -> None:
        """The loser gets one error, the winner none."""
        for value, tab in tabs.items():
            # Whatever was still to be said to this tab comes before its pong.
            await tab.send(type="ping")
            await tab.until("pong")
            errors = [frame["code"] for frame in tab.frames if frame["type"] == "error"]
            assert errors == ([] if value == won else ["already_decided"])

    async def _over(self, run: Run, won: str) -> None:
        resumed = await self.desk.runs.get(self.desk.principal, run.run_id)
        assert resumed.status == "queued"
        assert list((resumed.resume or {}).values()) == [won]
        # Not by a frame: what a person sends of these is paced, and thousands of races are more than anybody sends.
        await self.desk.runs.request_cancel(self.desk.principal, run.run_id)
        await self.desk.sql("SELECT pg_notify(:channel, :session)", channel=CHANNEL, session=self.session_id)
        for tab in self.tabs:
            await tab.until("run_cancelled")
            assert tab.types().count("prompt_resolved") == 1
            tab.frames.clear()


@pytest.mark.slow
@pytest.mark.timeout(1_000)
@pytest.mark.parametrize("races", [60, pytest.param(3_000, marks=pytest.mark.nightly)])
async def test_every_race_of_two_tabs_on_the_wire_has_one_winner(serve: Serve, desk: Desk, races: int) -> None:
    headers = {"Authorization": f"Bearer {KEY}"}
    keys = f"{desk.principal.owner_id}:{KEY}"
    won: Counter[tuple[PauseKind, str]] = Counter()

    async def race(racing: Race, first: int) -> None:
        for number in range(first, first + races // SIDE_BY_SIDE):
            won[racing.pause.kind, await racing.run(number)] += 1

    async with serve(person_runs=1, auth_keys=keys) as service, AsyncExitStack() as stack:
        lanes: list[Race] = []
        for lane in range(SIDE_BY_SIDE):
            session = (await desk.session()).session_id
            one, other = [
                await stack.enter_async_context(talking(service.url, session, 0, headers=headers)) for _ in range(2)
            ]
            for tab in (one, other):
                await tab.until("session_ready")
            lanes.append(Race(desk, PAUSES[lane % len(PAUSES)], session, (one, other)))
        async with asyncio.TaskGroup() as group:
            for place, racing in enumerate(lanes):
                group.create_task(race(racing, place * races // SIDE_BY_SIDE))
    assert won.total() == races
    both = {(pause.kind, given.value) for pause in PAUSES for given in (pause.right, pause.other)}
    assert won.keys() == both, "both ways to answer won now and then"
