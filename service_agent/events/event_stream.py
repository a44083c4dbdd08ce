"""One session's frames for one reader: durable events in order, and the answer's text as it is written.

Readers listen first and read second, so that nothing falls between; they look again at every wake-up
and, when they are behind, once a second (`poller.py`): a lost wake-up costs a second and never a frame. `run_queued` is
handed to this process's readers as it was stored: five hundred who ask at once need not look for it. Text is not queued
per reader: a reader sends what it has not sent of the draft as it is now, so the pace is its own.

When a piece of text may be sent: the run's start and every `answer_retry` before the draft must have
gone out, and the run's answer not. (A run's start is stored before it writes any text, and the draft is
looked at before the events are read.) Then a client that was cut off anywhere, and comes back with the
last `seq` it saw, ends in the same state as one that never was. Once a draft's first piece has gone out this holds for
all of it, so its next pieces cost no look at the events: two hundred readers of running text would look five hundred
times a second, for nothing.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Generator
from contextlib import aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass, field

from foundation.contracts.errors import UnknownSession
from foundation.contracts.identity import Principal
from foundation.contracts.ports import Wakes
from foundation.storage.queue.events import NEWEST_AT_ONCE, EventsRepository
from foundation.storage.queue.runs import RunsRepository
from foundation.storage.records import StoredEvent
from service_agent.events.partials import DeltaHub, Draft, Drafts, Subscription, utf16_units
from service_agent.events.poller import Pulse

PAGE = 500
"""Events read at once by a reader that has just come."""
STARTS = frozenset({"run_started", "run_restarted"})
ANSWERS = frozenset({"answer", "clarify", "form"})
ENDS = frozenset({"run_completed", "run_failed", "run_cancelled"})


@dataclass(frozen=True)
class Piece:
    """Text of the answer being written."""

    run_id: str
    offset: int
    """UTF-16 code units from the draft's start."""
    text: str


@dataclass(frozen=True)
class Missing:
    """Events the reader asked for and cannot have: its cursor is unknown, or they were pruned."""

    first: int
    last: int


Item = StoredEvent | Piece | Missing


class Readers:
    """The open readers of this process, by session."""

    def __init__(self) -> None:
        self._open: dict[str, set[SessionReader]] = {}

    @contextmanager
    def counting(self, reader: SessionReader) -> Generator[None]:
        """While inside, the reader is handed what is stored in its session."""
        readers = self._open.setdefault(reader.session_id, set())
        readers.add(reader)
        try:
            yield
        finally:
            readers.discard(reader)
            if not readers and self._open.get(reader.session_id) is readers:
                del self._open[reader.session_id]

    def hand(self, session_id: str, event: StoredEvent) -> None:
        """An event that was just stored. A reader for which another comes first reads both."""
        for reader in self._open.get(session_id, ()):
            reader.hand(event)


@dataclass(frozen=True)
class Streams:
    """What readers read from."""

    events: EventsRepository
    runs: RunsRepository
    wakes: Wakes
    drafts: Drafts
    hub: DeltaHub
    pulse: Pulse
    """Wakes readers that are behind, once a second."""
    readers: Readers = field(default_factory=Readers)
    """Those of this process."""


@dataclass
class _Shown:
    """How far one reader is within the run being answered."""

    run_id: str
    attempt: int = 1
    """The run's attempt its last start named: what an earlier one still writes is void."""
    retries: int = 0
    """Drafts thrown away that the reader knows of."""
    text: str = ""
    """What went out of the present draft."""
    writing: int | None = None
    """The attempt that writes it; None: nothing went out yet."""


@dataclass(frozen=True)
class _Sample:
    """A draft as it was before the durable events were read: whatever clears it is stored after, or read now."""

    run_id: str
    draft: Draft


