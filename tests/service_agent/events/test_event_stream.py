"""A reader's frames at every moment of a run: durable events in order, text only where it belongs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, replace
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.events import AnswerRetried, RunRestarted, RunStarted, TeamStarted
from foundation.contracts.identity import Principal
from foundation.storage.database.engine import DatabaseAddress
from foundation.storage.queue.events import EventsRepository
from foundation.storage.queue.notify import Listener, Notifier
from foundation.storage.queue.redis_line import RedisLine
from foundation.storage.records import Finish, Run, RunOptions, StoredEvent
from foundation.storage.repositories import Repositories
from service_agent.events.event_stream import Item, Missing, Piece, SessionReader, Streams
from service_agent.events.partials import DeltaHub, Drafts, Partials
from service_agent.events.poller import Pulse
from service_agent.events.shared_drafts import SharedDrafts
from service_agent.events.unstored_frames import frame_text
from service_agent.protocol.translate import TurnFacts, run_completed_frame, translate
from tests.redis_server import NEEDS_REDIS, own_redis
from tests.service_agent.chat.made import ANSWER
from tests.stories.client import ClientState

__all__ = ["own_redis"]


@dataclass
class Stage:
    """One run, played step by step, and readers of its session."""

    repositories: Repositories
    streams: Streams
    partials: Partials
    notifier: Notifier
    run: Run

    async def store(self, *frames: dict[str, Any]) -> None:
        """Durable events."""
        await self.repositories.events.append(self.run, frames)
        self.notifier.announce(self.run.session_id)

    def write(self, text: str) -> None:
        """The next piece of the answer."""
        self.partials.write(self.run.run_id, text)

    async def retry(self) -> None:
        """A draft is thrown away, as the engine does it: stored first, then dropped."""
        await self.store(translate(AnswerRetried(reason="숫자"), self.run))
        self.partials.throw_away(self.run.run_id)

    async def end(self) -> None:
        """The answer."""
        facts = TurnFacts(answer_id=f"a-{self.run.run_id}")
        answer = translate(ANSWER, self.run, facts)
        await self.repositories.runs.finish(
            self.run,
            Finish("completed", (answer, run_completed_frame(self.run, facts)), facts.answer_id, "5억", answer),
        )
        self.partials.close(self.run.run_id)
        self.notifier.announce(self.run.session_id)


@pytest_asyncio.fixture(params=["here", pytest.param("elsewhere", marks=NEEDS_REDIS)])
async def stage(
    request: pytest.FixtureRequest, database: DatabaseAddress, engine: AsyncEngine, principal: Principal
) -> AsyncGenerator[Stage]:
    """A session with one claimed run, and everything readers read from: in the run's process, or in another one that
    hears of its text through Redis."""
    repositories = Repositories.over(engine)
    session = await repositories.sessions.create(principal, "real_estate", "hybrid")
    await repositories.runs.submit(principal, session.session_id, "m-1", "시세?", RunOptions(), "v1", queue_limit=5)
    claimed = await repositories.runs.claim("test", 100, 60)
    run = next(run for run in claimed if run.session_id == session.session_id)
    hub = DeltaHub()
    partials = Partials(hub)
    partials.open(run.run_id, run.session_id)
    async with AsyncExitStack() as stack:
        listener = await stack.enter_async_context(Listener(database))
        notifier = await stack.enter_async_context(Notifier(database))
        drafts: Drafts = partials
        reading_hub = hub
        if request.param == "elsewhere":
            url = request.getfixturevalue("own_redis").url
            await _shared(stack, url, partials, hub)
            reading_hub = DeltaHub()
            drafts = await _shared(stack, url, Partials(reading_hub), reading_hub)
        pulse = Pulse(repositories.events.newest)
        streams = Streams(repositories.events, repositories.runs, listener, drafts, reading_hub, pulse)
        yield Stage(repositories, streams, partials, notifier, run)
        partials.close(run.run_id)


async def _shared(stack: AsyncExitStack, url: str, partials: Partials, hub: DeltaHub) -> SharedDrafts:
    line = RedisLine(url)
    drafts = SharedDrafts(partials, hub, line)
    await stack.enter_async_context(line)
    assert line.up
    return drafts


class Reading:
    """A client of one reader."""

    def __init__(self, stage: Stage, state: ClientState) -> None:
        self._stage = stage
        self.state = state
        self.items: list[Item] = []

    async def until(self, seq: int, text: str) -> None:
        """Read to this state."""
        run = self._stage.run
        async with SessionReader(self._stage.streams, run.principal, run.session_id).opened() as reader:
            session = await self._stage.repositories.sessions.get(run.principal, run.session_id)
            async with aclosing(reader.items(self.state.last_seq, session.last_seq)) as items, asyncio.timeout(10):
                while (self.state.last_seq, self.state.text) != (seq, text):
                    item = await anext(items)
                    self.items.append(item)
                    self.take(item)

    def take(self, item: Item) -> None:
        """One item, as its client would."""
        self.state.take(json_of(item))


def json_of(item: Item) -> dict[str, Any]:
    """The frame a client gets."""
    return json.loads(frame_text(item, "session"))


async def play(stage: Stage) -> list[tuple[int, str]]:
    """A run with a thrown-away draft; after each step, where every client must stand."""
    stands: list[tuple[int, str]] = []

    async def step(seq: int, text: str) -> None:
        reading = Reading(stage, ClientState())
        await reading.until(seq, text)
        stands.append((seq, text))

    await stage.store(translate(RunStarted(message_id="m-1", question="시세?", attempt=1), stage.run))
    await step(1, "")
    await stage.store(translate(TeamStarted(team="search"), stage.run))
    stage.write("첫 초안 𠮷")
    await step(2, "첫 초안 𠮷")
    stage.write(" 이어서")
    await step(2, "첫 초안 𠮷 이어서")
    await stage.retry()
    await step(3, "")
    stage.write("둘째")
    await step(3, "둘째")
    await stage.end()
    await step(5, "")
    return stands


async def test_a_client_that_comes_at_any_moment_stands_where_everybody_stands(stage: Stage) -> None:
    stands = await play(stage)
    assert stands[-1] == (5, "")


async def test_a_client_that_leaves_and_comes_back_at_any_moment_stands_where_everybody_stands(stage: Stage) -> None:
    returning = ClientState()
    await stage.store(translate(RunStarted(message_id="m-1", question="시세?", attempt=1), stage.run))
    stage.write("첫 초안")
    await Reading(stage, returning).until(1, "첫 초안")
    await stage.retry()
    stage.write("둘째")
    again = Reading(stage, returning)
    await again.until(2, "둘째")
    assert [type(item) for item in again.items] == [StoredEvent, Piece]

    third = Reading(stage, ClientState(durable=returning.durable, text="둘째", last_seq=2))
    stage.write(" 초안")
    await third.until(2, "둘째 초안")
    piece = third.items[0]
    assert isinstance(piece, Piece)
    assert piece.offset == 0, "the text comes once from its start"

    await stage.end()
    late = Reading(stage, ClientState(last_seq=2, text="둘째 초안"))
    await late.until(4, "")
    assert not any(isinstance(item, Piece) for item in late.items)


async def test_running_text_costs_no_look_at_the_events_but_what_is_stored_meanwhile_is_read(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []
    after = EventsRepository.after

    async def counted(events: EventsRepository, principal: Principal, session_id: str, seq: int, limit: int) -> Any:
        looks.append(seq)
        return await after(events, principal, session_id, seq, limit)

    monkeypatch.setattr(EventsRepository, "after", counted)
    await stage.store(translate(RunStarted(message_id="m-1", question="시세?", attempt=1), stage.run))
    run = stage.run
    # No beat: only an announced event wakes the reader.
    streams = replace(stage.streams, pulse=Pulse(stage.repositories.events.newest, 3_600))
    async with (
        SessionReader(streams, run.principal, run.session_id).opened() as reader,
        aclosing(reader.items(0, 1)) as items,
        asyncio.timeout(10),
    ):
        stage.write("첫")
        while not isinstance(await anext(items), Piece):
            continue
        stage.notifier.announce(run.session_id)  # a wake-up of before may still be on its way: its look comes now
        await stage.store(translate(TeamStarted(team="search"), run))
        while (item := await anext(items)) and not isinstance(item, StoredEvent):
            continue
        assert item.type == "team_started"
        before, texts = len(looks), 20
        for number in range(texts):
            stage.write(f" {number}")
            assert isinstance(await anext(items), Piece)
        assert len(looks) - before < texts / 2
        await stage.retry()
        stage.write("둘째")
        rest = [await anext(items), await anext(items)]
    assert [getattr(item, "type", getattr(item, "text", "")) for item in rest] == ["answer_retry", "둘째"]


async def test_pieces_count_utf_16_code_units(stage: Stage) -> None:
    await stage.store(translate(RunStarted(message_id="m-1", question="시세?", attempt=1), stage.run))
    run = stage.run
    reader = SessionReader(stage.streams, run.principal, run.session_id)
    async with reader.opened(), aclosing(reader.items(1, 1)) as items, asyncio.timeout(10):
        stage.write("𠮷가")
        first = await anext(items)
        stage.write("나")
        second = await anext(items)
    assert isinstance(first, Piece)
    assert isinstance(second, Piece)
    assert (first.offset, second.offset, second.text) == (0, 3, "나")


async def test_pruned_events_are_a_gap_and_the_rest_follows(stage: Stage) -> None:
    for team in ("a", "b", "c"):
        await stage.store(translate(TeamStarted(team=team), stage.run))
    run = stage.run
    async with SessionReader(stage.streams, run.principal, run.session_id).opened() as reader:
        async with aclosing(reader.items(9, 3)) as items, asyncio.timeout(10):
            assert await anext(items) == Missing(9, 3)
        async with aclosing(reader.items(1, 3)) as items, asyncio.timeout(10):
            events = [await anext(items), await anext(items)]
    assert [event.seq for event in events if isinstance(event, StoredEvent)] == [2, 3]


@pytest.mark.parametrize("then", ["nothing", "another"])
async def test_what_is_removed_before_a_waiting_reader_came_to_it_is_a_gap(
    stage: Stage, engine: AsyncEngine, then: str
) -> None:
    run = stage.run
    await stage.store(translate(TeamStarted(team="a"), run))
    async with (
        SessionReader(stage.streams, run.principal, run.session_id).opened() as reader,
        aclosing(reader.items(0, 1)) as items,
        asyncio.timeout(10),
    ):
        assert getattr(await anext(items), "seq", 0) == 1
        async with engine.begin() as connection:  # two were numbered, and are gone as after a prune
            removed = text("UPDATE sessions SET last_seq = 3 WHERE session_id = :session_id")
            await connection.execute(removed, {"session_id": run.session_id})
        if then == "another":
            await stage.store(translate(TeamStarted(team="b"), run))
        assert await anext(items) == Missing(1, 3)
        if then == "another":
            assert getattr(await anext(items), "seq", 0) == 4


async def test_what_a_dead_attempt_still_writes_is_never_shown_as_the_new_attempts_text(stage: Stage) -> None:
    await stage.store(translate(RunStarted(message_id="m-1", question="시세?", attempt=1), stage.run))
    stage.write("옛 초안")
    state = ClientState()
    await Reading(stage, state).until(1, "옛 초안")
    await stage.store(translate(RunRestarted(message_id="m-1", question="시세?", attempt=2), stage.run))
    stage.write(" 계속 쓰는 좀비")
    await Reading(stage, state).until(2, "")
    stage.partials.open(stage.run.run_id, stage.run.session_id, attempt=2)
    stage.write("새 초안")
    again = Reading(stage, state)
    await again.until(2, "새 초안")
    assert not any("좀비" in item.text for item in again.items if isinstance(item, Piece))