class SessionReader:
    """Reads one session for one client. Enter `opened()` before asking where the session stands."""

    def __init__(self, streams: Streams, principal: Principal, session_id: str) -> None:
        self._streams = streams
        self._principal = principal
        self.session_id = session_id
        self._woken = asyncio.Event()
        self._look = True
        """Something may have been stored: woken without this, there is only text to send."""
        self._newest = 0
        """The last event that is known to have been stored."""
        self._shown: _Shown | None = None
        self._ended = False
        self._handed: StoredEvent | None = None
        self._up_to_date = False
        """What was stored before this reader began has been given."""
        self.cursor = 0
        """The last durable event given."""

    @asynccontextmanager
    async def opened(self) -> AsyncGenerator[SessionReader]:
        """Listening starts here; read the session's state inside."""
        async with (
            self._streams.wakes.subscribe(self.session_id) as stored,
            self._streams.hub.subscribe(self.session_id) as pieces,
            self._streams.drafts.follow(self.session_id),
        ):
            hearing = [asyncio.create_task(way) for way in (self._hear(pieces), self._notice(stored))]
            try:
                with self._streams.pulse.counting(self), self._streams.readers.counting(self):
                    yield self
            finally:
                for task in hearing:
                    task.cancel()
                await asyncio.gather(*hearing, return_exceptions=True)

    async def items(self, after: int, last_seq: int) -> AsyncGenerator[Item]:
        """Everything after `after`, without end. `last_seq` is where the session stood when it was read. Raises
        UnknownSession when it was erased meanwhile."""
        missing = await self._missing(after, last_seq)
        if missing is not None:
            yield missing
        self.cursor = missing.last if missing is not None else after
        await self._remember_active_run()
        while True:
            self._woken.clear()
            look, self._look = self._look, False
            newest, sample = self._newest, self._sample()
            handed, self._handed = self._handed, None
            if handed is not None and handed.seq == self.cursor + 1:
                yield self._given(handed)
            if look or self._unread(handed) or (handed is None and not self._goes_on(sample)):
                async with aclosing(self._durable()) as durable:
                    async for item in durable:
                        yield item
                if newest > self.cursor:  # stored, and removed before it was read
                    yield self._passed_over(newest)
            piece = self._piece(sample)
            if piece is not None:
                yield piece
            await self._wait()
            if self._ended:
                raise UnknownSession

    def hand(self, event: StoredEvent) -> None:
        """It was just stored."""
        self._handed = event
        self._woken.set()

    def _unread(self, handed: StoredEvent | None) -> bool:
        """Others come before it."""
        return handed is not None and handed.seq > self.cursor

    def end(self) -> None:
        """The session was erased."""
        self._ended = True
        self._woken.set()

    def wake(self, newest: int = 0) -> None:
        """There may be something to read."""
        self._newest = max(self._newest, newest)
        self._look = True
        self._woken.set()

    async def _notice(self, stored: asyncio.Event) -> None:
        while True:
            await stored.wait()
            stored.clear()
            self.wake()

    async def _wait(self) -> None:
        with self._streams.pulse.felt_by(self):
            await self._woken.wait()

    async def _hear(self, pieces: Subscription) -> None:
        async for _ in pieces:
            self._woken.set()

    async def _missing(self, after: int, last_seq: int) -> Missing | None:
        if after > last_seq:
            return Missing(after, last_seq)
        if after == last_seq:
            return None
        oldest = await self._streams.events.oldest_seq(self._principal, self.session_id)
        if oldest is None:
            return Missing(after, last_seq)
        return Missing(after, oldest - 1) if oldest > after + 1 else None

    def _passed_over(self, last: int) -> Missing:
        missing = Missing(self.cursor, last)
        self.cursor, self._shown = last, None
        return missing

    async def _durable(self) -> AsyncGenerator[StoredEvent | Missing]:
        while True:
            page, most = await self._page()
            for event in page:
                if event.seq > self.cursor + 1:
                    yield self._passed_over(event.seq - 1)
                yield self._given(event)
            if len(page) < most:
                self._up_to_date = True
                return

    def _given(self, event: StoredEvent) -> StoredEvent:
        self.cursor = event.seq
        self._follow(event)
        return event

    async def _page(self) -> tuple[list[StoredEvent], int]:
        """The next events, and how many of them there are at most."""
        events = self._streams.events
        if self._up_to_date:
            return await events.newer(self._principal, self.session_id, self.cursor), NEWEST_AT_ONCE
        return await events.after(self._principal, self.session_id, self.cursor, PAGE), PAGE

    async def _remember_active_run(self) -> None:
        """For a client that reconnects in the middle of a run: restore what it had been sent of the run."""
        run = await self._streams.runs.active(self._principal, self.session_id)
        if run is None:
            return
        for event in await self._streams.events.of_run(self._principal, run.run_id):
            if event.seq <= self.cursor:
                self._follow(event)

    def _follow(self, event: StoredEvent) -> None:
        shown = self._shown
        if event.type in STARTS:
            self._shown = _Shown(event.run_id, int(json.loads(event.text)["attempt"]))
            self._woken.set()
        elif event.type == "answer_retry" and shown is not None:
            self._shown = _Shown(shown.run_id, shown.attempt, shown.retries + 1)
        elif event.type in ANSWERS or event.type in ENDS:
            self._shown = None

    def _sample(self) -> _Sample | None:
        shown = self._shown
        if shown is None:
            return None
        draft = self._streams.drafts.now(shown.run_id)
        return _Sample(shown.run_id, draft) if draft is not None else None

    def _goes_on(self, sample: _Sample | None) -> bool:
        """More of the draft whose beginning went out."""
        shown = self._shown
        if sample is None or shown is None or sample.run_id != shown.run_id:
            return False
        return sample.draft.number == shown.retries and sample.draft.attempt == shown.writing

    def _piece(self, sample: _Sample | None) -> Piece | None:
        shown = self._shown
        if sample is None or shown is None or not _belongs(sample, shown):
            return None
        text = sample.draft.text
        fresh = text[len(shown.text) :]
        if not fresh or not text.startswith(shown.text):
            return None
        piece = Piece(shown.run_id, utf16_units(shown.text), fresh)
        shown.text, shown.writing = text, sample.draft.attempt
        return piece


def _belongs(sample: _Sample, shown: _Shown) -> bool:
    """Of the run, draft and attempt the reader knows of. (A run that was paused goes on as a later attempt.)"""
    draft = sample.draft
    return sample.run_id == shown.run_id and draft.number == shown.retries and draft.attempt >= shown.attempt
